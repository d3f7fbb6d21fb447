"""Nash averaging and alpha-rank on published games, whose numbers are those of OpenSpiel's own tests."""

from functools import partial

import numpy as np
import pytest
from open_spiel.python.egt import alpharank

from gtarena.metrics.frames import seats_frame
from gtarena.metrics.ratings.populations import alpha_shares, empirical_games, nash_average
from tests.support.ratings import CYCLE, duels

RPS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
BIASED = np.array([[0.0, -25, 50], [25, 0, -5], [-50, 5, 0]])  # OpenSpiel's matrix_brps


@pytest.mark.parametrize(("surplus", "share", "advantage"), [
    ([[0.0, -1, -1], [1, 0, -1], [1, 1, 0]], [0, 0, 1], [-1, -1, 0]), (RPS, [1 / 3] * 3, [0] * 3),
    ([[0.0, 234, 34, -270], [-234, 0, -38, -464], [-34, 38, 0, -270], [270, 464, 270, 0]], [0, 0, 0, 1],
     [-270, -464, -270, 0])], ids=["transitive", "rock-paper-scissors", "dominated"])
def test_nash_averages_are_those_of_openspiels_tests(surplus, share, advantage):
    found = nash_average(np.array(surplus))
    assert found[0] == pytest.approx(share, abs=1e-5)
    assert found[1] == pytest.approx(advantage, abs=1e-2 * max(1, np.abs(surplus).max() / 100))


def test_in_biased_rock_paper_scissors_each_has_the_payoff_between_the_two_others_as_its_share():
    # By hand: 5 : 50 : 25.
    assert nash_average(BIASED / 100)[0] == pytest.approx([1 / 16, 10 / 16, 5 / 16], abs=1e-4)


def test_a_copy_of_an_agent_shares_its_part_with_it_and_takes_nothing_from_others():
    rows = [0, 0, 1, 2]
    assert nash_average(RPS[np.ix_(rows, rows)])[0] == pytest.approx([1 / 6, 1 / 6, 1 / 3, 1 / 3], abs=1e-4)


def test_alpha_rank_is_that_of_openspiels_test_after_han_et_al(monkeypatch):
    monkeypatch.setattr(alpharank, "compute", partial(alpharank.compute, use_local_selection_model=False))
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoffs = np.array([
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps], [r, r, s, s, s], [0, t, p, p, p], [t - delta, t, p, p, p],
        [r, t, p, p, p]])
    assert alpha_shares(payoffs, 0.1, 20) == pytest.approx(
        [0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], abs=1e-4)


def test_alpha_rank_is_the_stationary_distribution_of_fixations():
    # Independently: in a population that plays i, one that plays j takes over with (1 - e^-u) / (1 - e^-mu).
    alpha, population = 0.1, 20
    u = alpha * (BIASED.T - BIASED) / 100
    with np.errstate(invalid="ignore"):
        chain = (1 - np.exp(-u)) / (1 - np.exp(-population * u)) / 2
    np.fill_diagonal(chain, 0)
    np.fill_diagonal(chain, 1 - chain.sum(axis=1))
    stationary = np.linalg.matrix_power(chain, 2**18)[0]
    assert alpha_shares(BIASED / 100, alpha, population) == pytest.approx(stationary, abs=1e-6)


def test_an_empirical_game_has_the_scores_of_all_pairs_and_names_those_who_have_not_met():
    game = empirical_games(seats_frame(duels(CYCLE)))["overall"]
    assert (game.agents, game.reason) == (["A", "B", "C"], "")
    assert game.payoffs.tolist() == [[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]]
    apart = empirical_games(duels([("A", "B", 1.0), ("C", "B", 1.0)], game="nim"))
    assert apart["nim"].reason == "no match of A with C"
    assert np.isnan(apart["nim"].payoffs[0, 2])
