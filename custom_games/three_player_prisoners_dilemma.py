"""Prisoner's dilemma of three players in rounds, with four scores (MAgIC, sections 3.1 and A.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Any

from custom_games.action_specs import Choice
from custom_games.framework.rounds import Position, RoundBased
from custom_games.framework.rules import Bounds, game, parameter
from custom_games.word_sets.json_sets import SEATS

MOVES = ("Cooperate", "Defect")
COOPERATE, DEFECT, NO_MOVE = range(3)
MOVE = Choice("move", MOVES)


@game("three_player_prisoners_dilemma", "Three-Player Prisoner's Dilemma", players=(3, 3),
      information="perfect_information", chance=False)
@dataclass(frozen=True)
class ThreePlayerPrisonersDilemma(RoundBased):
    """Every round, the three players choose at once to cooperate or to defect, and then learn what all chose.

    The players know the rule of the scores, but nobody counts them during the game. The highest sum of scores wins. An
    answer that cannot be used counts as defecting; its id is the last.
    """

    rounds: int = parameter(5, "number of rounds", low=1, high=1000)
    cooperate: int = parameter(3, "score of each player when all cooperate")
    defect: int = parameter(1, "score of each player when all defect")
    one_defect: int = parameter(5, "score of a player who alone defects; the others get 0")
    two_defect: int = parameter(5, "score of each of two players who defect; the other gets 0")

    players = 3
    common_spec = MOVE
    variants = (
        {"rounds": 2, "two_defect": 2},
        {"rounds": 3, "cooperate": 5, "two_defect": 3},
        {"rounds": 1, "cooperate": -1, "defect": -3, "one_defect": 0, "two_defect": -2},
    )

    @property
    def length(self) -> int:
        return self.rounds

    def bounds(self) -> Bounds:
        scores = [score for stage in product((COOPERATE, DEFECT), repeat=3) for score in self.payoffs(stage)]
        return self.bounds_of_rounds(actions=NO_MOVE + 1, payoff=(min(scores), max(scores)))

    @cached_property
    def _of_defectors(self) -> tuple[int, int, int, int]:
        """The score of each defector by their number, and of each player where there is none."""
        return self.cooperate, self.one_defect, self.two_defect, self.defect

    def payoffs(self, stage: tuple[int, ...]) -> Sequence[int]:
        defectors = 3 - stage.count(COOPERATE)
        score = self._of_defectors[defectors]
        return [score if move != COOPERATE or not defectors else 0 for move in stage]

    def penalty_action(self, state: Position, player: int) -> int:
        return NO_MOVE

    def seat_name(self, state: Position, seat: int) -> str:
        return SEATS[seat]

    def report(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        """Returns the player's own move and all ``moves`` in order of seats."""
        moves = [MOVES[min(move, DEFECT)] for move in stage]
        return {"you": moves[player], "moves": moves}

    def private_facts(self, stage: Any, player: int) -> Mapping[str, Any]:
        return {"you": SEATS[player]}

    def report_payoff(self, stage: tuple[int, ...], player: int) -> Mapping[str, Any]:
        return {}

    def report_total(self, rounds: Sequence[Any], player: int) -> Mapping[str, Any]:
        return {}

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Defects, which the paper calls rational (section 3.3).

        With all of its sets of scores no other move pays more in a round, whatever the others choose.
        """
        return [(DEFECT, 1.0)]
