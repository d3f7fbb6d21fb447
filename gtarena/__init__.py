"""Matches between language models and game-playing baselines, with logs, metrics and reports.

The names below are imported only when they are first used, so that ``import gtarena`` costs nothing.
"""

import importlib
from typing import Any

_HOME = {"load_records": "gtarena.metrics.frames", "play": "gtarena.runs.api", "score": "gtarena.suites.scoring"}

__all__ = ["load_records", "play", "score"]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"module 'gtarena' has no attribute {name!r}")
    return getattr(importlib.import_module(_HOME[name]), name)
