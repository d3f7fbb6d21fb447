"""The published benchmarks: a package each, with its scores, its tables and figures, and the import of its data."""

import importlib
from typing import Any

from gtarena.errors import unknown

NAMES = ("gamma_bench", "gtbench", "econ_arena")


def load(name: str) -> Any:
    """The package of a suite, which has ``SCHEMES``, ``measures`` and ``findings``.

    Raises:
        UsageError: no suite of that name has scores of its own.
    """
    if name not in NAMES:
        raise unknown("suite", name, NAMES, f"(suites with scores of their own: {', '.join(NAMES)})")
    return importlib.import_module(f"{__name__}.{name}")
