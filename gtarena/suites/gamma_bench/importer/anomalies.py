"""Anomalies of published logs: copies, and personas or settings that their names do not tell."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from gtarena import games
from gtarena.formatting import one_line
from gtarena.suites.gamma_bench.importer.log_format import PublishedLog

# Parameters that follow from the log itself, or tell apart two published settings of one game.
UNCHECKED = frozenset({"rounds", "max_shots", "targets", "feedback", "price"})
QUOTED = 80


def duplicates(logs: Sequence[PublishedLog]) -> Iterator[tuple[str, str]]:
    """Yields ``(source, note)`` for every log that is a copy of an earlier one."""
    first: dict[str, str] = {}
    for log in logs:
        earlier = first.setdefault(log.sha256, log.source)
        if earlier != log.source:
            yield log.source, f"the same bytes as {earlier}"


def undeclared_personas(logs: Sequence[PublishedLog], games_of: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yields ``(source, note)`` for every log whose system message opens with a persona that its name does not tell.

    The opening is found by comparison: another log of the same game and prompt version has the same text without it.
    ``games_of`` maps the logs' sources to their games.
    """
    groups: dict[tuple[str, str], set[str]] = defaultdict(set)
    for log in logs:
        groups[games_of[log.source], log.version].add(log.system)
    opening = {log.source: _opening(log.system, groups[games_of[log.source], log.version]) for log in logs}
    declared = {opening[log.source]: log.name.persona for log in logs if log.name.persona}
    for log in logs:
        found = opening[log.source]
        if found and not log.name.persona:
            known = f", as with the persona {declared[found]}" if found in declared else ""
            quoted = one_line(found, QUOTED)
            yield log.source, f"its system text opens with {quoted!r}{known}, which its name does not say"


def _opening(text: str, others: set[str]) -> str:
    rules = [other for other in others if other and other != text and text.endswith(other)]
    return text.removesuffix(min(rules, key=len)).strip() if rules else ""


def undeclared_settings(log: PublishedLog, game: str, params: Mapping[str, Any]) -> Iterator[str]:
    """Yields a note for each unusual parameter of a log whose name does not tell of other rules."""
    if not log.name.is_plain:
        return
    for name, usual in games.defaults(game).items():
        if name not in UNCHECKED and params[name] != usual:
            yield f"{name}={params[name]} where {usual} is usual, which its name does not say"
