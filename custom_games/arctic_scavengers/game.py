"""Arctic Scavengers: two tribes gather cards and fight for contested resources (GameBench, appendices F and G)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs import ActionSpec
from custom_games.arctic_scavengers import observations, turns
from custom_games.arctic_scavengers.actions import (
    NUM_ACTIONS,
    STOP,
    keep_spec,
    people,
    reaction_spec,
    skirmish_spec,
    turn_spec,
)
from custom_games.arctic_scavengers.cards import CONTESTED, JUNKYARD, NAMES, PILES, TYPES, count_cards
from custom_games.arctic_scavengers.position import Junkyard, Outcome, Position, Tribe
from custom_games.arctic_scavengers.redraws import redraw
from custom_games.framework.cards import Counts, draw_outcomes
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter

CHANCES = ("deal", "draw", "dig", "prize")
_STEPS: Mapping[str, Callable[[Position, Any], Position]] = {
    "turn": turns.announce, "reaction": turns.react, "keep": turns.keep,
    "draw": turns.turn_up, "dig": turns.turn_up, "skirmish": turns.shoot}
MOST_SHOOTERS = 13  # Sniper Teams and Saboteurs among the mercenaries


@game("arctic_scavengers", "Arctic Scavengers", players=(2, 2), dynamics="sequential", utility="constant_sum")
@dataclass(frozen=True)
class ArcticScavengers(Rules[Position]):
    """Two tribes draw a hand each, take turns of gathering, and fight over a contested card; the largest tribe wins.

    In a turn a player may DRAW from the own deck, DIG in the junkyard and keep one card, HUNT for food, HIRE a
    mercenary for food and medicine, and TRASH cards, each once, before it must STOP. The other player may void an
    action by discarding a Sniper Team, or a Saboteur, together with a person, or a tool, of those used. In the skirmish
    each player may use these cards once each on the other's hand, and the higher FIGHT total wins the top contested
    card; of equal totals the hand with more people. The return is 1 for more people among all own cards at the end, 0
    for fewer, and 0.5 for as many.

    The rules are those of GameBench's program, save where it fails or leaves the published ones. Unlike the program:
    all of a tribe counts at the end, not the last hand, and a tie is shared; there are as many rounds as contested
    cards; snipers and saboteurs work; a mercenary costs what its pile says; each action is there once a turn; the deck
    is reshuffled only when it runs out; a person carries one tool and follows one pair of leaders at most; DIG may keep
    nothing; a card is used once in a skirmish; and a contested card that nobody wins is shuffled into the junkyard.

    Where the published rules leave something open: cards used are discarded before their action takes effect, so that
    DRAW may bring them back. Only cards of an announced action can be aimed at, which leaves HIRE out of reach; those
    of a voided one stay in hand, but for the target. A Saboteur disarms tools only. An action worth 0 may be taken.
    Medicine may be overpaid. A Thug costs 6 food, no medicine. A turn without other actions left ends by itself. What
    DIG leaves goes to the bottom in order, until TRASH or a tie has the junkyard shuffled. Cards used in the skirmish
    still fight. Only the winner sees a contested card. Nobody peeks at the next one.
    """

    rounds: int = parameter(5, "number of rounds", low=1, high=16)
    hand_size: int = parameter(5, "cards that each player draws in a round", low=1, high=6)
    supply: str = parameter(
        "full", "mercenaries and junkyard: as published (full), or one card of each (small)", choices=("full", "small"))
    skirmish_from_round: int = parameter(1, "first round with a skirmish", low=1, high=3)

    variants = (
        {"rounds": 1, "hand_size": 3, "supply": "small"},
        {"rounds": 3, "supply": "small", "skirmish_from_round": 2},
        {"rounds": 2, "hand_size": 6},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.skirmishes <= len(CONTESTED):
            low, most = self.skirmish_from_round, self.skirmish_from_round + len(CONTESTED) - 1
            raise self.parameter_error(
                "rounds", f"a whole number from {low} to {most} with skirmish_from_round={self.skirmish_from_round}")

    @property
    def skirmishes(self) -> int:
        """The number of rounds with a skirmish, and of contested cards."""
        return self.rounds - self.skirmish_from_round + 1

    def bounds(self) -> Bounds:
        """Returns the limits; the length counts actions, of which a card that is used or announced is one.

        At most two cards are drawn for each that DRAW uses, so a turn sees three hands of cards at most. Round n has at
        most n shooters, one hired in each, and each may void an announcement and shoot in the skirmish.
        """
        cards = 3 * self.hand_size
        shooters = sum(min(number, MOST_SHOOTERS) for number in range(1, self.rounds + 1))
        turn = cards + 2 * (STOP + 1) + STOP
        return Bounds(
            players=2, actions=NUM_ACTIONS, length=2 * (self.rounds * (turn + 1) + shooters * (cards + 4)),
            utility=(0, 1), utility_sum=1, chance_outcomes=TYPES)

    @cached_property
    def _start(self) -> Position:
        return Position(
            (Tribe(), Tribe()), PILES[self.supply], Junkyard(JUNKYARD[self.supply]),
            count_cards(CONTESTED[:self.skirmishes]), pending=self.hand_size)

    def initial_state(self) -> Position:
        return self._start

    def current_player(self, state: Position) -> int:
        if state.phase in CHANCES:
            return CHANCE
        if state.phase == "over":
            return TERMINAL
        return 1 - state.seat if state.phase == "reaction" else state.seat

    def _drawable(self, state: Position) -> Counts:
        """Returns the cards among which the next card turned up by chance is."""
        if state.phase == "prize":
            return state.contested
        return state.junkyard.upper if state.phase == "dig" else state.own.drawable

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        return draw_outcomes(self._drawable(state))

    def chance_name(self, state: Position, outcome: int) -> str:
        return NAMES[outcome]

    def action_spec(self, state: Position, player: int) -> ActionSpec:
        """Returns the choice of an action, of a reaction, of the card to keep, or of the next use in the skirmish."""
        if state.phase == "turn":
            return turn_spec(state.means)
        if state.phase == "keep":
            return keep_spec(state.dug)
        aims = turns.aims(state)
        return reaction_spec(aims) if state.phase == "reaction" else skirmish_spec(aims)

    def is_public(self, state: Position) -> bool:
        return state.phase != "keep"

    def apply_action(self, state: Position, action: Any) -> Position:
        if state.phase == "prize":
            return self._end_round(turns.give_prize(state, action))
        if state.phase == "deal":
            return self._continue_deal(state.with_tribe(state.seat, state.own.draw(action))._replace(
                pending=state.pending - 1))
        following = _STEPS[state.phase](state, action)
        return self._settle_skirmish(following) if following.phase == "skirmish" else following

    def _continue_deal(self, state: Position) -> Position:
        """Returns the position in which the deal goes on to whoever has cards to draw, or the first turn."""
        while not state.pending or not any(state.own.drawable):
            if state.seat:
                return self._first_turn(state._replace(seat=state.initiator, pending=0))
            state = state._replace(seat=1, pending=self.hand_size)
        return state

    def _first_turn(self, state: Position) -> Position:
        following = turns.continue_turn(state)
        return self._settle_skirmish(following) if following.phase == "skirmish" else following

    def _settle_skirmish(self, state: Position) -> Position:
        """Returns the position in which the skirmish goes on, or what follows if nobody has anything to decide."""
        if len(state.past) + 1 < self.skirmish_from_round:
            return self._end_round(state._replace(past=(*state.past, Outcome(state.hired_mercenaries))))
        return turns.continue_skirmish(state)

    def _end_round(self, state: Position) -> Position:
        """Returns the position after the end of a round: the deal of the next one, or the end of the game."""
        if len(state.past) == self.rounds:
            return state._replace(phase="over")
        tribes = tuple(tribe.put_down_hand() for tribe in state.tribes)
        return self._continue_deal(state._replace(
            tribes=tribes, phase="deal", seat=0, pending=self.hand_size, used=0, food=0, log=()))

    def returns(self, state: Position) -> Sequence[float]:
        own, other = (people(tribe.pool) for tribe in state.tribes)
        first = 0.5 if own == other else float(own > other)
        return [first, 1 - first]

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        return redraw(states, player, rng)

    def text(self, state: Position) -> str:
        return observations.table_text(state)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns what a player knows; see :mod:`custom_games.arctic_scavengers.observations`."""
        return {"rounds": self.rounds, **observations.observe(state, player)}
