"""Pairs of challengers with and without beliefs, and the mean gains of the paper's Table 4."""

import pandas as pd
import pytest

from gtarena.suites.magic.belief_pairs import Pair, belief_pairs, gains
from gtarena.suites.magic.results import matches_frame
from tests.support.magic_matches import aware, dilemma, model
from tests.support.magic_tables import AVERAGE_IMPROVEMENT, COLUMNS, TABLE_4

WRONG = {"deception": 10.36, "self_awareness": 1.23}  # follow from the rows, and are not what is printed


def pairs_of(*challengers) -> list[Pair]:
    return belief_pairs(matches_frame([
        dilemma("CCC", challenger=each, match_id=str(number)) for number, each in enumerate(challengers)]))


def test_the_mean_gains_of_table_4_follow_from_its_rows_except_for_two_that_are_misprinted():
    rows = pd.DataFrame.from_dict(TABLE_4, orient="index", columns=list(COLUMNS))
    found = gains(rows, [Pair(name, name.removesuffix("+PGM")) for name in rows.index if name.endswith("+PGM")])
    assert len(found) == 7
    for ability, printed in zip(COLUMNS, AVERAGE_IMPROVEMENT, strict=True):
        if ability in WRONG:
            assert found[ability].mean() == pytest.approx(WRONG[ability], abs=0.005)
            assert abs(found[ability].mean() - printed) > 0.5
        else:
            assert found[ability].mean() == pytest.approx(printed, abs=0.051)


def test_a_pair_has_the_same_model():
    assert pairs_of(model("m"), aware("m"), model("n"), aware("o")) == [Pair("pgm m", "llm m")]


def test_both_forms_of_beliefs_are_compared_with_the_agent_without():
    assert pairs_of(model(), aware(beliefs="text"), aware(beliefs="matrix")) == [
        Pair("pgm m beliefs=matrix", "llm m"), Pair("pgm m beliefs=text", "llm m")]


def test_other_settings_that_vary_are_the_same_in_a_pair():
    found = pairs_of(*(make(temperature=warmth) for warmth in (0, 1) for make in (model, aware)))
    assert found == [Pair(f"pgm m temperature={warmth}", f"llm m temperature={warmth}") for warmth in (0, 1)]


def test_an_agent_without_a_model_is_in_no_pair():
    assert pairs_of(model("").model_copy(update={"model": None}), aware("m")) == []
