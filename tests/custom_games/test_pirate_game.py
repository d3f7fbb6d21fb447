import itertools
import re

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.pirate_game import OVERBOARD, optimal_plan, optimal_shares

REJECT, ACCEPT = 0, 1


def played(game_string: str, *moves: list[int]) -> pyspiel.State:
    """Returns the state after plans, the proposer's amount first, and votes, one per seat."""
    state = pyspiel.load_game(game_string).new_initial_state()
    for move in moves:
        if state.is_simultaneous_node():
            state.apply_actions(move)
        else:
            for amount in move:
                state.apply_action(amount)
    return state


@pytest.mark.parametrize(("plan", "votes", "accepted"), [
    ([7, 1, 0, 2], [0, 0, 0, 0], False), ([7, 1, 0, 2], [0, 1, 0, 0], True), ([7, 1, 0, 2], [0, 0, 0, 1], True),
    ([7, 1, 0, 2], [0, 1, 1, 1], True), ([2, 0, 0, 0, 0], [0, 1, 0, 0, 0], False),
    ([2, 0, 0, 0, 0], [0, 1, 1, 0, 0], True), ([7, 0], [0, REJECT], True)])
def test_half_of_the_living_is_enough_and_the_proposer_counts_as_accepting(plan, votes, accepted):
    state = played(f"pirate_game(players={len(plan)},gold={sum(plan)})", plan, votes)
    assert state.is_terminal() == accepted
    assert state.returns() == (plan if accepted else [0] * len(plan))


def test_a_rejected_proposer_goes_overboard_and_the_next_in_rank_divides_the_same_gold_among_the_others():
    state = played("pirate_game(players=4,gold=10)", [10, 0, 0, 0], [0] * 4)
    assert (state.current_player(), state.action_spec(1).patterns()) == (1, ["[0..10, 0..10, 0..10] summing to 10"])
    for amount in (3, 3, 4):
        state.apply_action(amount)
    assert [state.legal_actions(player) for player in range(4)] == [[], [], [0, 1], [0, 1]]
    state.apply_actions([0, 0, REJECT, ACCEPT])
    assert state.returns() == [OVERBOARD, 3, 3, 4]
    # Of two the proposer alone is half, so that nobody is left alone.
    assert played("pirate_game(players=3,gold=2)", [2, 0, 0], [0] * 3, [2, 0], [0] * 3).returns() == [OVERBOARD, 2, 0]


def test_voters_see_the_whole_plan_and_their_share_of_it_and_nobody_an_incomplete_one():
    state = played("pirate_game(players=3,gold=5)", [2, 1, 2])
    table = {"rounds": [], "proposer_rank": 1, "alive": 3, "plan": [2, 1, 2]}
    assert [state.struct_to_actions(1, {"decision": said}) for said in ("Accept", "reject")] == [[ACCEPT], [REJECT]]
    assert state.observation(0) == {"your_rank": 1, **table}
    assert state.observation(1) == {"your_rank": 2, **table, "your_share": 1}
    assert state.observation(2) == {"your_rank": 3, **table, "your_share": 2}
    state = played("pirate_game(players=3,gold=5)", [2, 1])
    assert state.action_to_string(0, 2) == "2 to pirate 3"
    assert state.information_state_string(0).endswith(", [2, 1]]")
    for player in (1, 2):
        assert state.observation(player) == {"your_rank": player + 1, "rounds": [], "proposer_rank": 1, "alive": 3}
    state.apply_action(2)
    assert state.observation(1)["plan"] == [2, 1, 2]


def test_players_learn_how_many_accepted_not_who_and_who_went_overboard_learns_no_more():
    state = played("pirate_game(players=5,gold=4)", [4, 0, 0, 0, 0], [0, 1, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0, 1])
    first = {"proposer_rank": 1, "plan": [4, 0, 0, 0, 0], "accepting": 2, "alive": 5, "accepted": False}
    second = {"proposer_rank": 2, "plan": [1, 1, 1, 1], "accepting": 2, "alive": 4, "accepted": True}
    assert state.observation(0) == {"your_rank": 1, "rounds": [{**first, "your_share": 4, "you": [4, 0, 0, 0, 0]}]}
    assert state.observation(1)["rounds"] == [
        {**first, "your_share": 0, "you": "accept"}, {**second, "your_share": 1, "you": [1, 1, 1, 1]}]
    assert state.observation(4)["rounds"] == [
        {**first, "your_share": 0, "you": "reject"}, {**second, "your_share": 1, "you": "accept"}]
    one, other = (played("pirate_game(players=5,gold=4)", [4, 0, 0, 0, 0], votes)
                  for votes in ([0, 1, 0, 0, 0], [0, 0, 1, 0, 0]))
    assert one.current_player() == other.current_player() == 1
    for player in (0, 3, 4):
        assert one.information_state_string(player) == other.information_state_string(player)
    assert one.information_state_string(1) != other.information_state_string(1)


@pytest.mark.parametrize("stated", [
    [99, 0, 1], "99, 0, 1", {"2": 99, "3": 0, "4": 1}, {"Pirate 2": 99, "pirate_3": 0, "Pirate4": 1}])
def test_a_plan_is_a_list_in_order_of_the_ranks_of_the_living_or_an_object_keyed_by_rank(stated):
    state = played("pirate_game(players=4)", [100, 0, 0, 0], [0] * 4)
    assert state.struct_to_actions(1, {"proposal": stated}) == [99, 0, 1]


@pytest.mark.parametrize(("stated", "complaint"), [
    ([100, 0, 0, 0], "must have an amount for each pirate from 2 to 4 in order of rank: 3, not 4"),
    ([98, 0, 1], 'the amounts in "proposal" must add up to 100, but their sum is 99'),
    ([101, -1, 0], '"proposal for pirate 2" must be a whole number from 0 to 100'),
    ({"1": 1, "2": 99, "3": 0, "4": 0}, "must have an amount for each pirate from 2 to 4, keyed by rank"),
    (100, '"proposal" must be a list with an amount for each pirate from 2 to 4')])
def test_any_other_plan_is_refused_with_what_is_allowed(stated, complaint):
    state = played("pirate_game(players=4)", [100, 0, 0, 0], [0] * 4)
    with pytest.raises(ValueError, match=re.escape(complaint)):
        state.struct_to_actions(1, {"proposal": stated})


@pytest.mark.parametrize("alive", range(1, 11))
def test_with_a_hundred_coins_every_second_pirate_gets_one_and_the_proposer_the_rest(alive):
    offsets = range(2, alive, 2)
    plan = [int(offset in offsets) for offset in range(alive)]
    plan[0] = 100 - len(offsets)
    assert list(optimal_plan(alive, 100)) == plan


@pytest.mark.parametrize(("alive", "gold"), list(itertools.product(range(2, 7), range(1, 5))))
def test_no_plan_that_would_be_accepted_gives_the_proposer_more(alive, gold):
    after = optimal_shares(alive - 1, gold)
    accepted = [plan for plan in itertools.product(range(gold + 1), repeat=alive) if sum(plan) == gold
                and 2 * (1 + sum(share > refused for share, refused in zip(plan[1:], after, strict=True))) >= alive]
    assert optimal_shares(alive, gold)[0] == max((plan[0] for plan in accepted), default=OVERBOARD)
    assert optimal_plan(alive, gold) in (accepted or [None])


def rationally(game_string: str, *moves: list[int]) -> pyspiel.State:
    state = played(game_string, *moves)
    while not state.is_terminal():
        choices = [state.rational_strategy(player) if state.legal_actions(player) else [(0, 1.0)]
                   for player in range(state.num_players())]
        if state.is_simultaneous_node():
            state.apply_actions([choice[0][0] for choice in choices])
        else:
            state.apply_action(choices[state.current_player()][0][0])
    return state


def test_rational_pirates_accept_the_first_ones_optimal_plan():
    assert rationally("pirate_game").returns() == [96, 0, 1, 0, 1, 0, 1, 0, 1, 0]
    # Five pirates and one coin: the first is lost, and the second of the others gets the coin.
    assert rationally("pirate_game(players=5,gold=1)").returns() == [OVERBOARD, 0, 1, 0, 0]


@pytest.mark.parametrize(("offer", "votes"), [
    # Refusing would bring the others 99, 0, 1, 0: a coin that is no more than that buys no vote.
    ([99, 1, 0, 0, 0], [0, 0, 0, 0]), ([98, 0, 1, 0, 1], [0, 1, 0, 1]), ([97, 0, 1, 2, 0], [0, 1, 1, 0]),
    ([0, 100, 0, 0, 0], [1, 0, 0, 0]), ([98, 0, 1, 1, 0], [0, 1, 0, 0])])
def test_a_rational_pirate_accepts_only_strictly_more_than_it_would_get_next(offer, votes):
    state = played("pirate_game(players=5)", offer)
    assert [state.rational_strategy(player) for player in range(1, 5)] == [[(vote, 1.0)] for vote in votes]


@pytest.mark.parametrize("begun", [[50], [3, 3], [100, 0, 0], [0, 0, 0, 0]])
def test_a_plan_begun_otherwise_is_finished_within_what_is_left(begun):
    state = played("pirate_game(players=5)", begun)
    while not state.is_simultaneous_node():
        ((action, _),) = state.rational_strategy(0)
        assert action in state.legal_actions()
        state.apply_action(action)
