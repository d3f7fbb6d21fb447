import pytest

from gtarena.suites.magic.figures.estimates import DEAL, MATCH, mean_dot, ratio_dot
from tests.support.magic_figures import frame, row


def test_a_mean_of_shares_is_in_per_cent_within_its_interval():
    dot = mean_dot(frame(*(row(match_id=f"{number}", win_rate=rate) for number, rate in enumerate((0, 1, 1, 1)))),
                   "win_rate", 100, DEAL)
    assert dot.value == 75
    assert 0 <= dot.low < 75 < dot.high <= 100


def test_a_ratio_is_that_of_the_sums():
    rows = [row(match_id=name, judgement_right_coded=right, judgement_total_coded=total)
            for name, right, total in (("a", 2, 2), ("b", 1, 2), ("c", 0, 1))]
    columns = ("judgement_right_coded", "judgement_total_coded")
    assert ratio_dot(frame(*rows), columns, 100, DEAL).value == pytest.approx(60)


def test_a_single_match_has_an_interval_without_length():
    dot = mean_dot(frame(row(invested=40.0)), "invested", 1, MATCH)
    assert (dot.value, dot.low, dot.high) == (40, 40, 40)


def test_matches_of_the_same_deal_are_drawn_together_and_those_of_other_games_are_not():
    same = [row(match_id=name, unit="1", win_rate=rate) for name, rate in (("a", 0), ("b", 1))]
    one = mean_dot(frame(*same), "win_rate", 100, DEAL)
    assert (one.low, one.high) == (50, 50)
    apart = [same[0], same[1] | {"label": "chameleon(topic=2)"}]
    other = mean_dot(frame(*apart), "win_rate", 100, DEAL)
    assert (other.low, other.high) == (0, 100)
    single = mean_dot(frame(*same), "win_rate", 100, MATCH)
    assert (single.low, single.high) == (0, 100)
