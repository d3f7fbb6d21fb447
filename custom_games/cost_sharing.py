"""Cost Sharing: three airlines negotiate their shares of an airport's fixed fee (MAgIC, sections 3.1 and A.1)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from custom_games.action_specs import Division, Fields, NamedActions, Text
from custom_games.action_specs.utf8_text import NUM_ACTIONS
from custom_games.framework.cards import distinct_outcomes
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter
from custom_games.word_sets.airline_sets import LETTERS, TOTAL, AirlineSet, Proposal, airline_set
from custom_games.word_sets.json_sets import SEATS

PLAYERS = len(SEATS)
AIRLINES = tuple(f"Airline {letter}" for letter in LETTERS)
PENALTY = NUM_ACTIONS  # beyond the actions of texts, votes and shares
# What random players say; all of them may, so it tells nothing.
MESSAGES = ("", "Let us agree.", "I will vote for what is fair.", "This follows how much we use the airport.")


class Round(NamedTuple):
    """The proposals and votes of a round so far, in order of seats.

    A proposal is the airlines' shares in per cent, a vote the seat of a proposer. Either is ``None`` if it could not be
    used.
    """

    proposals: tuple[Proposal | None, ...] = ()
    messages: tuple[str, ...] = ()
    votes: tuple[int | None, ...] = ()

    @property
    def over(self) -> bool:
        """True if all have voted, or have proposed nothing that could be voted for."""
        return len(self.votes) == PLAYERS or (len(self.proposals) == PLAYERS and not any(self.proposals))


class Position(NamedTuple):
    """The numbers of the airlines in their set, in order of seats, and the rounds with the current or last one."""

    airlines: tuple[int, ...] = ()
    rounds: tuple[Round, ...] = (Round(),)


@game("cost_sharing", "Cost Sharing", players=(3, 3), dynamics="sequential", information="perfect_information",
      text=True)
@dataclass(frozen=True)
class CostSharing(Rules[Position]):
    """Every round, the three airlines propose one after the other how to share the fee, and then vote one by one.

    All proposals, messages and votes are public. The airlines agree as soon as all three vote for the same proposal or
    for equal ones in one round. A player's return is then the part of the fee that its airline does not pay, from 0 to
    1; without an agreement after the last round all get 0. A proposal that cannot be used cannot be voted for; a vote
    that cannot be used counts for none. A round without a usable proposal has no votes. A message that is too long is
    cut off, since nothing depends on it.
    """

    groups: str = parameter("cost_sharing", "name of a set of airlines")
    group: int = parameter(0, "number of a group of three airlines in the set; 0: drawn by chance", low=0)
    rounds: int = parameter(5, "maximum number of rounds", low=1, high=1000)
    step: int = parameter(5, "difference between possible shares in per cent, a divisor of 100", low=1, high=100)
    message_limit: int = parameter(200, "bytes of the message with a proposal", low=1, high=30_000)

    variants = (
        {"group": 1, "rounds": 2, "step": 50, "message_limit": 8},
        {"group": 2, "rounds": 3, "step": 20, "message_limit": 1},
        {"rounds": 1, "step": 100, "message_limit": 3},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if TOTAL % self.step:
            raise self.parameter_error("step", "a divisor of 100")
        if self.group > len(self._set.groups):
            number = len(self._set.groups)
            raise self.parameter_error("group", f"a whole number from 0 to {number}, the groups of {self.groups}")

    @cached_property
    def _set(self) -> AirlineSet:
        return airline_set(self.groups)

    @cached_property
    def _division(self) -> Division:
        return Division("proposal", PLAYERS, TOTAL, step=self.step, names=AIRLINES)

    @cached_property
    def _proposal(self) -> Fields:
        return Fields((self._division, Text("message", self.message_limit, overlong="cut", bank=MESSAGES)))

    def bounds(self) -> Bounds:
        return Bounds(
            players=PLAYERS, actions=PENALTY + 1, length=self.rounds * PLAYERS * (self._proposal.length + 1),
            utility=(0, 1), chance_outcomes=len(self._set.airlines))

    def initial_state(self) -> Position:
        return Position(self._set.groups[self.group - 1].airlines) if self.group else Position()

    def current_player(self, state: Position) -> int:
        if len(state.airlines) < PLAYERS:
            return CHANCE
        last = state.rounds[-1]
        if last.over:
            return TERMINAL
        return len(last.votes) if len(last.proposals) == PLAYERS else len(last.proposals)

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        return distinct_outcomes(len(self._set.airlines), state.airlines)

    def chance_name(self, state: Position, outcome: int) -> str:
        return f"airline {outcome + 1} for {SEATS[len(state.airlines)]}"

    def action_spec(self, state: Position, player: int) -> Fields | NamedActions:
        """Returns a proposal with a message, or after all proposals the vote for one that could be used."""
        proposals = state.rounds[-1].proposals
        if len(proposals) < PLAYERS:
            return self._proposal
        return NamedActions("vote", tuple([seat for seat, proposal in enumerate(proposals) if proposal]),
                            SEATS.__getitem__)

    def apply_action(self, state: Position, action: Any) -> Position:
        if len(state.airlines) < PLAYERS:
            return state._replace(airlines=(*state.airlines, action))
        *earlier, last = state.rounds
        return self._next_position(state.airlines, tuple(earlier), _after_move(last, action))

    def _next_position(self, airlines: tuple[int, ...], earlier: tuple[Round, ...], last: Round) -> Position:
        goes_on = last.over and _agreement(last) is None and len(earlier) + 1 < self.rounds
        return Position(airlines, (*earlier, last, Round()) if goes_on else (*earlier, last))

    def agreement(self, state: Position) -> Proposal | None:
        """Returns the shares in per cent that all three have voted for; ``None`` while there are none."""
        return _agreement(state.rounds[-1])

    def adopters(self, state: Position) -> list[int]:
        """Returns the seats whose last proposal is the one that was agreed on; none without an agreement."""
        agreed = self.agreement(state)
        last = state.rounds[-1]
        return [] if agreed is None else [seat for seat, made in enumerate(last.proposals) if made == agreed]

    def returns(self, state: Position) -> Sequence[float]:
        return _shares_saved(self.agreement(state))

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Nothing depends on the airlines and the messages, so they are not drawn.
        last = state.rounds[-1]
        agreed = _agreement(last) if last.over else self._random_agreement(last, rng)
        left = self.rounds - len(state.rounds)
        while agreed is None and left:
            agreed, left = self._random_agreement(Round(), rng), left - 1
        return _shares_saved(agreed)

    def _random_agreement(self, begun: Round, rng: random.Random) -> Proposal | None:
        """Returns the agreement, if there is one, at the end of a round that goes on at random."""
        draw = rng.random
        proposals = [*begun.proposals]
        while len(proposals) < PLAYERS:
            proposals.append(self._division.draw(rng))
        usable = [seat for seat, proposal in enumerate(proposals) if proposal]
        votes = [*begun.votes, *[usable[int(draw() * len(usable))] for _ in range(PLAYERS - len(begun.votes))]]
        return _agreement(Round(tuple(proposals), begun.messages, tuple(votes)))

    def penalty_action(self, state: Position, player: int) -> int:
        return PENALTY

    def recorded_move(self, state: Position, player: int) -> tuple[Proposal, str] | None:
        """Returns the seat's first proposal, in the first round and if its shares are possible ones."""
        if not self.group or len(state.rounds) > 1 or len(state.rounds[0].proposals) == PLAYERS:
            return None
        proposal = self._set.groups[self.group - 1].proposals[player]
        return None if proposal is None or any(share % self.step for share in proposal) else (proposal, "")

    def seat_name(self, state: Position, seat: int) -> str:
        return SEATS[seat]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the airlines with their seats, and all that was said; the last of the ``rounds`` is the current."""
        agreed, last = self.agreement(state), state.rounds[-1]
        voting = len(last.proposals) == PLAYERS
        return {
            "you": SEATS[player],
            "others": [seat for seat in SEATS if seat != SEATS[player]],
            "airline": LETTERS[player],
            "airlines": [
                {"player": seat, "airline": letter, "usage": self._set.airlines[number]}
                for seat, letter, number in zip(SEATS, LETTERS, state.airlines, strict=True)],
            "stage": "over" if last.over else "vote" if voting else "proposal",
            "round": len(state.rounds),
            "rounds": [_report(made) for made in state.rounds],
            "agreed": None if agreed is None else list(agreed),
        }


def _shares_saved(agreed: Proposal | None) -> list[float]:
    return [0.0] * PLAYERS if agreed is None else [(TOTAL - share) / TOTAL for share in agreed]


def _agreement(last: Round) -> Proposal | None:
    if len(last.votes) < PLAYERS or None in last.votes:
        return None
    chosen = {last.proposals[vote] for vote in last.votes if vote is not None}
    return chosen.pop() if len(chosen) == 1 else None


def _after_move(last: Round, action: Any) -> Round:
    proposals, messages, votes = last
    if len(proposals) == PLAYERS:
        return Round(proposals, messages, (*votes, None if action == PENALTY else action))
    proposal, message = (None, "") if action == PENALTY else action
    return Round((*proposals, proposal), (*messages, message), votes)


def _report(made: Round) -> Mapping[str, Any]:
    proposed = zip(SEATS, made.proposals, made.messages, strict=False)
    return {
        "proposals": [{"player": seat, "proposal": None if proposal is None else list(proposal), "message": message}
                      for seat, proposal, message in proposed],
        "votes": [{"player": seat, "vote": None if vote is None else SEATS[vote]}
                  for seat, vote in zip(SEATS, made.votes, strict=False)],
    }
