"""Players and models that follow a script."""

from collections.abc import Iterable, Iterator

from gtarena.agents.base import Agent, Decision, Move, NoMove
from gtarena.models.base import ModelError, Reply, Request


class Script(Agent):
    """Plays the given answers in turn, and records its decisions and what it was informed of."""

    def __init__(self, answers: Iterable[int | NoMove | Exception]) -> None:
        self._answers: Iterator[int | NoMove | Exception] = iter(answers)
        self.decisions: list[Decision] = []
        self.histories: list[str] = []
        self.told: list[tuple[int, int]] = []

    async def act(self, decision: Decision) -> Move | NoMove:
        self.decisions.append(decision)
        self.histories.append(decision.state.history_str())
        answer = next(self._answers)
        if isinstance(answer, Exception):
            raise answer
        return answer if isinstance(answer, NoMove) else Move((answer,))

    def inform(self, state, moves):
        self.told += [(player, action) for player, actions in moves.items() for action in actions]


class ScriptedModel:
    """Returns the given replies in turn, or raises them if they are errors, and records the requests."""

    def __init__(self, *replies: str | Reply | ModelError) -> None:
        self._replies = iter(replies)
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        reply = next(self._replies)
        if isinstance(reply, ModelError):
            raise reply
        return Reply(text=reply) if isinstance(reply, str) else reply
