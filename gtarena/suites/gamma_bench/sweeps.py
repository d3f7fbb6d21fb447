"""Sweeps: the comparisons whose columns are the columns of gamma-Bench's tables and the lines of its figures."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from gtarena.suites.gamma_bench.results import (
    MatchResult,
    changed_parameters,
    usual_settings,
    usual_variants,
    with_usual_settings,
)

# Settings that the paper varies together (Table 8), and the parameters by which it varies each game (Table 9).
TOGETHER = {"reasoning": "instructions", "persona": "instructions"}
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


@dataclass(frozen=True)
class Column:
    """Matches that differ in nothing but the game and the run, in the order of their runs."""

    label: str
    results: tuple[MatchResult, ...]

    def of(self, game: str) -> list[MatchResult]:
        """Returns the matches of one game."""
        return [result for result in self.results if result.game == game]


@dataclass(frozen=True)
class Sweep:
    """Columns to be compared. ``kind`` names their difference; ``who`` is the player, empty if players are compared.

    ``averaged`` adds the mean over the columns, which makes sense for settings, but not for models.
    """

    kind: str
    who: str
    columns: tuple[Column, ...]
    averaged: bool = True

    @property
    def games(self) -> list[str]:
        """The games in any of the columns, in the paper's order."""
        return [game for game in PARAMETERS if any(column.of(game) for column in self.columns)]


def all_sweeps(results: Sequence[MatchResult]) -> list[Sweep]:
    """Returns all comparisons that these matches allow: of players, runs, each setting, and the games' variants."""
    variants = usual_variants(results)
    usual = [result for result in results if not changed_parameters(result, variants)]
    plain = list(with_usual_settings(usual))
    found = [Sweep("leaderboard", "", _columns(plain, lambda result: result.who), averaged=False)]
    for who in dict.fromkeys(result.who for result in results):
        own = [result for result in usual if result.who == who]
        found += [_runs(who, [result for result in plain if result.who == who]), *_settings(who, own)]
        found += _variants(who, [result for result in results if result.who == who], variants)
    # A lone column compares nothing, but is better than an empty report.
    return [sweep for sweep in found if len(sweep.columns) > 1] or [sweep for sweep in found[:1] if sweep.columns]


def _runs(who: str, results: Sequence[MatchResult]) -> Sweep:
    """Returns the repeated runs with the usual settings (Table 5)."""
    columns = _columns(sorted(results, key=lambda result: result.run), lambda result: f"T{result.run}")
    return Sweep("runs", who, columns)


def _settings(who: str, results: Sequence[MatchResult]) -> Iterator[Sweep]:
    """Yields a sweep for each setting of prompts or sampling (Tables 6, 7 and 8), all others being usual."""
    groups: dict[str, list[str]] = defaultdict(list)
    usual = usual_settings(results).get(who, {})
    for name in usual:
        groups[TOGETHER.get(name, name)].append(name)
    for kind, names in groups.items():
        varied = list(with_usual_settings(results, but=names))
        ordered = sorted(varied, key=lambda result: [_value_order(result.settings.get(name)) for name in names])
        yield Sweep(kind, who, _balanced(_columns(ordered, _label(names, usual))))


def _variants(who: str, results: Sequence[MatchResult], variants: Mapping[str, Mapping[str, Any]]) -> Iterator[Sweep]:
    """Yields sweeps of each game by the parameters in the paper's Table 9, and by each of its other parameters."""
    usual = list(with_usual_settings(results))
    for game, group in groupby(usual, lambda result: result.game):
        own = list(group)
        others = {name for result in own for name in changed_parameters(result, variants)} - set(PARAMETERS[game])
        for names in (PARAMETERS[game], *((name,) for name in sorted(others))):
            varied = [result for result in own if changed_parameters(result, variants) <= set(names)]
            values = _parameters(names)
            ordered = sorted(varied, key=lambda result: [_value_order(value) for value in values(result)])
            kind = f"{game} {'settings' if names == PARAMETERS[game] else names[0]}"
            columns = _columns(ordered, lambda result: ", ".join(map(rounded_value, values(result))))  # noqa: B023
            yield Sweep(kind, who, _balanced(columns))


def _parameters(names: Sequence[str]) -> Callable[[MatchResult], list[Any]]:
    return lambda result: [getattr(result.match.rules, name) for name in names]


def _columns(results: Iterable[MatchResult], label: Callable[[MatchResult], str]) -> tuple[Column, ...]:
    """Groups the results by label, in the order of first appearance, and sorts each column by run."""
    columns: dict[str, list[MatchResult]] = defaultdict(list)
    for result in results:
        columns[label(result)].append(result)
    return tuple(
        Column(name, tuple(sorted(listed, key=lambda result: result.run))) for name, listed in columns.items())


def _balanced(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Limits every column to its first runs of each game, as many as the column with the fewest has."""
    fewest = {
        game: min(len(column.of(game)) for column in columns if column.of(game)) for game in PARAMETERS
        if any(column.of(game) for column in columns)}
    return tuple(
        Column(column.label, tuple(result for game, number in fewest.items() for result in column.of(game)[:number]))
        for column in columns)


def _label(names: Sequence[str], usual: Mapping[str, Any]) -> Callable[[MatchResult], str]:
    def label(result: MatchResult) -> str:
        if len(names) == 1:
            return rounded_value(result.settings.get(names[0]))
        changed = [rounded_value(result.settings[name]) for name in names if result.settings.get(name) != usual[name]]
        return ", ".join(changed) or "default"

    return label


def _value_order(value: Any) -> tuple[Hashable, ...]:
    """Returns a sort key: the default first, numbers by size, personas in the paper's order, all else by name."""
    if value in (None, "direct", "none"):
        return (0,)
    if isinstance(value, int | float):
        return (1, value)
    return (2, PERSONA_ORDER.index(value)) if value in PERSONA_ORDER else (3, str(value))


def rounded_value(value: Any) -> str:
    """Returns a value with at most four significant digits, for labels."""
    return f"{value:.4g}" if isinstance(value, float) else str(value)
