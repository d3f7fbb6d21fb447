import numpy as np
import pandas as pd
import pytest

from gtarena.metrics.setting_columns import NO_SETTINGS, DistinctSettings, flat_settings, typed_values


@pytest.mark.parametrize(("values", "kind", "listed"), [
    ([True, None, False], "boolean", [True, None, False]),
    ([3, None, 2**63 - 1], "Int64", [3, None, 2**63 - 1]),  # exact, which a float would not be
    ([None, None], "Int64", [None, None]),
    ([0, 0.5, None], "float64", [0.0, 0.5, None]),
    ([2**63, 1.5], "category", [str(2**63), "1.5"]), ([10**400, 1], "category", [str(10**400), "1"]),
    (["b", None, "a"], "category", ["b", None, "a"]), (["1", 1, None], "category", ["1", "1", None]),
    ([True, 1], "category", ["true", "1"]), ([[1, "x"], ["y"]], "category", ['[1, "x"]', '["y"]'])])
def test_values_have_one_type_which_depends_on_all_of_them(values, kind, listed):
    found = pd.Series(typed_values(values))
    assert str(found.dtype) == kind
    assert [None if pd.isna(value) else value for value in found] == listed


def test_nested_settings_are_named_with_dots_and_lists_stay():
    nested = {"a": 1, "illegal": {"policy": "forfeit", "of": {"x": None}}, "moves": [1, 2], "none": {}}
    assert list(flat_settings(nested)) == [("a", 1), ("illegal.policy", "forfeit"), ("illegal.of.x", None),
                                           ("moves", [1, 2])]


def test_a_column_takes_each_rows_value_and_has_the_type_of_all_values_whichever_are_asked_for():
    settings = DistinctSettings()
    numbers = [settings.add(key, given) for key, given in (
        ("a", {"t": 1}), ("b", {"t": 0.5, "u": {"v": "x"}}), ("a", {"t": 1}), ("c", {}))]
    assert (numbers, settings.names()) == ([0, 1, 0, 2], ["t", "u.v"])
    column = settings.column("t", np.array([1, 0, NO_SETTINGS, 2]))
    assert pd.Series(column).tolist()[:2] == [0.5, 1.0]
    assert pd.isna(column).tolist() == [False, False, True, True]
    assert settings.column("t", np.array([0])).dtype == "float64"
    assert list(settings.column("u.v", np.array([1])).categories) == ["x"]
    assert len(settings.column("t", np.array([], dtype="int64"))) == 0
