"""People who answer from a script."""

import asyncio
from collections.abc import Sequence

from gtarena.agents.base import Decision
from gtarena.agents.people.front_ends import Ending, LinePerson, Quit
from gtarena.agents.people.turns import Turn


class ScriptedPerson:
    """Front end that answers from a list and leaves when the list ends; keeps what it was asked and told."""

    def __init__(self, *answers: str) -> None:
        self._answers = iter(answers)
        self.turns: list[Turn] = []
        self.told: list[str] = []

    async def ask(self, turn: Turn) -> str:
        self.turns.append(turn)
        return _next(self._answers)

    async def tell(self, lines: Sequence[str]) -> None:
        self.told += lines

    async def end(self, ending: Ending) -> None:
        self.ending = ending
        await self.tell(ending.lines)


class Typist(LinePerson):
    """Person who types lines from a list and leaves when it ends; keeps what was shown, and the labels of the parts."""

    def __init__(self, *lines: str, confirmed: Sequence[bool] = ()) -> None:
        super().__init__()
        self._lines, self._confirmed = iter(lines), iter(confirmed)
        self.shown: list[str] = []
        self.asked: list[str] = []
        self.moves: list[str] = []

    def show(self, text: str) -> None:
        self.shown.append(text)

    async def line(self, turn, part, made):
        self.asked.append(part.label if part is not None else turn.question)
        return _next(self._lines)

    async def confirms(self, stated: str) -> bool:
        self.moves.append(stated)
        return next(self._confirmed, True)


def _next(answers):
    try:
        return next(answers)
    except StopIteration:
        raise Quit from None


def answer_of(person, turn: Turn) -> str:
    """The answer of a person to a turn."""
    return asyncio.run(person.ask(turn))


def decision_of(adapter, state, player: int = 0) -> Decision:
    """The decision of a player, at the start of a match."""
    return Decision(state, player, adapter, 0)
