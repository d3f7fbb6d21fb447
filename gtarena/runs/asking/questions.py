"""Questions: decisions that an agent is asked for outside of a match, each sample of which is one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from gtarena.agents.llm.inquiries import Inquiry
from gtarena.runs.asking.positions import Position


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


def repeat_questions(
    positions: Sequence[Position], samples: int, inquiry: Inquiry | None = None
) -> list[Question]:
    """Returns the questions for so many samples at each position, the first of all positions before the second."""
    return [Question(position, sample, inquiry) for sample in range(samples) for position in positions]
