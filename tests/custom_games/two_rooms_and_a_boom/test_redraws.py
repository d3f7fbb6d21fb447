import random
from collections import Counter

import pytest

from custom_games.two_rooms_and_a_boom.redraws import redraw
from tests.support.deduction_play import play
from tests.support.two_rooms import dealt, name, silent, swapped, talked

DRAWS = 900


def worlds(state, draws=DRAWS):
    rng = random.Random(5)
    return [redraw(state.node.position, state.current_player(), rng) for _ in range(draws)]


def teams(world):
    return "".join("BR"[world.team(player)] for player in range(6))


def shares(values):
    return {value: count / DRAWS for value, count in Counter(values).items()}


def test_at_the_start_all_fitting_deals_are_equally_likely_and_a_leader_keeps_the_teams_it_knows():
    # Player 1 is the President: 10 ways to choose two team-mates of five, and the Bomber is any of the five.
    drawn = worlds(dealt())
    assert {world.names.name(world.president) for world in drawn} == {"Player 1"}
    found = shares(map(teams, drawn))
    assert len(found) == 10
    assert all(share == pytest.approx(1 / 10, abs=0.04) for share in found.values())
    bombers = shares(world.names.name(world.bomber) for world in drawn)
    assert set(bombers) == {name(number) for number in range(2, 7)}
    assert all(share == pytest.approx(1 / 5, abs=0.05) for share in bombers.values())
    state = dealt(rooms=("236", "145"), leaders="35")  # Player 2 asks first, who is Blue
    drawn = worlds(state)
    presidents = shares(world.names.name(world.president) for world in drawn)
    assert "Player 2" not in presidents
    assert all(share == pytest.approx(1 / 5, abs=0.05) for share in presidents.values())
    assert all(world.team(world.names.label(world.president)) == 0 for world in drawn)
    assert {world.president for world in drawn} == {0, 2}
    state = silent(dealt())
    assert state.current_player() == 4  # Player 5, who knows that Player 1 is Blue and Player 4 Red
    found = shares(map(teams, worlds(state)))
    assert set(found) == {"BRBRRB", "BBRRRB", "BBBRRR"}
    assert all(share == pytest.approx(1 / 3, abs=0.06) for share in found.values())


def test_what_was_not_heard_is_drawn_anew_and_what_was_heard_stays():
    state = talked(dealt(), (4, "Who?", "Me."), (5, "You?", "No."), (4, "Is it so?", "Yes."), (3, "Hello?", "Hello!"))
    assert state.current_player() == 2  # Player 3, who heard the last of these as the partner
    state_talk = state.node.position.talk
    drawn = worlds(state)
    assert all(world.talk[3] == state_talk[3] for world in drawn)
    first = shares(world.talk[0].partner for world in drawn)
    assert (set(first), first[3]) == ({3, 4}, pytest.approx(1 / 2, abs=0.06))
    assert {(said.question, said.answer) for world in drawn for said in world.talk[:3]} == {("", None)}
    assert [said.asker for said in drawn[0].talk] == [0, 3, 4, 1]


def test_a_partner_is_drawn_among_those_in_the_room_in_that_round_and_rooms_leaders_and_swaps_stay():
    state = talked(swapped(dealt(), "12"), (5, "Who?", "Me."))
    assert state.node.position.rooms == ((3, 4, 1), (2, 5, 0))
    assert state.current_player() == 4  # Player 5 leads Room 1, where Player 1 was and now Player 2 is
    drawn = worlds(state)
    assert {world.talk[3].partner for world in drawn} == {2, 5}  # Player 2 asked in Room 2, in round 1
    assert {world.talk[0].partner for world in drawn} == {3}  # Player 1 did not ask Player 5
    state = play(silent(dealt()), "Player 4")
    chosen = shares(world.hostage for world in worlds(state))
    assert (set(chosen), chosen[0]) == ({0, 3}, pytest.approx(1 / 2, abs=0.06))
    state = swapped(dealt(), "12", "46")
    position = state.node.position
    for world in worlds(state, draws=20):
        assert (world.rooms, world.leaders, world.swaps) == (position.rooms, position.leaders, position.swaps)
