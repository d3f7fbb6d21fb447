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
Links = npt.NDArray[np.bool_]  # from agents (rows) to agents


@dataclass(frozen=True)
class LinkedAgents:
    """``rated`` are the numbers of the agents that have ratings; ``reasons`` say in words why the others have none."""

    rated: tuple[int, ...]
    reasons: tuple[str, ...]


def find_reach(scored: Links) -> Links:
    """Returns which agents each one reaches, itself included, by a chain of agents that scored against the next one.

    Args:
        scored: who scored against whom, in matrices of shape (matrices, agents, agents).
    """
    reach: Links = scored | np.eye(scored.shape[-1], dtype=bool)
    while True:
        steps = reach.astype(np.float32)
        further = steps @ steps > 0  # chains of up to twice the length
        if np.array_equal(further, reach):
            return reach
        reach = further


def largest_groups(reach: Links) -> Members:
    """Returns the largest group of agents that all reach each other, with a row per matrix; nobody if two are as large.

    Args:
        reach: matrices of :func:`find_reach`.
    """
    sizes = (reach & reach.transpose(0, 2, 1)).sum(axis=2)
    most = sizes.max(axis=1, initial=0, keepdims=True)
    largest = sizes == most
    only: Members = largest & (largest.sum(axis=1, keepdims=True) == most) & (most > 1)
    return only


def link_agents(wins: npt.NDArray[np.float64], played: Sequence[int], names: Sequence[str]) -> LinkedAgents:
    """Returns which agents have ratings: the largest group of those that all scored against each other.

    If two groups are the largest, neither is rated.

    Args:
        wins: score of each agent against each other one, summed over matches.
        played: number of matches of each agent.
        names: of the agents.
    """
    scored = wins > 0
    reach, linked = find_reach(np.stack([scored, scored | scored.T]))
    rated = largest_groups(reach[None])[0]
    active: Members = np.any(scored | scored.T, axis=1)
    reasons = []
    for agent in range(len(names)):
        others: Members = (rated if rated.any() else active) & ~(reach[agent] & reach[:, agent])
        above, below, apart = reach[agent] & others, reach[:, agent] & others, others & ~linked[agent]
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
    return LinkedAgents(tuple(map(int, np.flatnonzero(rated))), tuple(reasons))


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
