import asyncio
import random
from fractions import Fraction
from itertools import combinations, product
from math import comb

import pyspiel
import pytest
from scipy.stats import chi2_contingency, chisquare

import adapters
from custom_games.framework.rules import CHANCE
from custom_games.two_rooms_and_a_boom.game import QUESTIONS, TwoRoomsAndABoom
from custom_games.two_rooms_and_a_boom.position import Exchange
from gtarena.agents.base import Decision, Seating
from gtarena.agents.registry import KINDS
from tests.support.deduction_play import play
from tests.support.playouts import positions
from tests.support.two_rooms import dealt, mover, name, rooms_of, silent, swapped, talked

RULES = TwoRoomsAndABoom()
BLUE_WINS, RED_WINS = [1, 1, 1, 0, 0, 0], [0, 0, 0, 1, 1, 1]


def test_chance_says_what_it_draws():
    state, said = pyspiel.load_game("two_rooms_and_a_boom(cards_per_room=2)").new_initial_state(), []
    for outcome in (2, 0, 3, 1, 1, 2, 0, 1, 1, 0, 0, 2):
        said.append(state.action_to_string(outcome))
        state.apply_action(outcome)
    assert said == [
        "the next seat is Player 3", "the next seat is Player 1", "the next seat is Player 4",
        "the next seat is Player 2",
        "the President is Player 1", "the Bomber is Player 4", "Player 1 is in Room 1", "Player 2 is in Room 2",
        "Player 3 is in Room 2", "Player 4 is in Room 1", "Player 1 leads Room 1", "Player 3 leads Room 2"]
    assert not state.is_chance_node()
    assert rooms_of(state) == ["14", "23"]


def deal(seed, rules=RULES):
    match = positions(rules, random.Random(seed))
    return next(position for position in match if rules.current_player(position) != CHANCE)


def counts(rows, columns, pairs):
    table = [[0] * columns for _ in range(rows)]
    for row, column in pairs:
        table[row][column] += 1
    return table


def test_names_rooms_and_leaders_are_independent_of_seats_teams_and_cards():
    deals = [deal(seed) for seed in range(2000)]
    seats = [(place, seat) for place in deals for seat in range(6)]
    labels = [(place, label) for place in deals for label in range(6)]
    tables = {
        "name and seat": counts(6, 6, ((place.names.label(seat), seat) for place, seat in seats)),
        "room and seat": counts(2, 6, ((place.room_of(place.names.label(seat)), seat) for place, seat in seats)),
        "leader and seat": counts(2, 6, ((place.names.label(seat) in place.leaders, seat) for place, seat in seats)),
        "place in the order and seat": counts(6, 6, (
            ((*place.rooms[0], *place.rooms[1]).index(place.names.label(seat)), seat) for place, seat in seats)),
        "names of both cards": counts(6, 6, (
            (place.names.label(place.president), place.names.label(place.bomber)) for place in deals)),
        "room and President": counts(2, 2, (
            (place.room_of(label), label == place.names.label(place.president)) for place, label in labels)),
        "leader and Bomber": counts(2, 2, (
            (label in place.leaders, label == place.names.label(place.bomber)) for place, label in labels))}
    both = tables.pop("names of both cards")
    chance = {what: chi2_contingency(table).pvalue for what, table in tables.items()}
    chance["names of both cards"] = chisquare([both[row][column] for row, column in product(range(6), repeat=2)
                                               if row != column]).pvalue
    assert all(both[label][label] == 0 for label in range(6))
    chance["rooms"] = chisquare([sum(place.rooms[0] == room for place in deals)
                                 for room in combinations(range(6), 3)]).pvalue
    chance["leaders"] = chisquare([sum(place.rooms[room][number] == place.leaders[room] for place in deals)
                                   for room in range(2) for number in range(3)]).pvalue
    assert {what: found for what, found in chance.items() if found < 0.001} == {}


def test_the_published_twenty_exchanges_divide_the_players_almost_uniformly():
    # Starting with one team in each room; the number of Reds in Room 1 decides how likely a division is.
    reds = [Fraction(1), Fraction(0), Fraction(0), Fraction(0)]
    for _ in range(20):
        later = [Fraction(0)] * 4
        for number, share in enumerate(reds):
            more, less = Fraction(3 - number, 3) ** 2, Fraction(number, 3) ** 2
            for to, move in ((number + 1, more), (number - 1, less), (number, 1 - more - less)):
                if move:
                    later[to] += share * move
        reds = later
    off = [share / comb(3, number) ** 2 - Fraction(1, 20) for number, share in enumerate(reds)]
    assert 0 < max(map(abs, off)) < Fraction(1, 10**9)


def test_a_match_goes_on_turn_by_turn():
    state = dealt(rounds=1)
    decisions = []
    script = [(1, "Player 4"), (1, "Who?"), (4, "Me."), (4, "Player 1"), (4, "You?"), (1, ""), (5, "Player 1"), (5, ""),
              (2, "Player 3"), (2, "Hm?"), (3, "Hm."), (3, "Player 6"), (3, "A?"), (6, "B"), (6, "Player 2"), (6, "C?"),
              (2, "D"), (5, "Player 1"), (3, "Player 2")]
    for number, step in script:
        assert mover(state) == number
        decisions.append(state.action_spec(state.current_player()).keys[0])
        play(state, step)
    assert decisions == ["partner", "question", "answer", "partner", "question", "answer", "partner", "question",
                         *["partner", "question", "answer"] * 3, "hostage", "hostage"]
    assert state.is_terminal()
    assert state.node.position.talk == (
        Exchange(0, 0, 3, "Who?", "Me."), Exchange(0, 3, 0, "You?", ""), Exchange(0, 4, 0, "", None),
        Exchange(1, 1, 2, "Hm?", "Hm."), Exchange(1, 2, 5, "A?", "B"), Exchange(1, 5, 1, "C?", "D"))
    assert (rooms_of(state), state.returns()) == (["452", "361"], BLUE_WINS)


def test_a_full_match_has_24_choices_and_36_texts():
    state, asked = dealt(), []
    while not state.is_terminal():
        spec = state.action_spec(state.current_player())
        asked.append(spec.keys[0])
        play(state, "So?" if spec.texts else spec.patterns()[-1])
    assert {key: asked.count(key) for key in asked} == {"partner": 18, "question": 18, "answer": 18, "hostage": 6}


def test_a_partner_is_anybody_else_in_the_room_and_a_hostage_anybody_but_the_leader_also_in_a_room_of_two():
    state = dealt()
    assert state.action_spec(0).patterns() == ["Player 4", "Player 5"]
    talked(state, (4, ""), (1, ""))
    assert state.action_spec(4).patterns() == ["Player 1", "Player 4"]
    silent(state)
    assert state.action_spec(4).patterns() == ["Player 1", "Player 4"]
    play(state, "Player 4")
    assert state.action_spec(2).patterns() == ["Player 2", "Player 6"]
    state = dealt(("12", "34"), "14", "1234", 1, 3, rounds=1)
    assert state.action_spec(0).patterns() == ["Player 2"]
    silent(state)
    assert state.action_spec(0).patterns() == ["Player 2"]
    play(state, "Player 2", "Player 3")
    assert (rooms_of(state), state.returns()) == (["13", "42"], [0, 0, 1, 1])


@pytest.mark.parametrize(("rooms", "leaders", "hostages", "at_the_end", "returns"), [
    # Together at first, and neither leads: one of the two has to leave.
    (("145", "236"), "53", ("12", "41", "26"), ["516", "342"], BLUE_WINS),
    (("145", "236"), "53", ("12", "41", "16"), ["526", "341"], RED_WINS),
    (("145", "236"), "53", ("12", "41", "24"), ["514", "362"], RED_WINS),
    (("145", "236"), "53", ("12", "41", "14"), ["524", "361"], BLUE_WINS),
    (("145", "236"), "53", ("42", "16", "24"), ["564", "312"], BLUE_WINS),
    # The President leads, and the Bomber comes, goes or stays.
    (("123", "456"), "16", ("24", "32", "25"), ["145", "632"], RED_WINS),
    (("123", "456"), "16", ("24", "32", "45"), ["125", "634"], BLUE_WINS),
    # Both lead: they never meet.
    (("123", "456"), "14", ("25", "36", "52"), ["162", "435"], BLUE_WINS),
    # Both lead no room, and are apart until the last swap.
    (("123", "456"), "26", ("35", "53", "15"), ["235", "461"], RED_WINS),
    (("123", "456"), "26", ("35", "53", "14"), ["234", "651"], BLUE_WINS)])
def test_rooms_at_the_end_decide(rooms, leaders, hostages, at_the_end, returns):
    state = dealt(rooms, leaders)
    for pair in hostages:
        assert not state.is_terminal()
        assert state.returns() == [0] * 6
        swapped(state, pair)
    assert rooms_of(state) == at_the_end
    assert state.is_terminal()
    assert state.returns() == returns


def test_cards_are_those_of_the_seats_that_were_drawn():
    state = dealt(("123", "456"), "14", "246135", 3, 5, rounds=1)  # the President is Player 6, the Bomber Player 3
    assert swapped(state, "35").returns() == RED_WINS
    state = dealt(("123", "456"), "14", "246135", 1, 4, rounds=1)  # Player 2 and Player 1
    assert swapped(state, "35").returns() == RED_WINS
    state = dealt(("123", "456"), "14", "246135", 1, 4, rounds=1)
    assert swapped(state, "25").returns() == BLUE_WINS


@pytest.mark.parametrize(("size", "rate"), [(2, 2 / 3), (3, 3 / 5), (4, 4 / 7)])
def test_random_hostages_leave_the_bomber_in_each_other_place_equally_often(size, rate):
    rules, rng, times = TwoRoomsAndABoom(cards_per_room=size), random.Random(1), 4000
    won = sum(rules.random_returns(rules.initial_state(), rng)[0] for _ in range(times))
    assert abs(won / times - rate) < 4 * (0.25 / times) ** 0.5


def test_playouts_go_on_from_a_choice_that_was_made_and_look_at_hostages_alone(monkeypatch):
    # The last hostage of Room 1 is chosen: Room 2 sends either the Bomber or Player 5.
    state = play(silent(dealt(("123", "456"), "26", rounds=1)), name(1))
    rng = random.Random(2)
    returns = {tuple(TwoRoomsAndABoom(rounds=1).random_returns(state.node.position, rng)) for _ in range(100)}
    assert returns == {tuple(BLUE_WINS), tuple(RED_WINS)}
    state = play(silent(dealt(("145", "236"), "53", rounds=1)), name(1))
    assert {tuple(TwoRoomsAndABoom(rounds=1).random_returns(state.node.position, rng)) for _ in range(50)} == {
        tuple(BLUE_WINS)}
    position = play(dealt(), "Player 4").node.position
    monkeypatch.setattr(TwoRoomsAndABoom, "apply_action", None)
    monkeypatch.setattr(TwoRoomsAndABoom, "action_spec", None)
    assert list(RULES.random_returns(position, random.Random(0))) in (BLUE_WINS, RED_WINS)


def searched(state):
    """Returns the action that the search chooses."""
    game, player = state.get_game(), state.current_player()
    agent = KINDS["mcts"](Seating(game, player, 3), simulations=100)
    return asyncio.run(agent.act(Decision(state, player, adapters.for_game(game), 0))).actions


@pytest.mark.parametrize(("rooms", "leaders", "first", "best"), [
    # Player 6, who is Red, leads Room 2 with the Bomber, and the President comes or stays away.
    (("123", "456"), "26", 1, 5), (("123", "456"), "26", 3, 4),
    # Player 2, who is Blue, leads Room 2 with the President, and the Bomber comes or stays away.
    (("456", "123"), "62", 4, 1), (("456", "123"), "62", 5, 3)])
def test_a_search_sends_the_hostage_that_wins(rooms, leaders, first, best):
    assert searched(play(silent(dealt(rooms, leaders, rounds=1)), name(first))) == (best - 1,)


def test_a_search_says_something_whole_where_it_speaks():
    state = play(dealt(rounds=1), "Player 4")
    assert state.action_spec(0).move(searched(state)) in QUESTIONS
