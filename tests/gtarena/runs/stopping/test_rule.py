import math

import pytest

from gtarena.errors import UsageError
from gtarena.metrics.paired_differences import Difference
from gtarena.runs.stopping.rule import StopRule


def difference(low: float, high: float, adjusted: float = 0.01, **fields) -> Difference:
    return Difference("nim", ("a", "b"), (low + high) / 2, low, high, 0, 20, adjusted, adjusted=adjusted, **fields)


def test_a_rule_is_read_from_its_words_and_told_by_them():
    assert StopRule.parse("interval:0.1") == StopRule("interval", 0.1)
    assert str(StopRule.parse("decided:.25")) == "decided:0.25"


@pytest.mark.parametrize("words", ["decided", "interval:", "interval:wide", "sign:0.1", "interval:nan", ""])
def test_other_words_are_refused(words):
    with pytest.raises(UsageError, match=r"^stop=.* is not interval:WIDTH or decided:WIDTH: write stop=decided:0\.1"):
        StopRule.parse(words)


@pytest.mark.parametrize("width", ["0", "1", "-0.1", "inf"])
def test_a_width_is_between_0_and_1(width):
    with pytest.raises(UsageError, match="half the width of an interval between -1 and 1"):
        StopRule.parse(f"interval:{width}")


def test_a_run_that_does_not_compare_pairs_on_the_same_deals_is_refused():
    rule = StopRule("decided", 0.1)
    rule.require_pairs("paired", "all")
    with pytest.raises(UsageError, match=r"stop=decided:0\.1 compares agents on the same deals.*draws=fresh"):
        rule.require_pairs("fresh", "all")
    with pytest.raises(UsageError, match="pairings=mixed needs every table"):
        rule.require_pairs("paired", "mixed")


@pytest.mark.parametrize(("found", "interval", "decided"), [
    (difference(-0.1, 0.1), "narrow", "narrow"), (difference(0.5, 0.7), "narrow", "decided"),
    (difference(0.1, 0.7), "open", "decided"), (difference(-0.2, 0.1), "open", "open"),
    (difference(0.1, 0.7, adjusted=0.06), "open", "open"), (difference(0.1, 0.7, floor=0.5), "open", "open"),
    (difference(0.1, 0.7, null=True), "open", "open"), (difference(math.nan, math.nan), "open", "open")])
def test_a_pair_ends_when_its_interval_is_narrow_or_its_difference_is_beyond_noise(found, interval, decided):
    assert StopRule("interval", 0.1001).end_of(found) == interval
    assert StopRule("decided", 0.1001).end_of(found) == decided
