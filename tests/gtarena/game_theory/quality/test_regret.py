import math
from types import SimpleNamespace

import numpy as np
import pyspiel
import pytest

from gtarena.errors import UsageError
from gtarena.game_theory.quality.references import Reference, Valuation, reference_for
from gtarena.game_theory.quality.regret import Judge, regret_of
from gtarena.game_theory.quality.whole_moves import NotJudgedError
from tests.support.named_games import after

MOVES = [(0,), (1,), (2,)]


def test_without_noise_the_regret_is_the_best_value_minus_that_of_the_move():
    regrets = [regret_of(Valuation(MOVES, np.array([[0.5, -1.0, 0.5]])), move) for move in MOVES]
    assert [each.value for each in regrets] == [0, 1.5, 0]
    assert [(each.error, each.lowest) for each in regrets] == [(0, 0), (0, 1.5), (0, 0)]


def test_each_run_values_the_move_that_is_best_by_the_others():
    valuation = Valuation(MOVES[:2], np.array([[1.0, 0.0], [0.2, 0.4], [0.0, 0.3]]))
    # By the other two, the best are: the second move (0.1, 0.35), the first (0.5, 0.15) and the first (0.6, 0.2). Their
    # values are 0, 0.2 and 0, and those of the second move 0, 0.4 and 0.3.
    found = regret_of(valuation, (1,))
    assert found.value == pytest.approx((0 - 0.2 - 0.3) / 3)
    assert found.best == pytest.approx(0.2 / 3)
    gaps = [0, -0.2, -0.3]
    assert found.error == pytest.approx(np.std(gaps, ddof=1) / math.sqrt(3))
    assert found.lowest == pytest.approx(found.value - 2.919986 * found.error)  # Student's t, 95 %, two degrees


def test_among_equal_moves_noise_gives_no_regret_on_average_and_the_highest_mean_would():
    rng, regrets, naive = np.random.default_rng(1), [], []
    for _ in range(400):
        valuation = Valuation([(move,) for move in range(10)], rng.normal(size=(8, 10)))
        regrets.append(regret_of(valuation, (0,)).value)
        naive.append(valuation.values.max() - valuation.values[0])
    assert abs(np.mean(regrets)) < 3 * np.std(regrets) / 20
    assert np.mean(naive) > 0.4


def test_a_move_without_a_value_is_not_judged():
    with pytest.raises(NotJudgedError, match="none that the reference has valued"):
        regret_of(Valuation(MOVES, np.zeros((1, 3))), (7,))


def judged(text, *actions, player=0, move, **settings):
    state = after(text, *actions)
    judge = Judge(reference_for(state.get_game()), text, **settings)
    return judge.judge("someone", "unit", state, player, [move])


def test_to_give_away_a_win_is_a_blunder_in_a_won_position_and_its_share_is_that_of_the_range():
    # X has two in the top row, O two in the middle row, X to move: 2 wins, 8 loses.
    lost, won = (judged("tic_tac_toe", 0, 3, 1, 4, move=move) for move in (8, 2))
    assert (lost.regret.value, lost.share, lost.blunder, lost.best, lost.kind) == (2, 1, True, False, "won")
    assert (won.regret.value, won.blunder, won.best, won.legal, won.move_number) == (0, False, True, 5, 4)


def test_without_choice_or_with_a_text_nothing_is_judged():
    with pytest.raises(NotJudgedError, match="a single legal move"):
        judged("tic_tac_toe", 0, 1, 2, 4, 3, 5, 7, 6, move=8)
    with pytest.raises(NotJudgedError, match="free text"):
        judged("tic_tac_toe", move="hello")


def test_a_regret_within_the_noise_is_no_blunder():
    class Noisy(Reference):
        label = "noisy"

        def _repeats(self, state, player, moves, known):
            return np.array([[1.0, *[0.0] * 8], [-0.5, *[0.0] * 8]])

    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    found = Judge(Noisy(state.get_game()), "game", 0.01).judge("someone", "unit", state, 0, [1])
    assert not found.blunder
    assert found.best


def test_where_interests_are_not_opposed_positions_are_clear_or_close_by_the_threshold():
    class Fixed(Reference):
        label = "fixed"

        def _repeats(self, state, player, moves, known):
            return np.array([[5.0, 3.0]])

    state = pyspiel.load_game("matrix_pd").new_initial_state()  # returns from 0 to 10
    kinds = [Judge(Fixed(state.get_game()), "game", share).judge("someone", "unit", state, 0, [1]).kind
             for share in (0.2, 0.21)]
    assert kinds == ["clear", "close"]


@pytest.mark.parametrize("share", [0, -1, 1.5, float("nan")])
def test_a_threshold_that_is_no_share_is_refused(share):
    with pytest.raises(UsageError, match="not a share of the range"):
        Judge(reference_for(pyspiel.load_game("tic_tac_toe")), "game", share)


@pytest.mark.parametrize("highest", [0.0, math.inf])
def test_a_game_without_a_range_of_returns_is_refused(highest):
    game = SimpleNamespace(min_utility=lambda: 0.0, max_utility=lambda: highest)
    with pytest.raises(UsageError, match="endless has no range of returns"):
        Judge(SimpleNamespace(game=game), "endless")
