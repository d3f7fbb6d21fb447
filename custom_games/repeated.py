"""Repeated games: the same players play the same stage game in every round."""

from dataclasses import dataclass

from custom_games.round_based import RoundBased
from custom_games.rules import MOST_PLAYERS, parameter


@dataclass(frozen=True)
class Repeated(RoundBased):
    """A stage game that is played ``rounds`` times, or fewer if chance ends it earlier."""

    players: int = parameter(10, "number of players", low=2, high=MOST_PLAYERS)
    rounds: int = parameter(20, "maximum number of rounds", low=1, high=1000)
    horizon: str = parameter(
        "known", "whether the players are told the number of rounds", choices=("known", "hidden"))
    termination_probability: float = parameter(
        0.0, "probability that the game ends after a round, which the players are told", low=0.0, high=0.99)

    @property
    def length(self) -> int:
        return self.rounds

    @property
    def stop(self) -> float:
        return self.termination_probability
