"""An agent without a model."""

from gtarena.agents.base import Agent, Decision, Move
from number_scrabble.rules import NUMBERS, wins


class Completer(Agent):
    """Completes 15 if it can, else keeps the opponent from it, else takes 5, an even number, or the lowest number."""

    instant = True

    async def act(self, decision: Decision) -> Move:
        seen = decision.adapter.view.observe(decision.state, decision.player)

        def worth(number: int) -> tuple[bool, ...]:
            return wins([*seen["yours"], number]), wins([*seen["opponents"], number]), number == 5, number % 2 == 0

        return Move((NUMBERS.index(max(seen["free"], key=worth)),))
