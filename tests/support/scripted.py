"""Players and models that say what a test tells them to."""

from collections.abc import Iterable, Iterator

from gtarena.agents.base import Agent, Decision, Move, NoMove
from gtarena.models.base import ModelError, Reply, Request


class Script(Agent):
    """Plays the given answers one after the other, and remembers what it saw and was told."""

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

    def inform(self, state, player, action):
        self.told.append((player, action))


class ScriptedModel:
    """Gives the listed replies in turn, and remembers the requests."""

    def __init__(self, *replies: str | Reply | ModelError) -> None:
        self._replies = iter(replies)
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        reply = next(self._replies)
        if isinstance(reply, ModelError):
            raise reply
        return Reply(text=reply) if isinstance(reply, str) else reply
