"""Published benchmarks: scores, tables, figures and importers of published data."""

from collections.abc import Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from gtarena import plugins
from gtarena.errors import unknown
from gtarena.suites.contract import Importer, Suite

if TYPE_CHECKING:
    from gtarena.suites import econ_arena, gamebench, gamma_bench, gtbench, magic

    # mypy checks that each package is an implementation of the contract.
    _CHECKED: tuple[Suite[Any, Any], ...] = (econ_arena, gamebench, gamma_bench, gtbench, magic)

PERSON = "human"  # kind of agent
WITH_PEOPLE = "gamebench"  # in whose games people play for no suite, as its human baseline
SUITES = ("gamma_bench", "gtbench", "econ_arena", "magic", "gamebench")


def load_suite(name: str) -> Suite[Any, Any]:
    """Imports the package of a suite.

    Raises:
        UsageError: no suite of this name defines scores.
    """
    added = plugins.added("suites", SUITES)
    if name in added:
        return cast("Suite[Any, Any]", added[name])
    if name not in SUITES:
        known = (*SUITES, *added)
        raise unknown("suite", name, known, f"(suites that define scores: {', '.join(known)})")
    suite: Suite[Any, Any] = import_module(f"gtarena.suites.{name}")
    return suite


def importers() -> Iterator[Importer]:
    """Yields the importers that the suites offer, those of plug-ins last."""
    for name in (*SUITES, *plugins.added("suites", SUITES)):
        yield from load_suite(name).IMPORTERS
