"""Sessions: a one-round game that is played several times with one configuration (EconArena, section 3)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.round_based import Position, RoundBased
from custom_games.rules import MOST_PLAYERS, parameter

NO_ANSWER = "no valid answer"


@dataclass(frozen=True)
class Session(RoundBased):
    """A game that is played ``runs`` times; what chance drew before the first run holds for all of them.

    A player whose answer cannot be used pays ``entrance_fee`` and takes no part in the run. The last action id stands
    for such an answer: the rules treat it as legal, but a player cannot choose it.
    """

    players: int = parameter(5, "number of players", low=2, high=MOST_PLAYERS)
    runs: int = parameter(1, "number of runs in a session", low=1, high=1000)
    history: str = parameter(
        "none", "what players learn of earlier runs: nothing, all choices (choices), or private values too (private)",
        choices=("none", "choices", "private"))
    history_window: int = parameter(3, "number of most recent runs in the history", low=1, high=1000)
    entrance_fee: float = parameter(0.0, "fee for an answer that cannot be used", low=0.0, high=1e9)

    @property
    def length(self) -> int:
        return self.runs

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns what the player knows in the current run, and the latest runs if there is a history."""
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
        """Returns the actions that a player can choose: all legal ones but the last, which stands for no answer."""
        return self.legal_actions(state, player)[:-1]
