"""Hand-made rows of the frame from which the figures of Economics Arena are drawn."""

from dataclasses import asdict
from math import nan
from typing import Any

import pandas as pd

from gtarena.reports.sections import Figure
from gtarena.suites.econ_arena.figures import figures
from gtarena.suites.econ_arena.results import RunRow

M, N = "llm m", "llm n"


def row(match_id: str = "1", who: str = M, **fields: Any) -> RunRow:
    """A run of a beauty contest in melee without a history, with the equilibrium's number and no payoff."""
    usual = {
        "run": 1, "seat": 0, "action": 0.0, "equilibrium_action": 0.0, "scale": 100.0, "rule_break": 0.0, "won": 0.0,
        "net_gain": 0.0, "gap": 0.0, "asset_ratio": nan, "payoff_ratio": 1.0, "deviation": 0.0, "level": "",
        "match_id": match_id, "unit": match_id, "session": 1, "game": "beauty_contest", "group": "L",
        "environment": "melee", "told": "", "history": "none", "who": who, "model": who, "equilibrium": False}
    return RunRow(**(usual | fields))


def among_rational(match_id: str = "1", who: str = M, **fields: Any) -> RunRow:
    """The same against equilibrium agents, with a prompt that says so."""
    return row(match_id, who, **({"environment": "rational", "told": "rational"} | fields))


def frame(*rows: RunRow) -> pd.DataFrame:
    return pd.DataFrame([asdict(each) for each in rows], columns=list(RunRow.__dataclass_fields__))


def titled(*rows: RunRow) -> dict[str, Figure]:
    """All figures of these runs by title."""
    return {figure.title: figure for figure in figures(frame(*rows))}
