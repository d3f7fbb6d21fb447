"""Probabilities of short options as the next token of a chat, from log-probabilities or from counted replies.

As in GameBench's reasoning via planning (the scheme ``rap``): the options are matched to the most probable tokens,
and their probabilities are divided by the sum of those of all these tokens.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from adapters import ReplyError, replies
from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.models.base import Alternative, Reply

MISSING = -100.0  # log-probability of an option that is none of the most probable tokens; published
LEAST_LIKELY = -50.0  # no vocabulary is so large that its most probable token has a lower log-probability

# Openings of a model's thinking, where its server does not keep that apart.
_OPENINGS = ("<", "[think")

NONE_GIVEN = ("the model gives no log-probabilities of the first token of its answers; set estimates=samples, "
              "or ask for stated probabilities")

Source = Literal["auto", "logprobs", "samples"]


@dataclass(frozen=True)
class Estimates:
    """Source of probabilities: log-probabilities of the ``top`` most probable tokens, or ``samples`` counted replies.

    Not more tokens are asked for than there are options and ``spare`` others, which may be more probable than an
    option. ``auto`` counts replies where the model gives no log-probabilities.
    """

    source: Source = "auto"
    top: int = 5
    samples: int = 5
    spare: int = 0


PUBLISHED = Estimates()


@dataclass
class LogprobsMemory:
    """Memory of whether a model gives log-probabilities of its next token; ``given`` until it has not."""

    given: bool = True


def reply_form_of(options: Sequence[str]) -> ReplyForm:
    """Returns the form of a reply that is one of the options and nothing else.

    Raises:
        ValueError: there is no option, one is empty, or two differ in case or spaces only.
    """
    keys = [_key(option) for option in options]
    if not keys or not all(keys) or len(set(keys)) < len(keys):
        raise ValueError(f"options={list(options)} are not one or more different words")
    return ReplyForm(tuple(map(Pattern, options)), label="")


def probabilities(top: Sequence[Alternative], options: Sequence[str]) -> tuple[float, ...] | None:
    """Returns the probability of each option, given the most probable tokens; they sum to at most 1, up to rounding.

    Case and spaces around a token do not matter, and tokens that differ in nothing else are added up. An option that is
    none of them has the log-probability -100. All are divided by the sum of the probabilities of all these tokens.
    ``None`` if there are no tokens, or log-probabilities that no model can have.
    """
    largest = max((token.logprob for token in top), default=-math.inf)
    if largest < LEAST_LIKELY:
        return None
    # Relative to the largest, so that nothing overflows.
    weights = [math.exp(token.logprob - largest) for token in top]
    of_words: defaultdict[str, float] = defaultdict(float)
    for token, weight in zip(top, weights, strict=True):
        of_words[_key(token.token)] += weight
    missing, total = math.exp(MISSING - largest), sum(weights)
    return tuple(of_words.get(_key(option), missing) / total for option in options)


def probabilities_in(reply: Reply, options: Sequence[str]) -> tuple[float, ...] | None:
    """Returns the probability of each option, given the reply of one token.

    ``None`` if it has no log-probabilities, or the token is the beginning of the model's thinking.
    """
    if not reply.logprobs or not reply.text.strip() or reply.text.strip().lower().startswith(_OPENINGS):
        return None
    return probabilities(reply.logprobs[0].top, options)


def read_option(reply: str, options: Sequence[str]) -> int:
    """Returns the index of the option that is the first word of a reply.

    Raises:
        ReplyError: it is none of them.
    """
    word = next(iter(replies.read_visible_text(reply).split()), "")
    first = word.strip("".join({character for character in word if not character.isalnum()}))
    keys = [_key(option) for option in options]
    if _key(first) not in keys:
        raise ReplyError("unparsable", f"Your answer does not begin with one of: {', '.join(options)}.")
    return keys.index(_key(first))


def count_shares(counted: Sequence[int], number: int) -> tuple[float, ...]:
    """Returns the share of each of ``number`` options among the stated ones; equal shares if none is stated."""
    counts = Counter(counted)
    return tuple(counts[index] / len(counted) if counted else 1 / number for index in range(number))


def _key(text: str) -> str:
    return text.strip().casefold()
