"""Human agent: a person at a front end."""

from collections.abc import Sequence
from dataclasses import replace

from adapters import ReplyError
from gtarena.agents.base import Agent, Decision, Move
from gtarena.agents.people.front_ends import Ending, Person, PlainPerson
from gtarena.agents.people.views import TurnMemory, final_view

SINCE = "Since your last turn:"


class HumanAgent(Agent):
    """Person who is asked until the answer is a legal move, and is told what is new before each turn.

    The name of a move is enough; the reply form that models are asked for is understood too.
    """

    def __init__(self, prompt: str, person: Person | None = None) -> None:
        self._memory = TurnMemory(prompt)
        self._person = PlainPerson() if person is None else person

    async def act(self, decision: Decision) -> Move:
        """Returns the person's move.

        Raises:
            Quit: the person leaves.
        """
        turn = self._memory.turn(decision)
        if turn.news:
            await self._person.tell([SINCE, *turn.news])
        while True:
            answer = await self._person.ask(turn)
            try:
                return Move(tuple(turn.read(answer)))
            except ReplyError as error:
                turn = replace(turn, error=error.fault)

    async def end(
        self, decision: Decision, moves: Sequence[str], outcome: str, returns: Sequence[tuple[str, str]]
    ) -> None:
        """Shows the person the end: ``decision`` has the last state, and nothing to decide.

        The rest is as in :class:`Ending`. Reports of rounds are not told: some are written for rounds after which the
        game goes on.
        """
        board = decision.adapter.board(decision.state, decision.player)
        await self._person.end(Ending(final_view(decision), board, tuple(moves), outcome, tuple(returns)))

    def remember(self, decision: Decision) -> None:
        """Takes note of a turn that was played in an earlier sitting, so that its news are not told again."""
        self._memory.turn(decision)
