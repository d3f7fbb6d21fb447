"""Finished matches of gamma-Bench with their players and settings, from which tables and figures are made."""

import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gtarena import games
from gtarena.logs.records import MatchRecord, Seat
from gtarena.logs.replay import ReplayedMatch
from gtarena.suites.contract import Trace
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match, Scheme

# The paper's settings unless it says otherwise, as they are called in matches of ours and in published ones.
USUAL: Mapping[str, Sequence[Any]] = {
    "prompt": ("v1", "gamabench_v1"), "temperature": (1.0,), "reasoning": ("direct", "none"), "persona": (None,)}
FIXED_STRATEGIES = ("fixed", "always")
_NOT_SETTINGS = ("kind", "wording")
# The paper counts a published file that is named after a run, a temperature, a persona or a way of reasoning as the
# usual game, whatever its parameters (one was played with another multiplier), except for these institutions.
_NAMED_AFTER_PLAYERS = re.compile(r"\d*|(t|role|cot)\d+")
_INSTITUTIONS = ("feedback", "price")
_INFERRED = ("max_shots", "targets")  # by the importer, from the shots


def is_fixed(agent: str) -> bool:
    """Returns true if the agent plays a fixed strategy."""
    return agent.partition(":")[0] in FIXED_STRATEGIES


@dataclass(frozen=True)
class MatchResult:
    """A finished match and who played it.

    ``agents`` are the agents of the seats. ``who`` is the model of all seats, or the agent if it has no model, or a
    list of all of them if they differ; in published matches, a model that has matches of ours too is another player.
    ``settings`` are the agents' settings, and ``variant`` holds the game's parameters that are not the default.
    """

    match_id: str
    game: str
    agents: tuple[str, ...]
    who: str
    settings: Mapping[str, Any]
    variant: Mapping[str, Any]
    run: int
    match: Match

    @property
    def against_fixed(self) -> bool:
        """True if only some of the seats had a fixed strategy."""
        return len(set(map(is_fixed, self.agents))) > 1

    def score(self, scheme: Scheme) -> float:
        """Returns the match's score, 0 to 100 in most cases."""
        return GAME_SCORES[self.game](self.match, scheme).score


@dataclass(frozen=True, slots=True)
class ScoredMatch:
    """A finished match whose ``result`` names no player yet.

    ``models`` are those of the seats, ``tag`` is that of a published match, ``None`` for one of ours.
    """

    result: MatchResult
    models: Sequence[str | None]
    tag: str | None
    source: str

    def named(self, ours: Container[str]) -> MatchResult:
        """Returns the result with its player; models that have matches of ours too are told apart in published ones."""
        apart = "" if self.tag is None else " (published)"
        names = [f"{model}{apart}" if model in ours else model or agent
                 for model, agent in zip(self.models, self.result.agents, strict=True)]
        return replace(self.result, who=_who(names))

    def key(self, result: MatchResult) -> tuple[Any, ...]:
        """Returns what imported files that repeat the match have in common."""
        if self.tag is None:
            return (result.match_id,)
        return result.game, result.who, repr(sorted(result.settings.items())), repr(result.variant), result.run

    @property
    def place(self) -> tuple[bool, str]:
        """Sort key of files that repeat a match: the first one counts."""
        return self.tag is not None and not self.tag.isdecimal(), self.source


def extract(match: ReplayedMatch, numbers: Sequence[int]) -> ScoredMatch | None:
    """Returns a match with its score, if it is a finished one of the suite's games.

    Raises:
        ValueError: a logged action is illegal.
        LookupError: the match cannot be scored.
    """
    record = match.record
    if record.game not in GAME_SCORES or record.outcome != "finished":
        return None
    tag, run = record.tags.get("tag"), record.tags.get("run")
    published = str(tag) if "tag" in record.tags else None
    result = MatchResult(
        match_id=record.match_id,
        game=record.game,
        agents=tuple(seat.agent for seat in record.seats),
        who="",
        settings=_settings(record.seats),
        variant=_variant(record, published),
        run=run if isinstance(run, int) else 1,
        match=Match.of(Trace.of(match)),
    )
    result.score("coded")
    return ScoredMatch(result, [seat.model for seat in record.seats], published, record.source)


def match_results(played: Sequence[ScoredMatch]) -> list[MatchResult]:
    """Returns the results of matches, by game and run.

    Imported files can repeat a match, as the paper's default runs are also a point of each of its sweeps; then only
    the file that is named after a run counts.
    """
    ours = {model for match in played if match.tag is None for model in match.models if model}
    found: dict[tuple[Any, ...], tuple[tuple[bool, str], MatchResult]] = {}
    for match in played:
        result = match.named(ours)
        key = match.key(result)
        if key not in found or match.place < found[key][0]:
            found[key] = match.place, result
    order = {game: number for number, game in enumerate(GAME_SCORES)}
    return sorted((result for _, result in found.values()), key=lambda each: (order[each.game], each.who, each.run))


def _variant(record: MatchRecord, tag: str | None) -> dict[str, Any]:
    usual = games.defaults(record.game)
    changed = {name: value for name, value in record.params.items() if value != usual.get(name)}
    if tag is None:
        return changed
    named_after_players = _NAMED_AFTER_PLAYERS.fullmatch(tag)
    return {name: value for name, value in changed.items()
            if (name in _INSTITUTIONS if named_after_players else name not in _INFERRED)}


def _who(names: Sequence[str]) -> str:
    if len(set(names)) == 1:
        return names[0]
    return " + ".join(f"{number} x {name}" if number > 1 else name for name, number in Counter(names).items())


def _settings(seats: Sequence[Seat]) -> dict[str, Any]:
    """Returns the settings of the seats if all seats have the same, otherwise none."""
    if any(seat.params != seats[0].params for seat in seats):
        return {}
    return {name: value for name, value in seats[0].params.items() if name not in _NOT_SETTINGS}


def usual_settings(results: Iterable[MatchResult]) -> dict[str, dict[str, Any]]:
    """Returns the settings that sweeps start from, by player: the paper's if they occur, else the most frequent."""
    seen: dict[str, dict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    values: dict[str, Any] = {}
    for result in results:
        for name, value in result.settings.items():
            values[repr(value)] = value
            seen[result.who][name][repr(value)] += 1
    return {
        who: {name: _usual(name, counts, values) for name, counts in settings.items()}
        for who, settings in seen.items()}


def _usual(name: str, counts: Counter[str], values: Mapping[str, Any]) -> Any:
    seen = [values[value] for value in counts]
    return next((usual for usual in USUAL.get(name, ()) if usual in seen), values[counts.most_common(1)[0][0]])


def changed_settings(result: MatchResult, usual: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Returns the settings in which a match's agents differ from the usual; one that is not stated does not differ."""
    return {name for name, value in result.settings.items() if value != usual[result.who][name]}


def with_usual_settings(results: Iterable[MatchResult]) -> list[MatchResult]:
    """Returns the results with the usual settings."""
    listed = list(results)
    usual = usual_settings(listed)
    return [result for result in listed if not changed_settings(result, usual)]


def usual_variants(results: Iterable[MatchResult]) -> dict[str, Mapping[str, Any]]:
    """Returns the variant that sweeps start from, by game: the default if it occurs, else the most frequent."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    values: dict[str, Mapping[str, Any]] = {}
    for result in results:
        text = repr(sorted(result.variant.items()))
        values[text] = result.variant
        seen[result.game][text] += 1
    default = repr([])
    return {game: values[default if default in counts else counts.most_common(1)[0][0]]
            for game, counts in seen.items()}


def changed_parameters(result: MatchResult, usual: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """Returns the parameters in which a match's game differs from the usual variant."""
    own, other = result.variant, usual[result.game]
    return {name for name in own.keys() | other.keys() if own.get(name) != other.get(name)}
