import itertools
import random
from collections.abc import Sequence

import numpy as np
import pytest

from gtarena.metrics import bootstrap
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.paired_differences import OVERALL, Difference, find_differences
from tests.support.records import record, seat

PUBLIC = {"game": "el_farol", "params": {"players": 3}}


def tables(returns: dict[str, Sequence[float]], **fields):
    """Matches of three seats that one agent fills, whose returns are by deal."""
    return [record(f"{name}{deal}", [seat(name)] * 3, [value] * 3, seed=deal, **(PUBLIC | fields))
            for name, values in returns.items() for deal, value in enumerate(values)]


def compared(records, *pair) -> Difference:
    (found,) = [each for each in find_differences(seats_frame(records)) if each.pair == pair and each.game != OVERALL]
    return found


def test_agents_are_compared_deal_by_deal_with_each_other_others_or_themselves():
    found = compared(tables({"a": [3, 1, 2], "b": [1, 1, 4]}), "a", "b")
    # By hand: gains 2, 0 and -2 over sizes 4, 2 and 6.
    assert (found.advantage, found.returns, found.units) == (0, 0, 3)
    found = compared(tables({"a": [3, 1, 2], "b": [1, 1, 1]}), "a", "b")
    assert (found.advantage, found.returns) == (pytest.approx((2 + 0 + 1) / (4 + 2 + 3)), pytest.approx(1))
    gains, sizes = np.array([2, 0, 1, 4, -1, 3]), np.array([4, 2, 3, 6, 3, 5])
    own = [(size + gain) / 2 for gain, size in zip(gains, sizes, strict=True)]
    other = [(size - gain) / 2 for gain, size in zip(gains, sizes, strict=True)]
    found = compared(tables({"a": own, "b": other}), "a", "b")
    # Independently: all 6**6 draws of six deals.
    drawn = np.array(list(itertools.product(range(6), repeat=6)))
    exact = gains[drawn].sum(axis=1) / sizes[drawn].sum(axis=1)
    assert (found.low, found.high) == pytest.approx(np.quantile(exact, [0.00243, 0.99757]), abs=0.05)
    # And all 2**6 ways to change places.
    swapped = np.array(list(itertools.product((1, -1), repeat=6))) @ gains
    assert found.p == pytest.approx((np.abs(swapped) >= gains.sum()).mean(), abs=0.02)
    a, b, c = seat("a"), seat("b"), seat("c")
    records = [record("1", [a, b], [1, -1], seed=1), record("2", [a, c], [2, -2], seed=1),
               record("3", [b, c], [-1, 1], seed=1), record("4", [a, c], [9, -9], seed=2)]
    found = compared(records, "a", "b")
    # By hand: 1 - -1 against each other, 2 - -1 against c; in the second deal b has no match.
    assert (found.advantage, found.units) == (pytest.approx((2 + 3) / (2 + 3)), 1)
    assert found.returns == pytest.approx((2 + 3) / 2)
    assert np.isnan(found.low)
    a, b = seat("a"), seat("b")
    alone = [record("1", [a, a], [3, 1], seed=1), record("2", [b, b], [1, 1], seed=1)]
    assert compared(alone, "a", "b").returns == 1
    assert compared([*alone, record("3", [a, b], [1, 2], seed=1)], "a", "b").returns == -1


def test_agents_are_compared_by_deals_in_common_and_over_games_that_weigh_the_same():
    assert find_differences(seats_frame([*tables({"a": [1, 2]}), *[
        record("x", [seat("b")] * 3, [1, 1, 1], seed=7, **PUBLIC)]])) == []
    five = compared(tables({"a": [2] * 5, "b": [1] * 5}), "a", "b")
    six = compared(tables({"a": [2] * 6, "b": [1] * 6}), "a", "b")
    assert (five.beyond_noise, six.beyond_noise) == (None, True)
    records = tables({"a": [3, 3, 3], "b": [1, 1, 1]}) + [
        each.model_copy(update={"match_id": f"o{each.match_id}"})
        for each in tables({"a": [1], "b": [1]}, params={"players": 3, "rounds": 5})]
    (overall,) = [each for each in find_differences(seats_frame(records)) if each.game == OVERALL]
    assert (overall.advantage, overall.units) == (pytest.approx((0.5 + 0) / 2), 4)
    assert np.isnan(overall.returns)
    records = tables({"a": [3] * 8, "b": [1] * 8}) + [
        each.model_copy(update={"match_id": f"o{each.match_id}"})
        for each in tables({"a": [3], "b": [1]}, params={"players": 3, "rounds": 5})]
    (overall,) = [each for each in find_differences(seats_frame(records)) if each.game == OVERALL]
    assert (overall.units, np.isnan(overall.low), overall.beyond_noise) == (9, False, True)


def test_null_agents_set_the_noise_floor_and_p_values_are_adjusted_by_the_method_of_holm():
    steady = [3.0, 2, 4, 3, 5, 2, 3, 4, 2, 3]
    better = [value + 0.5 for value in steady]
    noisy = [value + gap for value, gap in zip(steady, [2, -2, 2, -2, 2, -1, 2, -2, 1, -2], strict=True)]
    assert compared(tables({"a": steady, "b": better}), "a", "b").beyond_noise
    records = tables({"a": steady, "b": better, "null:a": noisy})
    null = compared(records, "a", "null:a")
    assert (null.null, null.beyond_noise) == (True, None)
    found = compared(records, "a", "b")
    assert found.floor == max(abs(null.low), abs(null.high)) > abs(found.advantage)
    assert found.beyond_noise is False
    assert {each.pair for each in find_differences(seats_frame(records))} == {("a", "b"), ("a", "null:a")}
    records = tables({"a": [3] * 8, "b": [1, 2] * 4, "null:a": [2]})
    alone = [each.model_copy(update={"match_id": f"o{each.match_id}"})
             for each in tables({"a": [3] * 2, "b": [1] * 2, "null:a": [2]}, params={"players": 3, "rounds": 5})]
    found = find_differences(seats_frame(records + alone))
    (overall,) = [each for each in found if each.game == OVERALL and not each.null]
    assert (overall.floor, overall.beyond_noise) == (0, True)
    levels = {"a": [1.0] * 8, "b": [1.4, 1.2, 0.9, 1.1, 1.3, 0.8, 1.2, 1.1], "c": [3.0] * 8,
              "d": [1, 2, 1, 1, 1, 1, 1, 1]}
    found = sorted(find_differences(seats_frame(tables(levels))), key=lambda each: each.p)
    # By its definition: the smallest times the number of all, the next times one less, and never falling.
    expected = np.minimum(np.maximum.accumulate([each.p * (6 - place) for place, each in enumerate(found)]), 1)
    assert [each.adjusted for each in found] == pytest.approx(expected)
    assert all(each.adjusted >= each.p for each in found)


def test_equal_agents_are_seldom_told_apart(monkeypatch):
    monkeypatch.setattr(bootstrap, "RESAMPLES", 1000)
    rng = random.Random(0)
    played = [each.model_copy(update={"match_id": f"{rounds}{each.match_id}"}) for rounds in range(1, 61) for each in
              tables({name: [rng.gauss(3, 1) for _ in range(8)] for name in "ab"},
                     params={"players": 3, "rounds": rounds})]
    found = find_differences(seats_frame(played))
    assert len(found) == 60 + 1  # and over all games
    # A share of 5 % exceeds 9 of 60 once in a thousand times; docs/reports.md has more simulations.
    assert sum(bool(each.beyond_noise) for each in found) <= 9
