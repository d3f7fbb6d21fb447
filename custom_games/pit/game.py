"""Pit: two teams trade cards to corner the market in a commodity (GameBench, appendices F and G)."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs import NamedActions
from custom_games.framework.cards import Counts, Deal, add_cards, round_robin
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter
from custom_games.pit.observations import Reports, table_text
from custom_games.pit.redraws import redraw
from custom_games.pit.scoring import ORDER, SEATS, Hand, Scoring, add_hand, team_points, team_shares
from custom_games.pit.turns import (
    COMMODITIES,
    MOST,
    PASS,
    PLAYERS,
    Made,
    Position,
    Turn,
    card_names,
    deal_at_random,
    play_random_hand,
    trade_spec,
    turn_table,
)


@game("pit", "Pit", players=(4, 4), dynamics="sequential", utility="constant_sum")
@dataclass(frozen=True)
class Pit(Rules[Position]):
    """Two teams of two trade cards, to hold ``corner_size`` cards of one commodity and to get its value in points.

    All cards are dealt: ``cards`` of each commodity, the Bull and the Bear. The seats take turns in the order 0, 2, 1,
    3, so that the teams (seats 0 and 1, seats 2 and 3) alternate. The first of the order opens the first hand and is
    dealt the first card, the second of the order the second hand, and so on. On a turn a player passes, offers up to
    four cards of one kind, or accepts the pending offer of any other player, the partner included, with as many cards
    of one kind, or with ``swaps=any`` with any number; the two swap these cards. The Bull and the Bear are kinds of one
    card each. If trades are blind, the others see only the number of the cards offered, and those who do not trade
    never see which cards are swapped.

    An offer stays until its maker makes another one, or takes part in a trade: then it ends, since the maker's cards
    have changed. So all pending offers can be kept, and the end of one tells nothing about the cards.

    A corner is declared by itself as soon as a player without the Bear has it: ``corner_size`` cards or more of a
    commodity pay its value, with the Bull twice the value, and one card less with the Bull pays the value. Then those
    who hold the Bear, or the Bull without the corner, each lose 20 points for it, and all cards are dealt again. After
    a deal and after a trade at most one corner counts: that of the earliest in the order, from the opener of the hand
    or, after a trade, from the player to move; of a player's own the dearest. A hand without a corner in ``max_turns``
    turns ends without any points. The game is over when a team has ``winning_score`` points or after ``max_hands``
    hands. The return of both seats of a team is the team's share of all points, where a team below 0 counts as 0; with
    0 points on both sides it is 0.5.

    The rules are those of the published board game, since GameBench, appendix G, gives no numbers. In GameBench's
    program, unlike here, a trade changed the cards of both partners (down to negative numbers), only every second seat
    acted, and nobody could pass; offers were open (``trades=open``), also of cards not held, and swaps of any numbers
    (``swaps=any``); corners of more than ``corner_size`` cards did not count, a trade could pay several corners, and
    the Bear cost 20 points only within a corner. As there, 6 of 9 cards make a corner; the published game asks for all
    9 (``corner_size=9``), which players cannot get if they hold fewer cards than that. Unlike in the published game,
    the players take turns and say nothing besides, and the Bull and the Bear are traded only alone, never along with
    other cards.
    """

    corner_size: int = parameter(6, "cards of a commodity that make a corner", low=2, high=20)
    winning_score: int = parameter(500, "points of a team that end the game", low=1, high=100_000)
    commodities: int = parameter(4, "number of commodities", low=2, high=len(COMMODITIES))
    cards: int = parameter(9, "number of cards of each commodity", low=2, high=20)
    trades: str = parameter(
        "blind", "whether the kinds of the cards offered and swapped are told to all (open) or not (blind)",
        choices=("blind", "open"))
    swaps: str = parameter(
        "equal", "whether an offer is answered with as many cards (equal) or with any number of one kind (any)",
        choices=("equal", "any"))
    max_turns: int = parameter(80, "maximum number of turns in a hand", low=1, high=1000)
    max_hands: int = parameter(30, "maximum number of hands", low=1, high=1000)

    variants = (
        {"corner_size": 2, "winning_score": 150, "commodities": 2, "cards": 3, "max_turns": 4, "max_hands": 2},
        {"corner_size": 4, "winning_score": 150, "commodities": 2, "cards": 7, "max_turns": 4, "max_hands": 2},
        {"corner_size": 3, "winning_score": 1, "commodities": 2, "cards": 5, "max_turns": 12, "max_hands": 3},
        {"corner_size": 4, "commodities": 3, "cards": 6, "trades": "open", "max_turns": 8, "max_hands": 3},
        {"corner_size": 4, "commodities": 3, "cards": 6, "swaps": "any", "max_turns": 8, "max_hands": 3},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        fewest = sum(self._deck) // len(SEATS)
        most = min(self.cards, fewest)
        if self.corner_size > most:
            raise self.parameter_error("corner_size", f"at most {most}: a commodity has {self.cards} cards, and a "
                                                      f"player is dealt {fewest} or more")

    @cached_property
    def _deck(self) -> Counts:
        return (self.cards,) * self.commodities + (1, 1)

    @cached_property
    def _kinds(self) -> int:
        return len(self._deck)

    @cached_property
    def _most_given(self) -> int:
        """The most cards that answer an offer; 0 if they are as many as were offered."""
        return self.cards if self.swaps == "any" else 0

    @cached_property
    def _turns(self) -> Sequence[Turn | None]:
        return turn_table(self._kinds, self._most_given)

    @cached_property
    def scoring(self) -> Scoring:
        """The rules of corners and points."""
        return Scoring(self.corner_size, tuple(value for _, value in COMMODITIES[:self.commodities]))

    def bounds(self) -> Bounds:
        return Bounds(players=len(SEATS), actions=len(self._turns), length=self.max_turns * self.max_hands,
                      utility=(0, 1), chance_outcomes=self._kinds, utility_sum=2)

    def teams(self) -> Sequence[int]:
        return (0, 0, 1, 1)

    def order(self, hand: int) -> tuple[int, ...]:
        """Returns the order in which the seats are dealt cards and take turns in a hand, counted from 0."""
        first = hand % len(ORDER)
        return ORDER[first:] + ORDER[:first]

    def _deal(self, hand: int) -> Deal:
        return round_robin(self._deck, self.order(hand), sum(self._deck))

    def initial_state(self) -> Position:
        return Position(self._deal(0))

    def current_player(self, state: Position) -> int:
        if state.deal is not None:
            return CHANCE
        return self._mover(len(state.hands), len(state.made)) if state.cards else TERMINAL

    def _mover(self, hand: int, made: int) -> int:
        return ORDER[(hand + made) % len(ORDER)]

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        assert state.deal is not None, "no cards are being dealt"
        return state.deal.chance_outcomes()

    def chance_name(self, state: Position, outcome: int) -> str:
        assert state.deal is not None, "no cards are being dealt"
        return f"{card_names(self._kinds)[outcome]} to {PLAYERS[state.deal.receivers[0]]}"

    def action_spec(self, state: Position, player: int) -> NamedActions:
        """Returns the choice among a pass, offers and acceptances."""
        offered = tuple([self.offered_number(offer) for offer in state.offers])
        legal = self._legal_turns(state.cards[player], offered, player)
        return trade_spec(legal, offered, self._kinds, self._most_given)

    def offered_number(self, offer: int) -> int:
        """Returns the number of cards in an offer, given as its action; 0 if there is none."""
        turn = turn_table(self._kinds)[offer]
        return 0 if turn is None else turn.number

    def _legal_turns(self, held: Counts, offered: tuple[int, ...], player: int) -> tuple[int, ...]:
        acceptances = 1 + MOST * self._kinds
        offers = [1 + MOST * kind + less for kind, count in enumerate(held) for less in range(min(MOST, count))]
        makers = [seat for seat, number in enumerate(offered) if number and seat != player]
        if self._most_given:
            accepted = [acceptances + (self._kinds * seat + kind) * self._most_given + less
                        for seat in makers for kind, count in enumerate(held) for less in range(count)]
        else:
            accepted = [acceptances + self._kinds * seat + kind
                        for seat in makers for kind, count in enumerate(held) if count >= offered[seat]]
        return (PASS, *offers, *accepted)

    def apply_action(self, state: Position, action: int) -> Position:
        if state.deal is not None:
            return self._after_deal(state, state.deal.after(action))
        seat = self.current_player(state)
        turn = self._turns[action]
        if turn is None or turn.maker < 0:
            offers = state.offers if turn is None else _replace_places(state.offers, {seat: action})
            return self._unless_too_long(
                state._replace(offers=offers, made=(*state.made, Made(seat, action))))
        offer = state.offers[turn.maker]
        kind, number, _ = self._turns[offer] or turn
        given = turn.number or number
        own = add_cards(add_cards(state.cards[seat], turn.kind, -given), kind, number)
        other = add_cards(add_cards(state.cards[turn.maker], kind, -number), turn.kind, given)
        after = state._replace(
            cards=_replace_places(state.cards, {seat: own, turn.maker: other}),
            offers=_replace_places(state.offers, {seat: PASS, turn.maker: PASS}),
            made=(*state.made, Made(seat, action, offer)))
        ended = self.scoring.cornered_hand(after.cards, len(state.hands) + len(state.made))
        return self._unless_too_long(after) if ended is None else self._after_hand(state, ended)

    def _after_deal(self, state: Position, deal: Deal) -> Position:
        if not deal.complete:
            return state._replace(deal=deal)
        ended = self.scoring.cornered_hand(deal.hands, len(state.hands))
        return state._replace(deal=None, cards=deal.hands) if ended is None else self._after_hand(state, ended)

    def _unless_too_long(self, state: Position) -> Position:
        return self._after_hand(state, Hand()) if len(state.made) == self.max_turns else state

    def _after_hand(self, state: Position, ended: Hand) -> Position:
        points, hands = add_hand(state.points, ended), (*state.hands, ended)
        deal = None if self._is_over(points, len(hands)) else self._deal(len(hands))
        return Position(deal, points=points, hands=hands)

    def _is_over(self, points: Sequence[int], hands: int) -> bool:
        return hands == self.max_hands or max(team_points(points)) >= self.winning_score

    def returns(self, state: Position) -> Sequence[float]:
        return team_shares(state.points)

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Without a position at every card and every turn.
        points, number, made = state.points, len(state.hands), len(state.made)
        over = state.deal is None and not state.cards
        cards, offers = [list(held) for held in state.cards], list(state.offers)
        deal = state.deal
        while not over:
            if not cards:
                cards = deal_at_random(deal or self._deal(number), rng)
            places = range(number + made, number + self.max_turns)
            ended = play_random_hand(self.scoring, cards, offers, places, rng.random, self._most_given)
            points, number = add_hand(points, ended), number + 1
            over = self._is_over(points, number)
            deal, cards, offers, made = None, [], [PASS] * len(SEATS), 0
        return team_shares(points)

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        return redraw(states[-1], player, self.scoring, self.trades == "open", rng, self._most_given)

    def seat_name(self, state: Position, seat: int) -> str:
        return PLAYERS[seat]

    def text(self, state: Position) -> str:
        return table_text(state, self._kinds)

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's cards, the pending offers and all turns of this hand, and the points of finished ones.

        Kinds of cards are told to those who know them (``observations.py``).
        """
        number, made = len(state.hands), len(state.made)
        mover = self.current_player(state)
        own, other = team_points(state.points)[::1 - player // 2 * 2]
        reports = Reports(player, self.trades, self._kinds, self._most_given)
        return {
            "you": PLAYERS[player],
            "partner": PLAYERS[player ^ 1],
            "opponents": [PLAYERS[seat] for seat in SEATS if seat // 2 != player // 2],
            "commodities": [{"commodity": name, "value": value} for name, value in COMMODITIES[:self.commodities]],
            "stage": "over" if mover == TERMINAL else "trade",
            "to_move": None if mover == TERMINAL else PLAYERS[mover],
            "hand": number + 1,
            "turn": made + 1,
            "order": [PLAYERS[seat] for seat in self.order(number)],
            "cards": dict(zip(card_names(self._kinds), state.cards[player], strict=True)) if state.cards else {},
            "numbers_of_cards": dict(zip(PLAYERS, map(sum, state.cards), strict=False)),
            "offers": [reports.offer(seat, offer) for seat, offer in enumerate(state.offers) if offer],
            "turns": [reports.turn(each) for each in state.made],
            "points": dict(zip(PLAYERS, state.points, strict=True)),
            "team_points": {"yours": own, "theirs": other},
            "hands": [reports.hand(hand) for hand in state.hands],
        }


def _replace_places(values: tuple[Any, ...], new: Mapping[int, Any]) -> tuple[Any, ...]:
    return tuple([new.get(place, value) for place, value in enumerate(values)])
