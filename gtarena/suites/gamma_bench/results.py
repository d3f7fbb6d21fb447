"""Who played which match of gamma-Bench how, and with what score: what its tables and figures are made of."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gtarena import games
from gtarena.formatting import one_line
from gtarena.logs.records import MatchRecord, Seat
from gtarena.suites.contract import Trace
from gtarena.suites.gamma_bench import NAME, match_of
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match, Scheme
from gtarena.suites.scoring import SuiteRecords

# What the paper plays with where it says nothing else, and how its tables tell models' instructions apart.
USUAL: Mapping[str, Any] = {"prompt": "v1", "temperature": 1.0, "reasoning": "direct", "persona": None}
_NOT_SETTINGS = ("kind", "wording")
# Of a published file that is named after a run, a temperature, a persona or a way of thinking, the paper takes the game
# to be the usual one, whatever its parameters say (one of them was played with another multiplier), save for these.
_NAMED_AFTER_PLAYERS = re.compile(r"\d*|(t|role|cot)\d+")
_INSTITUTIONS = ("feedback", "price")
_FOUND_OUT = ("max_shots", "targets")  # from what was shot, and at whom


@dataclass(frozen=True)
class MatchResult:
    """A finished match.

    ``agents`` are the words of the seats. ``who`` is the model of all seats, or the agent's word where there is none,
    or all of them where they differ; ``settings`` are those of the agents, and ``variant`` the game's parameters that
    are not the default.
    """

    match_id: str
    game: str
    agents: tuple[str, ...]
    who: str
    settings: Mapping[str, Any]
    variant: Mapping[str, Any]
    run: int
    match: Match

    def score(self, scheme: Scheme) -> float:
        """The match's score, 0 to 100."""
        return GAME_SCORES[self.game](self.match, scheme).score


def match_results(records: Iterable[MatchRecord]) -> list[MatchResult]:
    """The finished matches that were played for gamma-Bench among these, by game and run.

    Of imported files that say the same (the paper's default runs are also a point of each of its sweeps) the one with
    a plain number counts.
    """
    found: dict[tuple[Any, ...], tuple[tuple[bool, str], MatchResult]] = {}
    for record in SuiteRecords(records, NAME, GAME_SCORES, finished=True):
        result = _result(record)
        place = (not str(record.tags.get("tag", "1")).isdecimal(), record.source)
        key = _key(record, result)
        if key not in found or place < found[key][0]:
            found[key] = place, result
    order = {game: number for number, game in enumerate(GAME_SCORES)}
    return sorted((result for _, result in found.values()), key=lambda each: (order[each.game], each.who, each.run))


def _key(record: MatchRecord, result: MatchResult) -> tuple[Any, ...]:
    if "tag" not in record.tags:
        return (record.match_id,)
    return result.game, result.who, repr(sorted(result.settings.items())), repr(result.variant), result.run


def _result(record: MatchRecord) -> MatchResult:
    run = record.tags.get("run")
    return MatchResult(
        match_id=record.match_id,
        game=record.game,
        agents=tuple(seat.agent for seat in record.seats),
        who=_who(record.seats),
        settings=_settings(record.seats),
        variant=_variant(record),
        run=run if isinstance(run, int) else 1,
        match=_match(record),
    )


def _variant(record: MatchRecord) -> dict[str, Any]:
    usual = games.defaults(record.game)
    changed = {name: value for name, value in record.params.items() if value != usual.get(name)}
    if "tag" not in record.tags:
        return changed
    named_after_players = _NAMED_AFTER_PLAYERS.fullmatch(str(record.tags["tag"]))
    return {name: value for name, value in changed.items()
            if (name in _INSTITUTIONS if named_after_players else name not in _FOUND_OUT)}


def _match(record: MatchRecord) -> Match:
    try:
        return match_of(Trace.of(record))
    except (ValueError, TypeError) as error:
        raise ValueError(f"match {one_line(record.match_id, 80)}: {error}") from error


def _who(seats: Sequence[Seat]) -> str:
    names = [seat.model or seat.agent for seat in seats]
    if len(set(names)) == 1:
        return names[0]
    return " + ".join(f"{number} x {name}" if number > 1 else name for name, number in Counter(names).items())


def _settings(seats: Sequence[Seat]) -> dict[str, Any]:
    """The settings of the seats, where they all have the same."""
    if any(seat.params != seats[0].params for seat in seats):
        return {}
    return {name: value for name, value in seats[0].params.items() if name not in _NOT_SETTINGS}


def usual_settings(results: Iterable[MatchResult]) -> dict[str, dict[str, Any]]:
    """For everybody the settings that sweeps start from: the paper's where they occur, else the most frequent ones."""
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
    for value in counts:
        if name in USUAL and values[value] == USUAL[name]:
            return USUAL[name]
    return values[counts.most_common(1)[0][0]]


def with_usual(results: Iterable[MatchResult], but: Sequence[str] = ()) -> Iterator[MatchResult]:
    """Those of the results that have the usual settings, whatever the settings named in ``but`` are."""
    listed = list(results)
    usual = usual_settings(listed)
    for result in listed:
        if all(value == usual[result.who][name] for name, value in result.settings.items() if name not in but):
            yield result


def usual_variants(results: Iterable[MatchResult]) -> dict[str, Mapping[str, Any]]:
    """For every game the variant that sweeps start from: its default parameters, else the most frequent ones."""
    seen: dict[str, Counter[str]] = defaultdict(Counter)
    values: dict[str, Mapping[str, Any]] = {}
    for result in results:
        text = repr(sorted(result.variant.items()))
        values[text] = result.variant
        seen[result.game][text] += 1
    default = repr([])
    return {game: values[default if default in counts else counts.most_common(1)[0][0]]
            for game, counts in seen.items()}


def changed(result: MatchResult, usual: Mapping[str, Mapping[str, Any]]) -> set[str]:
    """The parameters in which a match's game is not the usual variant."""
    own, other = result.variant, usual[result.game]
    return {name for name in own.keys() | other.keys() if own.get(name) != other.get(name)}
