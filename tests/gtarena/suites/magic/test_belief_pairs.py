from math import isnan

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.suites.magic.belief_pairs import Pair, belief_gains, belief_pairs
from gtarena.suites.magic.correlation import correlation
from gtarena.suites.magic.scores import SCHEMES, radar_area
from gtarena.suites.magic.significance import PairedTest, paired_tests
from tests.support.magic_matches import aware, cost_sharing, dilemma, model, public_good
from tests.support.magic_tables import AVERAGE_IMPROVEMENT, COLUMNS, TABLE_1, TABLE_4
from tests.support.suite_matches import matches_frame


def ability_tests(*records, one="pgm m", other="llm m", scheme="printed") -> dict[str, PairedTest]:
    return {test.ability: test for test in paired_tests(matches_frame(records), one, other, scheme)}


def rounds(own: str) -> list[str]:
    return [f"{move}CC" for move in own]


def versus(own: str, plain: str) -> PairedTest:
    return ability_tests(dilemma(*rounds(own), challenger=aware(), match_id="a"),
                    dilemma(*rounds(plain), match_id="b"))["rationality"]


@pytest.mark.parametrize(("own", "plain", "difference"), [("DCD", "DCD", 0), ("DDD", "CCC", 100)])
def test_differences_that_are_all_equal_are_not_tested(own, plain, difference):
    found = versus(own, plain)
    assert (found.pairs, found.difference, found.refusal) == (3, difference, "all differences are equal")
    assert isnan(found.p)
    assert isnan(found.low)
    assert not found.significant


def test_rounds_that_differ_give_the_t_test_of_their_differences_and_one_pair_or_none_is_not_tested():
    # Differences 1, 1, 0, 0, 0: mean 0.4, standard error sqrt(0.3 / 5) = 0.2449, t = 1.633 at 4 degrees of freedom, of
    # which 2.776 leaves 5 % outside.
    found = versus("DDDDC", "CCDDC")
    assert (found.pairs, found.refusal, found.difference) == (5, "", pytest.approx(40))
    assert (found.low, found.high) == pytest.approx((40 - 67.99, 40 + 67.99), abs=0.02)
    assert found.p == pytest.approx(0.178, abs=0.0005)
    assert not found.significant
    # Mean 0.8, standard error sqrt(0.16 * 10 / 9 / 10) = 0.1333, t = 6.
    found = versus("D" * 8 + "C" * 2, "C" * 10)
    assert found.p == pytest.approx(0.0002, abs=0.00005)
    assert found.significant
    assert versus("D", "C").refusal == "a test needs 2 pairs or more"
    assert versus("D", "C").difference == 100
    found = ability_tests(dilemma("DCC", challenger=aware()))
    assert {test.pairs for test in found.values()} == {0}
    assert {test.refusal for test in found.values()} == {"a test needs 2 pairs or more"}
    assert all(isnan(test.difference) for test in found.values())


def test_decisions_are_paired_in_the_same_setting_seat_and_order_against_the_same_opponents():
    found = ability_tests(
        dilemma("DCC", "DCC", challenger=aware(), match_id="a"),
        dilemma("DCC", "CCC", scores=(3, 20, 2), match_id="b"), dilemma("CDC", "CCC", challengers=(1,), match_id="c"),
        public_good((5, 0, 0), (0, 0, 0), match_id="d"))
    assert found["rationality"].pairs == 0
    matches = [dilemma(*rounds(own), challenger=who, match_id=f"{who.agent} {number}", seed=number)
               for who, all_of in ((aware(), ("DD", "DC")), (model(), ("CD", "CC")))
               for number, own in enumerate(all_of)]
    found = ability_tests(*reversed(matches))["rationality"]
    assert (found.pairs, found.difference) == (4, 50)
    # Whatever the ids of the matches, by which repetitions are ordered.
    against = {"weak": {"agent": "defender", "model": "weak"}, "strong": {"agent": "defender", "model": "strong"}}
    matches = []
    for who, ids, moves in ((aware(), "ab", "DC"), (model(), "dc", "DC")):
        for opponent, match_id, move in zip(against, ids, moves, strict=True):
            played = dilemma(*rounds(move * 2), challenger=who, match_id=match_id)
            seats = [played.seats[0], *(seat.model_copy(update=against[opponent]) for seat in played.seats[1:])]
            matches.append(played.model_copy(update={"seats": seats}))
    found = ability_tests(*matches)["rationality"]
    assert (found.pairs, found.difference, found.refusal) == (4, 0, "all differences are equal")


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_ability_has_a_test_and_coordination_pairs_what_both_were_measured_in(scheme):
    fair = ((40, 30, 30),) * 3
    agreed, failed = (fair, (0, 0, 0)), (fair, (0, 0, None))
    found = ability_tests(cost_sharing(agreed, challenger=aware(), match_id="a"), cost_sharing(failed, match_id="b"),
                          cost_sharing(agreed, group=2, challenger=aware(), match_id="c"),
                          cost_sharing(agreed, group=2, match_id="d"), scheme=scheme)
    assert list(found) == [
        "judgement", "reasoning", "deception", "self_awareness", "cooperation", "coordination", "rationality"]
    assert (found["cooperation"].pairs, found["cooperation"].difference) == (2, 50)
    assert found["coordination"].pairs == {"published": 2, "printed": 1, "coded": 1}[scheme]


WRONG = {"deception": 10.36, "self_awareness": 1.23}  # follow from the rows, and are not what is printed


def pairs_of(*challengers) -> list[Pair]:
    return belief_pairs(matches_frame([
        dilemma("CCC", challenger=each, match_id=str(number)) for number, each in enumerate(challengers)]))


def frame(*rows: tuple[float, float]) -> pd.DataFrame:
    return pd.DataFrame(list(rows), columns=["area", "win_rate"])


def test_gains_of_table_4_and_correlations_of_table_1_follow_from_their_rows():
    rows = pd.DataFrame.from_dict(TABLE_4, orient="index", columns=list(COLUMNS))
    found = belief_gains(rows, [Pair(name, name.removesuffix("+PGM")) for name in rows.index if name.endswith("+PGM")])
    assert len(found) == 7
    for ability, printed in zip(COLUMNS, AVERAGE_IMPROVEMENT, strict=True):
        if ability in WRONG:
            assert found[ability].mean() == pytest.approx(WRONG[ability], abs=0.005)
            assert abs(found[ability].mean() - printed) > 0.5
        else:
            assert found[ability].mean() == pytest.approx(printed, abs=0.051)
    assert pairs_of(model("m"), aware("m"), model("n"), aware("o")) == [Pair("pgm m", "llm m")]
    assert pairs_of(model(), aware(beliefs="text"), aware(beliefs="matrix")) == [
        Pair("pgm m beliefs=matrix", "llm m"), Pair("pgm m beliefs=text", "llm m")]
    found = pairs_of(*(make(temperature=warmth) for warmth in (0, 1) for make in (model, aware)))
    assert found == [Pair(f"pgm m temperature={warmth}", f"llm m temperature={warmth}") for warmth in (0, 1)]
    assert pairs_of(model("").model_copy(update={"model": None}), aware("m")) == []
    found = correlation(frame(*((radar_area(row[1:]), row[0]) for row in TABLE_1.values())))
    assert found.r == pytest.approx(0.963, abs=0.0005)
    assert found.p < 0.001
    assert found.challengers == 8
    # Of the points (0, 0), (1, 2), (2, 1) the deviations' products add up to 1, both sums of squares to 2.
    assert correlation(frame((1, 10), (2, 20), (3, 30))).r == pytest.approx(1)
    assert correlation(frame((1, 30), (2, 20), (3, 10))).r == pytest.approx(-1)
    assert correlation(frame((0, 0), (1, 2), (2, 1))).r == pytest.approx(0.5)
    nan = float("nan")
    with pytest.raises(UsageError, match="needs 3 challengers with both, found 2: radar area and win rate"):
        correlation(frame((1, 10), (2, 20), (nan, 30), (3, nan)))


@pytest.mark.parametrize("rows", [((1, 10), (1, 20), (1, 30)), ((1, 10), (2, 10), (3, 10))])
def test_equal_numbers_are_not_correlated(rows):
    with pytest.raises(UsageError, match="all have the same radar area, or all the same win rate"):
        correlation(frame(*rows))
