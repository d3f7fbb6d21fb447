"""Reasoning schemes: how many calls make a move, and how. Any of them goes with any wording of what to think about."""

import hashlib
import inspect
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from adapters import Message, ReplyError, options, readers, templates
from gtarena.agents.model_calls import Asking, Heard, Question, Unusable, Usable
from gtarena.errors import UsageError

TREE = "tree"  # the folder of wordings for what is asked besides moves
MOST = 100  # calls of one step


@dataclass(frozen=True)
class Steps:
    """The questions that schemes are made of, about one decision.

    ``before`` is the rules and what was said since, ``turn`` the decision at hand, ``instruction`` what closes every
    question for a move, and ``failures`` the replies of earlier tries with what was wrong with them.
    """

    asking: Asking
    before: tuple[Message, ...]
    turn: str
    instruction: str
    schema: Mapping[str, Any] | None
    failures: tuple[Message, ...] = ()

    async def moves(self, times: int, *thoughts: str) -> list[Heard]:
        """Replies that are to state a move, each in view of the same thoughts."""
        notes = [_wording("given", thought=thought) for thought in thoughts]
        turn = self._turn(*notes, self.instruction)
        return await self.asking.ask(Question("move", self.before, turn, self.failures, self.schema), times, self._move)

    async def thoughts(self, times: int) -> list[str]:
        """Thoughts about the decision; what is left of one that was cut off is one too."""
        question = Question("thought", self.before, self._turn(_wording("thought")))
        return [heard.reply for heard in await self.asking.ask(question, times, _thought)]

    async def best(self, candidates: Sequence[str], votes: int) -> int:
        """The index of the candidate that most votes name; of equals the first, and so where no vote is usable."""
        question = Question("vote", self.before, self._turn(_wording("vote", candidates=candidates)))
        heard = await self.asking.ask(question, votes, partial(_option, len(candidates)))
        counts = Counter(vote.stated for vote in heard if isinstance(vote, Usable))
        return max(range(len(candidates)), key=lambda index: counts[index,])

    def after(self, failed: Unusable) -> "Steps":
        """The same after a failed try, of which the model is told."""
        return replace(self, failures=(*self.failures, assistant(failed.reply), _correction(failed.error)))

    def _turn(self, *parts: str) -> Message:
        return {"role": "user", "content": "\n\n".join([self.turn, *parts])}

    def _move(self, reply: str) -> list[int]:
        decision = self.asking.decision
        return decision.adapter.parse(reply, decision.state, decision.player)


async def single(steps: Steps) -> Heard:
    """One reply, which is the move."""
    (heard,) = await steps.moves(1)
    return heard


async def self_consistency(steps: Steps, samples: int = 5) -> Heard:
    """Several replies, independent of each other, of which the majority is right (Wang et al., arXiv 2203.11171).

    Replies without a legal move do not vote; of moves with as many votes the one that was stated first is played. If
    there is none at all, the try has failed as its first reply did.
    """
    heard = await steps.moves(samples)
    votes = Counter(reply.stated for reply in heard if isinstance(reply, Usable))
    if not votes:
        return heard[0]
    winner = max(votes, key=lambda move: votes[move])  # a counter keeps the order in which it met the moves
    return next(reply for reply in heard if isinstance(reply, Usable) and reply.stated == winner)


async def tree_of_thoughts(steps: Steps, samples: int = 3, votes: int = 3) -> Heard:
    """A tree of two levels, searched by voting (Yao et al., arXiv 2305.10601; as in GTBench, appendix D).

    Several thoughts, of which votes choose one; then several moves in view of it, of which votes choose one. Replies
    without a legal move are not voted on; if there is no other, the try has failed as its first reply did.
    """
    thoughts = await steps.thoughts(samples)
    thought = thoughts[await steps.best(thoughts, votes)]
    heard = await steps.moves(samples, thought)
    legal = [reply for reply in heard if isinstance(reply, Usable)]
    if not legal:
        return heard[0]
    return legal[await steps.best([reply.reply for reply in legal], votes)]


Scheme = Callable[[Steps], Awaitable[Heard]]

SCHEMES: dict[str, Callable[..., Awaitable[Heard]]] = {
    "single": single,
    "self_consistency": self_consistency,
    "tree_of_thoughts": tree_of_thoughts,
}
_WORDINGS: dict[str, Sequence[str]] = {"tree_of_thoughts": ("thought", "given", "vote")}


def scheme(name: str, **numbers: int | None) -> Scheme:
    """The scheme of that name, with those numbers of calls that are given.

    Raises:
        UsageError: there is no such scheme, it takes no such number, or the number is not from 1 to 100.
    """
    if name not in SCHEMES:
        raise UsageError(f"scheme={name} is not {' or '.join(SCHEMES)}")
    given = {key: number for key, number in numbers.items() if number is not None}
    for key, number in given.items():
        if key not in inspect.signature(SCHEMES[name]).parameters:
            raise UsageError(f"{key}={number} means nothing to scheme={name}")
        if type(number) is not int or not 1 <= number <= MOST:
            raise UsageError(f"{key}={number} is not a whole number from 1 to {MOST}")
    return partial(SCHEMES[name], **given)


def digest(name: str) -> str:
    """A short hash of the wordings that only the scheme of that name needs; empty if it needs none."""
    digests = "".join(templates.prompt_digest(TREE, wording) for wording in _WORDINGS.get(name, ()))
    return hashlib.sha256(digests.encode()).hexdigest()[:8] if digests else ""


def assistant(text: str) -> Message:
    """A reply as a turn of the chat."""
    # Some providers refuse an empty assistant turn.
    return {"role": "assistant", "content": text or "(no answer)"}


def _correction(error: ReplyError) -> Message:
    return {"role": "user", "content": f"{error} Please answer again, in the form asked for."}


def _wording(name: str, **context: Any) -> str:
    return templates.renderer(TREE, name)(**context)


def _thought(reply: str) -> Sequence[int]:
    readers.visible_text(reply)  # an empty thought is to be logged as such
    return ()


def _option(count: int, reply: str) -> Sequence[int]:
    return (options.stated_option(reply, count),)
