"""What one-round games share that are played several times over with one configuration (EconArena, section 3)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.round_based import Position, RoundBased
from custom_games.rules import MOST_PLAYERS, parameter

NO_ANSWER = "no valid answer"


@dataclass(frozen=True)
class Session(RoundBased):
    """The same game ``runs`` times: what chance drew before the first run holds for all of them.

    Who gives no usable answer pays ``entrance_fee`` and takes no part in the run. That is the last action id, legal
    for the rules and no move that a player can choose.
    """

    players: int = parameter(5, "number of players", low=2, high=MOST_PLAYERS)
    runs: int = parameter(1, "number of runs in a session", low=1, high=1000)
    history: str = parameter(
        "none", "what players are told of earlier runs: nothing, everybody's choices, or their private values as well",
        choices=("none", "choices", "private"))
    history_window: int = parameter(3, "how many of the latest runs they are told of", low=1, high=1000)
    entrance_fee: float = parameter(0.0, "what an answer that cannot be used costs", low=0.0, high=1e9)

    @property
    def length(self) -> int:
        return self.runs

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """As of every game in rounds, but of the latest runs alone, and of none without a history."""
        seen = state.rounds[-self.history_window:] if self.history != "none" else ()
        first = len(state.rounds) - len(seen) + 1
        return {
            "run": len(state.rounds) + 1,
            "rounds": [
                {"run": number, **self.report(stage, player), "your_payoff": self.payoffs(stage)[player]}
                for number, stage in enumerate(seen, start=first)],
            **({} if state.stage is None else self.private(state.stage, player)),
        }

    def rule_break(self, state: Position, player: int) -> int:
        return self.bounds().actions - 1

    def random_move(self, state: Position, player: int, rng: random.Random) -> list[int]:
        return [rng.choice(self.choices(state, player))]

    def choices(self, state: Position, player: int) -> Sequence[int]:
        """The legal actions that a player can choose: all but the last, which stands for no answer."""
        return self.legal_actions(state, player)[:-1]
