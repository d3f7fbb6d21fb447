"""Human agent: a person at the terminal."""

import asyncio
import select
import sys
from collections.abc import Awaitable, Callable

from adapters import ReplyError
from gtarena.agents.base import Agent, Decision, Move, NoMove
from gtarena.agents.look_up import full_rules
from gtarena.errors import UsageError
from gtarena.redaction import hidden

POLL = 0.05  # seconds


async def _ask(question: str) -> str:
    # Not `input`, which prints its prompt to standard output: that is for results.
    print(f"{question}\n\nYour move: ", end="", file=sys.stderr, flush=True)
    # Polled, because Ctrl-C could not stop a thread that waits for a line, and waiting here would block model calls.
    while not select.select([sys.stdin], [], [], 0)[0]:  # noqa: ASYNC110  (a file is not an event)
        await asyncio.sleep(POLL)
    answer = sys.stdin.readline()
    if not answer:
        print(file=sys.stderr)
        raise EOFError
    return hidden(answer)


class HumanAgent(Agent):
    """Person who sees the prompt that a model would get, and is asked until the answer is a legal move.

    The name of the move is enough; the reply form that models are asked for is understood too. Topics that the prompt
    withholds are shown with the rules.
    """

    def __init__(self, prompt: str, ask: Callable[[str], Awaitable[str]] = _ask) -> None:
        self._prompt, self._ask = prompt, ask
        self._rules_shown = False

    async def act(self, decision: Decision) -> Move | NoMove:
        rules, turn = decision.prompt(self._prompt)
        shown = [] if self._rules_shown else [rules["content"], *filter(None, [full_rules(decision)])]
        question = "\n\n".join([*shown, turn["content"]])
        self._rules_shown = True
        while True:
            try:
                answer = await self._ask(question)
            except EOFError as error:
                raise UsageError("agent human: the input ended before the match did") from error
            try:
                return Move(tuple(_actions(answer, decision)))
            except ReplyError as error:
                question = str(error)


def _actions(answer: str, decision: Decision) -> list[int]:
    try:
        return decision.parse(answer)
    except ReplyError as error:
        if error.reason != "unparsable":
            raise
    return decision.parse(f"Answer: {answer}")
