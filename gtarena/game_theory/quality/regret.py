"""Regret of moves: what the chosen move is worth less than the best one, to the player who chose it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TYPE_CHECKING

import numpy as np

from gtarena.agents.solving.base import TIE
from gtarena.errors import UsageError
from gtarena.game_theory.quality.phases import moves_made, phase_of
from gtarena.game_theory.quality.references import Reference, Valuation, standard_errors
from gtarena.game_theory.quality.whole_moves import NotJudgedError, WholeMove

if TYPE_CHECKING:
    import pyspiel

# Of the range of the game's returns, from which a regret is a blunder: lichess calls a move so that loses 0.3 of
# winning chances from -1 to 1.
BLUNDER_SHARE = 0.15
LEVEL = 0.95  # one-sided, of the lowest value of a regret
THIRDS = 3  # of the range of returns: a position of the highest third is won, one of the lowest lost

ONE_MOVE = "a single legal move"


@dataclass(frozen=True)
class Regret:
    """Regret of a move, in units of the return.

    ``error`` is its standard error, and with 95 % probability it is at least ``lowest``; without noise in the reference
    the error is 0. ``best`` is the value of the best move.
    """

    value: float
    error: float
    lowest: float
    best: float


@dataclass(frozen=True)
class Judged:
    """Decision of an agent with the regret of its move.

    ``unit`` is what decisions share that are not independent: the deal of their match, or the position.
    ``move_number`` counts the actions that players had taken, and ``legal`` the legal moves. ``phase`` is one of
    :data:`.phases.PHASES`. ``kind`` is won, even or lost by the value of the best move where two players have opposite
    interests; elsewhere it is clear if all other moves are blunders, and otherwise close. ``blunder`` is true for a
    regret beyond the threshold that is beyond doubt, and ``best`` for one that is not, so that the move may well be the
    best: see :meth:`Judge.judge`. ``share`` is the regret as a share of the range of the game's returns.
    """

    agent: str
    game: str
    unit: str
    move_number: int
    move: WholeMove
    legal: int
    regret: Regret
    phase: str
    kind: str
    blunder: bool
    best: bool
    share: float


def regret_of(valuation: Valuation, move: WholeMove) -> Regret:
    """Returns the regret of a move.

    The highest of several estimates tends to be too high. Therefore each run of the reference values the move that is
    the best by all other runs (cross-fitting): chance that made a move look good in those does not count. The regret is
    the mean over the runs, which can be below 0 by noise.

    Raises:
        NotJudgedError: the move is not among those that have a value.
    """
    if move not in valuation.moves:
        raise NotJudgedError("the move is none that the reference has valued, such as the charge for no answer")
    repeats, chosen = valuation.repeats, valuation.moves.index(move)
    runs = len(repeats)
    others = (repeats.sum(axis=0) - repeats) / (runs - 1) if runs > 1 else repeats
    best = repeats[np.arange(runs), others.argmax(axis=1)]
    gaps = best - repeats[:, chosen]
    value, error = float(gaps.mean()), float(standard_errors(gaps))
    return Regret(value, error, value - _student(runs) * error, float(best.mean()))


@cache
def _student(runs: int) -> float:
    """Returns the quantile of Student's t for the mean of so many runs."""
    from scipy.special import stdtrit

    return float(stdtrit(runs - 1, LEVEL)) if runs > 1 else 0.0


class Judge:
    """Judge of the decisions of one game, by a reference."""

    def __init__(self, reference: Reference, label: str, blunder: float = BLUNDER_SHARE) -> None:
        """Makes the judge.

        Args:
            reference: values the moves.
            label: the game as tables show it.
            blunder: the share of the range of the game's returns from which a regret is a blunder.

        Raises:
            UsageError: the share is not above 0 and at most 1, or the game's returns have no finite range.
        """
        if not 0 < blunder <= 1:
            raise UsageError(f"blunder={blunder} is not a share of the range of returns: a number above 0 and up to 1")
        game = reference.game
        self.reference, self.label = reference, label
        self._low, self._range = game.min_utility(), game.max_utility() - game.min_utility()
        if not 0 < self._range < inf:
            raise UsageError(f"{label} has no range of returns of which a regret could be a share")
        self.threshold = blunder * self._range
        utility = game.get_type().utility
        self._opposed = game.num_players() == 2 and utility in (utility.ZERO_SUM, utility.CONSTANT_SUM)

    def judge(self, agent: str, unit: str, state: pyspiel.State, player: int, choices: Sequence[int | str]) -> Judged:
        """Returns the judged decision of a player who made these choices in a state, as one move.

        A regret is beyond doubt if its lowest value is more than what the reference may be off in all its runs alike.

        Raises:
            NotJudgedError: there was nothing to choose, or the move cannot be valued.
        """
        if any(isinstance(choice, str) for choice in choices):
            raise NotJudgedError("the player says a free text there, and no search can try all texts")
        valuation = self.reference.value(state, player)
        if len(valuation.moves) == 1:
            raise NotJudgedError(ONE_MOVE)
        move = tuple(int(choice) for choice in choices)
        regret = regret_of(valuation, move)
        certain = regret.lowest > self.reference.bias * self._range + TIE
        return Judged(
            agent, self.label, unit, moves_made(state), move, len(valuation.moves), regret, phase_of(state),
            self._kind(valuation, regret.best), certain and regret.value >= self.threshold, not certain,
            regret.value / self._range)

    def _kind(self, valuation: Valuation, best: float) -> str:
        if self._opposed:
            share = (best - self._low) / self._range
            return "won" if share > 1 - 1 / THIRDS else "lost" if share < 1 / THIRDS else "even"
        highest, second = sorted(valuation.values)[:-3:-1]
        return "clear" if highest - second >= self.threshold else "close"
