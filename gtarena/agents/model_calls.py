"""The model calls of one decision: several at a time, each with a number and a seed, and all that were paid logged."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters import Message, ReplyError
from gtarena.agents.base import Decision
from gtarena.logs.prompt_texts import Texts, refer
from gtarena.logs.records import Call, Purpose
from gtarena.models.base import Model, Reply, Request
from gtarena.seeds import derive

Read = Callable[[str], Sequence[int]]


@dataclass(frozen=True)
class Question:
    """What a model is asked: the ``turn``, between what was said before it and what came of earlier tries.

    ``schema`` is the JSON schema of the reply if it is to be JSON and nothing else.
    """

    purpose: Purpose
    before: tuple[Message, ...]
    turn: Message
    after: tuple[Message, ...] = ()
    schema: Mapping[str, Any] | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.before, self.turn, *self.after)


@dataclass(frozen=True)
class Usable:
    """A reply, and what it states: the actions of a move, the index of an option, or nothing if it is a thought."""

    question: Question
    reply: str
    stated: tuple[int, ...]


@dataclass(frozen=True)
class Unusable:
    """A reply that does not state what was asked for, and why."""

    question: Question
    reply: str
    error: ReplyError


Heard = Usable | Unusable


class Asking:
    """Asks a model about one decision.

    The calls are numbered in the order in which they are made, over all tries; what is sampled follows from the seed,
    the decision and that number. ``calls`` is the log of those that brought a reply.
    """

    def __init__(self, model: Model, texts: Texts, seed: int, decision: Decision) -> None:
        self.decision = decision
        self.calls: list[Call] = []
        self._model, self._texts, self._seed = model, texts, seed

    async def ask(self, question: Question, times: int, read: Read) -> list[Heard]:
        """So many replies to a question, all asked for at the same time; ``read`` finds what a reply states.

        Raises:
            ModelError: a call brought no reply; those that did are in the log all the same.
            BudgetSpent: nothing is left for a call.
        """
        first = len(self.calls)
        requests = [self._request(question, first + index) for index in range(times)]
        answers = await asyncio.gather(*map(self._model.complete, requests), return_exceptions=True)
        heard: list[Heard] = []
        for request, answer in zip(requests, answers, strict=True):
            if isinstance(answer, Reply):
                heard.append(_hear(question, answer, read))
                self.calls.append(self._call(request.sample, heard[-1], answer))
        for answer in answers:
            if isinstance(answer, BaseException):
                raise answer
        return heard

    def _request(self, question: Question, number: int) -> Request:
        seed = derive(self._seed, self.decision.move_number, number)
        return Request(messages=question.messages, sample=number, seed=seed, schema=question.schema)

    def _call(self, number: int, heard: Heard, reply: Reply) -> Call:
        stated = heard.stated if isinstance(heard, Usable) else ()
        return Call(
            player=self.decision.player,
            move_number=self.decision.move_number,
            purpose=heard.question.purpose,
            sample=number,
            messages=refer(self._texts, heard.question.messages),
            reply=reply.text,
            reasoning=reply.reasoning,
            actions=list(stated) if heard.question.purpose == "move" else [],
            failure=heard.error.reason if isinstance(heard, Unusable) else None,
            retries=reply.retries,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            tokens_reasoning=reply.tokens_reasoning,
            cost=reply.cost,
            seconds=reply.seconds,
            cached=reply.cached,
        )


def _hear(question: Question, reply: Reply, read: Read) -> Heard:
    try:
        if reply.truncated:
            raise ReplyError("truncated", "Your reply was cut off because it was too long. Be brief.")
        return Usable(question, reply.text, tuple(read(reply.text)))
    except ReplyError as error:
        return Unusable(question, reply.text, error)
