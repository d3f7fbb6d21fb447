"""People: what a front end does for one, and the plain lines by which anybody can be asked."""

import asyncio
import select
import sys
from collections.abc import Sequence
from typing import Protocol

from gtarena.agents.turn import Turn
from gtarena.formatting import visible
from gtarena.redaction import hidden

POLL = 0.05  # seconds


class Quit(Exception):  # noqa: N818  (to leave is no error)
    """Raised by a front end when the person leaves; the sitting can go on later."""


class Person(Protocol):
    """Person at a front end, who is asked for answers and told news."""

    async def ask(self, turn: Turn) -> str:
        """Returns the person's answer to a turn, as :meth:`Turn.read` understands it.

        If ``turn.error`` is not empty, the last answer to the same decision was refused. Commands such as ``rules``
        are the front end's: it shows :meth:`Turn.told` and asks again.

        Raises:
            Quit: the person leaves.
        """

    async def tell(self, lines: Sequence[str]) -> None:
        """Shows news: what others did, or how the match ended."""


class PlainPerson:
    """Person who reads lines on standard error and types lines on standard input, which may be a pipe."""

    def __init__(self) -> None:
        self._rules_shown = False

    async def ask(self, turn: Turn) -> str:
        show(turn.error or self._whole(turn))
        while True:
            answer = await line(f"Your {turn.question}: ")
            command = turn.command(answer)
            if command == "quit":
                raise Quit
            if command is None or command == "undo":
                return answer
            show(turn.told(command))

    def _whole(self, turn: Turn) -> str:
        rules = [] if self._rules_shown else [turn.rules]
        self._rules_shown = True
        return "\n\n".join([*rules, turn.seen, turn.listed()])

    async def tell(self, lines: Sequence[str]) -> None:
        show("\n".join(lines))


def show(text: str) -> None:
    """Prints a text on standard error, without anything in it that could act on a terminal."""
    print(f"{visible(text)}\n", file=sys.stderr, flush=True)


async def line(prompt: str) -> str:
    """Returns the next line of standard input.

    Raises:
        Quit: the input has ended.
    """
    # Not `input`, which prints its prompt to standard output: that is for results.
    print(prompt, end="", file=sys.stderr, flush=True)
    # Polled, because Ctrl-C could not stop a thread that waits for a line, and waiting here would block model calls.
    while not select.select([sys.stdin], [], [], 0)[0]:  # noqa: ASYNC110  (a file is not an event)
        await asyncio.sleep(POLL)
    typed = sys.stdin.readline()
    if not typed:
        print(file=sys.stderr)
        raise Quit
    return hidden(typed)
