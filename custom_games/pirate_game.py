"""Pirate Game: an ultimatum game with many voters (gamma-Bench, sections 2.3 and 3.3; Stewart 1999)."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from custom_games.compositions import random_composition
from custom_games.json_values import choice, value_of, whole_number
from custom_games.rules import MOST_PLAYERS, SIMULTANEOUS, TERMINAL, Bounds, Rules, game, parameter

VOTES = ("reject", "accept")
REJECT, ACCEPT = 0, 1
OVERBOARD = -1

_SEPARATORS = re.compile(r"[,;/]")
_ORDINAL = re.compile(r"-?(st|nd|rd|th)$")  # the published prompts ask for "1-th"


class Round(NamedTuple):
    """A plan that was voted on; ``gold`` and ``votes`` (1 = accept) are in order of rank, the proposer's first."""

    proposer: int
    gold: tuple[int, ...]
    votes: tuple[int, ...]

    @property
    def accepted(self) -> bool:
        return 2 * sum(self.votes) >= len(self.votes)


class Position(NamedTuple):
    """The plans that were voted on, and the amounts of the current plan named so far."""

    rounds: tuple[Round, ...] = ()
    plan: tuple[int, ...] = ()


@cache
def worth(alive: int, gold: int) -> tuple[int, ...]:
    """Returns what each living pirate gets under optimal play, in order of rank; ``OVERBOARD`` if it is lost."""
    plan = optimal_plan(alive, gold)
    return (OVERBOARD, *worth(alive - 1, gold)) if plan is None else plan


def optimal_plan(alive: int, gold: int) -> tuple[int, ...] | None:
    """Returns the optimal plan, the proposer's amount first; ``None`` if no plan can be accepted.

    A pirate prefers to live, then more gold, then to see others thrown overboard, so its vote costs strictly more than
    it would get after a rejection. The proposer buys the cheapest votes, among equals those of the nearest ranks.
    """
    if alive == 1:
        return (gold,)
    refused = worth(alive - 1, gold)
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

    def _alive(self, state: Position) -> int:
        return self.players - len(state.rounds)

    def _gold_left(self, state: Position) -> int:
        """Returns the gold that the current plan has not given to anyone yet."""
        return self.gold - sum(state.plan)

    def current_player(self, state: Position) -> int:
        if state.rounds and state.rounds[-1].accepted:
            return TERMINAL
        return len(state.rounds) if self._proposing(state) else SIMULTANEOUS

    def _proposing(self, state: Position) -> bool:
        return len(state.plan) < self._alive(state)

    def legal_actions(self, state: Position, player: int) -> Sequence[int]:
        """Returns amounts of gold while a plan is made, and otherwise the votes of all but the proposer."""
        if not self._proposing(state):
            return range(len(VOTES)) if player > len(state.rounds) else ()
        left, last = self._gold_left(state), len(state.plan) == self._alive(state) - 1
        return range(left if last else 0, left + 1)

    def apply_action(self, state: Position, action: int) -> Position:
        return state._replace(plan=(*state.plan, action))

    def apply_actions(self, state: Position, actions: tuple[int, ...]) -> Position:
        proposer = len(state.rounds)
        return Position((*state.rounds, Round(proposer, state.plan, (ACCEPT, *actions[proposer + 1:]))))

    def returns(self, state: Position) -> Sequence[float]:
        last = state.rounds[-1]
        return [OVERBOARD] * last.proposer + list(last.gold)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns past plans and the current ``plan`` as far as it is known; a pirate overboard learns nothing more."""
        proposer = len(state.rounds)
        known: dict[str, Any] = {
            "your_rank": player + 1,
            "rounds": [self._report(made, player) for made in state.rounds if player >= made.proposer],
        }
        if player < proposer or self.current_player(state) == TERMINAL:
            return known
        known |= {"proposer_rank": proposer + 1, "alive": self._alive(state)}
        if player == proposer or not self._proposing(state):
            known["plan"] = list(state.plan)
        if player > proposer and not self._proposing(state):
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

    def action_string(self, state: Position, player: int, action: int) -> str:
        if not self._proposing(state):
            return VOTES[action]
        return f"{action} to pirate {self._unassigned_ranks(state)[0]}"

    def _unassigned_ranks(self, state: Position) -> range:
        """Returns the ranks that the current plan has not given an amount yet."""
        return range(len(state.rounds) + len(state.plan) + 1, self.players + 1)

    def action_struct(self, state: Position, player: int, action: int) -> Mapping[str, Any]:
        return {"proposal": [action]} if self._proposing(state) else {"decision": VOTES[action]}

    def struct_to_actions(self, state: Position, player: int, struct: Mapping[str, Any]) -> list[int]:
        """Returns a vote, or all amounts of a plan: a list in order of rank, its text, or an object keyed by rank."""
        if not self._proposing(state):
            return [choice(struct, "decision", VOTES)]
        ranks, left = self._unassigned_ranks(state), self._gold_left(state)
        stated = _amounts_by_rank(value_of(struct, "proposal"), ranks)
        if len(stated) != len(ranks):
            counted = f"{len(ranks)}, not {len(stated)}"
            raise ValueError(f'"proposal" must have {_required_amounts(ranks)} in order of rank: {counted}')
        amounts = [whole_number(amount, f"proposal for pirate {rank}", 0, left)
                   for rank, amount in zip(ranks, stated, strict=True)]
        if sum(amounts) != left:
            raise ValueError(f'the amounts in "proposal" must add up to {left}, but their sum is {sum(amounts)}')
        return amounts

    def whole_moves(self, state: Position, player: int) -> Sequence[str]:
        if not self._proposing(state):
            return ()
        left = self._gold_left(state)
        return (f"[{', '.join(f'0..{left}' for _ in self._unassigned_ranks(state))}] summing to {left}",)

    def random_move(self, state: Position, player: int, rng: random.Random) -> list[int]:
        """Draws every plan with equal probability, and so every vote."""
        if not self._proposing(state):
            return super().random_move(state, player, rng)
        return random_composition(self._gold_left(state), len(self._unassigned_ranks(state)), rng)

    def rational(self, state: Position, player: int) -> Sequence[tuple[int, float]]:
        """Plays by backward induction over the living pirates, with the preferences of the paper (section 2.3).

        For 100 coins and up to 10 pirates this is the paper's plan of one coin for every second pirate (section 3.3). A
        proposer that no plan can save keeps everything. If the amounts named so far deviate from the optimal plan, the
        rest of it is given as far as the gold allows.
        """
        alive = self._alive(state)
        if not self._proposing(state):
            place = player - len(state.rounds)
            return [(int(state.plan[place] > worth(alive - 1, self.gold)[place - 1]), 1.0)]
        plan = optimal_plan(alive, self.gold) or (self.gold, *[0] * (alive - 1))
        legal = self.legal_actions(state, player)
        return [(min(max(plan[len(state.plan)], legal[0]), legal[-1]), 1.0)]


def _amounts_by_rank(stated: Any, ranks: range) -> Sequence[Any]:
    """Returns the stated amounts in order of rank, not checked yet; pirates overboard may be listed with 0."""
    if isinstance(stated, str):
        return _SEPARATORS.split(stated.strip().removeprefix("[").removesuffix("]"))
    if isinstance(stated, Mapping):
        stated = {_ORDINAL.sub("", rank): amount for rank, amount in stated.items()}
        others = [rank for rank, amount in stated.items() if rank not in map(str, ranks) and amount not in (0, "0")]
        if others or not all(str(rank) in stated for rank in ranks):
            raise ValueError(f'"proposal" must have {_required_amounts(ranks)}, keyed by rank')
        return [stated[str(rank)] for rank in ranks]
    if not isinstance(stated, Sequence):
        raise ValueError(f'"proposal" must be a list with {_required_amounts(ranks)}')
    return stated


def _required_amounts(ranks: range) -> str:
    return f"an amount for each pirate from {ranks[0]} to {ranks[-1]}"
