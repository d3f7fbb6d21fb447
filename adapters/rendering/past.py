"""The part of a match's past that prompts tell: all of it, the latest moves or rounds, or nothing."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

ALL, NONE, LATEST = "all", "none", "last:"
ALLOWED = f"{ALL}, {LATEST}N with N from 1 on, or {NONE}"
HISTORY = "history"  # the block of a wording that tells the moves so far, and nothing that a decision needs

Item = TypeVar("Item")


def keep_latest(past: Sequence[Item], history: str) -> Sequence[Item]:
    """Returns the part of the past that is told.

    Raises:
        ValueError: ``history`` is not ``all``, ``none`` or ``last:N``.
    """
    count = count_told(history)
    return past if count is None else past[max(0, len(past) - count):]


def count_told(history: str) -> int | None:
    """Returns the most moves or rounds that are told; ``None`` for all.

    Raises:
        ValueError: ``history`` is not ``all``, ``none`` or ``last:N``.
    """
    number = history.removeprefix(LATEST)
    if history in (ALL, NONE):
        return None if history == ALL else 0
    if number == history or not (number.isascii() and number.isdigit()) or int(number) < 1:
        raise ValueError(f"history={history} is not {ALLOWED}")
    return int(number)


def cut_moves(obs: Mapping[str, Any], history: str) -> Mapping[str, Any]:
    """Returns what a player observes with the latest ``moves`` alone, as far as they are told."""
    return {**obs, "moves": keep_latest(obs["moves"], history)} if history != ALL and "moves" in obs else obs
