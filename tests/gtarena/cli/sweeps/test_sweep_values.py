import pytest
from hydra.core.override_parser.overrides_parser import OverridesParser

from gtarena.cli.sweeps.sweep_values import MOST_JOBS, combinations_of
from gtarena.errors import UsageError


def combined(*words: str) -> list[list[str]]:
    return combinations_of(OverridesParser.create().parse_overrides(list(words)))


def test_every_value_is_combined_with_every_other() -> None:
    assert combined("a=1,2", "b=x", "c=range(0,2)") == [
        ["a=1", "b=x", "c=0"], ["a=1", "b=x", "c=1"], ["a=2", "b=x", "c=0"], ["a=2", "b=x", "c=1"]]


@pytest.mark.parametrize(("word", "number"), [
    ("a=range(10)", 10), ("a=range(3,10)", 7), ("a=range(0,10,3)", 4), ("a=range(10,0,-3)", 4),
    ("a=range(0,1,0.25)", 4), ("a=range(0,1,0.3)", 4), ("a=choice(1,2,3)", 3), ("a=shuffle(range(0,5))", 5),
    ("a=[1,2]", 1)])
def test_values_are_counted_as_they_are_tried(word: str, number: int) -> None:
    assert len(combined(word)) == number
    with pytest.raises(UsageError, match=f"the sweep has {number * MOST_JOBS * 2:,} jobs"):
        combined(word, f"b=range(0,{MOST_JOBS * 2})")


def test_a_sweep_of_any_size_is_counted_at_once() -> None:
    with pytest.raises(UsageError, match=r"1,000,000,000,000 jobs \(1,000,000 of a x 1,000,000 of b\), and can have"):
        combined("a=range(0,1000000)", "b=range(0,1,0.000001)")


@pytest.mark.parametrize(("word", "message"), [
    ("a=range(0)", "a=range\\(0\\) stands for no value"), ("a=range(5,0)", "stands for no value"),
    ("a=range(0,5,0)", "has a step of 0"), ("a=range(0,1,0.0)", "has a step of 0"),
    ("a=interval(0,1)", "has no end of values"), ("a=range(-inf,3)", "has no end of values"),
    ("a=range(0,1,1e-400)", "has a step of 0"), ("a=range(0,1e300,1e-300)", r"1e\+600 jobs")])
def test_a_sweep_over_nothing_or_without_an_end_is_refused(word: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        combined(word)
