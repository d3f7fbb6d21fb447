"""Paired tests, against statistics worked out by hand."""

from math import isnan

import pytest

from gtarena.suites.magic.results import matches_frame
from gtarena.suites.magic.scores import SCHEMES
from gtarena.suites.magic.significance import PairedTest, paired_tests
from tests.support.magic_matches import aware, cost_sharing, dilemma, model, public_good


def ability_tests(*records, one="pgm m", other="llm m", scheme="printed") -> dict[str, PairedTest]:
    return {test.ability: test for test in paired_tests(matches_frame(records), one, other, scheme)}


def rounds(own: str) -> list[str]:
    return [f"{move}CC" for move in own]


def versus(own: str, plain: str) -> PairedTest:
    return ability_tests(dilemma(*rounds(own), challenger=aware(), match_id="a"),
                    dilemma(*rounds(plain), match_id="b"))["rationality"]


def test_five_rounds_of_which_two_differ_give_the_t_test_of_their_differences():
    # Differences 1, 1, 0, 0, 0: mean 0.4, standard error sqrt(0.3 / 5) = 0.2449, t = 1.633 at 4 degrees of freedom, of
    # which 2.776 leaves 5 % outside.
    found = versus("DDDDC", "CCDDC")
    assert (found.pairs, found.refusal) == (5, "")
    assert found.difference == pytest.approx(40)
    assert (found.low, found.high) == pytest.approx((40 - 67.99, 40 + 67.99), abs=0.02)
    assert found.p == pytest.approx(0.178, abs=0.0005)
    assert not found.significant


def test_eight_of_ten_rounds_that_differ_are_significant():
    # Mean 0.8, standard error sqrt(0.16 * 10 / 9 / 10) = 0.1333, t = 6.
    found = versus("D" * 8 + "C" * 2, "C" * 10)
    assert found.p == pytest.approx(0.0002, abs=0.00005)
    assert found.significant


@pytest.mark.parametrize(("own", "plain", "difference"), [("DCD", "DCD", 0), ("DDD", "CCC", 100)])
def test_differences_that_are_all_equal_are_not_tested(own, plain, difference):
    found = versus(own, plain)
    assert (found.pairs, found.difference, found.refusal) == (3, difference, "all differences are equal")
    assert isnan(found.p)
    assert isnan(found.low)
    assert not found.significant


def test_one_pair_or_none_is_not_tested():
    assert versus("D", "C").refusal == "a test needs 2 pairs or more"
    assert versus("D", "C").difference == 100
    found = ability_tests(dilemma("DCC", challenger=aware()))
    assert {test.pairs for test in found.values()} == {0}
    assert {test.refusal for test in found.values()} == {"a test needs 2 pairs or more"}
    assert all(isnan(test.difference) for test in found.values())


def test_decisions_are_paired_in_the_same_setting_and_seat_only():
    found = ability_tests(
        dilemma("DCC", "DCC", challenger=aware(), match_id="a"),
        dilemma("DCC", "CCC", scores=(3, 20, 2), match_id="b"), dilemma("CDC", "CCC", challengers=(1,), match_id="c"),
        public_good((5, 0, 0), (0, 0, 0), match_id="d"))
    assert found["rationality"].pairs == 0


def test_decisions_against_different_opponents_are_not_paired():
    # Whatever the ids of the matches, by which repetitions are ordered.
    against = {
        "weak": {"agent": "defender", "model": "weak"}, "strong": {"agent": "defender", "model": "strong"}}
    matches = []
    for who, ids, moves in ((aware(), "ab", "DC"), (model(), "dc", "DC")):
        for opponent, match_id, move in zip(against, ids, moves, strict=True):
            played = dilemma(*rounds(move * 2), challenger=who, match_id=match_id)
            seats = [played.seats[0], *(seat.model_copy(update=against[opponent]) for seat in played.seats[1:])]
            matches.append(played.model_copy(update={"seats": seats}))
    found = ability_tests(*matches)["rationality"]
    assert (found.pairs, found.difference, found.refusal) == (4, 0, "all differences are equal")


def test_repetitions_of_a_setting_are_paired_in_order():
    matches = [dilemma(*rounds(own), challenger=who, match_id=f"{who.agent} {number}", seed=number)
               for who, all_of in ((aware(), ("DD", "DC")), (model(), ("CD", "CC")))
               for number, own in enumerate(all_of)]
    found = ability_tests(*reversed(matches))["rationality"]
    assert (found.pairs, found.difference) == (4, 50)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_ability_has_a_test_and_coordination_pairs_what_both_were_measured_in(scheme):
    fair = ((40, 30, 30),) * 3
    agreed, failed = (fair, (0, 0, 0)), (fair, (0, 0, None))
    found = ability_tests(
        cost_sharing(agreed, challenger=aware(), match_id="a"), cost_sharing(failed, match_id="b"),
        cost_sharing(agreed, group=2, challenger=aware(), match_id="c"), cost_sharing(agreed, group=2, match_id="d"),
        scheme=scheme)
    assert list(found) == [
        "judgement", "reasoning", "deception", "self_awareness", "cooperation", "coordination", "rationality"]
    assert (found["cooperation"].pairs, found["cooperation"].difference) == (2, 50)
    assert found["coordination"].pairs == {"printed": 1, "coded": 2}[scheme]
