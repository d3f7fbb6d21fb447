"""Built-in models that need neither key nor network and see nothing but the prompt.

``offline/random`` replies with a legal move drawn uniformly and ``offline/first`` with the first one listed.
``offline/flaky`` replies like ``offline/random``, except for a share of replies (30 %, or RATE in
``offline/flaky:RATE``) that are prose without an answer, an illegal move, empty or cut off, equally often.
"""

import json
import math
import random
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from typing import Any, Literal, NamedTuple

from adapters import Message
from custom_games.compositions import count_compositions, random_composition
from gtarena.errors import UsageError, unknown

PROVIDER = "offline"
FLAKY_RATE = 0.3
REMEDY = "(built in: offline/random, offline/first, offline/flaky, and offline/flaky:RATE with a RATE from 0 to 1)"

LEGAL_MOVES = "Legal moves: "
ANSWER_FORM = "Answer: <"
THOUGHTS = "I look at where things stand, go through the moves that are open to me and settle on one of them."
NO_MOVES = "I find no list of legal moves here, so there is nothing to choose from."
EVASION = "There is much to be said for each of the moves, and I would rather not commit myself."
CUT_OFF = "Let me go through the moves one by one. What speaks for the first of them is that"

_RANGE = re.compile(r"(?<![\d.])(-?\d+(?:\.\d+)?)\.\.(-?\d+(?:\.\d+)?)(?![\d.])")
_COMPOSITION = re.compile(r"\[(0\.\.\d+(?:, 0\.\.\d+)*)\] summing to (\d+)")
_PLACEHOLDER = re.compile(r'"<[^<>]+>"|<[^<>]+>')


class OfflineReply(NamedTuple):
    """A reply, complete (``stop``) or cut off (``length``)."""

    text: str
    finish_reason: Literal["stop", "length"] = "stop"


@dataclass(frozen=True)
class MoveRequest:
    """Legal moves and reply format that a prompt states.

    In a pattern of moves ``a..b`` stands for the numbers from a to b with as many decimals as they have, and
    ``[0..n, 0..n] summing to n`` for all lists with that sum. ``form`` is a line of JSON with a placeholder in angle
    brackets, or ``None`` for ``Answer: <move>``. ``aloud`` is true where the model is to think step by step.
    """

    patterns: Sequence[str]
    form: str | None
    aloud: bool

    @classmethod
    def read(cls, messages: Sequence[Message]) -> "MoveRequest":
        asked = [message["content"] for message in messages if message["role"] != "assistant"]
        turns = [[line.strip() for line in text.splitlines()] for text in asked]
        # A correction may follow the turn that lists the moves.
        turn, listed = next(
            ((turn, line) for turn in reversed(turns) for line in reversed(turn) if line.startswith(LEGAL_MOVES)),
            ([], LEGAL_MOVES))
        patterns = [pattern.strip() for pattern in listed.removeprefix(LEGAL_MOVES).split(" | ") if pattern.strip()]
        stated = [line for text in [*turns[:1], turn, *turns[-1:]] for line in text]
        # A turn that asks for something other than a move states its own form.
        plain = any(line.startswith(ANSWER_FORM) for line in turn)
        form = None if plain else next((line for line in stated if _filled(line, "move") is not None), None)
        return cls(patterns, form, bool(asked) and "step by step" in asked[-1])

    def reply(self, move: str) -> str:
        """Returns a move in the requested form."""
        stated = f"Answer: {move}" if self.form is None else _filled(self.form, move)
        return f"{THOUGHTS}\n\n{stated}" if self.aloud else str(stated)

    def lowest(self) -> str:
        """Returns the first move with the lowest numbers; of a list with a sum, the last number is all of it."""
        summing = _summing(self.patterns[0])
        if summing:
            total, parts = summing
            return str([0] * (parts - 1) + [total])
        return _RANGE.sub(lambda found: found[1], self.patterns[0])

    def drawn(self, rng: random.Random) -> str:
        """Draws uniformly from all moves; a pattern counts for all the moves that it stands for."""
        sizes = [_size(pattern) for pattern in self.patterns]
        (pattern,) = rng.choices(self.patterns, sizes)
        summing = _summing(pattern)
        if summing:
            return str(random_composition(*summing, rng))
        return _RANGE.sub(lambda found: _in_range(found[1], found[2], rng), pattern)


def _summing(pattern: str) -> tuple[int, int] | None:
    """Returns the sum and the length of the lists that a pattern stands for, or ``None`` if it stands for none."""
    found = _COMPOSITION.fullmatch(pattern)
    return (int(found[2]), found[1].count("..")) if found else None


def _size(pattern: str) -> int:
    summing = _summing(pattern)
    if summing:
        return count_compositions(*summing)
    ranges = (_units(low, high) for low, high in _RANGE.findall(pattern))
    return math.prod(highest - lowest + 1 for lowest, highest, _ in ranges)


def _units(low: str, high: str) -> tuple[int, int, int]:
    """Returns the ends of a range in units of its last decimal, and the number of decimals."""
    decimals = max(len(end.partition(".")[2]) for end in (low, high))
    return int(Decimal(low).scaleb(decimals)), int(Decimal(high).scaleb(decimals)), decimals


def _in_range(low: str, high: str, rng: random.Random) -> str:
    lowest, highest, decimals = _units(low, high)
    return f"{Decimal(rng.randint(lowest, highest)).scaleb(-decimals):f}"


def _filled(form: str, move: str) -> str | None:
    """Returns a JSON form with the move in place of ``<move>``, or else of its last placeholder.

    ``None`` if the line is not a JSON form.
    """
    names = _PLACEHOLDER.findall(form)
    if not form.startswith("{") or not names:
        return None
    target = next((name for name in names if name.strip('"') == "<move>"), names[-1])
    filled = _PLACEHOLDER.sub(lambda found: _value(move, found[0]) if found[0] == target else '"..."', form)
    return filled if isinstance(_json_or_none(filled), dict) else None


def _value(move: str, placeholder: str) -> str:
    # A placeholder without quotation marks stands for a number or a list where the move is one.
    bare = not placeholder.startswith('"') and _json_or_none(move) is not None
    return move if bare else json.dumps(move)


def _json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _random(request: MoveRequest, rng: random.Random) -> OfflineReply:
    return OfflineReply(request.reply(request.drawn(rng)))


def _first(request: MoveRequest, rng: random.Random) -> OfflineReply:
    return OfflineReply(request.reply(request.lowest()))


def _flaky(request: MoveRequest, rng: random.Random, rate: float = FLAKY_RATE) -> OfflineReply:
    if rng.random() >= rate:
        return _random(request, rng)
    failures = (
        OfflineReply(EVASION), OfflineReply(request.reply("banana")), OfflineReply(""), OfflineReply(CUT_OFF, "length"))
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


def answer(name: str, messages: Sequence[Message], seed: int) -> OfflineReply:
    """Returns the reply of the offline model called ``name``, which depends on the chat and the seed alone.

    Raises:
        UsageError: no offline model has this name.
    """
    respond = behaviour(name)
    request = MoveRequest.read(messages)
    if not request.patterns:
        return OfflineReply(NO_MOVES)
    return respond(request, random.Random(json.dumps([name, list(messages), seed])))


class Provider:
    """The offline models as a custom provider of litellm, which calls these two methods only."""

    async def acompletion(self, **call: Any) -> Any:
        return self.completion(**call)

    def completion(self, *, model: str, messages: Sequence[Message], optional_params: Any, **call: Any) -> Any:
        """Fills in litellm's response, with counts of words as token counts."""
        from litellm import Usage

        name = f"{PROVIDER}/{model}"
        text, finish_reason = answer(name, messages, optional_params.get("seed", 0))
        words_in, words_out = _words(message["content"] for message in messages), _words([text])
        response = call["model_response"]
        response.model = name
        response.choices[0].message.content = text
        response.choices[0].finish_reason = finish_reason
        response.usage = Usage(prompt_tokens=words_in, completion_tokens=words_out, total_tokens=words_in + words_out)
        return response


def _words(texts: Iterable[str]) -> int:
    return sum(len(text.split()) for text in texts)
