"""Bradley-Terry parameters as iterative Luce spectral ranking gives them (I-LSR; Maystre and Grossglauser, 2015)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]
Members = npt.NDArray[np.bool_]

ALPHA = 0.001  # GameBench's regularisation
MOST_ITERATIONS = 1000
TOLERANCE = 1e-8
MOST_AT_ONCE = 100_000  # numbers in the matrices that are fitted together: as many as a processor has at hand


def fit(wins: npt.ArrayLike, alpha: float = ALPHA) -> Numbers:
    """Returns the parameters of the exponential Bradley-Terry model, with mean 0, as GameBench fits them with choix.

    Args:
        wins: a square matrix; the entry (i, j) is the score of agent i against agent j, summed over matches.
        alpha: the rate between all agents to which the chain of spectral ranking is initialised. The larger it is, the
            nearer are the parameters to each other; with 0 they are those of maximum likelihood.

    Raises:
        ValueError: the parameters are undefined, as those of an agent that won everything are with ``alpha=0``.
    """
    import choix

    matrix = np.asarray(wins, dtype=np.float64)
    if not alpha and not _strongly_connected(matrix):
        raise ValueError("with alpha=0 some ratings are undefined: in every split of the agents into two groups, both "
                         "have to score against the other")
    fitted: Numbers = choix.ilsr_pairwise_dense(matrix, alpha, max_iter=MOST_ITERATIONS, tol=TOLERANCE)
    return fitted


def _strongly_connected(wins: Numbers) -> bool:
    from scipy.sparse import csgraph

    return bool(csgraph.connected_components(wins > 0, connection="strong")[0] == 1)


def fit_all(wins: Numbers, alpha: float, start: Numbers, members: Members | None = None) -> Numbers:
    """Returns :func:`fit` of many matrices at once, a row for each.

    The parameters to which spectral ranking converges maximise the log-likelihood plus ``alpha`` times the number of
    agents times the sum of the log-shares of all agents, which is concave. Newton's method finds them in some ten
    iterations, where spectral ranking takes hundreds if the agents have few matches, and solves the linear systems of
    all matrices that have not converged together.

    Args:
        wins: matrices of scores, of shape (matrices, agents, agents).
        alpha: as in :func:`fit`. With 0, all members must have scored against each other, directly or through others.
        start: parameters from which all iterations start, of shape (agents,); the fits have the mean of their members'.
        members: the agents to fit in each matrix, of shape (matrices, agents), by default all; of the others' matches
            nothing counts, and their parameters are NaN.

    Raises:
        RuntimeError: some parameters did not converge.
    """
    agents = len(start)
    fitted = np.ones((len(wins), agents), dtype=bool) if members is None else members
    at_once = max(1, MOST_AT_ONCE // max(agents**2, 1))
    parts = [_fit_batch(wins[first : first + at_once], alpha, start, fitted[first : first + at_once])
             for first in range(0, len(wins), at_once)]
    return np.concatenate([np.empty((0, agents)), *parts])


def _fit_batch(wins: Numbers, alpha: float, start: Numbers, members: Members) -> Numbers:
    """Returns the parameters of some matrices, whose linear systems are solved together."""
    fitted = np.tile(start, (len(wins), 1))
    among = wins * (members[:, :, None] & members[:, None, :])
    won, played = among.sum(axis=2), among + among.transpose(0, 2, 1)
    moving = np.arange(len(wins))
    for _ in range(MOST_ITERATIONS):
        steps = _steps(won[moving], played[moving], alpha, fitted[moving], members[moving])
        reach = np.ptp(steps, axis=1)
        # So damped, no step overshoots, and the last ones are whole (Sun and Tran-Dinh, 2019, for functions whose third
        # derivative along a step is at most its reach times the second).
        fitted[moving] += steps * np.divide(np.log1p(reach), reach, out=np.ones_like(reach), where=reach > 0)[:, None]
        moving = moving[~(reach <= TOLERANCE)]
        if not len(moving):
            return np.where(members, fitted, np.nan)
    raise RuntimeError(f"{len(moving)} of {len(wins)} fits did not converge in {MOST_ITERATIONS} iterations")


def _steps(won: Numbers, played: Numbers, alpha: float, parameters: Numbers, members: Members) -> Numbers:
    """Returns Newton's steps for the parameters, which leave the mean of the members and all others as they are.

    Args:
        won: the score of each agent, a row for each matrix.
        played: the scores of each two agents against each other, added up.
        alpha: the regularisation.
        parameters: those that are to be improved.
        members: the agents whose parameters these are.
    """
    weights = np.exp(parameters - parameters.max(axis=1, keepdims=True))
    weights /= weights.mean(axis=1, keepdims=True)
    agents = weights.shape[1]
    chances = weights[:, :, None] / (weights[:, :, None] + weights[:, None, :])  # that the row beats the column
    expected = played * chances
    gradient = won - expected.sum(axis=2) + alpha * agents * (1 - weights)
    curvature = expected * (chances - 1) - alpha * weights[:, :, None] * weights[:, None, :]
    diagonal = np.arange(agents)
    curvature[:, diagonal, diagonal] = 0.0
    curvature[:, diagonal, diagonal] = -curvature.sum(axis=2)
    # Only differences of parameters are determined: this row of ones holds their mean, and others where they are.
    curvature += members[:, :, None] & members[:, None, :]
    curvature[:, diagonal, diagonal] += ~members
    steps: Numbers = np.linalg.solve(curvature, gradient[:, :, None])[..., 0]
    return steps
