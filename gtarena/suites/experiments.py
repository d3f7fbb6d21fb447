"""List of the papers' tables and figures with the commands that make them, from each suite's ``experiments.yaml``."""

import re
import shlex
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import yaml

from gtarena.errors import unknown
from gtarena.suites import SUITES

_FILE = "experiments.yaml"
_KINDS = re.compile(r"\b(Tables?|Figs?\.)\s+((?:\d+\w?(?:, )?)+)")
_EXPERIMENT = re.compile(r"^\+?experiment=(\w+)$")
_STAND_IN = re.compile(r"(?:^|[=@,\[])([A-Z])(?=[,\]*]|$)")


@dataclass(frozen=True)
class PaperPart:
    """Part of a paper: the ``command`` that makes it, or the ``reason`` why none does; the other one is empty.

    ``paper`` names tables and figures as the paper does, ``makes`` says what comes out, and ``told`` in which of the
    paper's conditions the models of the command play (``told`` in the suite's ``paper.yaml``).
    """

    paper: str
    command: str = ""
    makes: str = ""
    reason: str = ""
    told: tuple[str, ...] = ("direct",)

    @property
    def overrides(self) -> tuple[str, ...]:
        """The settings of the command."""
        return tuple(word for word in shlex.split(self.command) if "=" in word)

    @property
    def name(self) -> str:
        """The name of the experiment in ``conf/experiment``, or of the suite if the whole suite makes it."""
        names = [match[1] for word in self.overrides if (match := _EXPERIMENT.match(word))]
        return names[0] if names else next((w.removeprefix("suite=") for w in self.overrides if w[:6] == "suite="), "")

    @property
    def items(self) -> tuple[str, ...]:
        """The tables and figures, such as ``Table 2`` and ``Figure 5``; parts of a figure count as the figure."""
        return tuple(dict.fromkeys(
            f"{'Table' if kind.startswith('T') else 'Figure'} {number}"
            for kind, listed in _KINDS.findall(self.paper) for number in re.findall(r"\d+", listed)))


@dataclass(frozen=True)
class Inventory:
    """Tables and figures of a suite's paper: how many it has, and the entries that cover them."""

    suite: str
    name: str
    tables: int
    figures: int
    entries: tuple[PaperPart, ...]

    @property
    def items(self) -> tuple[str, ...]:
        """Every table and figure of the paper."""
        return (*(f"Table {number}" for number in range(1, self.tables + 1)),
                *(f"Figure {number}" for number in range(1, self.figures + 1)))


@cache
def inventory(suite: str) -> Inventory:
    """Returns the list of a suite's paper.

    Raises:
        UsageError: the suite has no paper.
    """
    if suite not in SUITES:
        raise unknown("suite with a paper", suite, SUITES, f"(choose from: {', '.join(SUITES)})")
    text = (Path(__file__).parent / suite / _FILE).read_text(encoding="utf-8")
    stated = yaml.safe_load(text)
    entries = (*stated["entries"], *stated["unmeasured"])
    listed = tuple(PaperPart(**{**each, "told": tuple(each.get("told", PaperPart.told))}) for each in entries)
    return Inventory(suite, stated["name"], stated["tables"], stated["figures"], listed)


def inventories() -> list[Inventory]:
    """Returns the lists of all suites."""
    return [inventory(suite) for suite in SUITES]


def entry(name: str) -> PaperPart | None:
    """Returns the first entry of an experiment, ``None`` if no paper has it."""
    listed = (each for paper in inventories() for each in paper.entries)
    return next((each for each in listed if each.command and each.name == name and name not in SUITES), None)


def stand_ins(overrides: tuple[str, ...]) -> list[str]:
    """Returns the letters, such as A and B, that stand for models in the settings of a listed command."""
    return sorted({letter for word in overrides for letter in _STAND_IN.findall(word)})
