import itertools
import random
from collections import Counter

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

import custom_games  # noqa: F401
from custom_games.pirate_game import OVERBOARD, optimal_plan, worth

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


@pytest.mark.parametrize(("votes", "accepted"), [
    ([0, 0, 0, 0], False), ([0, 1, 0, 0], True), ([0, 0, 0, 1], True), ([0, 1, 1, 1], True)])
def test_half_of_the_living_is_enough_and_the_proposer_counts_as_accepting(votes, accepted):
    state = played("pirate_game(players=4,gold=10)", [7, 1, 0, 2], votes)
    assert state.is_terminal() == accepted
    assert state.returns() == ([7, 1, 0, 2] if accepted else [0] * 4)


@pytest.mark.parametrize(("accepting", "accepted"), [(0, False), (1, False), (2, True)])
def test_of_five_pirates_two_others_must_accept(accepting, accepted):
    votes = [0, *[ACCEPT] * accepting, *[REJECT] * (4 - accepting)]
    assert played("pirate_game(players=5,gold=2)", [2, 0, 0, 0, 0], votes).is_terminal() == accepted


def test_a_rejected_proposer_goes_overboard_and_the_next_in_rank_divides_the_same_gold_among_the_others():
    state = played("pirate_game(players=4,gold=10)", [10, 0, 0, 0], [0] * 4)
    assert state.current_player() == 1
    assert state.action_spec(1).patterns() == ["[0..10, 0..10, 0..10] summing to 10"]
    for amount in (3, 3, 4):
        state.apply_action(amount)
    assert [state.legal_actions(player) for player in range(4)] == [[], [], [0, 1], [0, 1]]
    state.apply_actions([0, 0, REJECT, ACCEPT])
    assert state.returns() == [OVERBOARD, 3, 3, 4]


def test_of_two_pirates_the_proposer_alone_is_half_so_that_every_plan_is_accepted():
    state = played("pirate_game(players=2,gold=7)", [7, 0], [0, REJECT])
    assert state.returns() == [7, 0]


def test_nobody_is_left_alone_because_two_always_agree():
    state = played("pirate_game(players=3,gold=2)", [2, 0, 0], [0, 0, 0], [2, 0], [0, 0, 0])
    assert state.returns() == [OVERBOARD, 2, 0]


def test_an_amount_is_at_most_what_is_left_and_the_last_one_is_the_remainder():
    state = played("pirate_game(players=3,gold=5)")
    assert state.legal_actions() == [0, 1, 2, 3, 4, 5]
    state.apply_action(2)
    assert state.legal_actions() == [0, 1, 2, 3]
    state.apply_action(1)
    assert state.legal_actions() == [2]
    assert state.action_to_string(0, 2) == "2 to pirate 3"


def test_voters_see_the_plan_on_the_table_and_their_share_of_it():
    state = played("pirate_game(players=3,gold=5)", [2, 1, 2])
    table = {"rounds": [], "proposer_rank": 1, "alive": 3, "plan": [2, 1, 2]}
    assert state.observation(0) == {"your_rank": 1, **table}
    assert state.observation(1) == {"your_rank": 2, **table, "your_share": 1}
    assert state.observation(2) == {"your_rank": 3, **table, "your_share": 2}


def test_a_plan_is_seen_by_the_others_only_when_it_is_complete():
    state = played("pirate_game(players=3,gold=5)", [2, 1])
    assert state.information_state_string(0).endswith(", [2, 1]]")
    for player in (1, 2):
        assert state.observation(player) == {
            "your_rank": player + 1, "rounds": [], "proposer_rank": 1, "alive": 3}
    state.apply_action(2)
    assert state.observation(1)["plan"] == [2, 1, 2]


def test_after_a_vote_players_learn_how_many_accepted_and_who_went_overboard_learns_no_more():
    state = played("pirate_game(players=5,gold=4)", [4, 0, 0, 0, 0], [0, 1, 0, 0, 0], [1, 1, 1, 1], [0, 0, 0, 0, 1])
    first = {"proposer_rank": 1, "plan": [4, 0, 0, 0, 0], "accepting": 2, "alive": 5, "accepted": False}
    second = {"proposer_rank": 2, "plan": [1, 1, 1, 1], "accepting": 2, "alive": 4, "accepted": True}
    assert state.observation(0) == {
        "your_rank": 1, "rounds": [{**first, "your_share": 4, "you": [4, 0, 0, 0, 0]}]}
    assert state.observation(1)["rounds"] == [
        {**first, "your_share": 0, "you": "accept"}, {**second, "your_share": 1, "you": [1, 1, 1, 1]}]
    assert state.observation(4)["rounds"] == [
        {**first, "your_share": 0, "you": "reject"}, {**second, "your_share": 1, "you": "accept"}]


def test_nobody_learns_who_voted_how():
    one, other = (played("pirate_game(players=5,gold=4)", [4, 0, 0, 0, 0], votes)
                  for votes in ([0, 1, 0, 0, 0], [0, 0, 1, 0, 0]))
    assert one.current_player() == other.current_player() == 1
    for player in (0, 3, 4):
        assert one.information_state_string(player) == other.information_state_string(player)
    assert one.information_state_string(1) != other.information_state_string(1)


@pytest.mark.parametrize("stated", [
    [96, 0, 1, 3], ["96", 0, 1.0, " 3 "], "96, 0, 1, 3", "[96, 0, 1, 3]",
    {"Pirate 1": 96, "pirate_2": 0, "pirate 3": 1, "Pirate4": 3},
    {"1": 96, "2": 0, "3": 1, "4": 3}, {"4": "3", "2": "0", "1": "96", "3": "1"}])
def test_a_plan_is_a_list_in_order_of_rank_as_text_too_or_an_object_keyed_by_rank(stated):
    assert played("pirate_game(players=4)").struct_to_actions(0, {"proposal": stated}) == [96, 0, 1, 3]


@pytest.mark.parametrize("stated", [[99, 0, 1], {"2": 99, "3": 0, "4": 1}])
def test_keys_are_the_ranks_of_the_living(stated):
    state = played("pirate_game(players=4)", [100, 0, 0, 0], [0] * 4)
    assert state.struct_to_actions(1, {"proposal": stated}) == [99, 0, 1]


@pytest.mark.parametrize(("stated", "complaint"), [
    ([100, 0], "must have an amount for each pirate from 2 to 4 in order of rank: 3, not 2"),
    ([100, 0, 0, 0], "must have an amount for each pirate from 2 to 4 in order of rank: 3, not 4"),
    ([98, 0, 1], 'the amounts in "proposal" must add up to 100, but their sum is 99'),
    ([99, 1, 1], 'the amounts in "proposal" must add up to 100, but their sum is 101'),
    ([101, -1, 0], '"proposal for pirate 2" must be a whole number from 0 to 100'),
    ([100, 0, -0.5], '"proposal for pirate 4" must be a whole number from 0 to 100'),
    ([100, True, 0], '"proposal for pirate 3" must be a whole number from 0 to 100'),
    ({"1": 1, "2": 99, "3": 0, "4": 0}, "must have an amount for each pirate from 2 to 4, keyed by rank"),
    ({"1": 0, "2": 99, "3": 0, "4": 1}, "keyed by rank"),
    ({"2": 99, "3": 1}, "keyed by rank"), ({"2": 99, "3": 1, "4": 0, "5": 1}, "keyed by rank"),
    ("99 for me and 1 for you", "3, not 1"), ("99, 0 and 1", "3, not 2"),
    (100, '"proposal" must be a list with an amount for each pirate from 2 to 4'),
    (None, '"proposal" must be a list with an amount for each pirate from 2 to 4'),
])
def test_any_other_plan_is_refused_with_what_is_allowed(stated, complaint):
    state = played("pirate_game(players=4)", [100, 0, 0, 0], [0] * 4)
    with pytest.raises(ValueError, match="proposal") as caught:
        state.struct_to_actions(1, {"proposal": stated})
    assert complaint in str(caught.value)


def test_a_vote_is_stated_by_its_name_and_a_plan_does_not_pass_for_one():
    state = played("pirate_game(players=3,gold=5)", [2, 1, 2])
    assert state.struct_to_actions(1, {"decision": "Accept"}) == [ACCEPT]
    with pytest.raises(ValueError, match='"decision" must be reject or accept'):
        state.struct_to_actions(1, {"decision": "perhaps"})
    with pytest.raises(ValueError, match='the key "decision" is missing'):
        state.struct_to_actions(1, {"proposal": [5, 0]})


def test_random_plans_are_uniform_over_all_plans():
    state, rng = played("pirate_game(players=3,gold=2)"), random.Random(0)
    counts = Counter(tuple(state.random_move(0, rng)) for _ in range(6000))
    assert len(counts) == 6
    # Standard deviation of each count: sqrt(6000 * 1/6 * 5/6), about 29.
    assert all(abs(count - 1000) < 5 * 29 for count in counts.values())


@pytest.mark.parametrize("alive", range(1, 11))
def test_with_a_hundred_coins_every_second_pirate_gets_one_and_the_proposer_the_rest(alive):
    offsets = range(2, alive, 2)
    plan = [int(offset in offsets) for offset in range(alive)]
    plan[0] = 100 - len(offsets)
    assert list(optimal_plan(alive, 100)) == plan


def test_with_four_coins_the_first_of_ten_keeps_nothing_and_lives():
    plan = optimal_plan(10, 4)
    assert plan[0] == 0
    assert sorted(plan) == [0] * 6 + [1] * 4


def test_who_cannot_pay_is_lost_and_who_is_lost_next_votes_for_nothing():
    # One coin. Of five the first needs two votes and can buy one. Of six the first gets one from the second, who would
    # be lost otherwise, and buys the other.
    assert worth(4, 1) == (0, 1, 0, 0)
    assert optimal_plan(5, 1) is None
    assert worth(5, 1) == (OVERBOARD, 0, 1, 0, 0)
    assert optimal_plan(6, 1) == (0, 0, 1, 0, 0, 0)


@pytest.mark.parametrize(("alive", "gold"), list(itertools.product(range(2, 7), range(1, 5))))
def test_no_plan_that_would_be_accepted_gives_the_proposer_more(alive, gold):
    after = worth(alive - 1, gold)
    accepted = [
        plan for plan in itertools.product(range(gold + 1), repeat=alive) if sum(plan) == gold
        and 2 * (1 + sum(share > refused for share, refused in zip(plan[1:], after, strict=True))) >= alive]
    assert worth(alive, gold)[0] == max((plan[0] for plan in accepted), default=OVERBOARD)
    assert optimal_plan(alive, gold) in (accepted or [None])


def rationally(game_string: str, *moves: list[int]) -> pyspiel.State:
    state = played(game_string, *moves)
    while not state.is_terminal():
        choices = [state.rational(player) if state.legal_actions(player) else [(0, 1.0)]
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
    assert [state.rational(player) for player in range(1, 5)] == [[(vote, 1.0)] for vote in votes]


@pytest.mark.parametrize("begun", [[50], [3, 3], [100, 0, 0], [0, 0, 0, 0]])
def test_a_plan_begun_otherwise_is_finished_within_what_is_left(begun):
    state = played("pirate_game(players=5)", begun)
    while not state.is_simultaneous_node():
        ((action, _),) = state.rational(0)
        assert action in state.legal_actions()
        state.apply_action(action)


class Rational(policy.Policy):
    """The rational profile in OpenSpiel's turn-based form, in which the voters act one after another."""

    def __init__(self, game: pyspiel.Game) -> None:
        super().__init__(pyspiel.convert_to_turn_based(game), list(range(game.num_players())))
        self._start = game.new_initial_state()

    def action_probabilities(self, state, player_id=None):
        real, voted = self._start.clone(), []
        for action in state.history():
            if not real.is_simultaneous_node():
                real.apply_action(action)
                continue
            voted.append(action)
            others = sum(not real.legal_actions(player) for player in range(real.num_players()))
            if others + len(voted) == real.num_players():
                real.apply_actions([0] * others + voted)
                voted = []
        return dict(real.rational(state.current_player()))


@pytest.mark.parametrize(("players", "gold"), [(3, 2), (4, 1)])
def test_no_pirate_gains_by_leaving_the_rational_profile_by_openspiels_own_account(players, gold):
    rational = Rational(pyspiel.load_game("pirate_game", {"players": players, "gold": gold}))
    assert exploitability.nash_conv(rational.game, rational) == pytest.approx(0)
