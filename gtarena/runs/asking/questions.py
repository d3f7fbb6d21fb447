"""Questions: decisions that an agent is asked for outside of a match, each sample of which is one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gtarena.agents.llm.inquiries import Inquiry
from gtarena.errors import UsageError
from gtarena.runs.asking.positions import Position

MOST_QUESTIONS = 1_000_000  # to an agent: to plan them takes gigabytes


@dataclass(frozen=True)
class Question:
    """Position at which an agent is asked, for its move or how probable the options of an ``inquiry`` are.

    ``sample`` tells equal questions apart, which an agent answers independently.
    """

    position: Position
    sample: int = 0
    inquiry: Inquiry | None = None

    @property
    def key(self) -> dict[str, Any]:
        """Everything besides the game and the agent that can change the answer, as plain JSON values."""
        position, inquiry = self.position, self.inquiry
        asked = {} if inquiry is None else {"inquiry": {
            "name": inquiry.name, "options": list(inquiry.options), "words": dict(inquiry.words),
            "source": inquiry.source, "wording": inquiry.digest()}}
        return {"player": position.player, "history": [list(choice) for choice in position.history],
                "sample": self.sample, **asked}


def repeat_questions(positions: Sequence[Position], samples: int) -> list[Question]:
    """Returns questions for so many moves at each position, the first of all positions before the second.

    Raises:
        UsageError: they are more than ``MOST_QUESTIONS``.
    """
    if (number := len(positions) * samples) > MOST_QUESTIONS:
        raise UsageError(f"samples={samples} at {len(positions):,} positions make {number:,} questions to each agent, "
                         f"and at most {MOST_QUESTIONS:,} are asked")
    return [Question(position, sample) for sample in range(samples) for position in positions]
