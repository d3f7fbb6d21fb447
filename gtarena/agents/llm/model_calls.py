"""Model calls of one decision, numbered, seeded, sent concurrently and logged; their questions and answers."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from adapters import Message, ReplyError
from adapters.disguises.disguise import UNDISGUISED, Disguise
from adapters.replies import Reading, read_visible_text
from adapters.replies.reply_forms import ReplyForm
from gtarena.agents.base import Decision
from gtarena.agents.beliefs import Rows
from gtarena.agents.llm import next_token
from gtarena.agents.llm.look_up import LookUps
from gtarena.agents.llm.next_token import Estimates, LogprobsMemory
from gtarena.logs.prompt_texts import Texts, refer
from gtarena.logs.records import MOST, Call, Form, Purpose, TreeNode
from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.seeds import derive
from gtarena.system.concurrency import gather_results

BELIEF_DIGITS = 6  # of the probabilities in a log


@dataclass(frozen=True)
class Question:
    """Question to a model: the chat ``before``, the ``turn`` that asks, and ``after`` it failed tries and nudges.

    ``form`` is the form of the reply; ``schema`` is its JSON schema, if it has to be a JSON object and nothing else.
    ``look_ups`` counts the topics that were looked up in this chat, and ``nudges`` the nudges in it. ``remembered`` is
    the turn that a chat of several decisions keeps in place of ``turn``, if another one. With ``cut_off_counts`` a
    reply that was cut off is read like any other, as published programs do. ``look_up`` answers replies that ask for a
    topic in another way than :meth:`LookUps.answer` does.
    """

    purpose: Purpose
    before: tuple[Message, ...]
    turn: Message
    after: tuple[Message, ...] = ()
    schema: Mapping[str, Any] | None = None
    form: ReplyForm | None = None
    look_ups: int = 0
    nudges: int = 0
    remembered: Message | None = None
    cut_off_counts: bool = False
    look_up: Callable[[str, int], str | None] | None = None

    @property
    def messages(self) -> tuple[Message, ...]:
        return (*self.before, self.turn, *self.after)

    def after_look_up(self, reply: str, text: str) -> "Question":
        """Returns the same question after a reply that asked for a topic, and the text shown in return."""
        shown = (assistant_message(reply), {"role": "user", "content": text})
        return replace(self, after=(*self.after, *shown), look_ups=self.look_ups + 1)


@dataclass(frozen=True)
class Parsed:
    """Reply that states what was asked for.

    ``stated`` holds the actions of a move or the index of an option; it is empty for a thought. ``form`` is the form in
    which a move is stated, and ``span`` its place in the reply, as in :class:`Reading`.
    """

    question: Question
    reply: str
    stated: tuple[int, ...]
    form: Form | None = None
    span: tuple[int, int] | None = None


@dataclass(frozen=True)
class Rejected:
    """Reply that does not state what was asked for, with the reason."""

    question: Question
    reply: str
    error: ReplyError


@dataclass(frozen=True)
class LookedUp:
    """Reply that asks for a topic of the rules, and the question that follows with its text."""

    question: Question
    reply: str
    again: Question


Answer = Parsed | Rejected
ReadReply = Callable[[str], Reading]  # raises ReplyError if the reply does not state what was asked for


@dataclass
class ModelCalls:
    """Calls for one decision.

    They are numbered in the order in which they are made, over all tries; the seed, the decision and the number
    determine the sampling seed of each. ``calls`` is the log of those that got a reply. A reply to any question may ask
    for a topic of the rules, ``most_look_ups`` times in its chat, and has at most ``max_tokens``. Calls for one
    decision to another model than the seat's, which is then ``named``, have the same list ``calls``, and those for all
    decisions of a match the same memory ``logprobs`` of whether the model gives log-probabilities. ``others`` are
    further models by name, which a scheme may ask.

    Questions and answers are in the words of the game, requests and replies in those of the ``disguise``. Logs have
    what was sent and what came back.
    """

    model: Model
    texts: Texts
    seed: int
    decision: Decision
    most_look_ups: int = 0
    max_tokens: int | None = None
    calls: list[Call] = field(default_factory=list)
    named: str | None = None
    logprobs: LogprobsMemory = field(default_factory=LogprobsMemory)
    others: Mapping[str, Model] = field(default_factory=dict)
    disguise: Disguise = UNDISGUISED
    _numbered: int = field(default=0, init=False)

    def to_model(self, name: str | None) -> "ModelCalls":
        """Returns calls for the same decision to another model, or to the same one, without topics to look up."""
        model = self.model if name is None else self.others[name]
        return ModelCalls(
            model, self.texts, self.seed, self.decision, max_tokens=self.max_tokens, calls=self.calls, named=name,
            disguise=self.disguise)

    @property
    def look_ups(self) -> LookUps:
        """The look-ups that replies may ask for."""
        return LookUps(self.decision, self.most_look_ups)

    async def ask(self, question: Question, times: int, read: ReadReply) -> list[Answer]:
        """Asks a question several times at once and returns the answers; ``read`` finds what a reply states.

        A sample that asks for a topic is shown its text and asked again, in its own chat, until it answers.

        Raises:
            ModelError: a call got no reply; the others are logged all the same.
            NoMoreCalls: no further call is allowed.
        """
        return await self._ask_all([question] * times, read)

    async def _ask_all(self, questions: Sequence[Question], read: ReadReply) -> list[Answer]:
        answers: dict[int, Answer] = {}
        waiting = dict(enumerate(questions))
        while waiting:
            replies = await self._ask_once(list(waiting.values()), read)
            answered = dict(zip(waiting, replies, strict=True))
            waiting = {index: reply.again for index, reply in answered.items() if isinstance(reply, LookedUp)}
            answers |= {index: reply for index, reply in answered.items() if not isinstance(reply, LookedUp)}
        return [answers[index] for index in range(len(questions))]

    async def ask_probabilities(
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
        form = next_token.reply_form_of(options)
        asked = [replace(question, purpose="estimate", schema=None, form=form) for question in questions]
        found: dict[int, tuple[float, ...]] = {}
        if how.source == "logprobs" or (how.source == "auto" and self.logprobs.given):
            found = await self._ask_next_tokens(asked, options, how)
            self.logprobs.given = len(found) == len(asked)
        left = [index for index in range(len(asked)) if index not in found]
        answers = await self._ask_all(
            [asked[index] for index in left for _ in range(how.samples)],
            lambda reply: Reading((next_token.read_option(reply, options),)))
        for place, index in enumerate(left):
            several = answers[place * how.samples:(place + 1) * how.samples]
            counted = [answer.stated[0] for answer in several if isinstance(answer, Parsed)]
            found[index] = next_token.count_shares(counted, len(options))
        return [found[index] for index in range(len(asked))]

    async def _ask_next_tokens(
        self, questions: Sequence[Question], options: Sequence[str], how: Estimates
    ) -> dict[int, tuple[float, ...]]:
        """Returns the probabilities by the index of the question, without those that other sources are to tell."""
        most, numbers = min(len(options) + how.spare, how.top), self._next_numbers(len(questions))
        shown = list(map(self.disguise.conceal, options))
        replies = await self._send([
            replace(self._request(*pair), max_tokens=1, logprobs=most)
            for pair in zip(questions, numbers, strict=True)])
        found = {}
        for index, (question, reply) in enumerate(zip(questions, replies, strict=True)):
            if isinstance(reply, Reply):
                said = self.disguise.reveal(reply.text)
                self.calls.append(self._record(numbers[index], Parsed(question, said, ()), reply))
                if (known := next_token.probabilities_in(reply, shown)) is not None:
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
        return random.Random(derive(self.seed, self.decision.move_number, purpose, len(self.calls)))

    async def _ask_once(self, questions: Sequence[Question], read: ReadReply) -> list[Answer | LookedUp]:
        requests = [self._request(*pair) for pair in zip(questions, self._next_numbers(len(questions)), strict=True)]
        replies = await self._send(requests)
        answers: list[Answer | LookedUp] = []
        for question, request, reply in zip(questions, requests, replies, strict=True):
            if isinstance(reply, Reply):
                answers.append(self._read(question, reply, read))
                self.calls.append(self._record(request.sample, answers[-1], reply))
        for reply in replies:
            if isinstance(reply, BaseException):
                raise reply
        return answers

    async def _send(self, requests: Sequence[Request]) -> list[Reply | BaseException]:
        return await gather_results(map(self.model.complete, requests))

    def _next_numbers(self, count: int) -> range:
        """Returns the numbers of the next calls, which no call that is still under way has."""
        first = max(self._numbered, len(self.calls))
        self._numbered = first + count
        return range(first, self._numbered)

    def _request(self, question: Question, number: int) -> Request:
        seed = derive(self.seed, self.decision.move_number, number)
        return Request(
            messages=self.disguise.conceal_chat(question.messages), sample=number, seed=seed,
            schema=self.disguise.conceal_schema(question.schema), form=self.disguise.conceal_form(question.form),
            max_tokens=self.max_tokens)

    def _read(self, question: Question, reply: Reply, read: ReadReply) -> Answer | LookedUp:
        said = self.disguise.reveal(reply.text)
        try:
            if reply.truncated and not question.cut_off_counts:
                raise ReplyError("truncated", "Your reply was cut off because it was too long. Be brief.")
            look_up = question.look_up or self.look_ups.answer
            text = look_up(said, question.look_ups)
            if text is not None:
                return LookedUp(question, said, question.after_look_up(said, text))
            actions, form, span = read(said)
            held = form == "json" and reply.structured
            return Parsed(question, said, tuple(actions), "schema" if held else form, span)
        except ReplyError as error:
            return Rejected(question, said, error)

    def _record(self, number: int, answer: Answer | LookedUp, reply: Reply) -> Call:
        stated = answer.stated if isinstance(answer, Parsed) else ()
        return Call(
            player=self.decision.player,
            move_number=self.decision.move_number,
            model=self.named,
            purpose="look_up" if isinstance(answer, LookedUp) else answer.question.purpose,
            sample=number,
            messages=refer(self.texts, self.disguise.conceal_chat(answer.question.messages)),
            reply=reply.text,
            reasoning=reply.reasoning,
            actions=self.decision.choices(stated) if stated and answer.question.purpose == "move" else [],
            form=answer.form if isinstance(answer, Parsed) else None,
            answer_span=self.disguise.reveal_span(reply.text, answer.span) if isinstance(answer, Parsed) else None,
            failure=answer.error.reason if isinstance(answer, Rejected) else None,
            nudges=answer.question.nudges,
            overlong_bytes=0 if reply.truncated else self._overlong_bytes(answer),
            retries=reply.retries,
            tokens_in=_loggable(reply.tokens_in),
            tokens_out=_loggable(reply.tokens_out),
            tokens_cache_read=_loggable(reply.tokens_cache_read),
            tokens_reasoning=_loggable(reply.tokens_reasoning),
            cost=reply.cost,
            seconds=reply.seconds,
            cached=reply.cached,
            logprobs=reply.logprobs,
        )

    def _overlong_bytes(self, answer: Answer | LookedUp) -> int:
        return self.decision.overlong_bytes(answer.reply) if answer.question.purpose == "move" else 0


def assistant_message(text: str) -> Message:
    """Returns a model's reply as a chat message."""
    # Some providers refuse an empty assistant turn.
    return {"role": "assistant", "content": text or "(no answer)"}


def read_thought(reply: str) -> Reading:
    """Reads nothing in a reply that is to be kept as it is.

    Raises:
        ReplyError: nothing was said, so that the reply is logged as a failure.
    """
    read_visible_text(reply)
    return Reading(())


def visible_text(reply: str) -> str:
    """Returns what a reply says outside of its thinking, also if it was cut off; empty if it says nothing."""
    try:
        return read_visible_text(reply).strip()
    except ReplyError:
        return ""


def _loggable(tokens: int | None) -> int | None:
    """Returns a number of tokens that a server has reported, or ``None`` for one that no log can hold."""
    return None if tokens is None or abs(tokens) > MOST else tokens
