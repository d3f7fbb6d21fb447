"""Bradley-Terry parameters by iterative Luce spectral ranking (I-LSR; Maystre and Grossglauser, 2015)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Numbers = npt.NDArray[np.float64]

ALPHA = 0.001  # GameBench's regularisation
MOST_ITERATIONS = 1000
TOLERANCE = 1e-8


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


def fit_all(wins: Numbers, alpha: float, start: Numbers) -> Numbers:
    """Returns :func:`fit` of many matrices at once, a row for each.

    One iteration solves the linear systems of all matrices that have not converged together, which is 60 times as fast
    as one matrix after the other.

    Args:
        wins: matrices of scores, of shape (matrices, agents, agents).
        alpha: as in :func:`fit`, but positive.
        start: parameters from which all iterations start, of shape (agents,); they change the speed, not the result.

    Raises:
        RuntimeError: some parameters did not converge.
    """
    fitted = np.tile(start, (len(wins), 1))
    moving = np.arange(len(wins))
    for _ in range(MOST_ITERATIONS):
        updated = _updated(wins[moving], alpha, fitted[moving])
        moved = np.abs(updated - fitted[moving]).sum(axis=1)
        fitted[moving] = updated
        moving = moving[moved > TOLERANCE * len(start)]
        if not len(moving):
            return fitted
    raise RuntimeError(f"{len(moving)} of {len(wins)} fits did not converge in {MOST_ITERATIONS} iterations")


def _updated(wins: Numbers, alpha: float, parameters: Numbers) -> Numbers:
    """Returns the next parameters: the logarithms of the stationary distribution of each matrix's Markov chain.

    The rate from agent i to agent j is ``alpha + wins[j, i] / (w_i + w_j)``, where ``w`` is ``exp(parameters)`` scaled
    to the mean 1.
    """
    weights = np.exp(parameters - parameters.max(axis=1, keepdims=True))
    weights /= weights.mean(axis=1, keepdims=True)
    chain = alpha + wins.transpose(0, 2, 1) / (weights[:, :, None] + weights[:, None, :])
    agents = np.arange(wins.shape[1])
    chain[:, agents, agents] = 0.0
    chain[:, agents, agents] = -chain.sum(axis=2)
    # The chain balances: with the last agent's probability set to 1, the others solve all equations but the last.
    flows = chain.transpose(0, 2, 1)
    others = np.linalg.solve(flows[:, :-1, :-1], -flows[:, :-1, -1:])[..., 0]
    logs = np.log(np.concatenate([others, np.ones((len(others), 1))], axis=1))
    centred: Numbers = logs - logs.mean(axis=1, keepdims=True)
    return centred
