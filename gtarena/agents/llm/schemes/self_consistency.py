"""Self-consistency: a majority vote over the moves of independent samples (Wang et al., arXiv 2203.11171)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from gtarena.agents.llm.model_calls import Answer, Parsed
from gtarena.agents.llm.schemes.base import CallCount, Scheme, Steps

LAST_SAMPLE = "last_sample"  # the block of a wording whose program plays the last sample in place of a vote


@dataclass(frozen=True)
class SelfConsistency(Scheme):
    """Majority vote over the moves of ``samples`` independent replies.

    Replies without a legal move do not vote; of moves with equally many votes the one stated first wins. If no reply
    states a legal move, the try fails as its first reply did. With a wording whose program plays the last sample, the
    last reply counts that states a move, legal or not.
    """

    name = "self_consistency"

    samples: CallCount = 5

    async def decide(self, steps: Steps) -> Answer:
        answers = await steps.ask_moves(self.samples)
        return _find_last(answers) if steps.has(LAST_SAMPLE) else _find_most_frequent(answers)


def _find_most_frequent(answers: Sequence[Answer]) -> Answer:
    votes = Counter(answer.stated for answer in answers if isinstance(answer, Parsed))
    if not votes:
        return answers[0]
    winner = max(votes, key=lambda move: votes[move])  # a counter keeps the order in which it met the moves
    return next(answer for answer in answers if isinstance(answer, Parsed) and answer.stated == winner)


def _find_last(answers: Sequence[Answer]) -> Answer:
    """Returns the last answer that states a move (GTBench's ``base_agent.py``, ``post_processing``)."""
    stated = [answer for answer in answers if isinstance(answer, Parsed) or answer.error.reason == "illegal"]
    return (stated or answers)[-1]
