"""Cycles of an empirical game: the part of its payoffs that no ranking of the agents can explain."""

from __future__ import annotations

import numpy as np

from gtarena.metrics.ratings.luce_spectral import Numbers


def cyclic_part(surplus: Numbers) -> Numbers:
    """Returns the cyclic part of antisymmetric payoffs, by the combinatorial Hodge decomposition.

    The transitive part is ``r_i - r_j``, where ``r`` are the mean payoffs of the agents, and both parts are orthogonal
    (Balduzzi et al., "Re-evaluating Evaluation", 2018, section 3, and "Open-ended Learning in Symmetric Zero-sum
    Games", 2019, Theorem 1).
    """
    means: Numbers = surplus.mean(axis=1)
    cyclic: Numbers = surplus - (means[:, None] - means[None, :])
    return cyclic


def cyclic_share(surplus: Numbers) -> float:
    """Returns the share of the sum of squared payoffs that is cyclic, from 0 to 1; NaN if all payoffs are 0.

    A game in which each agent beats one and loses to another, as in rock-paper-scissors, has 1, and one in which the
    payoffs are differences of ratings has 0. Chance in few matches looks cyclic, too.
    """
    energy = float((surplus ** 2).sum())
    return float((cyclic_part(surplus) ** 2).sum()) / energy if energy > 0 else float(np.nan)
