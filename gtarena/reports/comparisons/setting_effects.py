"""Effects of swept settings, as the page and the table show them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gtarena.formatting import format_signed, one_line
from gtarena.metrics.columns import batched
from gtarena.metrics.setting_effects import SettingEffect
from gtarena.reports.comparisons.heat_maps import interval, titled
from gtarena.reports.comparisons.noise import VERDICTS
from gtarena.reports.comparisons.result_matrix import MOST_COLUMNS

if TYPE_CHECKING:
    import pandas as pd

_NAME = 120  # characters, as on leaderboards


def show_effects(effects: Sequence[SettingEffect]) -> Iterator[Mapping[str, Any]]:
    """Yields the variables of the template for each part of a table: a row per change, and a column per game."""
    games = sorted({each.difference.game for each in effects})
    by_change: dict[tuple[str, str, str, str], dict[str, SettingEffect]] = {}
    for each in effects:
        change = one_line(each.agent, _NAME), each.setting, each.first, each.value
        by_change.setdefault(change, {})[each.difference.game] = each
    for some in batched(games, MOST_COLUMNS):
        yield {"games": [titled(game) for game in some], "rows": [
            {"agent": agent, "setting": setting, "first": first, "value": value,
             "cells": [_cell(found[game]) if game in found else None for game in some]}
            for (agent, setting, first, value), found in sorted(by_change.items())]}


def _cell(effect: SettingEffect) -> Mapping[str, Any]:
    found = effect.difference
    return {"advantage": format_signed(found.advantage), "interval": interval(found.low, found.high),
            "beyond": bool(found.beyond_noise), "verdict": VERDICTS[found.beyond_noise], "units": found.units}


def frame_effects(effects: Sequence[SettingEffect]) -> pd.DataFrame:
    """Returns a row per game, agent and change of a setting with all numbers of its difference."""
    import pandas as pd

    return pd.DataFrame([{
        "game": titled(found.game), "agent": each.agent, "setting": each.setting, "from": each.first, "to": each.value,
        "advantage": found.advantage, "low_95": found.low, "high_95": found.high,
        "mean_return_difference": found.returns, "deals": found.units, "p": found.p, "p_holm": found.adjusted,
        "verdict": VERDICTS[found.beyond_noise]} for each in effects for found in [each.difference]])
