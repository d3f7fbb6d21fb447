"""Pirate Game: an ultimatum game with many voters (gamma-Bench, sections 2.3 and 3.3; Stewart 1999)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from custom_games.action_specs import Choice, Division
from custom_games.framework.rules import MOST_PLAYERS, SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter

VOTES = ("reject", "accept")
REJECT, ACCEPT = 0, 1
OVERBOARD = -1
VOTE = Choice("decision", VOTES)


class Round(NamedTuple):
    """A plan that was voted on; ``gold`` and ``votes`` (1 = accept) are in order of rank, the proposer's first."""

    proposer: int
    gold: tuple[int, ...]
    votes: tuple[int, ...]

    @property
    def accepted(self) -> bool:
        return 2 * self.votes.count(ACCEPT) >= len(self.votes)


class Position(NamedTuple):
    """The plans that were voted on, and the current plan; empty until it is proposed."""

    rounds: tuple[Round, ...] = ()
    plan: tuple[int, ...] = ()


@cache
def optimal_shares(alive: int, gold: int) -> tuple[int, ...]:
    """Returns what each living pirate gets under optimal play, in order of rank; ``OVERBOARD`` if it is lost."""
    plan = optimal_plan(alive, gold)
    return (OVERBOARD, *optimal_shares(alive - 1, gold)) if plan is None else plan


def optimal_plan(alive: int, gold: int) -> tuple[int, ...] | None:
    """Returns the optimal plan, the proposer's amount first; ``None`` if no plan can be accepted.

    A pirate prefers to live, then more gold, then to see others thrown overboard, so its vote costs strictly more than
    it would get after a rejection. The proposer buys the cheapest votes, among equals those of the nearest ranks.
    """
    if alive == 1:
        return (gold,)
    refused = optimal_shares(alive - 1, gold)
    cheapest = sorted(range(alive - 1), key=refused.__getitem__)
    bought = cheapest[:(alive + 1) // 2 - 1]
    offers = [refused[other] + 1 if other in bought else 0 for other in range(alive - 1)]
    kept = gold - sum(offers)
    return (kept, *offers) if kept >= 0 else None


@game("pirate_game", "Pirate Game", chance=False)
@dataclass(frozen=True)
class PirateGame(Rules[Position]):
    """The most senior living pirate proposes how to divide the gold, and the others vote on the plan at once.

    Seats are in order of rank, which counts from 1. A plan names one amount per living pirate, the proposer's own
    first. The proposer counts as accepting; if at least half of the living accept, all get their amounts and the game
    is over. Otherwise the proposer is thrown overboard, gets -1 in the end, and the next in rank proposes. The game
    never comes down to one pirate, since of two the proposer is half. Players learn how many accepted a plan, but never
    who.
    """

    players: int = parameter(10, "number of pirates", low=2, high=MOST_PLAYERS)
    gold: int = parameter(100, "number of coins to divide", low=1, high=10_000)

    variants = (
        # With fewer than five pirates the number of votes always tells who cast them.
        {"players": 5, "gold": 3},
        {"players": 2, "gold": 7},
        {"players": 7, "gold": 1},
    )

    def bounds(self) -> Bounds:
        # A round has one amount for each pirate alive, and the vote.
        length = sum(alive + 1 for alive in range(2, self.players + 1))
        return Bounds(players=self.players, actions=self.gold + 1, length=length, utility=(OVERBOARD, self.gold))

    def initial_state(self) -> Position:
        return Position()

    def _count_alive(self, state: Position) -> int:
        return self.players - len(state.rounds)

    def current_player(self, state: Position) -> int:
        if state.plan:
            return SIMULTANEOUS
        return TERMINAL if state.rounds and state.rounds[-1].accepted else len(state.rounds)

    def action_spec(self, state: Position, player: int) -> Choice | Division | None:
        """Returns a plan, one amount for each living pirate, or afterwards the vote of all but the proposer."""
        proposer = len(state.rounds)
        if not state.plan:
            return _proposal(self._count_alive(state), self.gold, proposer + 1)
        return VOTE if player > proposer else None

    def action_specs(self, state: Position) -> Sequence[Choice | None]:
        voters = self._count_alive(state) - 1
        return [*[None] * (self.players - voters), *[VOTE] * voters]

    def apply_action(self, state: Position, action: tuple[int, ...]) -> Position:
        return Position(state.rounds, action)

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        proposer = len(state.rounds)
        return Position((*state.rounds, Round(proposer, state.plan, (ACCEPT, *actions[proposer + 1:]))))

    def returns(self, state: Position) -> Sequence[float]:
        last = state.rounds[-1]
        return [OVERBOARD] * last.proposer + list(last.gold)

    def seat_name(self, state: Position, seat: int) -> str:
        return f"Pirate {seat + 1}"

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns past plans and the current ``plan``; a pirate overboard learns nothing more."""
        proposer = len(state.rounds)
        known: dict[str, Any] = {
            "your_rank": player + 1,
            "rounds": [self._report(made, player) for made in state.rounds if player >= made.proposer],
        }
        if player < proposer or self.current_player(state) == TERMINAL:
            return known
        known |= {"proposer_rank": proposer + 1, "alive": self._count_alive(state)}
        if player == proposer or state.plan:
            known["plan"] = list(state.plan)
        if player > proposer and state.plan:
            known["your_share"] = state.plan[player - proposer]
        return known

    def _report(self, made: Round, player: int) -> Mapping[str, Any]:
        place = player - made.proposer
        return {
            "proposer_rank": made.proposer + 1,
            "plan": list(made.gold),
            "your_share": made.gold[place],
            "you": VOTES[made.votes[place]] if place else list(made.gold),
            "accepting": sum(made.votes),
            "alive": len(made.votes),
            "accepted": made.accepted,
        }

    def rational_strategy(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Plays by backward induction over the living pirates, with the preferences of the paper (section 2.3).

        For 100 coins and up to 10 pirates this is the paper's plan of one coin for every second pirate (section 3.3). A
        proposer that no plan can save keeps everything.
        """
        return self.rational_continuation(state, player, ())

    def rational_continuation(self, state: Position, player: int, made: Sequence[int]) -> Sequence[tuple[int, float]]:
        """Follows the optimal plan; if the amounts made deviate from it, as far as the gold allows."""
        alive = self._count_alive(state)
        if state.plan:
            place = player - len(state.rounds)
            return [(int(state.plan[place] > optimal_shares(alive - 1, self.gold)[place - 1]), 1.0)]
        plan = optimal_plan(alive, self.gold) or (self.gold, *[0] * (alive - 1))
        left, last = self.gold - sum(made), len(made) == alive - 1
        return [(left if last else min(plan[len(made)], left), 1.0)]


@cache
def _proposal(alive: int, gold: int, rank: int) -> Division:
    return Division("proposal", alive, gold, rank, "pirate", "rank")
