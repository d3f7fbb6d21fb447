import pytest

from gtarena.reports.figures.dot_plots import Dot
from gtarena.suites.econ_arena.situations import (
    Situation,
    drop_environment_agents,
    environment_title,
    mean_dots,
    scale,
    situations,
)
from tests.support.econ_arena_runs import M, N, among_rational, frame, row


@pytest.mark.parametrize(("situation", "words"), [
    (Situation("beauty_contest", "melee", "", "none"), "Beauty Contest (melee), no history"),
    (Situation("english_auction", "self", "equal", "private"),
     "English Auction (self), all said to be equally rational, choices and values told")])
def test_a_situation_is_told_in_words(situation, words):
    assert situation.words() == words
    assert words == f"{environment_title(situation.game, situation.environment)}, {situation.knowledge()}"


@pytest.mark.usefixtures("plain_percentiles")
def test_equilibrium_agents_of_an_environment_are_left_out_and_runs_grouped_with_means_over_matches():
    rows = frame(among_rational("1"), among_rational("1", "rational", equilibrium=True), row("2"),
                 row("2", "rational", equilibrium=True))
    assert list(drop_environment_agents(rows)["who"]) == [M, M, "rational"]
    rows = frame(row(history="choices"), row(history="none"), row(history="choices"), among_rational())
    assert [(situation.environment, situation.history, len(part)) for situation, part in situations(rows)] == [
        ("melee", "none", 1), ("melee", "choices", 2), ("rational", "none", 1)]
    rows = frame(row("1", deviation=0.2), row("1", run=2, deviation=0.4), row("2", deviation=0.9),
                 row("1", N, deviation=float("nan")))
    found = mean_dots(rows, "deviation")
    assert (found.keys(), found[M].value) == ({M}, pytest.approx((0.3 + 0.9) / 2))
    assert (found[M].low, found[M].high) == pytest.approx((0.3, 0.9))  # of two matches, resampled
    of_draws = {"a": (0.2, 0.4), "b": (0.8, 1.0)}
    rows = frame(*(row(f"{draws} {number}", unit=draws, deviation=value)
                   for draws, values in of_draws.items() for number, value in enumerate(values)))
    found = mean_dots(rows, "deviation")[M]
    assert (found.value, found.low, found.high) == pytest.approx((0.6, 0.3, 0.9))  # of two draws, resampled


@pytest.mark.parametrize(("low", "high", "bounds", "ticks"), [
    (1.0, 7.0, (0, 7), [0, 2, 4, 6]), (-3.0, -1.0, (-3, 0), [-3, -2, -1, 0]), (0.0, 0.0, (0, 1), [0, 0.4, 0.8]),
    (0.0, 0.2, (0, 0.2), [0, 0.1, 0.2]), (-0.42, 0.27, (-0.42, 0.27), [-0.4, -0.2, 0, 0.2]),
    (-0.05, 0.0, (-0.05, 0), [-0.04, -0.02, 0])])
def test_a_scale_holds_all_intervals_and_0_which_is_among_its_round_ticks(low, high, bounds, ticks):
    found = scale("label", [Dot(low, low, low), Dot(high, low, high)])
    assert found.label == "label"
    assert (found.bounds, found.ticks) == (pytest.approx(bounds), pytest.approx(ticks))
