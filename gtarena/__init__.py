"""Matches between language models and game-playing baselines, with logs, metrics and reports.

The names of ``__all__`` are imported on first use, so that ``import gtarena`` is quick.
"""

import importlib
from typing import Any

_MODULES = {
    "load_decisions": "gtarena.metrics.decisions",
    "load_records": "gtarena.metrics.frames",
    "play": "gtarena.runs.api",
    "score": "gtarena.suites.scoring",
}

__all__ = ["load_decisions", "load_records", "play", "score"]


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module 'gtarena' has no attribute {name!r}")
    return getattr(importlib.import_module(_MODULES[name]), name)
