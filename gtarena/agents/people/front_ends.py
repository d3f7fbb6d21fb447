"""People as players: the protocol of front ends, and one that reads plain lines."""

import asyncio
import select
import sys
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from gtarena.agents.people.move_parts import Part, number_options
from gtarena.agents.people.turns import Turn
from gtarena.errors import UsageError
from gtarena.formatting import format_visible
from gtarena.system.redaction import hide_secrets

POLL = 0.05  # seconds
HINT = "(/help lists what else you can type, such as /rules, /log and /quit.)"


class Quit(UsageError):  # noqa: N818  (to leave a sitting is no error)
    """Raised by a front end when the person leaves; a sitting can go on later, and in a run it ends the match."""

    def __init__(self) -> None:
        super().__init__("agent human: the input ended before the match did")


@dataclass(frozen=True)
class Ending:
    """End of a match as a person sees it.

    Attributes:
        view: the last position as text; empty where it is not drawn so.
        board: what the seat sees of it as SVG text, if the game is drawn.
        moves: what happened since the person's last move.
        outcome: a sentence that says who has won, or why the match ended early.
        returns: each seat's name with its return.
    """

    view: str
    board: str | None
    moves: tuple[str, ...]
    outcome: str
    returns: tuple[tuple[str, str], ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """The ending in lines, without the position."""
        return (*self.moves, self.outcome, *(f"{name}: {paid}" for name, paid in self.returns))


class Person(Protocol):
    """Person at a front end, who is asked for answers and told news."""

    async def ask(self, turn: Turn) -> str:
        """Returns the person's answer to a turn, as :meth:`Turn.read` understands it.

        If ``turn.error`` is not empty, the last answer to the same decision was refused. Commands such as ``rules``
        are the front end's: it shows :meth:`Turn.answer_command` and asks again.

        Raises:
            Quit: the person leaves.
        """

    async def tell(self, lines: Sequence[str]) -> None:
        """Shows news: what others did."""

    async def end(self, ending: Ending) -> None:
        """Shows how the match ended."""


class LinePerson(ABC):
    """Person who types lines: a listed move, or the parts of a move one after another, and commands in between."""

    def __init__(self) -> None:
        self._begun = False

    async def ask(self, turn: Turn) -> str:
        if turn.error:
            self.show(turn.error)
        else:
            begun, self._begun = self._begun, True
            self.show_turn(turn, [] if begun else [turn.rules, HINT])
        made: list[str] = []
        while True:
            part = turn.part(made)
            if made and part is None:
                stated = turn.state_move(made)
                if not turn.is_compound or await self.confirms(stated):
                    return stated
                made.pop()
                continue
            if part is not None and turn.is_compound:
                self.show(_asked(part))
            answer = await self.line(turn, part, tuple(made))
            if (command := turn.command(answer, part)) is not None:
                self._obey(command, turn, made)
            elif part is None or (not made and part.fault(answer) and not turn.fault(answer)):
                return answer  # a listed move, or a whole one in a form that models use
            elif fault := part.fault(answer):
                self.show(fault)
            else:
                made.append(answer)

    def _obey(self, command: str, turn: Turn, made: list[str]) -> None:
        if command == "quit":
            raise Quit
        if command == "undo":
            self.show("Taken back." if made else "There is nothing to take back: a move that was sent stays.")
            made[-1:] = []
        else:
            self.show(turn.answer_command(command))

    async def tell(self, lines: Sequence[str]) -> None:
        self.show("\n".join(lines))

    async def end(self, ending: Ending) -> None:
        await self.tell([*([ending.view.rstrip(), ""] if ending.view else []), *ending.lines])

    def show_turn(self, turn: Turn, before: Sequence[str]) -> None:
        """Shows a turn, after the texts that come ``before`` it."""
        self.show("\n\n".join([*before, turn.seen, *([turn.list_answers()] if turn.moves else [])]))

    def show(self, text: str) -> None:
        """Prints a text on standard error, without anything in it that could act on a terminal."""
        print(f"{format_visible(text)}\n", file=sys.stderr, flush=True)

    async def confirms(self, stated: str) -> bool:
        """Returns whether a whole move, stated in JSON, is to be sent."""
        return True

    @abstractmethod
    async def line(self, turn: Turn, part: Part | None, made: tuple[str, ...]) -> str:
        """Returns the next line, which answers a part of the move, or the whole of a listed one.

        Raises:
            Quit: the input has ended.
        """


def prompt_of(turn: Turn, part: Part | None) -> str:
    """Returns the words in front of the answer, such as ``Proposal: ``."""
    label = part.label if part is not None else turn.question
    return f"{label[:1].upper()}{label[1:]}: "


def _asked(part: Part) -> str:
    return f"{part.label}:\n{number_options(part.options)}" if part.options else f"{part.label}: {part.range}"


class PlainPerson(LinePerson):
    """Person who reads lines on standard error and types lines on standard input, which may be a pipe."""

    async def line(self, turn: Turn, part: Part | None, made: tuple[str, ...]) -> str:
        # Not `input`, which prints its prompt to standard output: that is for results.
        print(prompt_of(turn, part), end="", file=sys.stderr, flush=True)
        # Polled, because Ctrl-C could not stop a thread that waits for a line, and waiting would block model calls.
        while not select.select([sys.stdin], [], [], 0)[0]:  # noqa: ASYNC110  (a file is not an event)
            await asyncio.sleep(POLL)
        typed = sys.stdin.readline()
        if not typed:
            print(file=sys.stderr)
            raise Quit
        return hide_secrets(typed.rstrip("\n"))
