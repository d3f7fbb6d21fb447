"""Agents whose matches determine a rating, and in plain words why those of others do not.

A maximum-likelihood rating exists only among agents of which each scored against each other one, directly or through
others (Ford, 1957; Hunter, 2004). One that won everything has no upper bound, and groups without a match between them
cannot be compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NO_MATCH = "no match against another agent"
ONLY_TIES = "only ties, which are left out"
NAMES_LISTED = 4

Members = npt.NDArray[np.bool_]  # of a group, an entry per agent


@dataclass(frozen=True)
class LinkedAgents:
    """``rated`` are the numbers of the agents that have ratings; ``reasons`` say in words why the others have none.

    ``standing`` is positive for agents that won everything against others, negative for those that lost everything, 0
    for the rated ones, and NaN for those that cannot be compared.
    """

    rated: tuple[int, ...]
    reasons: tuple[str, ...]
    standing: tuple[float, ...]


def link_agents(wins: npt.NDArray[np.float64], played: Sequence[int], names: Sequence[str]) -> LinkedAgents:
    """Returns which agents have ratings: the largest group of those that all scored against each other.

    If two groups are the largest, neither is rated.

    Args:
        wins: score of each agent against each other one, summed over matches.
        played: number of matches of each agent.
        names: of the agents.
    """
    from scipy.sparse import csgraph

    _, groups = csgraph.connected_components(wins > 0, connection="strong")
    _, islands = csgraph.connected_components(wins + wins.T > 0, connection="weak")
    reaches = np.isfinite(csgraph.shortest_path(wins > 0, unweighted=True))
    sizes = np.bincount(groups)
    largest = np.flatnonzero(sizes == sizes.max()) if len(sizes) else sizes
    rated = groups == largest[0] if len(largest) == 1 and sizes.max() > 1 else np.zeros(len(names), dtype=bool)
    active: Members = np.any(wins + wins.T > 0, axis=1)
    reasons, standing = [], []
    for agent in range(len(names)):
        others: Members = (rated if rated.any() else active) & (groups != groups[agent])
        above, below = reaches[agent] & others, reaches[:, agent] & others
        apart = others & (islands != islands[agent])
        if rated[agent]:
            reason = ""
        elif not active[agent]:
            reason = ONLY_TIES if played[agent] else NO_MATCH
        else:
            met = (wins[agent] + wins[:, agent]) > 0
            reason = _join_relations(names, [
                (_describe_sweep("won", above, met), above), (_describe_sweep("lost", below, met), below),
                ("no match links it to", apart),
                ("no wins and losses rank it against", others & ~above & ~below & ~apart)])
        reasons.append(reason)
        standing.append(float(above.sum() - below.sum()) if rated[agent] or (above | below).any() else np.nan)
    return LinkedAgents(tuple(map(int, np.flatnonzero(rated))), tuple(reasons), tuple(standing))


def _describe_sweep(word: str, others: Members, met: Members) -> str:
    return f"{word} everything{' (in part through others)' if (others & ~met).any() else ''} against"


def _join_relations(names: Sequence[str], relations: Sequence[tuple[str, Members]]) -> str:
    return ", ".join(f"{words} {join_names([name for name, member in zip(names, members, strict=True) if member])}"
                     for words, members in relations if members.any())


def join_names(names: Sequence[str]) -> str:
    """Returns names as a list in words, of which long ones are shortened: ``A, B and C``."""
    left_out = len(names) - NAMES_LISTED
    shown = [*names] if left_out < 2 else [*names[:NAMES_LISTED], f"{left_out} others"]
    return " and ".join([part for part in (", ".join(shown[:-1]), shown[-1]) if part])
