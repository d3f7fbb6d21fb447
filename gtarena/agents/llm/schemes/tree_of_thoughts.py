"""Tree of thoughts: votes on the model's own thoughts and moves (Yao et al., arXiv 2305.10601; GTBench, appendix D)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from adapters import Message
from adapters.adapter import READER
from adapters.replies import Reading
from gtarena.agents.llm.model_calls import Answer, Parsed, Question, read_thought
from gtarena.agents.llm.schemes.base import CallCount, Scheme, Steps, add_paragraphs

Kind = Literal["thought", "move"]  # of candidates
THOUGHT, GIVEN, VOTE = "thought", "given", "vote"
STOP = "stop"  # the block of a wording with the mark before which a thought ends


@dataclass(frozen=True)
class TreeOfThoughts(Scheme):
    """Search of a tree of two levels by voting.

    ``votes`` choose one of ``samples`` thoughts, then one of as many replies made in view of it, which states the move.
    If that reply states no legal move, the try fails, as in GTBench. A wording may have the chats of the steps itself,
    in blocks with the names of the texts.
    """

    name, folder, texts = "tree_of_thoughts", "tree", (THOUGHT, GIVEN, VOTE)

    samples: CallCount = 3
    votes: CallCount = 3

    async def decide(self, steps: Steps) -> Answer:
        thoughts = await self._think(steps)
        thought = thoughts[await self._vote(steps, "thought", thoughts)]
        chat = steps.own_turns(GIVEN, thought=thought) or ()
        answers = await steps.ask_moves(self.samples, self.render(GIVEN, thought=thought), chat=chat)
        return answers[await self._vote(steps, "move", [answer.reply for answer in answers])]

    async def _think(self, steps: Steps) -> list[str]:
        """Asks for thoughts about the decision; a thought that was cut off is used as it is."""
        *before, turn = self._chat(steps, THOUGHT)
        question = Question("thought", tuple(before), turn, form=steps.form)
        replies = [answer.reply for answer in await steps.calls.ask(question, self.samples, read_thought)]
        mark = steps.block(STOP)  # a request has no stop sequence, and nothing in a reply depends on what follows it
        return [reply.partition(mark)[0] for reply in replies] if mark else replies

    async def _vote(self, steps: Steps, kind: Kind, candidates: Sequence[str]) -> int:
        """Returns the index of the candidate with the most votes: the first if several tie, 0 without a usable vote."""
        count = len(candidates)
        *before, turn = self._chat(steps, VOTE, kind=kind, candidates=candidates)
        question = Question(
            "vote", tuple(before), turn, form=steps.option_form(count), cut_off_counts=steps.has(READER))
        answers = await steps.calls.ask(
            question, self.votes, lambda reply: Reading((steps.read_option(reply, count),)))
        counts = Counter(vote.stated for vote in answers if isinstance(vote, Parsed))
        return max(range(count), key=lambda index: counts[index,])

    def _chat(self, steps: Steps, text: str, **words: Any) -> Sequence[Message]:
        """Returns the chat of a step: the wording's own, or else the chat so far with one of the scheme's texts."""
        own = steps.own_turns(text, **words)
        return own or [*steps.before, add_paragraphs(steps.turn, self.render(text, **words))]
