import itertools
import json
import random
from statistics import fmean, stdev

import pyspiel
import pytest

from custom_games.air_land_sea import AirLandSea
from custom_games.chance import drawn
from custom_games.finished_battles import Result
from custom_games.rules import CHANCE, TERMINAL
from tests.support.battles import RULES, act, card, options, position
from tests.support.named_games import after
from tests.support.playouts import states

FIXED = AirLandSea(theaters="fixed")
# Seat 0 gets A1 A2 A3 A4 A5 A6, seat 1 L1 ... L6, one card at a time.
DEAL = [number for pair in zip(range(6), range(6, 12), strict=True) for number in pair]


def dealt(rules=FIXED, first=0):
    state = rules.apply_action(rules.initial_state(), first)
    for number in DEAL:
        state = rules.apply_action(state, number)
    return state


def test_chance_draws_the_order_of_the_theaters_the_first_player_and_twelve_cards():
    state, numbers = RULES.initial_state(), []
    while RULES.current_player(state) == CHANCE:
        outcomes = RULES.chance_outcomes(state)
        numbers.append(len(outcomes))
        state = RULES.apply_action(state, outcomes[-1][0])
    assert numbers == [6, 2, *range(18, 6, -1)]
    assert [len(hand) for hand in state.battle.hands] == [6, 6]
    assert state.battle.order == (2, 1, 0)
    assert RULES.current_player(state) == state.battle.first == 1


def test_fixed_theaters_lie_in_the_order_of_the_name_and_leave_only_the_rest_to_chance():
    assert dealt().battle.order == (0, 1, 2)
    assert dealt().battle.hands == (tuple(range(6)), tuple(range(6, 12)))


@pytest.mark.parametrize("first", [0, 1])
def test_the_first_player_begins_and_turns_alternate(first):
    state = dealt(first=first)
    turns = []
    for _ in range(6):
        turns.append(FIXED.current_player(state))
        state = act(state, next(name for name in options(state) if name.startswith("Improvise")), rules=FIXED)
    assert turns == [first, 1 - first] * 3


# The table of withdrawals as far as it comes up in play, where nobody has an empty hand on a turn.
@pytest.mark.parametrize(("is_first", "gains"), [(True, [2, 2, 2, 3, 3, 4]), (False, [2, 2, 3, 3, 4, 6])])
@pytest.mark.parametrize("left", range(6, 0, -1))
def test_a_withdrawal_ends_the_battle_and_gives_the_opponent_its_points(is_first, gains, left):
    hand = " ".join(["L1", "L2", "L3", "L4", "L5", "L6"][:left])
    state = act(position(hands=(hand, "A1"), turn=0, first=0 if is_first else 1, points=(3, 1)), "Withdraw")
    gained = gains[6 - left]
    assert state.points == (3, 1 + gained)
    assert state.results == (Result(0 if is_first else 1, 1, gained, withdrew=0, left=left),)


def test_a_battle_that_is_fought_out_gives_six_points_to_who_controls_two_theaters():
    state = act(position("A6||", "A3|L6|", ("L1", "S6"), order="ALS"), "Improvise Land 1 to Land", "Deploy Sea 6 to Sea")
    assert state.results[0].totals == ((6, 3), (2, 6), (0, 6))
    assert state.points == (0, 6)


def test_the_last_play_counts_in_full_as_escalation():
    # Air 4 : 4 is the first player's, Land 4 : 3 as well.
    state = act(position("a1|l1|", "A4|L3|S1 S6", ("", "L6"), turn=1), "Improvise Land 6 to Sea")
    assert state.results[0].totals == ((2, 4), (2, 3), (0, 9))
    state = act(position("a1|l1|", "A4|L3|S6", ("S2", "L1")), "Deploy Sea 2 to Sea", "Improvise Land 1 to Sea")
    assert state.results[0].totals == ((4, 4), (4, 3), (2, 8))
    assert state.results[0].winner == 0


def test_after_a_battle_the_rightmost_theater_moves_to_the_left_the_roles_swap_and_all_cards_are_dealt_again():
    state = act(position("A6|l1|", "A3|L6|", ("L2 S1", "S6"), order="ALS", under="A1"), "Withdraw")
    battle = state.battle
    assert (battle.order, battle.first, battle.turn) == ((2, 0, 1), 1, 1)
    assert (battle.hands, battle.deck_size(), battle.under, battle.log) == (((), ()), 18, (), ())
    assert RULES.current_player(state) == CHANCE
    assert len(RULES.chance_outcomes(state)) == 18
    for number in DEAL:
        state = RULES.apply_action(state, number)
    assert RULES.current_player(state) == 1
    state = act(state, "Withdraw")
    assert (state.battle.order, state.battle.first) == ((1, 2, 0), 0)


def test_air_drop_does_not_last_into_the_next_battle():
    assert act(position(hands=("L2", "S6"), drops=(True, True)), "Withdraw").battle.drops == (False, False)


@pytest.mark.parametrize(("points", "over", "returns"), [
    ((8, 6), False, None), ((6, 8), True, [6 / 18, 12 / 18]), ((0, 8), True, [0, 1]), ((11, 11), True, [11 / 26, 15 / 26]),
])
def test_the_game_ends_after_the_battle_in_which_a_player_reaches_12_points(points, over, returns):
    state = act(position(hands=("L2", "S6"), points=points), "Withdraw")  # 4 points for seat 1
    assert (RULES.current_player(state) == TERMINAL) == over
    if over:
        assert RULES.returns(state) == pytest.approx(returns)


def test_the_longest_match_has_eleven_battles_and_the_most_points_are_17():
    assert RULES.bounds().length % 11 == 0
    state = act(position(hands=("", "L2"), turn=1, first=0, points=(11, 0)), "Withdraw")
    assert state.points == (17, 0)


def test_a_single_battle_is_one_point_to_win():
    state = act(position(hands=("L2", "S6")), "Withdraw", rules=AirLandSea(vp_to_win=1))
    assert AirLandSea(vp_to_win=1).current_player(state) == TERMINAL


def random_match(rules, rng):
    """Yields the positions of a random match."""
    state = rules.initial_state()
    while (player := rules.current_player(state)) != TERMINAL:
        yield state
        outcomes = rules.chance_outcomes(state) if player == CHANCE else None
        state = rules.apply_action(
            state, drawn(outcomes, rng) if outcomes else rules.action_spec(state, player).drawn(rng))
    yield state


def check(rules, state):
    battle = state.battle
    places = [*(number for pile in battle.piles for number, _ in pile), *battle.hands[0], *battle.hands[1],
              *(gone.card for gone in battle.under), *([] if battle.drawn is None else [battle.drawn])]
    assert len(set(places)) == len(places)
    assert sorted([*places, *battle.unseen()]) == list(range(18))
    assert battle.deck_size() == 18 - len(places) + len(battle.under)
    assert all(total >= 0 for theater in range(3) if battle.order for total in (
        battle.total(0, theater), battle.total(1, theater)))
    if battle.log and not battle.queue and rules.current_player(state) >= 0:
        # Whose turn it is has as many cards as the other, or one more: Redeploy and Reinforce use up none.
        lead = len(battle.hands[battle.turn]) - len(battle.hands[1 - battle.turn])
        assert lead == (battle.turn != battle.first)


@pytest.mark.parametrize(("rules", "matches"), [
    (RULES, 200), (AirLandSea(hand_size=9), 100), (AirLandSea(hand_size=2, vp_to_win=6), 100),
    (AirLandSea(abilities="off"), 50),
])
def test_in_random_matches_no_card_is_lost_hands_stay_balanced_and_the_winner_has_enough_points(rules, matches):
    rng = random.Random(5)
    bounds, lengths = rules.bounds(), []
    for _ in range(matches):
        decisions = 0
        for state in random_match(rules, rng):
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
    for _ in range(300):
        decisions = 0
        for state in random_match(RULES, rng):
            decisions += RULES.current_player(state) >= 0
        lengths.append(decisions)
        battles.append(len(state.results))
        scores.append(RULES.returns(state)[0])
    assert sorted(lengths)[150] == pytest.approx(45, abs=4)
    assert sorted(battles)[150] in (4, 5)
    assert abs(fmean(scores) - 0.5) < 4 * stdev(scores) / 300**0.5


def seen(state, player):
    return RULES.observation(state, player)


def test_a_player_sees_its_hand_both_sides_of_the_table_and_who_is_first():
    state = position("A1 s4||", "a2|L6|", ("L2", "S1 S2"), order="LAS", first=1, points=(3, 8), drops=(False, True))
    mine, theirs = seen(state, 0), seen(state, 1)
    assert mine["hand"] == [{
        "card": "Ambush (Land 2)", "name": "Ambush", "theater": "Land", "strength": 2, "kind": "instant",
        "ability": "Flip one uncovered card, yours or the opponent's, in any theater."}]
    assert [area["theater"] for area in mine["theaters"]] == ["Land", "Air", "Sea"]
    assert mine["theaters"][1]["you"] == {"total": 3, "support": 0, "cards": [
        {"card": "Support (Air 1)", "up": True, "strength": 1}, {"card": "Redeploy (Sea 4)", "up": False, "strength": 2}]}
    assert mine["theaters"][1]["opponent"] == {"total": 2, "support": 0, "cards": [
        {"card": None, "up": False, "strength": 2}]}
    assert mine["theaters"][0]["you"] == {"total": 3, "support": 3, "cards": []}
    assert mine["theaters"][0]["controller"] == "opponent"
    assert (mine["points"], mine["hands"]) == ({"you": 3, "opponent": 8}, {"you": 1, "opponent": 2})
    assert (mine["is_first"], theirs["is_first"]) == (False, True)
    assert (mine["free_play"], mine["deck"]) == ({"you": False, "opponent": True}, 11)
    assert theirs["theaters"][1]["opponent"]["cards"][1]["card"] is None
    assert theirs["theaters"][1]["you"]["cards"][0]["card"] == "Air Drop (Air 2)"


def test_the_price_of_a_withdrawal_is_told_by_the_numbers_of_cards_left():
    state = position(hands=("L2 L3", "S1 S2"), first=1)
    assert seen(state, 0)["withdrawal"] == {
        "now": 4,
        "you": [{"points": 2, "left": [6, 5]}, {"points": 3, "left": [4, 3]}, {"points": 4, "left": [2]},
                {"points": 6, "left": [1]}],
        "opponent": [{"points": 2, "left": [6, 5, 4]}, {"points": 3, "left": [3, 2]}, {"points": 4, "left": [1]}]}


def test_a_choice_tells_the_card_that_asks_for_it_also_in_the_opponents_turn():
    state = act(position("|l2|", "A6||", ("S6", "A3"), turn=1), "Deploy Air 3 to Air", "Flip the opponent's card in Land")
    assert seen(state, 0)["asked"] == {
        "of": "you", "key": "flip", "because": "Ambush (Land 2)", "drawn": None, "owner": "you", "theater": "Land"}
    assert seen(state, 0)["turn_of"] == "opponent"
    assert seen(state, 1)["asked"]["of"] == "opponent"


def test_the_card_that_reinforce_draws_is_shown_to_its_owner_alone():
    state = act(position(hands=("L1", "S1")), "Deploy Land 1 to Land", "Heavy Tanks (Land 6)")
    assert seen(state, 0)["asked"]["drawn"] == "Heavy Tanks (Land 6)"
    assert "Heavy Tanks" not in json.dumps(seen(state, 1))
    assert seen(state, 0)["known"][-1]["card"] == "Heavy Tanks (Land 6)"


def test_what_is_pending_is_told_in_its_order():
    state = act(position("s3||", "|l2|", ("L5", "S1")), "Deploy Land 5 to Land", "Flip your top card in Air")
    assert seen(state, 1)["asked"]["because"] == "Disrupt (Land 5)"
    assert seen(state, 1)["asked"]["owner"] == "opponent"
    assert seen(state, 1)["waiting"] == [{"card": "Maneuver (Sea 3)", "of": "opponent"}]


def test_the_log_tells_everybody_what_all_see_and_nothing_else():
    state = act(position("|l6|", "A6||", ("A3 S6 L1", "S4 S5 L3")), "Improvise Air 3 to Air", "Deploy Sea 4 to Sea",
                "Improvise Sea 6 to Air", "Improvise Sea 5 to Sea")
    told = [[event["card"] for event in seen(state, player)["log"][1:]] for player in (0, 1)]
    assert told == [["Maneuver (Air 3)", "Redeploy (Sea 4)", None, "Super Battleship (Sea 6)", None],
                    [None, "Redeploy (Sea 4)", None, None, "Blockade (Sea 5)"]]
    assert [event["event"] for event in seen(state, 0)["log"][1:]] == ["play", "play", "nothing", "play", "play"]


def test_a_card_that_was_flipped_face_down_is_known_by_the_log():
    state = act(position("|L6|", "||", ("S6", "A3 S1"), turn=1), "Deploy Air 3 to Air", "Flip the opponent's card in Land")
    assert seen(state, 1)["log"][-1] == {
        "event": "flip", "of": "you", "card": "Heavy Tanks (Land 6)", "up": False, "owner": "opponent", "place": None,
        "theater": "Land", "source": None, "by": "Maneuver (Air 3)", "destroyer": None}
    assert seen(state, 1)["theaters"][1]["opponent"]["cards"] == [{"card": None, "up": False, "strength": 2}]


def test_a_destroyed_card_is_known_to_its_owner_and_to_the_other_if_it_was_played_face_up():
    state = act(position("|l1 l3 s6|S5", "A5||", ("L6", "L4 A6")), "Deploy Land 6 to Land", "Improvise Land 4 to Sea")
    names = [[(gone["of"], gone["card"]) for gone in seen(state, player)["destroyed"]] for player in (0, 1)]
    assert names == [[("you", "Heavy Tanks (Land 6)"), ("opponent", None)],
                     [("opponent", "Heavy Tanks (Land 6)"), ("you", "Cover Fire (Land 4)")]]


def test_finished_battles_are_told_with_their_totals_or_the_withdrawal():
    state = act(position("A6||", "A3|L6|", ("L1", "S6")), "Improvise Land 1 to Land", "Deploy Sea 6 to Sea")
    for number in DEAL:
        state = RULES.apply_action(state, number)
    state = act(state, "Withdraw")
    for number in DEAL:
        state = RULES.apply_action(state, number)
    won, withdrawn = seen(state, 0)["results"]
    assert (won["winner"], won["points"], won["is_first"], won["withdrew"]) == ("opponent", 6, True, None)
    assert won["theaters"] == [
        {"theater": "Air", "controller": "you", "you": 6, "opponent": 3},
        {"theater": "Land", "controller": "opponent", "you": 2, "opponent": 6},
        {"theater": "Sea", "controller": "opponent", "you": 0, "opponent": 6}]
    assert (withdrawn["withdrew"], withdrawn["left"], withdrawn["points"]) == ("opponent", 6, 2)
    assert seen(state, 1)["results"][1]["withdrew"] == "you"
    assert seen(state, 1)["battle"] == 3


def test_after_the_end_nothing_is_asked():
    state = act(position(hands=("L2", "S6"), points=(0, 8)), "Withdraw")
    assert (seen(state, 0)["asked"], seen(state, 0)["battle"]) == (None, 1)


@pytest.mark.parametrize("hidden", list(itertools.permutations(["L6", "S4", "A1"])))
def test_hidden_cards_of_the_opponent_change_no_observation(hidden):
    on_table, in_hand, destroyed = hidden
    state = position("A3||", f"|{on_table.lower()}|S3", ("L2", f"{in_hand} S1"), under=destroyed)
    true = position("A3||", "|l6|S3", ("L2", "S4 S1"), under="A1")
    assert seen(state, 0) == seen(true, 0)
    assert (seen(state, 1) == seen(true, 1)) == (hidden == ("L6", "S4", "A1"))


def test_ones_own_hidden_cards_tell_information_states_apart():
    """Own cards on the table, destroyed, and drawn: the other player sees the same, the owner does not."""
    one = [0, *DEAL, 54 + 3 * 0]  # Support face down to Air
    other = [0, *DEAL, 54 + 3 * 1]
    first, second = (after("air_land_sea(theaters=fixed)", *moves) for moves in (one, other))
    assert first.information_state_string(0) != second.information_state_string(0)
    swapped = [0, *[{0: 1, 1: 0}.get(number, number) for number in DEAL], 54 + 3 * 1]
    assert after("air_land_sea(theaters=fixed)", *swapped).information_state_string(1) == first.information_state_string(1)


def test_every_ability_and_every_kind_of_choice_comes_up_in_random_play():
    game, keys, events = pyspiel.load_game("air_land_sea"), set(), set()
    for seed in range(20):
        for state in states(game, seed):
            if state.current_player() >= 0:
                keys.add(state.action_spec(state.current_player()).key)
            events |= {event.kind for event in state.node.position.battle.log}
    assert keys == {"action", "flip", "move", "card", "theater"}
    assert events == {"play", "flip", "move", "return", "decline", "nothing"}


def test_chance_outcomes_have_names():
    state = RULES.initial_state()
    assert RULES.chance_name(state, 5) == "Sea, Land, Air"
    state = RULES.apply_action(state, 5)
    assert RULES.chance_name(state, 1) == "player 1 is first"
    state = RULES.apply_action(state, 1)
    assert RULES.chance_name(state, card("L5")) == "Disrupt (Land 5)"
