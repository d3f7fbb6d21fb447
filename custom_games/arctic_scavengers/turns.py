"""Turns of Arctic Scavengers: announced actions, reactions to them, and their effects.

When both players have had their turns, the position is at the start of the skirmish.
"""

from collections.abc import Sequence
from typing import Any

from custom_games.arctic_scavengers.actions import (
    DECLINE,
    DIG,
    DRAW,
    FIRST_KEPT,
    FIRST_MERCENARY,
    HIRE,
    HUNT,
    KEEP_NOTHING,
    KINDS,
    STOP,
    TRASH,
    options,
    value,
)
from custom_games.arctic_scavengers.cards import COSTS, SABOTEUR, SNIPERS
from custom_games.arctic_scavengers.decisions import target_of
from custom_games.arctic_scavengers.position import Event, Junkyard, Position, counted, taken
from custom_games.arctic_scavengers.skirmish import aims, shot_event
from custom_games.framework.cards import Counts, changed


def means(state: Position) -> tuple[Counts, int, int, Counts]:
    """Returns what decides the actions of the seat whose turn it is: the arguments of ``scavenger_actions.options``."""
    return state.own.hand, state.used, state.food, tuple([1 if count else 0 for count in state.piles])


def continued(state: Position) -> Position:
    """Returns the position in which a turn goes on, or what follows if there is nothing left to do in it."""
    if any(state.own.hand) and options(*means(state)).kinds != (STOP,):
        return state._replace(phase="turn")
    return _stopped(state)


def _stopped(state: Position) -> Position:
    log = (*state.log, Event(state.seat, KINDS[STOP]))
    ended = state._replace(seat=1 - state.seat, used=0, food=0, log=log)
    return continued(ended) if state.seat == state.initiator else ended._replace(phase="skirmish", shots=(0, 0))


def announced(state: Position, move: tuple[int, Any]) -> Position:
    """Returns the position after an action was announced, with the cards for it: a reaction, or its effect."""
    kind, chosen = move
    if kind == STOP:
        return _stopped(state)
    mercenary, cards = (chosen[0] - FIRST_MERCENARY, chosen[1]) if kind == HIRE else (None, chosen)
    worth = value(kind, cards) if kind in (DRAW, DIG, HUNT) else None
    state = state._replace(log=(*state.log, Event(state.seat, KINDS[kind], cards, mercenary, worth)))
    if mercenary is not None:
        return _hired(state, mercenary, cards)
    waiting = state._replace(announced=(kind, cards), phase="reaction")
    return waiting if aims(waiting) else _acted(state, kind, cards)


def _hired(state: Position, mercenary: int, cards: Sequence[int]) -> Position:
    return continued(state.with_tribe(state.seat, state.own.discarded(cards).gained(mercenary))._replace(
        piles=changed(state.piles, mercenary, -1), food=state.food - COSTS[mercenary][0], used=state.used | 1 << HIRE))


def _acted(state: Position, kind: int, cards: Sequence[int]) -> Position:
    """Returns the position after an action that was not voided."""
    state = state._replace(announced=None, used=state.used | 1 << kind)
    if kind == TRASH:
        left = state.own._replace(hand=taken(state.own.hand, counted(cards)))
        return continued(state.with_tribe(state.seat, left)._replace(junkyard=state.junkyard.mixed(cards)))
    state, worth = state.with_tribe(state.seat, state.own.discarded(cards)), value(kind, cards)
    if kind == HUNT:
        return continued(state._replace(food=state.food + worth))
    possible = any(state.own.drawable) if kind == DRAW else state.junkyard.size > 0
    if not worth or not possible:
        return continued(state)
    return state._replace(phase="draw" if kind == DRAW else "dig", pending=worth)


def turned_up(state: Position, card: int) -> Position:
    """Returns the position after DRAW or DIG has turned up a card."""
    pending = state.pending - 1
    if state.phase == "dig":
        state = state._replace(junkyard=state.junkyard.taken(card), dug=(*state.dug, card), pending=pending)
        return state if pending and state.junkyard.size else state._replace(phase="keep", pending=0)
    state = state.with_tribe(state.seat, state.own.drawn(card))._replace(pending=pending)
    return state if pending and any(state.own.drawable) else continued(state._replace(pending=0))


def reacted(state: Position, action: int) -> Position:
    """Returns the position after a reaction: the effect of the announced action, or none and two cards discarded."""
    assert state.announced is not None, "there is nothing to react to"
    if action == DECLINE:
        return _acted(state, *state.announced)
    card, snipes = target_of(action)
    other = 1 - state.seat
    state = state.with_tribe(state.seat, state.own.discarded([card]))
    state = state.with_tribe(other, state.tribes[other].discarded([SNIPERS if snipes else SABOTEUR]))
    return continued(state._replace(announced=None, log=(*state.log, shot_event(other, card, snipes))))


def kept(state: Position, action: int) -> Position:
    """Returns the position after one of the cards that DIG has turned up was kept, or none."""
    left, keeps = list(state.dug), action != KEEP_NOTHING
    if keeps:
        left.remove(action - FIRST_KEPT)
        state = state.with_tribe(state.seat, state.own.gained(action - FIRST_KEPT))
    junkyard = Junkyard(state.junkyard.shuffled, (*state.junkyard.bottom, *left))
    log = (*state.log, Event(state.seat, "keep", value=int(keeps)))
    return continued(state._replace(junkyard=junkyard, dug=(), log=log))
