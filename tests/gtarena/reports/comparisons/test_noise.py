from dataclasses import replace

import pytest

from gtarena.metrics.duels import OVERALL
from gtarena.metrics.paired_differences import Difference
from gtarena.reports.comparisons import noise

FIXED = Difference("nim", ("a", "b"), 0.5, 0.2, 0.8, 1.0, 20, 0.01, adjusted=0.01)
STOPPED = replace(FIXED, anytime=True)


def test_the_rule_says_which_intervals_are_meant_and_if_there_is_a_noise_floor():
    assert "bootstrap over deals" in noise.rule([FIXED])
    assert "hold whenever a run stops" not in noise.rule([FIXED])
    assert "of a kind that holds whenever a run stops" in noise.rule([STOPPED])
    assert "bootstrap" not in noise.rule([STOPPED])
    assert "No duplicate has played" in noise.rule([STOPPED])
    assert "noise floor" in noise.rule([STOPPED, replace(STOPPED, null=True)])


@pytest.mark.parametrize(("difference", "verdict"), [
    (STOPPED, "beyond noise"), (replace(STOPPED, low=-0.1), "within noise"),
    (replace(STOPPED, game=OVERALL, low=float("nan")), "each game stopped by itself"),
    (replace(FIXED, game=OVERALL, low=float("nan")), "fewer than 6 deals"),
    (replace(STOPPED, null=True), "noise floor")])
def test_a_difference_of_a_stopped_run_has_a_verdict_in_each_game_but_not_over_all(difference, verdict):
    assert noise.verdict(difference) == verdict


def test_a_table_of_a_stopped_run_says_that_other_intervals_do_not_hold():
    (stopped,), (fixed,) = (list(noise.show_differences([each])) for each in (STOPPED, FIXED))
    assert stopped["needed"] == noise.STOPPED
    assert fixed["needed"] == ""
