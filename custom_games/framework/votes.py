"""Votes: counts, ties and thresholds.

Votes are listed by seat; an abstention, or a vote that could not be used, is ``None``. Candidates are seats or any
other hashable values, such as proposals, so that equal proposals share their votes.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import TypeVar

Candidate = TypeVar("Candidate", bound=Hashable)


def count(votes: Iterable[Candidate | None], candidates: Iterable[Candidate]) -> dict[Candidate, int]:
    """Returns each candidate's number of votes, in the order of the candidates, which tells nothing about the votes.

    Raises:
        ValueError: a vote is for none of the candidates.
    """
    counts = dict.fromkeys(candidates, 0)
    for vote in votes:
        if vote is None:
            continue
        if vote not in counts:
            raise ValueError(f"vote {vote!r} is for none of the candidates: {', '.join(map(repr, counts))}")
        counts[vote] += 1
    return counts


def leaders(counts: Mapping[Candidate, int]) -> list[Candidate]:
    """Returns the candidates with the most votes: several at a tie, none if nobody voted."""
    return with_at_least(counts, max([1, *counts.values()]))


def winner(counts: Mapping[Candidate, int]) -> Candidate | None:
    """Returns the candidate with more votes than any other, or ``None`` at a tie and if nobody voted."""
    first = leaders(counts)
    return first[0] if len(first) == 1 else None


def with_at_least(counts: Mapping[Candidate, int], needed: int) -> list[Candidate]:
    """Returns the candidates with ``needed`` votes or more; with as many as there are voters, the unanimous choice."""
    return [candidate for candidate, votes in counts.items() if votes >= needed]
