"""The published benchmarks: one package each, with its scores, its tables and figures, and the import of its data."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from gtarena.errors import unknown
from gtarena.suites.contract import Importer, Suite


def _gamma_bench() -> Suite[Any]:
    from gtarena.suites import gamma_bench

    return gamma_bench


def _gtbench() -> Suite[Any]:
    from gtarena.suites import gtbench

    return gtbench


def _econ_arena() -> Suite[Any]:
    from gtarena.suites import econ_arena

    return econ_arena


def _magic() -> Suite[Any]:
    from gtarena.suites import magic

    return magic


def _gamebench() -> Suite[Any]:
    from gtarena.suites import gamebench

    return gamebench


# Each function imports one suite, so that its name is known without its code; mypy checks the package as a Suite.
SUITES: Mapping[str, Callable[[], Suite[Any]]] = {
    "gamma_bench": _gamma_bench,
    "gtbench": _gtbench,
    "econ_arena": _econ_arena,
    "magic": _magic,
    "gamebench": _gamebench,
}


def load_suite(name: str) -> Suite[Any]:
    """Imports the package of a suite.

    Raises:
        UsageError: no suite of this name defines scores.
    """
    if name not in SUITES:
        raise unknown("suite", name, SUITES, f"(suites that define scores: {', '.join(SUITES)})")
    return SUITES[name]()


def importers() -> Iterator[Importer]:
    """Yields the importers that the suites offer."""
    for name in SUITES:
        yield from load_suite(name).IMPORTERS
