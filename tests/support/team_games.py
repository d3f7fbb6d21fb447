"""Games for tests in which seats form teams: each seat in turn picks a bid, and the team with the highest mean wins.

They are not listed among users' games; ``register`` adds them to pyspiel for tests that load games by name.
"""

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

import pyspiel

from custom_games.action_specs import Choice
from custom_games.framework.rules import TERMINAL, Bounds, Facts, Rules, parameter
from custom_games.framework.spiel import Game, game_class

BIDS = ("low", "high")
LINEUPS = {"pairs": (0, 0, 1, 1), "crossed": (0, 1, 0, 1), "trio": (0, 0, 1, 1, 2, 2), "one": (0, 0)}


class Bidding(Rules[tuple[int, ...]]):
    """Base of the games: a position is the bids so far."""

    UTILITY_SUM: ClassVar[float | None] = None

    def bounds(self):
        seats = len(self.teams())
        return Bounds(players=seats, actions=len(BIDS), length=seats, utility=(0, 1), utility_sum=self.UTILITY_SUM)

    def initial_state(self):
        return ()

    def current_player(self, state):
        return TERMINAL if len(state) == len(self.teams()) else len(state)

    def action_spec(self, state, player):
        return Choice("bid", BIDS)

    def apply_action(self, state, action):
        return (*state, action)

    def returns(self, state):
        """Returns 1 for every seat of the winning team and 0 for the others; a half if the best are level."""
        teams = self.teams()
        bids = {team: [bid for seat, bid in zip(teams, state, strict=True) if seat == team] for team in teams}
        means = {team: sum(listed) / len(listed) for team, listed in bids.items()}
        best = [team for team, mean in means.items() if mean == max(means.values())]
        return [(1 / len(best)) * (team in best) for team in teams]

    def observation(self, state, player):
        return {"bids": [BIDS[bid] for bid in state]}


@dataclass(frozen=True)
class TeamBidding(Bidding):
    """Constant-sum: teams of two share 2 among them."""

    UTILITY_SUM = 2.0

    lineup: str = parameter("pairs", "who sits together", choices=tuple(LINEUPS))

    variants = ({"lineup": "one"}, {"lineup": "crossed"}, {"lineup": "trio"})

    def teams(self):
        return LINEUPS[self.lineup]


@dataclass(frozen=True)
class LoneBidding(Bidding):
    """Three seats, of which one plays alone against the two others."""

    lone: int = parameter(0, "seat that plays alone", low=0, high=2)

    variants = ({"lone": 1}, {"lone": 2})

    def teams(self):
        return tuple(int(seat != self.lone) for seat in range(3))


TeamBidding.facts = Facts(
    "team_bidding", "Team Bidding", "sequential", "perfect_information", "constant_sum", chance=False, players=(2, 6))
LoneBidding.facts = Facts(
    "lone_bidding", "Lone Bidding", "sequential", "perfect_information", "general_sum", chance=False, players=(3, 3))


@cache
def team_bidding(lineup: str = "pairs") -> pyspiel.Game:
    """Returns the game without registering it: pyspiel's list of games is shared by all tests."""
    return _class(TeamBidding)({"lineup": lineup})


@cache
def _class(rules: type[Bidding]) -> type[Game]:
    return game_class(rules)


@cache
def register() -> None:
    """Registers the games with pyspiel, for tests that load games by name."""
    for rules in (TeamBidding, LoneBidding):
        pyspiel.register_game(_class(rules).game_type, _class(rules))
