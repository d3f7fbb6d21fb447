"""What is odd about published logs as they are, found by comparing them with one another and with their names."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gtarena import games
from gtarena.formatting import one_line
from gtarena.suites.gamma_bench.importer.log_format import Log

# They follow from how long a log is, from what was shot at, or tell apart what are two settings of one game anyway.
FREE = frozenset({"rounds", "max_shots", "targets", "feedback", "price"})
QUOTED = 80


def copies(logs: Sequence[Log]) -> Iterator[tuple[str, str]]:
    """``(source, note)`` for every log that is a copy of an earlier one."""
    first: dict[str, str] = {}
    for log in logs:
        earlier = first.setdefault(log.sha256, log.source)
        if earlier != log.source:
            yield log.source, f"the same bytes as {earlier}"


def untold_personas(logs: Sequence[Log], games_of: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """``(source, note)`` for every log whose system message has something in front of the rules that its name conceals.

    The rules are what is left where another log of the same game and prompt version has the same text with nothing
    in front of it. ``games_of`` are the games of the logs by source.
    """
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for log in logs:
        groups[games_of[log.source], log.version].add(log.system)
    opening = {log.source: _opening(log.system, groups[games_of[log.source], log.version]) for log in logs}
    told = {opening[log.source]: log.name.persona for log in logs if log.name.persona}
    for log in logs:
        found = opening[log.source]
        if found and not log.name.persona:
            known = f", as with the persona {told[found]}" if found in told else ""
            quoted = one_line(found, QUOTED)
            yield log.source, f"its system text opens with {quoted!r}{known}, which its name does not say"


def _opening(text: str, others: set[str]) -> str:
    rules = [other for other in others if other and other != text and text.endswith(other)]
    return text.removesuffix(min(rules, key=len)).strip() if rules else ""


def untold_settings(log: Log, game: str, params: Mapping[str, Any]) -> Iterator[str]:
    """A note for each parameter that is not the usual one although the log's name speaks of other things only."""
    if not log.name.is_plain:
        return
    for name, usual in games.defaults(game).items():
        if name not in FREE and params[name] != usual:
            yield f"{name}={params[name]} where {usual} is usual, which its name does not say"
