"""A reasoning scheme: the calls of a model that lead to one move."""

from dataclasses import dataclass

from gtarena.agents.llm.model_calls import Answer, Parsed
from gtarena.agents.llm.schemes.base import Scheme, Steps


@dataclass(frozen=True)
class SecondOpinion(Scheme):
    """Asks for the move twice at once, and once more if the two replies do not state the same; the last one counts."""

    name = "second_opinion"

    async def decide(self, steps: Steps) -> Answer:
        first, second = await steps.ask_moves(2)
        if isinstance(first, Parsed) and isinstance(second, Parsed) and first.stated == second.stated:
            return second
        (last,) = await steps.ask_moves(1)
        return last
