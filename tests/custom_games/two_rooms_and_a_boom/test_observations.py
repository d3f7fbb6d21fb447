import pytest

from custom_games.two_rooms_and_a_boom.observations import card, table_text
from custom_games.two_rooms_and_a_boom.position import BLUE, RED
from tests.support.deduction_play import play
from tests.support.two_rooms import dealt, name, silent, swapped, talked


def position(*turns, **deal):
    return talked(dealt(**deal), *turns).node.position


def test_teams_belong_to_seats_and_a_leader_gets_a_report_of_a_team_mate_who_asks_it_or_nothing():
    state = position(names="563412")
    assert [state.team_of(seat) for seat in range(6)] == [BLUE] * 3 + [RED] * 3
    assert [state.team(player) for player in range(6)] == [RED, RED, BLUE, RED, BLUE, BLUE]
    state = position((5, "Who?", "Me."), (5, "You?", "No."))
    assert [state.is_reported(said, 4) for said in state.talk] == [False, True]
    skipped = position((4, ""), (1, ""))
    assert [state.is_reported(said, 4) for said in skipped.talk] == [False, True]


def test_a_leader_knows_the_teams_of_all_who_have_asked_in_its_room_also_when_they_have_left():
    state = silent(dealt()).node.position
    assert (state.known_teams(4), state.known_teams(2)) == ({4: RED, 0: BLUE, 3: RED}, {2: BLUE, 1: BLUE, 5: RED})
    assert [state.known_teams(player) for player in (0, 1, 3, 5)] == [{0: BLUE}, {1: BLUE}, {3: RED}, {5: RED}]
    begun = position((4, "Who?", "Me."))
    assert (begun.known_teams(4), begun.known_teams(2)) == ({4: RED, 0: BLUE}, {2: BLUE})
    later = swapped(dealt(), "12").node.position
    assert (later.rooms, later.known_teams(4)) == (((3, 4, 1), (2, 5, 0)), {4: RED, 0: BLUE, 3: RED})


def test_all_see_rooms_and_leaders_and_their_own_name_team_and_card_and_nothing_else_at_the_start():
    state = dealt()
    assert state.observation(0) == {
        "you": "Player 1", "team": "Blue", "card": "President", "stage": "partner", "round": 1, "room": 1,
        "is_leader": False,
        "rooms": [{"leader": "Player 5", "players": ["Player 1", "Player 4", "Player 5"]},
                  {"leader": "Player 3", "players": ["Player 2", "Player 3", "Player 6"]}],
        "asked_before": [], "partner": None, "question": None, "exchanges": [], "known": {}, "swaps": [],
        "winner": None}
    seen = [state.observation(seat) for seat in range(6)]
    assert [one["team"] for one in seen] == ["Blue"] * 3 + ["Red"] * 3
    assert [one["card"] for one in seen] == ["President", None, None, "Bomber", None, None]
    assert [one["room"] for one in seen] == [1, 2, 2, 1, 1, 2]
    assert [one["is_leader"] for one in seen] == [False, False, True, False, True, False]
    assert [one["stage"] for one in seen] == ["partner"] + ["wait"] * 5
    assert all(one["rooms"] == seen[0]["rooms"] for one in seen)


def test_the_partner_sees_who_asks_and_the_question_and_nobody_else_sees_anything_of_it():
    state, before = dealt(), dealt()
    play(state, "Player 4")
    assert (state.observation(0)["stage"], state.observation(0)["partner"]) == ("question", "Player 4")
    assert [state.observation(seat) for seat in range(1, 6)] == [before.observation(seat) for seat in range(1, 6)]
    play(state, "Are you Red?")
    asked = state.observation(3)
    assert (asked["stage"], asked["partner"], asked["question"]) == ("answer", "Player 1", "Are you Red?")
    others = (1, 2, 4, 5)
    assert [state.observation(seat) for seat in others] == [before.observation(seat) for seat in others]
    assert state.observation(0)["question"] is None


def test_what_was_said_is_told_to_both_players_and_to_the_leader_who_gets_a_report():
    state = talked(dealt(), (4, "Who?", "Me."), (1, "You?", "No."), (4, ""))
    first = {"round": 1, "asker": "Player 1", "partner": "Player 4", "question": "Who?", "answer": "Me.",
             "reported": False}
    second = {"round": 1, "asker": "Player 4", "partner": "Player 1", "question": "You?", "answer": "No.",
              "reported": False}
    third = {"round": 1, "asker": "Player 5", "partner": "Player 4", "question": "", "answer": None, "reported": False}
    told = [state.observation(seat)["exchanges"] for seat in range(6)]
    assert told == [[first, second], [], [], [first, second, third], [second | {"reported": True}, third], []]
    assert [state.observation(seat)["known"] for seat in range(6)] == [
        {}, {}, {}, {}, {"Player 1": "Blue", "Player 4": "Red"}, {}]
    assert state.observation(0)["asked_before"] == ["Player 1", "Player 4", "Player 5"]
    assert state.observation(1)["asked_before"] == []


def test_the_leader_of_room_2_does_not_see_the_choice_in_room_1_and_all_see_the_swap():
    seen = []
    for hostage in (1, 4):
        state = silent(dealt())
        assert (state.observation(4)["stage"], state.observation(2)["stage"]) == ("hostage", "wait")
        play(state, name(hostage))
        assert (state.observation(4)["stage"], state.observation(2)["stage"]) == ("wait", "hostage")
        seen.append([state.observation(seat) for seat in range(6)])
        play(state, "Player 6")
        assert [state.observation(seat)["swaps"] for seat in range(6)] == [
            [{"from_room_1": name(hostage), "from_room_2": "Player 6"}]] * 6
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("rounds", "winner"), [(("12",), "Blue"), (("16", "42"), "Red")])
def test_the_winner_is_told_when_the_game_is_over(rounds, winner):
    # Both are in Room 1 at first: Player 1 leaves it, and in the other match Player 4 follows.
    state = dealt(rounds=len(rounds))
    assert state.observation(0)["winner"] is None
    swapped(state, *rounds)
    assert [state.observation(seat)["winner"] for seat in range(6)] == [winner] * 6
    assert [state.observation(seat)["stage"] for seat in range(6)] == ["over"] * 6
    assert {state.observation(seat)["round"] for seat in range(6)} == {len(rounds)}


def test_people_see_all_teams_cards_and_hostages_and_who_has_won():
    assert table_text(dealt().node.position, 3) == (
        "Round 1\nRoom 1: Player 1 (President), Player 4 (Bomber), Player 5 (Red, leader)\n"
        "Room 2: Player 2 (Blue), Player 3 (Blue, leader), Player 6 (Red)")
    named = dealt(names="654321", president=2, bomber=6).node.position
    assert [card(named, player) for player in range(6)] == ["Bomber", None, None, None, "President", None]
    state = silent(dealt(rounds=2))
    play(state, "Player 1")
    assert table_text(state.node.position, 2).splitlines()[3:] == ["hostage from Room 1: Player 1"]
    play(state, "Player 6")
    assert table_text(state.node.position, 2).splitlines()[3:] == [
        "hostages of round 1: Player 1 from Room 1, Player 6 from Room 2"]
    swapped(state, "42")
    over = table_text(state.node.position, 2).splitlines()
    assert (over[0], over[3:]) == (
        "Game over", ["hostages of round 2: Player 4 from Room 1, Player 2 from Room 2", "winner: Red"])
