"""Matches between language models and game-playing baselines, with logs, metrics and reports.

The names of ``__all__`` are imported on first use, so that ``import gtarena`` is quick.
"""

import importlib
import sys
from types import ModuleType
from typing import Any

_MODULES = {
    "load_decisions": "gtarena.metrics.decisions",
    "load_records": "gtarena.metrics.frames",
    "play": "gtarena.runs.api",
    "score": "gtarena.suites.scoring",
}
_RATINGS = "gtarena.metrics.ratings.public"

__all__ = ["load_decisions", "load_records", "play", "ratings", "score"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'gtarena' has no attribute {name!r}")
    return getattr(importlib.import_module(_MODULES[name]), name)


class _Ratings(ModuleType):
    """The module ``gtarena.ratings``: the public names of :mod:`gtarena.metrics.ratings`, imported on first use."""

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(_RATINGS), name)

    def __dir__(self) -> list[str]:
        return list(importlib.import_module(_RATINGS).__all__)


ratings = _Ratings("gtarena.ratings", _Ratings.__doc__)
sys.modules[ratings.__name__] = ratings
