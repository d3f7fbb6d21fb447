"""Reasoning schemes: the model calls that make up one move. Any scheme can be used with any instruction."""

import hashlib
import inspect
import math
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from adapters import Adapter
from adapters.rendering import templates
from gtarena.agents.llm import pgm
from gtarena.agents.llm.questions import Answer, Parsed
from gtarena.agents.llm.rap import questions, scheme
from gtarena.agents.llm.scheme_steps import THINK, TREE, Steps, tree_wording
from gtarena.errors import UsageError
from gtarena.models.settings import MOST_LOGPROBS, is_name

MAX_CALLS = 100  # of one step
_MOST = {"iterations": 1000, "top": MOST_LOGPROBS}  # of settings that allow more or less than MAX_CALLS
_CHOICES = {**pgm.CHOICES, **scheme.CHOICES}
_WEIGHT = "exploration"
_MODEL = "reader"
SCHEME_SETTINGS = (
    "samples", "votes", "beliefs", "vote", _MODEL, "depth", "iterations", "width", _WEIGHT, "top", "estimates")


async def single(steps: Steps) -> Answer:
    """Makes one call, whose reply states the move."""
    (answer,) = await steps.moves(1)
    return answer


async def self_consistency(steps: Steps, samples: int = 5) -> Answer:
    """Takes a majority vote over the moves of independent samples (Wang et al., arXiv 2203.11171).

    Replies without a legal move do not vote; of moves with equally many votes the one stated first wins. If no reply
    states a legal move, the try fails as its first reply did.
    """
    answers = await steps.moves(samples)
    votes = Counter(answer.stated for answer in answers if isinstance(answer, Parsed))
    if not votes:
        return answers[0]
    winner = max(votes, key=lambda move: votes[move])  # a counter keeps the order in which it met the moves
    return next(answer for answer in answers if isinstance(answer, Parsed) and answer.stated == winner)


async def tree_of_thoughts(steps: Steps, samples: int = 3, votes: int = 3) -> Answer:
    """Searches a tree of two levels by voting (Yao et al., arXiv 2305.10601; as in GTBench, appendix D).

    Votes choose one of several thoughts, then one of several moves made in view of it. Replies without a legal move
    are not voted on; if no reply states a legal move, the try fails as its first reply did.
    """
    thoughts = await steps.thoughts(samples)
    thought = thoughts[await steps.best("thought", thoughts, votes)]
    answers = await steps.moves(samples, tree_wording("given", thought=thought))
    legal = [answer for answer in answers if isinstance(answer, Parsed)]
    if not legal:
        return answers[0]
    return legal[await steps.best("move", [answer.reply for answer in legal], votes)]


async def think_then_answer(steps: Steps) -> Answer:
    """Lets the model reason aloud, and asks for the move in the next turn (GameBench, appendix D)."""
    return await steps.after_thought("think")


async def babble_and_prune(steps: Steps) -> Answer:
    """Lets the model name the three best moves, and asks for its choice in the next turn (in GameBench's code)."""
    return await steps.after_thought("babble")


ReasoningScheme = Callable[[Steps], Awaitable[Answer]]

REASONING_SCHEMES: dict[str, Callable[..., Awaitable[Answer]]] = {
    "single": single,
    "self_consistency": self_consistency,
    "tree_of_thoughts": tree_of_thoughts,
    "pgm": pgm.pgm,
    "think_then_answer": think_then_answer,
    "babble_and_prune": babble_and_prune,
    "rap": scheme.rap,
}
_WORDINGS: dict[str, tuple[str, Sequence[str]]] = {  # a folder and its texts
    "tree_of_thoughts": (TREE, ("thought", "given", "vote")),
    "think_then_answer": (THINK, ("think", "answer")),
    "babble_and_prune": (THINK, ("babble", "answer")),
    "rap": (questions.FOLDER, questions.TEXTS),
}


def reasoning_scheme(name: str, **settings: float | str | None) -> ReasoningScheme:
    """Returns the scheme of that name with these settings, mostly numbers of calls; ``None`` keeps the default.

    Raises:
        UsageError: there is no such scheme, it takes no such setting, a number is outside its range, or a choice is
            none of those that it allows.
    """
    if name not in REASONING_SCHEMES:
        raise UsageError(f"scheme={name} is not {' or '.join(REASONING_SCHEMES)}")
    given = {key: value for key, value in settings.items() if value is not None}
    for key, value in given.items():
        if key not in inspect.signature(REASONING_SCHEMES[name]).parameters:
            raise UsageError(f"{key}={value} does not apply to scheme={name}: set it to null")
        _check(key, value)
    return partial(REASONING_SCHEMES[name], **given)


def _check(key: str, value: object) -> None:
    most = _MOST.get(key, MAX_CALLS)
    if key in _CHOICES:
        if value not in _CHOICES[key]:
            raise UsageError(f"{key}={value} is not {' or '.join(_CHOICES[key])}")
    elif key == _MODEL:
        if not is_name(value):
            raise UsageError(f"{key}={value} is not the name of a model")
    elif key == _WEIGHT:
        if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value < math.inf:
            raise UsageError(f"{key}={value} is not a number of at least 0")
    elif type(value) is not int or not 1 <= value <= most:
        raise UsageError(f"{key}={value} is not a whole number from 1 to {most}")


def scheme_digest(name: str, adapter: Adapter) -> str:
    """Returns a short hash of the prompts that only this scheme uses in a game; empty if it has none of its own."""
    folder, texts = _WORDINGS.get(name, ("", ()))
    wordings = [(folder, text) for text in texts]
    if name == "pgm":
        wordings.append((pgm.FOLDER, pgm.wording_name(adapter)))
    digests = "".join(templates.prompt_digest(folder, wording) for folder, wording in wordings)
    return hashlib.sha256(digests.encode()).hexdigest()[:8] if digests else ""
