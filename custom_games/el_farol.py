"""El Farol Bar: a bar that is fun unless too many go (gamma-Bench, section 3.1 and Table 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs import Choice
from custom_games.framework.rounds import Position, Repeated
from custom_games.framework.rules import Bounds, game, parameter

MOVES = ("stay", "go")
STAY, GO = 0, 1
DECISION = Choice("decision", MOVES)


@game("el_farol", "El Farol Bar")
@dataclass(frozen=True)
class ElFarol(Repeated):
    """Every round, all players decide at once whether to go to the bar or stay at home.

    A player who goes gets ``fun`` if the share of players at the bar is at most ``capacity`` and ``crowded``
    otherwise; a player who stays gets ``home``. With implicit feedback, only those who went learn how full the bar was.
    """

    capacity: float = parameter(0.6, "largest share of players at which the bar is still fun", low=0.0, high=1.0)
    fun: int = parameter(10, "payoff for going when the bar is not crowded")
    crowded: int = parameter(0, "payoff for going when the bar is crowded")
    home: int = parameter(5, "payoff for staying at home")
    feedback: str = parameter(
        "implicit", "who learns how many players went: all (explicit), or only those who went (implicit)",
        choices=("explicit", "implicit"))

    common_spec = DECISION
    variants = (
        {"players": 3, "rounds": 3},
        {"players": 4, "rounds": 2, "capacity": 0.5, "feedback": "explicit"},
        {"players": 2, "rounds": 3, "capacity": 0.0, "fun": 0, "crowded": -3, "home": -1,
         "horizon": "hidden", "termination_probability": 0.5},
    )

    def bounds(self) -> Bounds:
        payoffs = (self.fun, self.crowded, self.home)
        return self.bounds_of_rounds(actions=2, payoff=(min(payoffs), max(payoffs)))

    def is_fun(self, decisions: tuple[int, ...]) -> bool:
        """Returns whether a round's decisions left the bar uncrowded."""
        return sum(decisions) / self.players <= self.capacity

    def payoffs(self, stage: tuple[int, ...]) -> list[int]:
        by_move = (self.home, self.fun if self.is_fun(stage) else self.crowded)
        return [by_move[decision] for decision in stage]

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        own = {"you": MOVES[stage[player]]}
        if self.feedback == "implicit" and stage[player] == STAY:
            return own
        going = sum(stage)
        return {**own, "went": going, "stayed": self.players - going, "crowded": not self.is_fun(stage)}

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Goes with probability ``capacity`` (section 2.1, the mixed equilibrium as the paper states it)."""
        return [(STAY, 1 - self.capacity), (GO, self.capacity)]
