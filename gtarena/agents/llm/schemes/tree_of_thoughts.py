"""Tree of thoughts: votes on the model's own thoughts and moves (Yao et al., arXiv 2305.10601; GTBench, appendix D)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from adapters.replies import Reading
from adapters.replies.scheme_answers import make_option_form, read_option
from gtarena.agents.llm.model_calls import Answer, Parsed, Question, read_thought
from gtarena.agents.llm.schemes.base import CallCount, Scheme, Steps, add_paragraphs

Kind = Literal["thought", "move"]  # of candidates


@dataclass(frozen=True)
class TreeOfThoughts(Scheme):
    """Search of a tree of two levels by voting.

    ``votes`` choose one of ``samples`` thoughts, then one of as many moves made in view of it. Replies without a legal
    move are not voted on; if no reply states a legal move, the try fails as its first reply did.
    """

    name, folder, texts = "tree_of_thoughts", "tree", ("thought", "given", "vote")

    samples: CallCount = 3
    votes: CallCount = 3

    async def decide(self, steps: Steps) -> Answer:
        thoughts = await self._think(steps)
        thought = thoughts[await self._vote(steps, "thought", thoughts)]
        answers = await steps.ask_moves(self.samples, self.render("given", thought=thought))
        legal = [answer for answer in answers if isinstance(answer, Parsed)]
        if not legal:
            return answers[0]
        return legal[await self._vote(steps, "move", [answer.reply for answer in legal])]

    async def _think(self, steps: Steps) -> list[str]:
        """Asks for thoughts about the decision; a thought that was cut off is used as it is."""
        turn = add_paragraphs(steps.turn, self.render("thought"))
        question = Question("thought", steps.before, turn, form=steps.form)
        return [answer.reply for answer in await steps.calls.ask(question, self.samples, read_thought)]

    async def _vote(self, steps: Steps, kind: Kind, candidates: Sequence[str]) -> int:
        """Returns the index of the candidate with the most votes: the first if several tie, 0 without a usable vote."""
        turn = add_paragraphs(steps.turn, self.render("vote", kind=kind, candidates=candidates))
        question = Question("vote", steps.before, turn, form=make_option_form(len(candidates)))
        answers = await steps.calls.ask(question, self.votes, partial(_read_option, len(candidates)))
        counts = Counter(vote.stated for vote in answers if isinstance(vote, Parsed))
        return max(range(len(candidates)), key=lambda index: counts[index,])


def _read_option(count: int, reply: str) -> Reading:
    return Reading((read_option(reply, count),))
