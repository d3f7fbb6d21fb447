"""Models that need neither key nor network: they read the reply format in the prompt and see nothing else.

``offline/random`` answers with a legal move drawn uniformly, ``offline/first`` with the first one listed, and
``offline/flaky`` like ``offline/random`` except for a share of replies (30 %, or RATE in ``offline/flaky:RATE``)
that are prose without an answer, an illegal move, empty or cut off, equally often.
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


class Answer(NamedTuple):
    """A reply and whether it is complete (``stop``) or cut off (``length``)."""

    text: str
    finish_reason: Literal["stop", "length"] = "stop"


@dataclass(frozen=True)
class Question:
    """What a prompt asks for: the legal moves, the form, and thinking aloud.

    In a pattern of moves ``a..b`` stands for the numbers with the decimals of a and b, which may be none, and
    ``[0..n, 0..n] summing to n`` for all lists with that sum. ``form`` is a line of JSON with a placeholder in angle
    brackets, or ``None`` for ``Answer: <move>``.
    """

    patterns: Sequence[str]
    form: str | None
    aloud: bool

    @classmethod
    def read(cls, messages: Sequence[Message]) -> "Question":
        asked = [message["content"] for message in messages if message["role"] != "assistant"]
        turns = [[line.strip() for line in text.splitlines()] for text in asked]
        # A correction may follow the turn that lists the moves.
        turn, listed = next(
            ((turn, line) for turn in reversed(turns) for line in reversed(turn) if line.startswith(LEGAL_MOVES)),
            ([], LEGAL_MOVES))
        patterns = [pattern.strip() for pattern in listed.removeprefix(LEGAL_MOVES).split(" | ") if pattern.strip()]
        stated = [line for text in [*turns[:1], turn, *turns[-1:]] for line in text]
        # A turn that asks for something else than a move states its own form.
        plain = any(line.startswith(ANSWER_FORM) for line in turn)
        form = None if plain else next((line for line in stated if _filled(line, "move") is not None), None)
        return cls(patterns, form, bool(asked) and "step by step" in asked[-1])

    def reply(self, move: str) -> str:
        """The move in the form asked for."""
        stated = f"Answer: {move}" if self.form is None else _filled(self.form, move)
        return f"{THOUGHTS}\n\n{stated}" if self.aloud else str(stated)

    def lowest(self) -> str:
        """The first move with the lowest numbers; where they have a sum, the last one is all of it."""
        summing = _summing(self.patterns[0])
        if summing:
            total, parts = summing
            return str([0] * (parts - 1) + [total])
        return _RANGE.sub(lambda found: found[1], self.patterns[0])

    def drawn(self, rng: random.Random) -> str:
        """A move drawn uniformly from all moves, so a pattern weighs as much as the moves it stands for."""
        sizes = [_size(pattern) for pattern in self.patterns]
        (pattern,) = rng.choices(self.patterns, sizes)
        summing = _summing(pattern)
        if summing:
            return str(random_composition(*summing, rng))
        return _RANGE.sub(lambda found: _in_range(found[1], found[2], rng), pattern)


def _summing(pattern: str) -> tuple[int, int] | None:
    """The sum and the number of parts where a pattern stands for all lists with a sum."""
    found = _COMPOSITION.fullmatch(pattern)
    return (int(found[2]), found[1].count("..")) if found else None


def _size(pattern: str) -> int:
    summing = _summing(pattern)
    if summing:
        return count_compositions(*summing)
    ranges = (_units(low, high) for low, high in _RANGE.findall(pattern))
    return math.prod(highest - lowest + 1 for lowest, highest, _ in ranges)


def _units(low: str, high: str) -> tuple[int, int, int]:
    """The ends of a range, counted in units of its last decimal, and how many decimals there are."""
    decimals = max(len(end.partition(".")[2]) for end in (low, high))
    return int(Decimal(low).scaleb(decimals)), int(Decimal(high).scaleb(decimals)), decimals


def _in_range(low: str, high: str, rng: random.Random) -> str:
    lowest, highest, decimals = _units(low, high)
    return f"{Decimal(rng.randint(lowest, highest)).scaleb(-decimals):f}"


def _filled(form: str, move: str) -> str | None:
    """A JSON form with the move in place of ``<move>``, or else of its last placeholder; ``None`` if it is no form."""
    names = _PLACEHOLDER.findall(form)
    if not form.startswith("{") or not names:
        return None
    target = next((name for name in names if name.strip('"') == "<move>"), names[-1])
    filled = _PLACEHOLDER.sub(lambda found: _value(move, found[0]) if found[0] == target else '"..."', form)
    return filled if isinstance(_json_or_none(filled), dict) else None


def _value(move: str, placeholder: str) -> str:
    # A placeholder without quotation marks asks for a number or a list where the move is one.
    bare = not placeholder.startswith('"') and _json_or_none(move) is not None
    return move if bare else json.dumps(move)


def _json_or_none(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return None


def _random(question: Question, rng: random.Random) -> Answer:
    return Answer(question.reply(question.drawn(rng)))


def _first(question: Question, rng: random.Random) -> Answer:
    return Answer(question.reply(question.lowest()))


def _flaky(question: Question, rng: random.Random, rate: float = FLAKY_RATE) -> Answer:
    if rng.random() >= rate:
        return _random(question, rng)
    failures = (Answer(EVASION), Answer(question.reply("banana")), Answer(""), Answer(CUT_OFF, "length"))
    return rng.choice(failures)


Behaviour = Callable[[Question, random.Random], Answer]
_BEHAVIOURS: dict[str, Behaviour] = {"random": _random, "first": _first, "flaky": _flaky}


def is_offline(name: str) -> bool:
    """Whether a model of that name is one of ours."""
    return name.startswith(f"{PROVIDER}/")


def behaviour(name: str) -> Behaviour:
    """How the model of that name answers.

    Raises:
        UsageError: there is no such offline model.
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


def answer(name: str, messages: Sequence[Message], seed: int) -> Answer:
    """What the model called ``name`` replies to a chat; the same chat and seed bring the same reply.

    Raises:
        UsageError: there is no such offline model.
    """
    respond = behaviour(name)
    question = Question.read(messages)
    if not question.patterns:
        return Answer(NO_MOVES)
    return respond(question, random.Random(json.dumps([name, list(messages), seed])))


class Provider:
    """The offline models as litellm calls them: it asks no more of a custom provider than these two methods."""

    async def acompletion(self, **call: Any) -> Any:
        return self.completion(**call)

    def completion(self, *, model: str, messages: Sequence[Message], optional_params: Any, **call: Any) -> Any:
        """Fills in litellm's response; its token counts are counts of words, a rough stand-in."""
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
