import random
from statistics import fmean, stdev

import pyspiel
import pytest

from custom_games.air_land_sea.battle import Result
from custom_games.air_land_sea.game import AirLandSea
from custom_games.framework.rules import CHANCE, TERMINAL
from gtarena.checks.playouts import states
from tests.support.air_land_sea_battles import RULES, act, card, options, position
from tests.support.playouts import positions

FIXED = AirLandSea(theaters="fixed")
# Seat 0 gets A1 A2 A3 A4 A5 A6, seat 1 L1 ... L6, one card at a time.
DEAL = [number for pair in zip(range(6), range(6, 12), strict=True) for number in pair]


def dealt(rules=FIXED, first=0):
    state = rules.apply_action(rules.initial_state(), first)
    for number in DEAL:
        state = rules.apply_action(state, number)
    return state


def test_chance_draws_the_theaters_unless_they_are_fixed_the_first_player_and_twelve_cards():
    state, numbers = RULES.initial_state(), []
    while RULES.current_player(state) == CHANCE:
        outcomes = RULES.chance_outcomes(state)
        numbers.append(len(outcomes))
        state = RULES.apply_action(state, outcomes[-1][0])
    assert numbers == [6, 2, *range(18, 6, -1)]
    assert [len(hand) for hand in state.battle.hands] == [6, 6]
    assert state.battle.order == (2, 1, 0)
    assert RULES.current_player(state) == state.battle.first == 1
    assert (dealt().battle.order, dealt().battle.hands) == ((0, 1, 2), (tuple(range(6)), tuple(range(6, 12))))


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_begins_and_turns_alternate(first):
    state = dealt(first=first)
    turns = []
    for _ in range(6):
        turns.append(FIXED.current_player(state))
        state = act(state, next(name for name in options(state) if name.startswith("Improvise")), rules=FIXED)
    assert turns == [first, 1 - first] * 3


@pytest.mark.parametrize(("first", "left", "gained"), [(0, 6, 2), (0, 1, 4), (1, 4, 3), (1, 1, 6)])
def test_a_withdrawal_ends_the_battle_and_gives_the_opponent_its_points(first, left, gained):
    hand = " ".join(["L1", "L2", "L3", "L4", "L5", "L6"][:left])
    state = act(position(hands=(hand, "A1"), turn=0, first=first, points=(3, 1)), "Withdraw")
    assert (state.points, state.results) == ((3, 1 + gained), (Result(first, 1, gained, withdrew=0, left=left),))


def test_a_battle_fought_out_gives_six_points_and_its_last_play_counts_in_full_as_escalation():
    state = act(position("A6||", "A3|L6|", ("L1", "S6")), "Improvise Land 1 to Land", "Deploy Sea 6 to Sea")
    assert (state.results[0].totals, state.points) == (((6, 3), (2, 6), (0, 6)), (0, 6))
    # Air 4 : 4 is the first player's, Land 4 : 3 as well.
    state = act(position("a1|l1|", "A4|L3|S1 S6", ("", "L6"), turn=1), "Improvise Land 6 to Sea")
    assert state.results[0].totals == ((2, 4), (2, 3), (0, 9))
    state = act(position("a1|l1|", "A4|L3|S6", ("S2", "L1")), "Deploy Sea 2 to Sea", "Improvise Land 1 to Sea")
    assert (state.results[0].totals, state.results[0].winner) == (((4, 4), (4, 3), (2, 8)), 0)


@pytest.mark.parametrize(("mine", "flip", "totals"), [
    ("A6|l1|S2", "Flip the opponent's top card in Sea", ((6, 0), (2, 2), (2, 0))),  # Escalation
    ("A6|l1 L4|", "Flip the opponent's top card in Land", ((6, 0), (4, 2), (0, 0)))])  # Cover Fire
def test_an_ongoing_ability_that_the_last_play_of_a_battle_flips_face_down_does_not_count(mine, flip, totals):
    state = act(position(mine, "||", ("", "L2"), turn=1), "Deploy Land 2 to Land", flip)
    assert state.results[0].totals == totals


def test_air_drop_frees_redeploy_but_not_the_card_that_redeploy_makes_its_owner_play():
    state = position("||a5", hands=("S4 L6", "A1 A6"), drops=(True, False))
    state = act(state, "Deploy Sea 4 to Air", "Take back Air 5")
    assert [name for name in options(state) if name.startswith("Deploy")] == [
        "Deploy Containment (Air 5) to Air", "Deploy Heavy Tanks (Land 6) to Land"]


@pytest.mark.parametrize(("flipped", "places"), [("Land", ["Air", "Land", "Sea"]), ("Air", ["Sea"])])
def test_an_aerodrome_that_is_flipped_in_a_turn_serves_no_longer_in_it(flipped, places):
    # Disrupt flips itself or Aerodrome, and the opponent's Ambush, which flips Redeploy: its owner has to play again.
    state = act(
        position("A4||s2 s4", "|l2|", ("L5 S1", "A1 A6")), "Deploy Land 5 to Land", f"Flip your top card in {flipped}",
        "Flip your top card in Land", "Flip the opponent's top card in Sea", "Take back Sea 2")
    named = "Deploy Transport (Sea 1) to "
    assert [name.removeprefix(named) for name in options(state) if name.startswith(named)] == places


def test_after_a_battle_theaters_and_roles_move_all_cards_are_dealt_again_and_air_drop_does_not_last():
    state = act(position("A6|l1|", "A3|L6|", ("L2 S1", "S6"), order="ALS", under="A1"), "Withdraw")
    battle = state.battle
    assert (battle.order, battle.first, battle.turn) == ((2, 0, 1), 1, 1)
    assert (battle.hands, battle.deck_size(), battle.under, battle.log) == (((), ()), 18, (), ())
    assert (RULES.current_player(state), len(RULES.chance_outcomes(state))) == (CHANCE, 18)
    for number in DEAL:
        state = RULES.apply_action(state, number)
    assert RULES.current_player(state) == 1
    state = act(state, "Withdraw")
    assert (state.battle.order, state.battle.first) == ((1, 2, 0), 0)
    assert act(position(hands=("L2", "S6"), drops=(True, True)), "Withdraw").battle.drops == (False, False)


@pytest.mark.parametrize(("points", "over", "returns"), [
    ((8, 6), False, None), ((6, 8), True, [6 / 18, 12 / 18]), ((0, 8), True, [0, 1]),
    ((11, 11), True, [11 / 26, 15 / 26])])
def test_the_game_ends_after_the_battle_in_which_a_player_reaches_12_points(points, over, returns):
    state = act(position(hands=("L2", "S6"), points=points), "Withdraw")  # 4 points for seat 1
    assert (RULES.current_player(state) == TERMINAL) == over
    if over:
        assert RULES.returns(state) == pytest.approx(returns)


def test_the_longest_match_has_eleven_battles_and_17_points_and_the_shortest_one_battle():
    assert RULES.bounds().length % 11 == 0
    state = act(position(hands=("", "L2"), turn=1, first=0, points=(11, 0)), "Withdraw")
    assert state.points == (17, 0)
    state = act(position(hands=("L2", "S6")), "Withdraw", rules=AirLandSea(vp_to_win=1))
    assert AirLandSea(vp_to_win=1).current_player(state) == TERMINAL


def check(rules, state):
    battle = state.battle
    places = [*(number for pile in battle.piles for number, _ in pile), *battle.hands[0], *battle.hands[1],
              *(gone.card for gone in battle.under), *([] if battle.drawn is None else [battle.drawn])]
    assert len(set(places)) == len(places)
    assert sorted([*places, *battle.unseen_cards()]) == list(range(18))
    assert battle.deck_size() == 18 - len(places) + len(battle.under)
    assert all(total >= 0 for theater in range(3) if battle.order for total in (
        battle.total(0, theater), battle.total(1, theater)))
    if battle.log and not battle.queue and rules.current_player(state) >= 0:
        # Whose turn it is has as many cards as the other, or one more: Redeploy and Reinforce use up none.
        lead = len(battle.hands[battle.turn]) - len(battle.hands[1 - battle.turn])
        assert lead == (battle.turn != battle.first)


@pytest.mark.parametrize(("rules", "matches"), [
    (RULES, 20), (AirLandSea(hand_size=9), 10), (AirLandSea(hand_size=2, vp_to_win=6), 15),
    (AirLandSea(abilities="off"), 10)])
def test_in_random_matches_no_card_is_lost_hands_stay_balanced_and_the_winner_has_enough_points(rules, matches):
    rng = random.Random(5)
    bounds, lengths = rules.bounds(), []
    for _ in range(matches):
        decisions = 0
        for state in positions(rules, rng):
            check(rules, state)
            decisions += rules.current_player(state) >= 0
        assert max(state.points) >= rules.vp_to_win > min(state.points)
        assert sum(rules.returns(state)) == pytest.approx(1)
        assert len(state.results) <= 2 * ((rules.vp_to_win - 1) // 2) + 1
        assert sum(result.points for result in state.results) == sum(state.points)
        lengths.append(decisions)
    assert max(lengths) <= bounds.length


def test_random_matches_are_as_long_as_those_of_the_published_program():
    """The published program had 24 to 73 decisions, 45 in the median, and 2 to 8 battles, 4 in the median."""
    rng, lengths, battles, scores = random.Random(11), [], [], []
    for _ in range(60):
        decisions = 0
        for state in positions(RULES, rng):
            decisions += RULES.current_player(state) >= 0
        lengths.append(decisions)
        battles.append(len(state.results))
        scores.append(RULES.returns(state)[0])
    assert sorted(lengths)[30] == pytest.approx(45, abs=5)
    assert sorted(battles)[30] in (4, 5)
    assert abs(fmean(scores) - 0.5) < 4 * stdev(scores) / 60**0.5


def test_every_ability_and_every_kind_of_choice_comes_up_in_random_play_and_chance_outcomes_have_names():
    game, keys, events = pyspiel.load_game("air_land_sea"), set(), set()
    for seed in range(20):
        for state in states(game, seed):
            if state.current_player() >= 0:
                keys.add(state.action_spec(state.current_player()).key)
            events |= {event.kind for event in state.node.position.battle.log}
    assert keys == {"action", "flip", "move", "card", "theater"}
    assert events == {"play", "flip", "move", "return", "decline", "nothing"}
    state = RULES.initial_state()
    assert RULES.chance_name(state, 5) == "Sea, Land, Air"
    state = RULES.apply_action(state, 5)
    assert RULES.chance_name(state, 1) == "player 1 is first"
    state = RULES.apply_action(state, 1)
    assert RULES.chance_name(state, card("L5")) == "Disrupt (Land 5)"
