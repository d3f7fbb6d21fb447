"""Conditions of numbers: the wording and the instruction that the models behind them were given."""

from collections.abc import Collection, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

from pydantic import BaseModel, ConfigDict

from adapters.replies.published import VERSION
from gtarena.logs.records import OURS, MatchRecord

PUBLISHED = VERSION  # the wording that is imported from a program, also of imported matches that name none
_IMPORTED = (PUBLISHED, "gamabench_")  # how the names of imported wordings begin


class Told(NamedTuple):
    """Version of the wording and instruction in the question for a move that a model was given."""

    prompt: str
    reasoning: str


class Condition(BaseModel):
    """Wordings and instructions that count as the same as a paper's: ``prompts`` and ``reasonings``, patterns of names.

    ``otherwise`` is what tables say where nobody was told the like.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    prompts: tuple[str, ...]
    reasonings: tuple[str, ...]
    otherwise: str = "other wording"

    def covers(self, told: Told) -> bool:
        """Returns whether this wording and this instruction are among those of the condition."""
        return _is_among(told.prompt, self.prompts) and _is_among(told.reasoning, self.reasonings)

    def is_met(self, told: Collection[Told]) -> bool:
        """Returns whether one of these wordings and instructions is among those of the condition."""
        return any(map(self.covers, told))

    def own_words(self, told: Collection[Told]) -> set[str]:
        """Returns the wordings of ours that meet the condition, where an imported one would and none does."""
        met = {each.prompt for each in told if self.covers(each)}
        imported = any(prompt.startswith(_IMPORTED) for prompt in self.prompts)
        return met if imported and not any(prompt.startswith(_IMPORTED) for prompt in met) else set()


def _is_among(name: str, patterns: Collection[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


def list_told(record: MatchRecord) -> Iterator[Told]:
    """Yields what the models of a match were told.

    Imported matches had the published wording, even if their seats do not say so. Logs that state no wording or
    instruction are of those that were once the only ones.
    """
    usual = "v1" if record.source == OURS else PUBLISHED
    for seat in record.seats:
        if seat.model is not None or record.source != OURS:
            yield Told(str(seat.params.get("prompt", usual)), str(seat.params.get("reasoning", "direct")))
