"""Inquiries: questions to a model about a decision that ask how probable some options are, and not for a move."""

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, get_args

from adapters.rendering import templates
from adapters.rendering.messages import make_message
from adapters.replies import Reading
from adapters.replies.errors import ReplyError
from adapters.replies.probabilities import (
    make_probabilities_form,
    make_probabilities_schema,
    read_probabilities,
    require_options,
    write_probabilities_form,
)
from adapters.replies.reply_forms import add_thoughts
from gtarena.agents.llm.instructions import BINDING
from gtarena.agents.llm.model_calls import Parsed, Question, Rejected, assistant_message
from gtarena.agents.llm.next_token import LEAST_LIKELY, Estimates
from gtarena.agents.llm.schemes.base import Steps, add_paragraphs
from gtarena.errors import UsageError
from gtarena.logs.records import Call

FOLDER = "inquiries"  # of the prompts
MOST_TOKENS = 20  # whose log-probabilities servers give
MOST_NUMBERED = 9  # options: many models write a number of two digits as two tokens

Source = Literal["stated", "logprobs"]


@dataclass(frozen=True)
class Inquiry:
    """Question how probable each of the ``options`` is, asked about a decision in place of the question for a move.

    ``name`` is that of a file in ``adapters/prompts/inquiries``, which sees the options and the ``words``. The
    probabilities are those that a reply states, or the ``logprobs`` of the options' numbers as its first token. Options
    that are no words of the game are shown ``as_they_are`` in every disguise.

    Raises:
        UsageError: there is no such file or source, or the options are too many, too few, or alike.
    """

    name: str
    options: tuple[str, ...]
    words: Mapping[str, str] = field(default_factory=dict)
    source: Source = "stated"
    as_they_are: bool = False

    def __post_init__(self) -> None:
        if self.name not in (known := templates.list_versions(FOLDER)):
            raise UsageError(f"inquiry {self.name!r} has no prompt (there are: {', '.join(known)})")
        if self.source not in get_args(Source):
            raise UsageError(f"source={self.source} of probabilities is not {' or '.join(get_args(Source))}")
        try:
            require_options(self.options)
        except ValueError as error:
            raise UsageError(f"inquiry {self.name!r}: {error}") from None
        if self.source == "logprobs" and len(self.options) > MOST_NUMBERED:
            raise UsageError(f"inquiry {self.name!r}: log-probabilities are asked for {MOST_NUMBERED} options at most, "
                             f"and here are {len(self.options)}: ask for stated probabilities")

    def digest(self) -> str:
        """Returns a short hash of the wording."""
        return templates.prompt_digest(FOLDER, self.name)

    def render(self, part: str, **context: str) -> str:
        """Returns a part of the wording, ``question`` or ``again``."""
        return templates.render_version(
            FOLDER, self.name, part=part, options=self.options, numbered=self.source == "logprobs",
            form=write_probabilities_form(self.options), **self.words, **context)


@dataclass(frozen=True)
class Estimate:
    """Probabilities of the options of an inquiry, which add up to 1, and the calls that led to them."""

    probabilities: tuple[float, ...]
    calls: tuple[Call, ...] = ()


async def ask_inquiry(steps: Steps, inquiry: Inquiry, retries: int, reasoning: str) -> tuple[float, ...] | Rejected:
    """Returns the probabilities that a model gives, or the last reply that stated none.

    The model sees what it sees before a move, without the form of an answer. It is asked again, up to so many times,
    after a reply that states no probabilities.

    Raises:
        ModelError: a call got no reply, or the model gives no log-probabilities.
        NoMoreCalls: no further call is allowed.
    """
    if inquiry.as_they_are:  # what is revealed here is concealed when it is sent: the words change twice
        inquiry = replace(inquiry, options=tuple(map(steps.calls.disguise.reveal, inquiry.options)))
    *before, turn = steps.chat_without_form(steps.turn)
    question = Question("inquiry", tuple(before), add_paragraphs(turn, inquiry.render("question")))
    if inquiry.source == "logprobs":
        return await _ask_next_token(steps, inquiry, question)
    schema = make_probabilities_schema(inquiry.options)
    question = replace(question, form=make_probabilities_form(inquiry.options),
                       schema=schema if reasoning == BINDING else add_thoughts(schema))
    found: list[tuple[float, ...]] = []

    def read(reply: str) -> Reading:
        found.append(read_probabilities(reply, inquiry.options))
        return Reading(())

    (answer,) = await steps.calls.ask(question, 1, read)
    for _ in range(retries):
        if isinstance(answer, Parsed):
            break
        again = make_message("user", inquiry.render("again", reason=answer.error.fault))
        asked = answer.question
        question = replace(asked, after=(*asked.after, assistant_message(answer.reply), again), nudges=asked.nudges + 1)
        (answer,) = await steps.calls.ask(question, 1, read)
    return found[-1] if isinstance(answer, Parsed) else answer


async def _ask_next_token(steps: Steps, inquiry: Inquiry, question: Question) -> tuple[float, ...] | Rejected:
    """Returns the probabilities of the options' numbers as the next token, divided by their sum.

    A reply in which no number is among the most probable tokens states none.
    """
    numbers = [str(number) for number in range(1, len(inquiry.options) + 1)]
    how = Estimates("logprobs", top=MOST_TOKENS, spare=MOST_TOKENS)
    (found,) = await steps.calls.ask_probabilities([question], numbers, how)
    if max(found) < math.exp(LEAST_LIKELY):
        return Rejected(question, "", ReplyError("unparsable", "It begins with the number of no option."))
    return tuple(share / sum(found) for share in found)
