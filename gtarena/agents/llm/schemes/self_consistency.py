"""Self-consistency: a majority vote over the moves of independent samples (Wang et al., arXiv 2203.11171)."""

from collections import Counter
from dataclasses import dataclass

from gtarena.agents.llm.model_calls import Answer, Parsed
from gtarena.agents.llm.schemes.base import CallCount, Scheme, Steps


@dataclass(frozen=True)
class SelfConsistency(Scheme):
    """Majority vote over the moves of ``samples`` independent replies.

    Replies without a legal move do not vote; of moves with equally many votes the one stated first wins. If no reply
    states a legal move, the try fails as its first reply did.
    """

    name = "self_consistency"

    samples: CallCount = 5

    async def decide(self, steps: Steps) -> Answer:
        answers = await steps.ask_moves(self.samples)
        votes = Counter(answer.stated for answer in answers if isinstance(answer, Parsed))
        if not votes:
            return answers[0]
        winner = max(votes, key=lambda move: votes[move])  # a counter keeps the order in which it met the moves
        return next(answer for answer in answers if isinstance(answer, Parsed) and answer.stated == winner)
