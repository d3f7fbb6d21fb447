"""Model calls of one decision: numbered, seeded, sent concurrently, and all logged."""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from adapters import ReplyError
from adapters.replies import Reading
from gtarena.agents.base import Decision
from gtarena.agents.beliefs import Rows
from gtarena.agents.llm import next_token
from gtarena.agents.llm.look_up import LookUps
from gtarena.agents.llm.next_token import Estimates, LogprobsMemory
from gtarena.agents.llm.questions import Answer, LookedUp, Parsed, Question, Rejected
from gtarena.logs.prompt_texts import Texts, refer
from gtarena.logs.records import MOST, Call, TreeNode
from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.seeds import derive

BELIEF_DIGITS = 6  # of the probabilities in a log

ReadReply = Callable[[str], Reading]  # raises ReplyError if the reply does not state what was asked for


class ModelCalls:
    """Calls for one decision.

    They are numbered in the order in which they are made, over all tries; the seed, the decision and the number
    determine the sampling seed of each. ``calls`` is the log of those that got a reply. A reply to any question may ask
    for a topic of the rules, as far as ``look_ups`` allow it, and has at most ``max_tokens``. Calls for one decision to
    another model than the seat's, which is then ``named``, have the same list ``calls``, and those for all decisions of
    a match the same memory ``logprobs`` of whether the model gives log-probabilities. ``others`` are further models by
    name, which a scheme may ask.
    """

    def __init__(
        self, model: Model, texts: Texts, seed: int, decision: Decision, look_ups: LookUps | None = None,
        max_tokens: int | None = None, calls: list[Call] | None = None, named: str | None = None,
        logprobs: LogprobsMemory | None = None, others: Mapping[str, Model] | None = None,
    ) -> None:
        self.decision, self.look_ups = decision, look_ups or LookUps(decision, 0)
        self.calls: list[Call] = [] if calls is None else calls
        self._model, self._texts, self._seed, self._max_tokens = model, texts, seed, max_tokens
        self._named, self._logprobs, self._numbered = named, logprobs or LogprobsMemory(), 0
        self._others = others or {}

    def of(self, name: str | None) -> "ModelCalls":
        """Returns calls for the same decision to another model, or to the same one, without topics to look up."""
        model = self._model if name is None else self._others[name]
        return ModelCalls(
            model, self._texts, self._seed, self.decision, max_tokens=self._max_tokens, calls=self.calls, named=name)

    async def ask(self, question: Question, times: int, read: ReadReply) -> list[Answer]:
        """Asks a question several times at once and returns the answers; ``read`` finds what a reply states.

        A sample that asks for a topic is shown its text and asked again, in its own chat, until it answers.

        Raises:
            ModelError: a call got no reply; the others are logged all the same.
            NoMoreCalls: no further call is allowed.
        """
        return await self._answers([question] * times, read)

    async def _answers(self, questions: Sequence[Question], read: ReadReply) -> list[Answer]:
        answers: dict[int, Answer] = {}
        waiting = dict(enumerate(questions))
        while waiting:
            replies = await self._ask_each(list(waiting.values()), read)
            answered = dict(zip(waiting, replies, strict=True))
            waiting = {index: reply.again for index, reply in answered.items() if isinstance(reply, LookedUp)}
            answers |= {index: reply for index, reply in answered.items() if not isinstance(reply, LookedUp)}
        return [answers[index] for index in range(len(questions))]

    async def probabilities(
        self, questions: Sequence[Question], options: Sequence[str], how: Estimates = next_token.PUBLISHED
    ) -> list[tuple[float, ...]]:
        """Returns for each question the probability of each option as the next token of its chat, with a sum up to 1.

        Where the model gives no log-probabilities, they are the shares of the options among replies whose first word is
        one; with ``auto`` it is then not asked for them again. No reply is counted before every question has been asked
        for them, so that the calls do not depend on which reply comes first.

        Raises:
            ValueError: the options are not different words.
            ModelError: a call got no reply, or the model gives no log-probabilities and nothing else is to be used.
            NoMoreCalls: no further call is allowed.
        """
        form = next_token.form_of(options)
        asked = [replace(question, purpose="estimate", schema=None, form=form) for question in questions]
        found: dict[int, tuple[float, ...]] = {}
        if how.source == "logprobs" or (how.source == "auto" and self._logprobs.given):
            found = await self._next_tokens(asked, options, how)
            self._logprobs.given = len(found) == len(asked)
        left = [index for index in range(len(asked)) if index not in found]
        answers = await self._answers(
            [asked[index] for index in left for _ in range(how.samples)],
            lambda reply: Reading((next_token.stated(reply, options),)))
        for place, index in enumerate(left):
            several = answers[place * how.samples:(place + 1) * how.samples]
            counted = [answer.stated[0] for answer in several if isinstance(answer, Parsed)]
            found[index] = next_token.shares(counted, len(options))
        return [found[index] for index in range(len(asked))]

    async def _next_tokens(
        self, questions: Sequence[Question], options: Sequence[str], how: Estimates
    ) -> dict[int, tuple[float, ...]]:
        """Returns the probabilities by the index of the question, without those that other sources are to tell."""
        most, numbers = min(len(options), how.top), self._numbers(len(questions))
        replies = await self._replies([
            replace(self._request(*pair), max_tokens=1, logprobs=most)
            for pair in zip(questions, numbers, strict=True)])
        found = {}
        for index, (question, reply) in enumerate(zip(questions, replies, strict=True)):
            if isinstance(reply, Reply):
                self.calls.append(self._call(numbers[index], Parsed(question, reply.text, ()), reply))
                if (known := next_token.of_reply(reply, options)) is not None:
                    found[index] = known
        refused = how.source == "auto"
        for reply in replies:
            if isinstance(reply, BaseException) and not (refused and isinstance(reply, ModelError) and reply.refused):
                raise reply
        if how.source == "logprobs" and len(found) < len(questions):
            raise ModelError(next_token.NONE_GIVEN, "setup")
        return found

    def note_tree(self, tree: Sequence[TreeNode]) -> None:
        """Adds a search's tree, every node after its parent, to the log of the latest call."""
        self.calls[-1] = Call.model_validate({**vars(self.calls[-1]), "tree": tuple(tree)})

    def note_beliefs(self, beliefs: Rows) -> None:
        """Adds the player's beliefs to the log of the latest call, from whose reply they follow."""
        rows = [[round(float(value), BELIEF_DIGITS) for value in row] for row in beliefs]
        self.calls[-1] = self.calls[-1].model_copy(update={"beliefs": rows})

    def generator(self, purpose: str) -> random.Random:
        """Returns a generator for what is drawn before the next call, other than its sampling seed."""
        return random.Random(derive(self._seed, self.decision.move_number, purpose, len(self.calls)))

    async def _ask_each(self, questions: Sequence[Question], read: ReadReply) -> list[Answer | LookedUp]:
        requests = [self._request(*pair) for pair in zip(questions, self._numbers(len(questions)), strict=True)]
        replies = await self._replies(requests)
        answers: list[Answer | LookedUp] = []
        for question, request, reply in zip(questions, requests, replies, strict=True):
            if isinstance(reply, Reply):
                answers.append(self._read(question, reply, read))
                self.calls.append(self._call(request.sample, answers[-1], reply))
        for reply in replies:
            if isinstance(reply, BaseException):
                raise reply
        return answers

    async def _replies(self, requests: Sequence[Request]) -> list[Reply | BaseException]:
        return await asyncio.gather(*map(self._model.complete, requests), return_exceptions=True)

    def _numbers(self, count: int) -> range:
        """Returns the numbers of the next calls, which no call that is still under way has."""
        first = max(self._numbered, len(self.calls))
        self._numbered = first + count
        return range(first, self._numbered)

    def _request(self, question: Question, number: int) -> Request:
        seed = derive(self._seed, self.decision.move_number, number)
        return Request(
            messages=question.messages, sample=number, seed=seed, schema=question.schema, form=question.form,
            max_tokens=self._max_tokens)

    def _read(self, question: Question, reply: Reply, read: ReadReply) -> Answer | LookedUp:
        try:
            if reply.truncated:
                raise ReplyError("truncated", "Your reply was cut off because it was too long. Be brief.")
            text = self.look_ups.told(reply.text, question.look_ups)
            if text is not None:
                return LookedUp(question, reply.text, question.told(reply.text, text))
            actions, form = read(reply.text)
            held = form == "json" and reply.structured
            return Parsed(question, reply.text, tuple(actions), "schema" if held else form)
        except ReplyError as error:
            return Rejected(question, reply.text, error)

    def _call(self, number: int, answer: Answer | LookedUp, reply: Reply) -> Call:
        stated = answer.stated if isinstance(answer, Parsed) else ()
        return Call(
            player=self.decision.player,
            move_number=self.decision.move_number,
            model=self._named,
            purpose="look_up" if isinstance(answer, LookedUp) else answer.question.purpose,
            sample=number,
            messages=refer(self._texts, answer.question.messages),
            reply=reply.text,
            reasoning=reply.reasoning,
            actions=self.decision.choices(stated) if stated and answer.question.purpose == "move" else [],
            form=answer.form if isinstance(answer, Parsed) else None,
            failure=answer.error.reason if isinstance(answer, Rejected) else None,
            nudges=answer.question.nudges,
            overlong_bytes=self._overlong_bytes(answer.question, reply),
            retries=reply.retries,
            tokens_in=_possible(reply.tokens_in),
            tokens_out=_possible(reply.tokens_out),
            tokens_reasoning=_possible(reply.tokens_reasoning),
            cost=reply.cost,
            seconds=reply.seconds,
            cached=reply.cached,
            logprobs=reply.logprobs,
        )

    def _overlong_bytes(self, question: Question, reply: Reply) -> int:
        read = question.purpose == "move" and not reply.truncated
        return self.decision.overlong_bytes(reply.text) if read else 0


def _possible(tokens: int | None) -> int | None:
    """Returns a number of tokens that a server has reported, or ``None`` for one that no log can hold."""
    return None if tokens is None or abs(tokens) > MOST else tokens
