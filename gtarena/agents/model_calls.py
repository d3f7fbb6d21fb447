"""Model calls of one decision: numbered, seeded, sent concurrently, and all logged."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters import Message, ReplyError
from adapters.reply_forms import ReplyForm
from gtarena.agents.base import Decision
from gtarena.logs.prompt_texts import Texts, refer
from gtarena.logs.records import Call, Purpose
from gtarena.models.base import Model, Reply, Request
from gtarena.seeds import derive

ReplyReader = Callable[[str], Sequence[int]]  # raises ReplyError if the reply does not state what was asked for


@dataclass(frozen=True)
class Question:
    """Question to a model: the chat ``before``, the ``turn`` that asks, and ``after`` it failed tries and corrections.

    ``form`` is the form of the reply; ``schema`` is its JSON schema, if it has to be a JSON object and nothing else.
    """

    purpose: Purpose
    before: tuple[Message, ...]
    turn: Message
    after: tuple[Message, ...] = ()
    schema: Mapping[str, Any] | None = None
    form: ReplyForm | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.before, self.turn, *self.after)


@dataclass(frozen=True)
class Parsed:
    """Reply that states what was asked for.

    ``stated`` holds the actions of a move or the index of an option; it is empty for a thought.
    """

    question: Question
    reply: str
    stated: tuple[int, ...]


@dataclass(frozen=True)
class Rejected:
    """Reply that does not state what was asked for, with the reason."""

    question: Question
    reply: str
    error: ReplyError


Answer = Parsed | Rejected


class ModelCalls:
    """Calls for one decision.

    They are numbered in the order in which they are made, over all tries; the seed, the decision and the number
    determine the sampling seed of each. ``calls`` is the log of those that got a reply.
    """

    def __init__(self, model: Model, texts: Texts, seed: int, decision: Decision) -> None:
        self.decision = decision
        self.calls: list[Call] = []
        self._model, self._texts, self._seed = model, texts, seed

    async def ask(self, question: Question, times: int, read: ReplyReader) -> list[Answer]:
        """Asks a question several times at once and returns the answers; ``read`` finds what a reply states.

        Raises:
            ModelError: a call got no reply; the others are logged all the same.
            BudgetSpent: the budget allows no further call.
        """
        first = len(self.calls)
        requests = [self._request(question, first + index) for index in range(times)]
        replies = await asyncio.gather(*map(self._model.complete, requests), return_exceptions=True)
        answers: list[Answer] = []
        for request, reply in zip(requests, replies, strict=True):
            if isinstance(reply, Reply):
                answers.append(_read(question, reply, read))
                self.calls.append(self._call(request.sample, answers[-1], reply))
        for reply in replies:
            if isinstance(reply, BaseException):
                raise reply
        return answers

    def _request(self, question: Question, number: int) -> Request:
        seed = derive(self._seed, self.decision.move_number, number)
        return Request(
            messages=question.messages, sample=number, seed=seed, schema=question.schema, form=question.form)

    def _call(self, number: int, answer: Answer, reply: Reply) -> Call:
        stated = answer.stated if isinstance(answer, Parsed) else ()
        return Call(
            player=self.decision.player,
            move_number=self.decision.move_number,
            purpose=answer.question.purpose,
            sample=number,
            messages=refer(self._texts, answer.question.messages),
            reply=reply.text,
            reasoning=reply.reasoning,
            actions=list(stated) if answer.question.purpose == "move" else [],
            failure=answer.error.reason if isinstance(answer, Rejected) else None,
            overlong_bytes=self._overlong_bytes(answer.question, reply),
            retries=reply.retries,
            tokens_in=reply.tokens_in,
            tokens_out=reply.tokens_out,
            tokens_reasoning=reply.tokens_reasoning,
            cost=reply.cost,
            seconds=reply.seconds,
            cached=reply.cached,
        )

    def _overlong_bytes(self, question: Question, reply: Reply) -> int:
        read = question.purpose == "move" and not reply.truncated
        return self.decision.overlong_bytes(reply.text) if read else 0


def _read(question: Question, reply: Reply, read: ReplyReader) -> Answer:
    try:
        if reply.truncated:
            raise ReplyError("truncated", "Your reply was cut off because it was too long. Be brief.")
        return Parsed(question, reply.text, tuple(read(reply.text)))
    except ReplyError as error:
        return Rejected(question, reply.text, error)
