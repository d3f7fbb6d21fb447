"""Sessions: a one-round game that is played several times with one configuration (EconArena, section 3)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from custom_games.round_based import Position, RoundBased
from custom_games.rules import MOST_PLAYERS, parameter


@dataclass(frozen=True)
class Session(RoundBased):
    """A game that is played ``runs`` times; what chance drew before the first run holds for all of them.

    A player whose answer cannot be used pays ``entrance_fee`` and takes no part in the run. The last action id stands
    for such an answer; no player can choose it.
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
                {"run": number, **self.report(stage, player), **self.told_payoff(stage, player)}
                for number, stage in enumerate(seen, start=first)],
            **({} if state.stage is None else self.private(state.stage, player)),
        }

    def penalty_action(self, state: Position, player: int) -> int:
        return self.num_actions - 1
