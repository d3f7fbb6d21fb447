"""Positions of Are You the Traitor? in which all that a player does not know is drawn anew."""

import random
from collections.abc import Iterator

from custom_games.are_you_the_traitor.position import ADVENTURERS, KEY_HOLDER, POLLED, WIZARDS, Position
from custom_games.are_you_the_traitor.treasures import DECK, Row, Treasure, points
from custom_games.framework.cards import add_cards, cards_of, counts_of
from custom_games.framework.labels import Labels


def redraw(state: Position, player: int, knows_key_holder: bool, points_to_win: int, rng: random.Random) -> Position:
    """Returns the position with other roles behind the labels, other treasures, and another poll before the player's.

    ``knows_key_holder`` says whether the player sees who holds the key. The two wizards remain wizards. Each of the
    others' treasures is a card that the player has not seen, and of no kind that is known not to lie there; nobody has
    ``points_to_win`` points.
    """
    known = {player, KEY_HOLDER} if knows_key_holder else {player}
    redealt = _redeal_treasures(state, player, points_to_win, rng)
    labels = _exchange_labels(state.labels, known, rng)
    return redealt._replace(labels=labels, unpolled=_redraw_poll(state, player, rng))


def _exchange_labels(labels: Labels, known: set[int], rng: random.Random) -> Labels:
    """Returns the labels exchanged among the wizards and among the others that the player does not know."""
    drawn = list(labels.drawn)
    for group in (WIZARDS, ADVENTURERS):
        hidden = [seat for seat in group if seat not in known]
        exchanged = sorted(labels.drawn[seat] for seat in hidden)
        rng.shuffle(exchanged)
        for seat, label in zip(hidden, exchanged, strict=True):
            drawn[seat] = label
    return Labels(labels.names, tuple(drawn))


def _redraw_poll(state: Position, player: int, rng: random.Random) -> tuple[int, ...]:
    """Returns who may still be asked to stop the talk: a player who is asked does not know how many have passed."""
    if state.stage != "stop":
        return state.unpolled
    others = [seat for seat in POLLED if seat != player]
    return tuple(sorted(rng.sample(others, rng.randrange(len(others) + 1))))


def _redeal_treasures(state: Position, player: int, points_to_win: int, rng: random.Random) -> Position:
    cards = [card for seat, row in enumerate(state.rows) for card in row if not card.known and seat != player]
    unseen = cards_of(counts_of((*cards_of(state.deck), *(card.kind for card in cards)), len(DECK)))
    while True:  # until it fits, as the true deal does
        drawn = rng.sample(unseen, len(cards))
        if any(kind in card.excluded for kind, card in zip(drawn, cards, strict=True)):
            continue
        left = iter(drawn)
        rows = tuple(_refill(row, left) if seat != player else row for seat, row in enumerate(state.rows))
        if all(points(row) < points_to_win for row in rows):
            break
    deck = counts_of(unseen, len(DECK))
    for kind in drawn:
        deck = add_cards(deck, kind, -1)
    return state._replace(deck=deck, rows=rows)


def _refill(row: Row, drawn: Iterator[int]) -> Row:
    """Returns a row whose hidden cards are the next ones drawn."""
    return tuple(card if card.known else Treasure(next(drawn), card.excluded) for card in row)
