"""Facts that benchmarks' published stimuli tell: a file ``facts.yaml`` in a suite's package, in our words."""

import re
from collections.abc import Container, Mapping
from functools import cache
from typing import Annotated

import yaml
from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from gtarena.suites.package_files import read_file

FILE = "facts.yaml"
TOPIC = "topic "  # the place of what is withheld until it is looked up, before the topic's heading


def _checked_pattern(words: str) -> str:
    try:
        re.compile(words)
    except re.error as error:
        raise ValueError(f"{words!r} is no regular expression: {error}") from None
    return words


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Fact(_Strict):
    """A fact of a game, and who is told it when and where; what a row leaves out is not restricted.

    Attributes:
        fact: the fact in our words.
        words: a regular expression for the words of every wording that is held to it, in any letter case.
        who: the role, team or card of those who are told it.
        stages: the kinds of decisions at which it is told.
        when: a circumstance in which some of these decisions tell it, and not all.
        place: ``rules``, ``turn``, or ``topic`` with the heading of a topic that is withheld until it is looked up.
    """

    fact: str
    words: Annotated[str, AfterValidator(_checked_pattern)]
    who: str = ""
    stages: tuple[str, ...] = ()
    when: str = ""
    place: str = Field("", pattern=rf"^(rules|turn|{TOPIC}.+)?$")

    def concerns(self, names: Container[str]) -> bool:
        """Returns true for a decision that has these names: its stage, and the player's role, team and card."""
        return (not self.who or self.who in names) and (not self.stages or any(each in names for each in self.stages))

    def is_told_in(self, text: str) -> bool:
        """Returns true if a text tells the fact."""
        return re.search(self.words, text, re.IGNORECASE) is not None


class GameFacts(_Strict):
    """The facts of a game that a published stimulus tells, and others that it does not tell."""

    told: tuple[Fact, ...]
    absent: tuple[Fact, ...] = ()


Cell = Annotated[str, Field(pattern=r"^[^|\n]+$")]  # in a table of Markdown


class Difference(_Strict):
    """A row of a table: what it is about, what the published stimulus tells, what ours do, and why."""

    about: Cell
    published: Cell
    ours: Cell
    why: Cell


class Differences(_Strict):
    """All that some of our wordings tell otherwise than the published stimulus."""

    wordings: tuple[str, ...]
    rows: tuple[Difference, ...]


class Facts(_Strict):
    """The facts of a benchmark's games by their names, the wordings that are held to them, and what differs."""

    wordings: tuple[str, ...]
    games: Mapping[str, GameFacts]
    differences: tuple[Differences, ...]


@cache
def facts_of(suite: str) -> Facts | None:
    """Returns the facts of a suite, or ``None`` if its package has no file of them.

    Raises:
        ValueError: the file is not as these classes describe it.
    """
    text = read_file(suite, FILE)
    return None if text is None else Facts.model_validate(yaml.safe_load(text))
