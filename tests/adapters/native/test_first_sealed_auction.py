import pytest

from tests.support.named_games import GTBENCH_VERSIONS, after, loaded, prompt_text


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_the_second_bidder_learns_neither_the_first_ones_valuation_nor_its_bid(version):
    texts = {prompt_text(after("first_sealed_auction", value, 7, bid), 1, version)
             for value, bid in ((9, 8), (4, 0), (10, 3))}
    assert len(texts) == 1


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_the_first_bidder_does_not_learn_the_second_ones_valuation(version):
    assert len({prompt_text(after("first_sealed_auction", 7, value), 0, version) for value in (1, 5, 10)}) == 1


@pytest.mark.parametrize(("version", "fact"), [
    ("v1", "The item is worth 7 to you."), ("v1", "3 bidders, numbered from 0. You are bidder 1."),
    ("v2", "Your valuation: 7\n"), ("v2", "You are bidder 1 "),
    ("paper", "valuation of it, which is also your budget, is 7."), ("paper", "with 2 opponents"),
])
def test_a_bidder_is_told_its_own_valuation_and_the_setting(version, fact):
    assert fact in prompt_text(after("first_sealed_auction(players=3,max_value=20)", 4, 7, 12, 0), 1, version)


@pytest.mark.parametrize("version", GTBENCH_VERSIONS)
def test_nobody_is_told_how_valuations_are_drawn(version):
    state = after("first_sealed_auction(max_value=97)", 40, 50)
    assert "97" not in prompt_text(state, 0, version)


@pytest.mark.parametrize(("value", "pattern"), [(7, "0..6"), (2, "0..1"), (1, "0")])
def test_bids_stay_below_the_players_own_valuation(value, pattern):
    assert loaded("first_sealed_auction").view.patterns(after("first_sealed_auction", value, 5), 0) == [pattern]


@pytest.mark.parametrize("reply", [
    "Answer: 3", "Answer: <3>", "Answer: $3", '{"move": 3}', "Answer: Player 0 bid: 3",
])
def test_a_bid_is_a_bare_number(reply):
    assert loaded("first_sealed_auction").parse(reply, after("first_sealed_auction", 7, 5), 0) == [3]


def test_the_payoffs_and_ties_that_the_prompts_describe_are_openspiels():
    tied = after("first_sealed_auction", 7, 5, 4, 4)
    assert dict(tied.chance_outcomes()) == {0: 0.5, 1: 0.5}
    tied.apply_action(0)
    assert tied.returns() == [3, 0]
