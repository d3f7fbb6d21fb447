"""Iterated prisoner's dilemma for two players, by default with GTBench's payoffs and random ending."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs import Choice
from custom_games.framework.rounds import RoundBased
from custom_games.framework.rules import Bounds, game, parameter

MOVES = ("Cooperate", "Defect")
COOPERATE, DEFECT = 0, 1
MOVE = Choice("move", MOVES)


@game("iterated_prisoners_dilemma", "Iterated Prisoner's Dilemma", players=(2, 2), information="perfect_information")
@dataclass(frozen=True)
class IteratedPrisonersDilemma(RoundBased):
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

    players = 2
    common_spec = MOVE
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

    @property
    def length(self) -> int:
        return self.max_rounds

    @property
    def stop_probability(self) -> float:
        return self.termination_probability

    def bounds(self) -> Bounds:
        return self.bounds_of_rounds(actions=2, payoff=(self.sucker, self.temptation))

    @cached_property
    def _payoffs(self) -> Mapping[tuple[int, int], tuple[int, int]]:
        """Both players' payoffs in one round, by their moves."""
        return {
            (COOPERATE, COOPERATE): (self.reward, self.reward),
            (COOPERATE, DEFECT): (self.sucker, self.temptation),
            (DEFECT, COOPERATE): (self.temptation, self.sucker),
            (DEFECT, DEFECT): (self.punishment, self.punishment),
        }

    def payoffs(self, stage: tuple[int, int]) -> tuple[int, int]:
        return self._payoffs[stage]

    def report(self, stage: tuple[int, int], player: int) -> Mapping[str, Any]:
        return {"you": MOVES[stage[player]], "opponent": MOVES[stage[1 - player]]}

    def report_payoff(self, stage: tuple[int, int], player: int) -> Mapping[str, Any]:
        payoffs = self.payoffs(stage)
        return {"your_payoff": payoffs[player], "opponent_payoff": payoffs[1 - player]}

    def report_total(self, rounds: Sequence[Any], player: int) -> Mapping[str, Any]:
        totals = [sum(self.payoffs(stage)[seat] for stage in rounds) for seat in (player, 1 - player)]
        return {"your_total": totals[0], "opponent_total": totals[1]}
