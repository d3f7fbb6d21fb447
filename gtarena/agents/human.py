"""A person at the terminal."""

import asyncio
import sys
from collections.abc import Callable

from adapters import ReplyError
from gtarena.agents.base import Agent, Decision, Move, NoMove
from gtarena.errors import UsageError


def _ask(question: str) -> str:
    print(question, file=sys.stderr)
    return input("> ")


class HumanAgent(Agent):
    """Shows the prompt that a model would get, and asks until the answer is a legal move."""

    def __init__(self, prompt: str, ask: Callable[[str], str] = _ask) -> None:
        self._prompt, self._ask = prompt, ask
        self._rules_shown = False

    async def act(self, decision: Decision) -> Move | NoMove:
        rules, turn = decision.adapter.prompt(decision.state, decision.player, self._prompt)
        question = turn["content"] if self._rules_shown else f"{rules['content']}\n\n{turn['content']}"
        self._rules_shown = True
        while True:
            try:
                answer = await asyncio.to_thread(self._ask, question)
            except EOFError as error:
                raise UsageError("agent human: the input ended before the match did") from error
            try:
                return Move(tuple(decision.adapter.parse(answer, decision.state, decision.player)))
            except ReplyError as error:
                question = str(error)
