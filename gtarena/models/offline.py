"""Built-in models that need neither key nor network.

They are told the form of the reply and the legal moves as data, and see nothing else but the chat.

``offline/random`` replies with a legal move drawn uniformly and ``offline/first`` with the first one listed.
``offline/flaky`` replies like ``offline/random``, except for a share of replies (30 %, or RATE in
``offline/flaky:RATE``) that are prose without an answer, an illegal move, empty or cut off, equally often.
"""

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice, repeat
from typing import Literal, NamedTuple

from adapters import Message
from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern, draw_move
from gtarena.errors import UsageError, unknown

PROVIDER = "offline"
DRAWS = 32  # replies of which the share that begins with a word is its probability
FLAKY_RATE = 0.3
REMEDY = "(built in: offline/random, offline/first, offline/flaky, and offline/flaky:RATE with a RATE from 0 to 1)"

THOUGHTS = "I look at where things stand, go through the moves that are open to me and settle on one of them."
NO_MOVES = "I am not asked for a move here, so there is nothing to choose from."
ILLEGAL = "banana"
EVASION = "There is much to be said for each of the moves, and I would rather not commit myself."
CUT_OFF = "Let me go through the moves one by one. What speaks for the first of them is that"

STEP_BY_STEP = "step by step"


class OfflineReply(NamedTuple):
    """A reply, complete (``stop``) or cut off (``length``), and the most probable first words, if asked for.

    They have their log-probabilities with them.
    """

    text: str
    finish_reason: Literal["stop", "length"] = "stop"
    top: Sequence[tuple[str, float]] = ()


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
    return OfflineReply(request.reply(lambda moves: draw_move(moves, rng)))


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
    return name.partition("/")[0] == PROVIDER


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
    return next(_answers(name, messages, seed, form))


def first_word(
    name: str, messages: Sequence[Message], seed: int, form: ReplyForm | None, number: int
) -> OfflineReply:
    """Returns the first word of a reply, cut off there, and the most probable first words, at most ``number``.

    Raises:
        UsageError: no offline model has this name.
    """
    replies = islice(_answers(name, messages, seed, form), DRAWS)
    words = [next(iter(reply.text.split()), "") for reply in replies]
    shares = ((word, math.log(count / DRAWS)) for word, count in Counter(words).most_common(number))
    return OfflineReply(words[0], "length", tuple(shares))


def _answers(
    name: str, messages: Sequence[Message], seed: int, form: ReplyForm | None
) -> Iterator[OfflineReply]:
    """Yields replies of a model without end, the first of them the one that it gives."""
    respond = behaviour(name)
    if form is None:
        yield from repeat(OfflineReply(NO_MOVES))
        return
    asked = [message["content"] for message in messages if message["role"] != "assistant"]
    request = MoveRequest(form, bool(asked) and STEP_BY_STEP in asked[-1])
    rng = random.Random(json.dumps([name, list(messages), seed]))
    while True:
        yield respond(request, rng)
