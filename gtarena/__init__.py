"""Matches between language models and game-playing baselines, with logs, metrics and reports.

The names of ``__all__`` are imported on first use, so that ``import gtarena`` is quick.
"""

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gtarena.agents.base import Agent
    from gtarena.agents.llm.settings import IllegalMoves
    from gtarena.cli.settings.stated_settings import compose_settings
    from gtarena.environments import Turn, env, envs
    from gtarena.game_theory.conducting import study
    from gtarena.metrics.arrow_tables import to_arrow, to_polars
    from gtarena.metrics.decisions import load_decisions
    from gtarena.metrics.frames import load_records
    from gtarena.metrics.seat_table import load_seats
    from gtarena.plugins import Plugin
    from gtarena.runs.api import play
    from gtarena.suites.scoring import score
    from gtarena.suites.whole_runs import run

_MODULES = {
    "Agent": "gtarena.agents.base",
    "Plugin": "gtarena.plugins",
    "Turn": "gtarena.environments",
    "compose_settings": "gtarena.cli.settings.stated_settings",
    "IllegalMoves": "gtarena.agents.llm.settings",
    "env": "gtarena.environments",
    "envs": "gtarena.environments",
    "load_decisions": "gtarena.metrics.decisions",
    "load_records": "gtarena.metrics.frames",
    "load_seats": "gtarena.metrics.seat_table",
    "play": "gtarena.runs.api",
    "run": "gtarena.suites.whole_runs",
    "score": "gtarena.suites.scoring",
    "study": "gtarena.game_theory.conducting",
    "to_arrow": "gtarena.metrics.arrow_tables",
    "to_polars": "gtarena.metrics.arrow_tables",
}
_RATINGS = "gtarena.metrics.ratings.public"

__all__ = [
    "Agent", "IllegalMoves", "Plugin", "Turn", "compose_settings", "env", "envs", "load_decisions", "load_records",
    "load_seats", "play", "ratings", "run", "score", "study", "to_arrow", "to_polars"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'gtarena' has no attribute {name!r}")
    from gtarena.system.checkout import require_own_packages

    require_own_packages()
    globals()[name] = found = getattr(importlib.import_module(_MODULES[name]), name)
    return found


class _Ratings(ModuleType):
    """The module ``gtarena.ratings``: the public names of :mod:`gtarena.metrics.ratings`, imported on first use."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(_RATINGS), name)

    def __dir__(self) -> list[str]:
        return list(importlib.import_module(_RATINGS).__all__)


ratings = _Ratings("gtarena.ratings", _Ratings.__doc__)
sys.modules[ratings.__name__] = ratings
