"""El Farol Bar: a bar that is fun unless too many go (gamma-Bench, section 3.1 and Table 9)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.rules import SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter
from custom_games.structs import choice

MOVES = ("stay", "go")
STAY, GO = 0, 1

Position = tuple[tuple[int, ...], ...]  # one joint action per round played


@game(
    "el_farol",
    "El Farol Bar",
    players=(2, 100),
    dynamics="simultaneous",
    information="imperfect_information",
    utility="general_sum",
)
@dataclass(frozen=True)
class ElFarol(Rules[Position]):
    """Every round, all players decide at once whether to go to the bar or to stay at home.

    Who goes gets ``fun`` if the share of players at the bar is at most ``capacity`` and ``crowded`` otherwise;
    who stays gets ``home``. With implicit feedback only those who went learn how full the bar was.
    """

    players: int = parameter(10, "number of players", low=2, high=100)
    rounds: int = parameter(20, "number of rounds", low=1, high=1000)
    capacity: float = parameter(0.6, "largest share of players at which the bar is still fun", low=0.0, high=1.0)
    fun: int = parameter(10, "payoff for going when the bar is not crowded")
    crowded: int = parameter(0, "payoff for going when the bar is crowded")
    home: int = parameter(5, "payoff for staying at home")
    feedback: str = parameter(
        "implicit", "whether all players (explicit) or only those who went (implicit) learn how many went",
        choices=("explicit", "implicit"))

    variants = (
        {"players": 3, "rounds": 3},
        {"players": 4, "rounds": 2, "capacity": 0.5, "feedback": "explicit"},
        {"players": 2, "rounds": 1, "capacity": 0.0, "fun": 0, "crowded": -3, "home": -1},
    )

    def bounds(self) -> Bounds:
        payoffs = (self.fun, self.crowded, self.home)
        return Bounds(
            players=self.players, actions=2, length=self.rounds,
            utility=(self.rounds * min(payoffs), self.rounds * max(payoffs)))

    def initial_state(self) -> Position:
        return ()

    def current_player(self, state: Position) -> int:
        return TERMINAL if len(state) == self.rounds else SIMULTANEOUS

    def legal_actions(self, state: Position, player: int) -> Sequence[int]:
        return range(2)

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        return (*state, actions)

    def is_fun(self, decisions: tuple[int, ...]) -> bool:
        """Whether the bar was worth going to in a round."""
        return sum(decisions) / self.players <= self.capacity

    def payoffs(self, decisions: tuple[int, ...]) -> list[int]:
        """Each player's payoff in one round."""
        by_move = (self.home, self.fun if self.is_fun(decisions) else self.crowded)
        return [by_move[decision] for decision in decisions]

    def returns(self, state: Position) -> Sequence[float]:
        return [sum(earned) for earned in zip(*map(self.payoffs, state), strict=True)]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        rounds = [self._round_report(decisions, player) for decisions in state]
        return {
            "round": len(state) + 1,
            "rounds": rounds,
            "your_total": sum(report["your_payoff"] for report in rounds),
        }

    def _round_report(self, decisions: tuple[int, ...], player: int) -> dict[str, Any]:
        own = {"you": MOVES[decisions[player]], "your_payoff": self.payoffs(decisions)[player]}
        if self.feedback == "implicit" and decisions[player] == STAY:
            return own
        going = sum(decisions)
        return {**own, "went": going, "stayed": self.players - going, "crowded": not self.is_fun(decisions)}

    def action_string(self, state: Position, player: int, action: int) -> str:
        return MOVES[action]

    def action_struct(self, state: Position, player: int, action: int) -> Mapping[str, Any]:
        return {"decision": MOVES[action]}

    def struct_to_actions(self, state: Position, player: int, struct: Mapping[str, Any]) -> list[int]:
        return [choice(struct, "decision", MOVES)]
