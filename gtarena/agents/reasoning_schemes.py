"""Reasoning schemes: the model calls that make up one move. Any scheme can be used with any instruction."""

import hashlib
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Literal

from adapters import Message, options, readers, templates
from adapters.reply_forms import ReplyForm
from gtarena.agents.model_calls import Answer, ModelCalls, Parsed, Question, Rejected, assistant_message
from gtarena.agents.nudge import nudge
from gtarena.errors import UsageError

TREE = "tree"  # the folder of prompts for thoughts and votes
MAX_CALLS = 100  # of one step

Kind = Literal["thought", "move"]  # of candidates


@dataclass(frozen=True)
class Steps:
    """Questions about one decision, from which schemes are built.

    ``before`` is the chat so far, rules first, and ``turn`` the decision at hand. A question for a move is asked with
    ``final``, which is the same turn unless the wording has a place for the instruction, and ends with ``ending``;
    ``form`` is the form of its answer. ``failures`` are the replies of earlier tries, each with a nudge, and the
    ``look_ups`` among them; ``nudges`` counts the nudges.
    """

    calls: ModelCalls
    before: tuple[Message, ...]
    turn: Message
    final: Message
    ending: str
    schema: Mapping[str, Any] | None
    form: ReplyForm
    failures: tuple[Message, ...] = ()
    look_ups: int = 0
    nudges: int = 0

    async def moves(self, times: int, *thoughts: str) -> list[Answer]:
        """Asks for a move several times, each time showing the same thoughts."""
        notes = [_wording("given", thought=thought) for thought in thoughts]
        turn = _ending_with(self.final, *notes, self.ending)
        question = Question(
            "move", self.before, turn, self.failures, self.schema, self.form, self.look_ups, self.nudges)
        return await self.calls.ask(question, times, self.calls.decision.parse)

    async def thoughts(self, times: int) -> list[str]:
        """Asks for thoughts about the decision; a thought that was cut off is used as it is."""
        question = Question("thought", self.before, _ending_with(self.turn, _wording("thought")), form=self.form)
        return [answer.reply for answer in await self.calls.ask(question, times, _read_thought)]

    async def best(self, kind: Kind, candidates: Sequence[str], votes: int) -> int:
        """Returns the index of the candidate with the most votes: the first if several tie, 0 without a usable vote."""
        turn = _ending_with(self.turn, _wording("vote", kind=kind, candidates=candidates))
        question = Question("vote", self.before, turn, form=options.form_of_options(len(candidates)))
        answers = await self.calls.ask(question, votes, partial(_read_option, len(candidates)))
        counts = Counter(vote.stated for vote in answers if isinstance(vote, Parsed))
        return max(range(len(candidates)), key=lambda index: counts[index,])

    def after(self, failed: Rejected) -> "Steps":
        """Returns the same questions with the chat of a failed try and a nudge."""
        asked, calls = failed.question, self.calls
        again = nudge(calls.decision, self.form, failed.error, calls.generator("example"))
        failures = (*asked.after, assistant_message(failed.reply), again)
        return replace(self, failures=failures, look_ups=asked.look_ups, nudges=self.nudges + 1)


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
    answers = await steps.moves(samples, thought)
    legal = [answer for answer in answers if isinstance(answer, Parsed)]
    if not legal:
        return answers[0]
    return legal[await steps.best("move", [answer.reply for answer in legal], votes)]


ReasoningScheme = Callable[[Steps], Awaitable[Answer]]

REASONING_SCHEMES: dict[str, Callable[..., Awaitable[Answer]]] = {
    "single": single,
    "self_consistency": self_consistency,
    "tree_of_thoughts": tree_of_thoughts,
}
_WORDINGS: dict[str, Sequence[str]] = {"tree_of_thoughts": ("thought", "given", "vote")}


def reasoning_scheme(name: str, **numbers: int | None) -> ReasoningScheme:
    """Returns the scheme of that name with these numbers of calls; ``None`` keeps the default.

    Raises:
        UsageError: there is no such scheme, it takes no such number, or the number is not from 1 to 100.
    """
    if name not in REASONING_SCHEMES:
        raise UsageError(f"scheme={name} is not {' or '.join(REASONING_SCHEMES)}")
    given = {key: number for key, number in numbers.items() if number is not None}
    for key, number in given.items():
        if key not in inspect.signature(REASONING_SCHEMES[name]).parameters:
            raise UsageError(f"{key}={number} does not apply to scheme={name}: set it to null")
        if type(number) is not int or not 1 <= number <= MAX_CALLS:
            raise UsageError(f"{key}={number} is not a whole number from 1 to {MAX_CALLS}")
    return partial(REASONING_SCHEMES[name], **given)


def scheme_digest(name: str) -> str:
    """Returns a short hash of the prompts that only this scheme uses; empty if it has none of its own."""
    digests = "".join(templates.prompt_digest(TREE, wording) for wording in _WORDINGS.get(name, ()))
    return hashlib.sha256(digests.encode()).hexdigest()[:8] if digests else ""


def _ending_with(turn: Message, *parts: str) -> Message:
    return turn | {"content": "\n\n".join(filter(None, [turn["content"], *parts]))}


def _wording(name: str, **context: Any) -> str:
    return templates.renderer(TREE, name)(**context)


def _read_thought(reply: str) -> Sequence[int]:
    readers.visible_text(reply)  # an empty reply is logged as a failure
    return ()


def _read_option(count: int, reply: str) -> Sequence[int]:
    return (options.stated_option(reply, count),)
