"""Sweeps: the comparisons whose columns are the columns of gamma-Bench's tables and the lines of its figures."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gtarena.suites.gamma_bench.importer.log_format import PREFIX
from gtarena.suites.gamma_bench.results import (
    USUAL,
    MatchResult,
    changed_parameters,
    changed_settings,
    usual_settings,
    usual_variants,
)

# Settings that the paper varies together (Table 8), and the parameters by which it varies each game (Table 9).
TOGETHER = {"reasoning": "instructions", "persona": "instructions"}
UNCHANGED = "default"
PARAMETERS: Mapping[str, Sequence[str]] = {
    "guess_two_thirds": ("ratio",),
    "el_farol": ("capacity",),
    "divide_dollar": ("gold",),
    "public_goods": ("multiplier",),
    "diners_dilemma": ("cheap_price", "cheap_utility", "costly_price", "costly_utility"),
    "sealed_bid_auction": ("max_value",),
    "battle_royale": ("lowest_rate", "rate_step"),
    "pirate_game": ("gold",),
}
PERSONA_ORDER = ("cooperative", "selfish", "mathematician")
ROLES = {f"role{number}": name for number, name in enumerate(PERSONA_ORDER, 1)}  # the files of the published personas

Settings = Mapping[str, Any]
Label = Callable[[MatchResult], str]


@dataclass(frozen=True)
class SweepColumn:
    """Matches that differ in nothing but the game and the run, in the order of their runs."""

    label: str
    results: tuple[MatchResult, ...]

    def of(self, game: str) -> list[MatchResult]:
        """Returns the matches of one game."""
        return [result for result in self.results if result.game == game]


@dataclass(frozen=True)
class Sweep:
    """Columns to be compared. ``kind`` names their difference; ``who`` is the player, empty if players are compared.

    ``averaged`` adds the mean over the columns, which makes sense for settings, but not for models. ``varied`` are the
    settings and parameters that differ; there are none in comparisons of players and of runs.
    """

    kind: str
    who: str
    columns: tuple[SweepColumn, ...]
    averaged: bool = True
    varied: tuple[str, ...] = ()

    @property
    def games(self) -> list[str]:
        """The games in any of the columns, in the paper's order."""
        return [game for game in PARAMETERS if any(column.of(game) for column in self.columns)]


def all_sweeps(results: Sequence[MatchResult]) -> list[Sweep]:
    """Returns all comparisons that these matches allow: of players, runs, each setting, and the games' variants.

    Players are compared by the matches in which they met no fixed strategy, if there are any.
    """
    variants, usual = usual_variants(results), usual_settings(results)
    default = [result for result in results if not changed_parameters(result, variants)]
    plain = [result for result in default if not changed_settings(result, usual)]
    alone = [result for result in plain if not result.against_fixed]
    found = [Sweep("leaderboard", "", _columns(alone or plain, lambda result: result.who), averaged=False)]
    for who in dict.fromkeys(result.who for result in results):
        found.append(_runs(who, [result for result in plain if result.who == who]))
        found += _settings(who, [result for result in default if result.who == who], usual)
        found += _variants(who, [result for result in results if result.who == who], usual, variants)
    # A lone column compares nothing, but is better than an empty report.
    return [sweep for sweep in found if len(sweep.columns) > 1] or [sweep for sweep in found[:1] if sweep.columns]


def _runs(who: str, results: Sequence[MatchResult]) -> Sweep:
    """Returns the repeated runs with the usual settings (Table 5)."""
    columns = _columns(sorted(results, key=lambda result: result.run), lambda result: f"T{result.run}")
    return Sweep("runs", who, columns)


def _settings(who: str, results: Sequence[MatchResult], usual: Mapping[str, Settings]) -> Iterator[Sweep]:
    """Yields a sweep of each setting of prompts or sampling (Tables 6 to 8), and of those that change together."""
    known: dict[str, tuple[str, ...]] = {}
    for name in usual.get(who, {}):
        kind = TOGETHER.get(name, name)
        known[kind] = tuple(sorted((*known.get(kind, ()), name)))  # as in Table 8, no persona comes before personas
    changes = [changed_settings(result, usual) for result in results]
    for kind, names in (known | _together(filter(None, changes), known.values())).items():
        values = _values(names, usual.get(who, {}))
        label = _changed_alone(names, usual[who]) if kind in TOGETHER.values() else _all_values(values)
        yield Sweep(kind, who, _ordered(results, changes, names, values, label), varied=names)


def _variants(
    who: str, results: Sequence[MatchResult], usual: Mapping[str, Settings], variants: Mapping[str, Settings]
) -> Iterator[Sweep]:
    """Yields sweeps of each game by the parameters in the paper's Table 9, and by all that changed together besides."""
    for game, group in groupby(results, lambda result: result.game):
        own = list(group)
        parameters = [changed_parameters(result, variants) for result in own]
        changes = [changed | changed_settings(result, usual) for changed, result in zip(parameters, own, strict=True)]
        varied = {"settings": tuple(PARAMETERS[game])}
        varied |= _together(filter(None, parameters), varied.values())
        both = [change for change, changed in zip(changes, parameters, strict=True) if changed]
        for kind, names in (varied | _together(both, varied.values())).items():
            values = _values(names, usual.get(who, {}))
            columns = _ordered(own, changes, names, values, _all_values(values))
            yield Sweep(f"{game} {kind}", who, columns, varied=names)


def _together(changes: Iterable[set[str]], known: Iterable[Sequence[str]]) -> dict[str, tuple[str, ...]]:
    """Returns the largest sets of names that changed together and are not within a known one, as they are called."""
    taken = list(map(set, known))
    others = {frozenset(change) for change in changes if not any(change <= names for names in taken)}
    largest = [change for change in others if not any(change < other for other in others)]
    return {", ".join(names): names for names in sorted(tuple(sorted(change)) for change in largest)}


def _values(names: Sequence[str], usual: Settings) -> Callable[[MatchResult], list[Any]]:
    """Returns the function for a match's values of settings or parameters; a setting not stated is the usual one."""
    return lambda result: [
        result.settings.get(name, usual[name]) if name in usual else getattr(result.match.rules, name)
        for name in names]


def _all_values(values: Callable[[MatchResult], list[Any]]) -> Label:
    return lambda result: ", ".join(map(shown_value, values(result)))


def _changed_alone(names: Sequence[str], usual: Settings) -> Label:
    def label(result: MatchResult) -> str:
        values = _values(names, usual)(result)
        changed = [value for name, value in zip(names, values, strict=True) if value != usual[name]]
        return ", ".join(map(shown_value, changed)) or UNCHANGED

    return label


def _ordered(
    results: Sequence[MatchResult], changes: Sequence[set[str]], names: Sequence[str],
    values: Callable[[MatchResult], list[Any]], label: Label,
) -> tuple[SweepColumn, ...]:
    """Returns the columns of the matches in which nothing but these names may have changed, in order of the values."""
    varied = [result for result, changed in zip(results, changes, strict=True) if changed <= set(names)]
    ordered = sorted(varied, key=lambda result: [_value_order(value) for value in values(result)])
    return _balanced(_columns(ordered, label))


def _columns(results: Iterable[MatchResult], label: Label) -> tuple[SweepColumn, ...]:
    """Groups the results by label, in the order of first appearance, and sorts each column by run."""
    columns: dict[str, list[MatchResult]] = defaultdict(list)
    for result in results:
        columns[label(result)].append(result)
    return tuple(
        SweepColumn(name, tuple(sorted(listed, key=lambda result: result.run))) for name, listed in columns.items())


def _balanced(columns: Sequence[SweepColumn]) -> tuple[SweepColumn, ...]:
    """Limits every column to its first runs of each game, as many as the column with the fewest has."""
    fewest = {
        game: min(len(column.of(game)) for column in columns if column.of(game)) for game in PARAMETERS
        if any(column.of(game) for column in columns)}
    return tuple(
        SweepColumn(column.label, tuple(
            result for game, number in fewest.items() for result in column.of(game)[:number]))
        for column in columns)


def _value_order(value: Any) -> tuple[Hashable, ...]:
    """Returns a sort key: the default first, numbers by size, personas in the paper's order, all else by name."""
    if value is None or value in USUAL["reasoning"]:
        return (0,)
    if isinstance(value, int | float):
        return (1, value)
    return (2, PERSONA_ORDER.index(value)) if value in PERSONA_ORDER else (3, str(value))


def shown_value(value: Any) -> str:
    """Returns a value as it is shown in labels: floats with at most four digits, imported texts as the paper's."""
    if isinstance(value, float):
        return f"{value:.4g}"
    published = str(value).removeprefix(PREFIX)
    return str(value) if published == str(value) else f"published {ROLES.get(published, published)}"
