from math import inf, nan

import pytest

from gtarena.game_theory.profiles.findings import ALL_THE_SAME, Finding, Named, find_ends, group_scales, name_agent


def found(agent="a", measure="rating", value=0.5, low=0.25, high=0.75, game="nim", condition=""):
    return Finding(agent, game, measure, value, low, high, 10, "matches", condition)


@pytest.mark.parametrize(("settings", "named"), [
    ("", Named("llm m")), ("temperature=0", Named("llm m temperature=0")), ("disguise=none", Named("llm m")),
    ("disguise=mirrored temperature=0", Named("llm m temperature=0", "disguise=mirrored")),
    ('disguise="mirrored+renamed"', Named("llm m", 'disguise="mirrored+renamed"'))])
def test_an_agent_in_a_disguise_has_the_name_of_the_agent_and_a_condition(settings, named):
    assert name_agent("llm", "m", settings) == named


@pytest.mark.parametrize(("measure", "best", "worst"), [
    ("nra", "high", "low"), ("mean_regret", "low", "high"), ("disguise_effect", "middle", "low")])
def test_the_ends_of_a_scale_follow_the_direction_of_the_measure(measure, best, worst):
    scale = [found(agent, measure, value) for agent, value in (
        ("middle", 0.1), ("high", 0.5), ("low", -0.9), ("unknown", nan))]
    assert [each.whose for each in find_ends(scale)] == [best, worst]


def test_agents_whose_numbers_read_alike_share_an_end_of_a_scale():
    scale = [found(agent, "blunder_rate", value) for agent, value in (("a", 0.121), ("b", 0.119), ("c", 0.5))]
    assert find_ends(scale) == (("12%", "b and 1 more"), ("50%", "c"))
    assert find_ends(scale[:2]) == (("12%", ALL_THE_SAME), ("12%", ALL_THE_SAME))


def test_there_are_no_ends_of_one_number_or_without_a_direction():
    assert find_ends([found(), found("b", value=nan)]) is None
    assert find_ends([found("a", "recognition", 0), found("b", "recognition", 1)]) is None


def test_findings_share_a_scale_by_measure_game_and_condition_in_the_order_of_measures():
    listed = [found(measure="cost"), found("b", condition="disguise=x"), found("b"), found("a"), found("c", game="hex")]
    assert [[(each.measure, each.game, each.condition, each.agent) for each in scale]
            for scale in group_scales(listed)] == [
        [("rating", "hex", "", "c")], [("rating", "nim", "", "b"), ("rating", "nim", "", "a")],
        [("rating", "nim", "disguise=x", "b")], [("cost", "nim", "", "a")]]


@pytest.mark.parametrize(("finding", "shown"), [
    (found(), "+0.50 [+0.25, +0.75]"), (found(low=nan, high=nan), "+0.50"),
    (found(measure="blunder_rate"), "50% [25%, 75%]"), (found(measure="cost"), "$0.5000 [$0.2500, $0.7500]"),
    (found(measure="nash_conv_bound", high=inf), "0.5 [0.25, ∞]"),
    (found(measure="nash_conv_bound", low=0.5, high=inf), "at least 0.5"),
    (found(value=nan, low=-inf), "– [−∞, +0.75]")])
def test_numbers_have_the_form_of_their_measure(finding, shown):
    assert finding.shown == shown
