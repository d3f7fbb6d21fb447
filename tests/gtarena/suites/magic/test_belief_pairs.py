import random
from collections.abc import Sequence
from math import isnan

import pandas as pd
import pytest

from gtarena.errors import UsageError
from gtarena.logs.records import MatchRecord
from gtarena.suites.magic.ability_differences import AbilityDifference, find_ability_differences
from gtarena.suites.magic.belief_pairs import Pair, belief_gains, belief_pairs
from gtarena.suites.magic.correlation import correlation
from gtarena.suites.magic.scores import SCHEMES, radar_area
from tests.support.magic_matches import aware, cost_sharing, dilemma, model, public_good
from tests.support.magic_tables import AVERAGE_IMPROVEMENT, COLUMNS, TABLE_1, TABLE_4
from tests.support.suite_matches import matches_frame


def compared(*records, scheme="printed") -> dict[str, AbilityDifference]:
    found = find_ability_differences(matches_frame(records), [Pair("pgm m", "llm m")], scheme)
    return {each.ability: each for each in found}


def deals(own: Sequence[str], plain: Sequence[str]) -> list[MatchRecord]:
    """Dilemmas in which the challengers have these moves, round by round, on the same deals."""
    return [dilemma(*[f"{move}CC" for move in moves], challenger=who, match_id=f"{who.agent} {deal}", seed=deal)
            for who, all_of in ((aware(), own), (model(), plain)) for deal, moves in enumerate(all_of)]


def test_decisions_are_compared_deal_by_deal_and_few_deals_give_no_verdict():
    found = compared(*deals(["DDDC"] * 5, ["CCCC"] * 5))["rationality"]
    # By hand: three of four rounds, in each of five deals.
    assert (found.difference.advantage, found.difference.units) == (0.75, 5)
    assert isnan(found.difference.low)
    assert found.verdict == "no verdict from 5 deals: at least 6 are needed"
    found = compared(*deals(["DDDC"] * 6, ["CCCC"] * 6))["rationality"]
    # Of the 2**6 ways to change places in six deals two differ as much: p = 1 / 32.
    assert found.difference.p == pytest.approx(1 / 32, abs=0.006)
    assert found.verdict == "beyond noise"
    found = compared(*deals(["DC"] * 6, ["CD"] * 6))["rationality"]
    assert (found.difference.advantage, found.verdict) == (0, "within noise")


def test_one_deal_counts_once_however_many_decisions_it_has_and_all_comparisons_are_corrected_together():
    (found,) = compared(*deals(["D" * 20], ["C" * 20])).values()  # a t-test of twenty decisions would be sure
    assert found.verdict == "no verdict from 1 deal: at least 6 are needed"
    records = deals(["DDDC"] * 6, ["CCCC"] * 6)
    others = [each.model_copy(update={"match_id": f"n {each.match_id}", "seats": [
        each.seats[0].model_copy(update={"model": "n"}), *each.seats[1:]]})
        for each in deals(["DC"] * 6, ["CD"] * 6)]
    found = find_ability_differences(
        matches_frame([*records, *others]), [Pair("pgm m", "llm m"), Pair("pgm n", "llm n")], "printed")
    assert [(each.pair.aware, each.verdict) for each in found] == [("pgm m", "within noise"), ("pgm n", "within noise")]
    assert found[0].difference.adjusted == pytest.approx(2 * found[0].difference.p)


def test_equal_challengers_whose_decisions_in_a_match_are_all_alike_are_seldom_said_to_differ():
    rng = random.Random(0)
    told_apart = 0
    for _ in range(15):
        own, plain = ([rng.choice("CD") * 5 for _ in range(8)] for _ in range(2))
        told_apart += any(each.verdict == "beyond noise" for each in compared(*deals(own, plain)).values())
    assert told_apart <= 2  # with 5 % each, 3 or more in 4 of 100; a test of single decisions tells a third apart


def test_decisions_are_paired_in_the_same_deal_setting_and_seat_against_the_same_opponents():
    assert compared(
        dilemma("DCC", "DCC", challenger=aware(), match_id="a"),
        dilemma("DCC", "CCC", scores=(3, 20, 2), match_id="b"), dilemma("CDC", "CCC", challengers=(1,), match_id="c"),
        dilemma("DCC", "CCC", match_id="e", seed=7), public_good((5, 0, 0), (0, 0, 0), match_id="d")) == {}
    # Whatever the ids of the matches, by which repetitions are ordered.
    against = {"weak": {"agent": "defender", "model": "weak"}, "strong": {"agent": "defender", "model": "strong"}}
    matches = []
    for who, ids, moves in ((aware(), "ab", "DC"), (model(), "dc", "DC")):
        for opponent, match_id, move in zip(against, ids, moves, strict=True):
            played = dilemma(f"{move}CC", f"{move}CC", challenger=who, match_id=match_id)
            seats = [played.seats[0], *(seat.model_copy(update=against[opponent]) for seat in played.seats[1:])]
            matches.append(played.model_copy(update={"seats": seats}))
    found = compared(*matches)["rationality"]
    assert (found.difference.advantage, found.difference.units) == (0, 1)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_coordination_is_compared_where_both_were_measured_in_it(scheme):
    fair = ((40, 30, 30),) * 3
    agreed, failed = (fair, (0, 0, 0)), (fair, (0, 0, None))
    found = compared(cost_sharing(agreed, challenger=aware(), match_id="a"), cost_sharing(failed, match_id="b"),
                     cost_sharing(agreed, group=2, challenger=aware(), match_id="c"),
                     cost_sharing(agreed, group=2, match_id="d"), scheme=scheme)
    assert list(found) == ["cooperation", "coordination"]
    assert (found["cooperation"].difference.units, found["cooperation"].difference.advantage) == (2, 0.5)
    assert found["coordination"].difference.units == {"published": 2, "printed": 1, "coded": 1}[scheme]


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
    assert isnan(correlation(frame((1, 10), (2, 20), (3, 30), (4, 40), (5, 50))).p)  # of few nobody knows
    nan = float("nan")
    with pytest.raises(UsageError, match="needs 3 challengers with both, found 2: radar area and win rate"):
        correlation(frame((1, 10), (2, 20), (nan, 30), (3, nan)))


@pytest.mark.parametrize("rows", [((1, 10), (1, 20), (1, 30)), ((1, 10), (2, 10), (3, 10))])
def test_equal_numbers_are_not_correlated(rows):
    with pytest.raises(UsageError, match="all have the same radar area, or all the same win rate"):
        correlation(frame(*rows))
