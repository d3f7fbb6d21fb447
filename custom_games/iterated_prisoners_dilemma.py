"""Iterated prisoner's dilemma for two players, by default with GTBench's payoffs and random ending."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import Choice
from custom_games.round_based import CONTINUE, STOP
from custom_games.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter

MOVES = ("Cooperate", "Defect")
SYNONYMS = (("Silent", 0), ("stay silent", 0), ("remain silent", 0), ("Testify", 1))
MOVE = Choice("move", MOVES, aliases=SYNONYMS)


class Position(NamedTuple):
    """The moves of all rounds, and whether chance is to decide on another round or the game is over."""

    rounds: tuple[tuple[int, int], ...] = ()
    chance_to_move: bool = False
    over: bool = False


@game("iterated_prisoners_dilemma", "Iterated Prisoner's Dilemma", players=(2, 2), information="perfect_information")
@dataclass(frozen=True)
class IteratedPrisonersDilemma(Rules[Position]):
    """Every round, both players choose at once to cooperate or to defect, until chance or the last round ends the game.

    The defaults are those of OpenSpiel's ``python_iterated_prisoners_dilemma``, which GTBench plays (section 3.2). With
    ``termination_probability=0`` there are exactly ``max_rounds`` rounds.
    """

    termination_probability: float = parameter(
        0.125, "probability that the game ends after a round", low=0.0, high=1.0)
    max_rounds: int = parameter(9999, "maximum number of rounds", low=1, high=9999)
    temptation: int = parameter(10, "payoff for defecting against a cooperator")
    reward: int = parameter(5, "payoff of each player when both cooperate")
    punishment: int = parameter(1, "payoff of each player when both defect")
    sucker: int = parameter(0, "payoff for cooperating against a defector")

    variants = (
        {"max_rounds": 3},
        {"max_rounds": 4, "termination_probability": 0.0},
        {"max_rounds": 2, "temptation": 0, "reward": -1, "punishment": -2, "sucker": -3},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        for better, worse in (("temptation", "reward"), ("reward", "punishment"), ("punishment", "sucker")):
            if getattr(self, better) <= getattr(self, worse):
                required = f"above {worse}={getattr(self, worse)}, as a prisoner's dilemma needs"
                raise self.parameter_error(better, required)

    def bounds(self) -> Bounds:
        extremes = [self.max_rounds * self.sucker, self.max_rounds * self.temptation, self.sucker, self.temptation]
        return Bounds(
            players=2, actions=2, length=self.max_rounds, chance_outcomes=2, utility=(min(extremes), max(extremes)))

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        if state.over:
            return TERMINAL
        return CHANCE if state.chance_to_move else SIMULTANEOUS

    def action_spec(self, state: Position, player: int) -> Choice:
        return MOVE

    def action_specs(self, state: Position) -> Sequence[Choice]:
        return MOVE, MOVE

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        return [(CONTINUE, 1 - self.termination_probability), (STOP, self.termination_probability)]

    def apply_action(self, state: Position, action: int) -> Position:
        return Position(state.rounds, over=action == STOP)

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        rounds = (*state.rounds, (actions[0], actions[1]))
        over = len(rounds) == self.max_rounds
        return Position(rounds, not over and self.termination_probability > 0, over)

    @cached_property
    def _payoffs(self) -> tuple[tuple[int, int], ...]:
        """One player's payoff in one round, by its own move and the other's."""
        return (self.reward, self.sucker), (self.temptation, self.punishment)

    def payoff(self, own: int, other: int) -> int:
        """Returns one player's payoff in one round."""
        return self._payoffs[own][other]

    def returns(self, state: Position) -> Sequence[float]:
        payoffs = self._payoffs
        return [sum([payoffs[one][two] for one, two in state.rounds]),
                sum([payoffs[two][one] for one, two in state.rounds])]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        seen = [(moves[player], moves[1 - player]) for moves in state.rounds]
        return {
            "round": len(seen) + 1,
            "rounds": [
                {"you": MOVES[own], "opponent": MOVES[other],
                 "your_payoff": self.payoff(own, other), "opponent_payoff": self.payoff(other, own)}
                for own, other in seen
            ],
            "your_total": sum(self.payoff(own, other) for own, other in seen),
            "opponent_total": sum(self.payoff(other, own) for own, other in seen),
        }

    def chance_name(self, state: Position, outcome: int) -> str:
        return ("Continue", "Stop")[outcome]
