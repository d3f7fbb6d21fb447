"""Built-in models that need neither key nor network.

They are told the form of the reply and the legal moves as data, and see nothing else but the chat.

``offline/random`` replies with a legal move drawn uniformly and ``offline/first`` with the first one listed.
``offline/flaky`` replies like ``offline/random``, except for a share of replies (30 %, or RATE in
``offline/flaky:RATE``) that are prose without an answer, an illegal move, empty or cut off, equally often.
"""

import json
import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal, NamedTuple

from adapters import Message
from adapters.reply_forms import ReplyForm
from custom_games.patterns import Pattern, drawn
from gtarena.errors import UsageError, unknown

PROVIDER = "offline"
FORM = "gtarena_reply_form"  # the argument of a call that describes the reply asked for
FLAKY_RATE = 0.3
REMEDY = "(built in: offline/random, offline/first, offline/flaky, and offline/flaky:RATE with a RATE from 0 to 1)"

THOUGHTS = "I look at where things stand, go through the moves that are open to me and settle on one of them."
NO_MOVES = "I am not asked for a move here, so there is nothing to choose from."
ILLEGAL = "banana"
EVASION = "There is much to be said for each of the moves, and I would rather not commit myself."
CUT_OFF = "Let me go through the moves one by one. What speaks for the first of them is that"

STEP_BY_STEP = "step by step"


class OfflineReply(NamedTuple):
    """A reply, complete (``stop``) or cut off (``length``)."""

    text: str
    finish_reason: Literal["stop", "length"] = "stop"


Choose = Callable[[Sequence[Pattern]], str]


@dataclass(frozen=True)
class MoveRequest:
    """Form of the reply asked for, with its legal moves; ``aloud`` where the model is to think step by step."""

    form: ReplyForm
    aloud: bool

    def reply(self, choose: Choose) -> str:
        """Returns a reply in the requested form, with a choice among the moves of each of its keys."""
        stated = self.form.reply({key: choose(moves) for key, moves in self.form.open_values().items()})
        return f"{THOUGHTS}\n\n{stated}" if self.aloud else stated


def _random(request: MoveRequest, rng: random.Random) -> OfflineReply:
    return OfflineReply(request.reply(lambda moves: drawn(moves, rng)))


def _first(request: MoveRequest, rng: random.Random) -> OfflineReply:
    return OfflineReply(request.reply(lambda moves: moves[0].lowest()))


def _flaky(request: MoveRequest, rng: random.Random, rate: float = FLAKY_RATE) -> OfflineReply:
    if rng.random() >= rate:
        return _random(request, rng)
    failures = (
        OfflineReply(EVASION), OfflineReply(request.reply(lambda moves: ILLEGAL)), OfflineReply(""),
        OfflineReply(CUT_OFF, "length"))
    return rng.choice(failures)


Behaviour = Callable[[MoveRequest, random.Random], OfflineReply]
_BEHAVIOURS: dict[str, Behaviour] = {"random": _random, "first": _first, "flaky": _flaky}


def is_offline(name: str) -> bool:
    """Returns whether a model's name is that of a built-in model."""
    return name.startswith(f"{PROVIDER}/")


def behaviour(name: str) -> Behaviour:
    """Returns the function that answers for the offline model called ``name``.

    Raises:
        UsageError: no offline model has this name.
    """
    kind, colon, rate = name.removeprefix(f"{PROVIDER}/").partition(":")
    if kind == "flaky" and colon:
        return partial(_flaky, rate=_rate(name, rate))
    if kind not in _BEHAVIOURS or colon:
        raise unknown("model", name, [f"{PROVIDER}/{known}" for known in _BEHAVIOURS], REMEDY)
    return _BEHAVIOURS[kind]


def _rate(name: str, stated: str) -> float:
    try:
        rate = float(stated)
    except ValueError:
        rate = math.nan
    if not 0 <= rate <= 1:
        raise UsageError(f"model.name={name}: {stated!r} is not a rate from 0 to 1")
    return rate


def answer(name: str, messages: Sequence[Message], seed: int, form: ReplyForm | None = None) -> OfflineReply:
    """Returns the reply of the offline model called ``name``, which depends on the chat, the seed and the form alone.

    Raises:
        UsageError: no offline model has this name.
    """
    respond = behaviour(name)
    if form is None:
        return OfflineReply(NO_MOVES)
    asked = [message["content"] for message in messages if message["role"] != "assistant"]
    request = MoveRequest(form, bool(asked) and STEP_BY_STEP in asked[-1])
    return respond(request, random.Random(json.dumps([name, list(messages), seed])))


class Provider:
    """The offline models as a custom provider of litellm, which calls these two methods only."""

    async def acompletion(self, **call: Any) -> Any:
        return self.completion(**call)

    def completion(self, *, model: str, messages: Sequence[Message], optional_params: Any, **call: Any) -> Any:
        """Fills in litellm's response, with counts of words as token counts."""
        from litellm import Usage

        name = f"{PROVIDER}/{model}"
        form = optional_params.get(FORM)
        text, finish_reason = answer(
            name, messages, optional_params.get("seed", 0), form and ReplyForm.from_json(form))
        words_in, words_out = _words(message["content"] for message in messages), _words([text])
        response = call["model_response"]
        response.model = name
        response.choices[0].message.content = text
        response.choices[0].finish_reason = finish_reason
        response.usage = Usage(prompt_tokens=words_in, completion_tokens=words_out, total_tokens=words_in + words_out)
        return response


def _words(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)
