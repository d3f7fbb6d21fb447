"""Effects of swept settings: what an agent gains or loses on the same deals when one of its settings changes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.formatting import agent_name
from gtarena.metrics.agent_settings import WORDING, stated_settings
from gtarena.metrics.paired_differences import (
    Difference,
    Gains,
    Pair,
    Returns,
    adjust_p_values,
    compare,
    find_gains,
    returns_by_game,
    sum_gains,
)
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.sweeps import sort_values
from gtarena.metrics.teams import AGENT_COLUMNS

if TYPE_CHECKING:
    import pandas as pd

NONE = "none"  # the value of a setting that is switched off


@dataclass(frozen=True)
class SettingEffect:
    """Difference that it makes to an agent to have a ``value`` of a setting and not the ``first`` one.

    The ``difference`` is over all values of its other settings that have both.
    """

    agent: str
    setting: str
    first: str
    value: str
    difference: Difference


def find_effects(seats: pd.DataFrame) -> list[SettingEffect]:
    """Returns the effects of all settings that vary, by game, and over all games if several.

    Each value of a setting is compared with the first one: ``none``, the least number, or the first by the alphabet. A
    deal is one unit, with all other settings with which it was played under both values. The tests are those of
    :func:`gtarena.metrics.paired_differences.find_differences`, adjusted for the number of all effects.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
    """
    changes = list(_find_changes(seats))
    rows = returns_by_game(seats) if changes else {}
    told: list[tuple[str, str, str, str]] = []
    found: list[Difference] = []
    for agent, setting, first, value, pairs in changes:
        by_game = {game: _sum_gains(by_name, pairs) for game, by_name in rows.items()}
        differences = list(compare((f"{agent} {setting}={value}", f"{agent} {setting}={first}"), by_game))
        found += differences
        told += [(agent, setting, first, value)] * len(differences)
    return [SettingEffect(*change, each) for change, each in zip(told, adjust_p_values(found), strict=True)]


def _find_changes(seats: pd.DataFrame) -> Iterator[tuple[str, str, str, str, Sequence[Pair]]]:
    """Yields agent, setting, first value and other value, with the pairs of agents' names that differ in it alone."""
    for agent, named in _settings_by_agent(seats).items():
        names = {tuple(sorted(settings.items())): name for name, settings in named.items()}
        for setting in sorted({setting for settings in named.values() for setting in settings}):
            values = sort_values({settings[setting] for settings in named.values() if setting in settings})
            first, *others = sorted(values, key=lambda value: value != NONE)
            for value in others:
                pairs = [(name, names[before]) for name, settings in named.items() if settings.get(setting) == value
                         and (before := tuple(sorted({**settings, setting: first}.items()))) in names]
                if pairs:
                    yield agent, setting, first, value, pairs


def _settings_by_agent(seats: pd.DataFrame) -> Mapping[str, Mapping[str, Mapping[str, str]]]:
    """Returns the settings that vary, by agent with its model, and by name."""
    kinds = seats[AGENT_COLUMNS].drop_duplicates()
    found: dict[str, dict[str, Mapping[str, str]]] = defaultdict(dict)
    for name, agent, model, settings in zip(names_in(kinds), *(kinds[each] for each in AGENT_COLUMNS), strict=True):
        stated = {key: value for key, value in stated_settings(settings).items() if key != WORDING}
        found[agent_name(agent, model, "")][name] = stated
    return found


def _sum_gains(by_name: Mapping[str, Returns], pairs: Sequence[Pair]) -> Gains:
    """Returns the gains of all pairs in a game, summed by unit."""
    return sum_gains(part for pair in pairs for part in find_gains(
        by_name.get(pair[0], {}), by_name.get(pair[1], {}), pair).items())
