"""The readers of the benchmarks' published programs: a reply is read as the program reads it, errors included.

A wording names its reader in a block ``reader``; imported wordings do. Further lines of the block are handed to the
reader. Each module is one program's: its function ``read`` is written anew from the facts about that program and tested
beside it.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Protocol

import pyspiel

from adapters.replies.reply_forms import ReplyForm
from adapters.replies.reply_reader import Reading
from adapters.views import View

VERSION = "published"  # the prompt version that is made from a checkout of a game's published program
PROGRAMS: Mapping[str, str] = {  # their places
    "gamabench": "github.com/CUHK-ARISE/GAMABench",
    "gamebench": "github.com/Joshuaclymer/GameBench",
    "gtbench": "github.com/jinhaoduan/GTBench",
    "magic": "github.com/cathyxl/MAgIC",
}


class PublishedReader(Protocol):
    """Module that reads replies as one published program does."""

    def read(self, reply: str, view: View, state: pyspiel.State, player: int, *lines: str) -> Reading:
        """Returns the move that the program plays after a reply; ``lines`` are those of the wording's block.

        Raises:
            ReplyError: the program plays none, for the ``reason`` that ours would give.
        """

    def reply_form(
        self, shown: ReplyForm, view: View, state: pyspiel.State, player: int, *lines: str
    ) -> ReplyForm:
        """Returns the form of a reply that plays a move; ``shown`` is the one that the wording shows."""

    def option_form(self, count: int) -> ReplyForm:
        """Returns the form of a vote for one of ``count`` candidates, in a program which asks for votes."""

    def read_option(self, reply: str, count: int) -> int:
        """Returns the index of the candidate, of ``count``, that a program which asks for votes counts a reply for.

        Raises:
            ReplyError: it counts the reply for none.
        """

    def read_changes(self, analysis: str, state: pyspiel.State, player: int) -> Sequence[Sequence[int]]:
        """Returns who suspects whom more (1) or less (-1) by the analysis of a player, as rows of seats.

        Raises:
            ReplyError: the program, which asks for analyses, stops at it.
        """

    def read_topic(self, reply: str) -> str | None:
        """Returns the topic of the rules that a reply asks for in a program which searches; ``None`` if it does not."""

    def read_prediction(self, reply: str, name: str) -> str:
        """Returns what a reply predicts of the ``others`` or the ``state`` in a program which searches.

        Raises:
            ReplyError: the program finds nothing there.
        """

    def read_predicted_actions(self, reply: str) -> Sequence[str]:
        """Returns the actions that a reply predicts in a program which searches.

        Raises:
            ReplyError: the program finds none.
        """

    def read_diagnosis(self, reply: str) -> int:
        """Returns what another model says of a player's diagnosis of itself: 1 for the culprit, -1, or 0 if unsure."""


def load_reader(program: str) -> PublishedReader:
    """Returns the reader of a published program, with the functions for what that program asks.

    Raises:
        ValueError: there is none of that name.
    """
    if program not in PROGRAMS:
        raise ValueError(f"a wording names the reader {program!r}, and there are: {', '.join(PROGRAMS)}")
    reader: PublishedReader = import_module(f"{__name__}.{program}")
    return reader
