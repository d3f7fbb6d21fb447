"""Turns of Arctic Scavengers, with announced actions, reactions and effects, and the skirmish that follows them."""

from collections.abc import Sequence
from typing import Any

from custom_games.arctic_scavengers.actions import (
    DECLINE,
    DIG,
    DRAW,
    END,
    FIRST_KEPT,
    FIRST_MERCENARY,
    HIRE,
    HUNT,
    KEEP_NOTHING,
    KINDS,
    STOP,
    TRASH,
    fight,
    options,
    people,
    target_of,
    targets,
    value,
)
from custom_games.arctic_scavengers.cards import COSTS, SABOTEUR, SNIPERS, count_cards
from custom_games.arctic_scavengers.position import Event, Junkyard, Outcome, Position
from custom_games.framework.cards import add_cards, difference


def continue_turn(state: Position) -> Position:
    """Returns the position in which a turn goes on, or what follows if there is nothing left to do in it."""
    if any(state.own.hand) and options(state.means).kinds != (STOP,):
        return state._replace(phase="turn")
    return _stop(state)


def _stop(state: Position) -> Position:
    log = (*state.log, Event(state.seat, KINDS[STOP]))
    ended = state._replace(seat=1 - state.seat, used=0, food=0, log=log)
    return continue_turn(ended) if state.seat == state.initiator else ended._replace(phase="skirmish", shots=(0, 0))


def announce(state: Position, move: tuple[int, Any]) -> Position:
    """Returns the position after an action was announced, with the cards for it: a reaction, or its effect."""
    kind, chosen = move
    if kind == STOP:
        return _stop(state)
    mercenary, cards = (chosen[0] - FIRST_MERCENARY, chosen[1]) if kind == HIRE else (None, chosen)
    worth = value(kind, cards) if kind in (DRAW, DIG, HUNT) else None
    state = state._replace(log=(*state.log, Event(state.seat, KINDS[kind], cards, mercenary, worth)))
    if mercenary is not None:
        return _hire(state, mercenary, cards)
    waiting = state._replace(announced=(kind, cards), phase="reaction")
    return waiting if aims(waiting) else _act(state, kind, cards)


def _hire(state: Position, mercenary: int, cards: Sequence[int]) -> Position:
    return continue_turn(state.with_tribe(state.seat, state.own.put_down(cards).gain(mercenary))._replace(
        piles=add_cards(state.piles, mercenary, -1), food=state.food - COSTS[mercenary][0],
        used=state.used | 1 << HIRE))


def _act(state: Position, kind: int, cards: Sequence[int]) -> Position:
    """Returns the position after an action that was not voided."""
    state = state._replace(announced=None, used=state.used | 1 << kind)
    if kind == TRASH:
        left = state.own._replace(hand=difference(state.own.hand, count_cards(cards)))
        return continue_turn(state.with_tribe(state.seat, left)._replace(junkyard=state.junkyard.shuffle_in(cards)))
    state, worth = state.with_tribe(state.seat, state.own.put_down(cards)), value(kind, cards)
    if kind == HUNT:
        return continue_turn(state._replace(food=state.food + worth))
    possible = any(state.own.drawable) if kind == DRAW else state.junkyard.size > 0
    if not worth or not possible:
        return continue_turn(state)
    return state._replace(phase="draw" if kind == DRAW else "dig", pending=worth)


def turn_up(state: Position, card: int) -> Position:
    """Returns the position after DRAW or DIG has turned up a card."""
    pending = state.pending - 1
    if state.phase == "dig":
        state = state._replace(junkyard=state.junkyard.take_top(card), dug=(*state.dug, card), pending=pending)
        return state if pending and state.junkyard.size else state._replace(phase="keep", pending=0)
    state = state.with_tribe(state.seat, state.own.draw(card))._replace(pending=pending)
    return state if pending and any(state.own.drawable) else continue_turn(state._replace(pending=0))


def react(state: Position, action: int) -> Position:
    """Returns the position after a reaction: the effect of the announced action, or none and two cards discarded."""
    assert state.announced is not None, "there is nothing to react to"
    if action == DECLINE:
        return _act(state, *state.announced)
    card, snipes = target_of(action)
    other = 1 - state.seat
    state = state.with_tribe(state.seat, state.own.put_down([card]))
    state = state.with_tribe(other, state.tribes[other].put_down([SNIPERS if snipes else SABOTEUR]))
    return continue_turn(state._replace(announced=None, log=(*state.log, _shot_event(other, card, snipes))))


def keep(state: Position, action: int) -> Position:
    """Returns the position after one of the cards that DIG has turned up was kept, or none."""
    left, keeps = list(state.dug), action != KEEP_NOTHING
    if keeps:
        left.remove(action - FIRST_KEPT)
        state = state.with_tribe(state.seat, state.own.gain(action - FIRST_KEPT))
    junkyard = Junkyard(state.junkyard.shuffled, (*state.junkyard.bottom, *left))
    log = (*state.log, Event(state.seat, "keep", value=int(keeps)))
    return continue_turn(state._replace(junkyard=junkyard, dug=(), log=log))


def aims(state: Position) -> tuple[int, ...]:
    """Returns the cards at which a Sniper Team or a Saboteur can aim: in a reaction, or now in the skirmish.

    In a reaction it is in the hand of the seat that has no turn, and aims at the cards announced.
    """
    own, other = state.tribes[state.seat].hand, state.tribes[1 - state.seat].hand
    return targets(other, count_cards(state.announced[1])) if state.announced else targets(own, other, state.shots)


def continue_skirmish(state: Position) -> Position:
    """Returns the position in which the next seat can shoot, or in which the contested card is turned up."""
    while state.phase == "skirmish" and not aims(state):
        state = _pass(state)
    return state


def _pass(state: Position) -> Position:
    if state.seat == state.initiator:
        return state._replace(seat=1 - state.seat, shots=(0, 0))
    return state._replace(phase="prize")


def shoot(state: Position, action: int) -> Position:
    """Returns the position after a seat has used a card in the skirmish, or has stopped."""
    if action == END:
        return _pass(state)
    card, snipes = target_of(action)
    other = 1 - state.seat
    shots = (state.shots[0] + snipes, state.shots[1] + (not snipes))
    state = state.with_tribe(other, state.tribes[other].put_down([card]))
    return state._replace(shots=shots, log=(*state.log, _shot_event(state.seat, card, snipes)))


def _shot_event(seat: int, card: int, snipes: bool) -> Event:
    """Returns the event that a seat has aimed at a card."""
    return Event(seat, "SNIPER" if snipes else "SABOTEUR", target=card)


def skirmish_winner(state: Position) -> int | None:
    """Returns the seat whose hand wins the skirmish, by FIGHT and then by people; ``None`` after a tie."""
    own, other = ((fight(tribe.hand), people(tribe.hand)) for tribe in state.tribes)
    return None if own == other else int(own < other)


def give_prize(state: Position, card: int) -> Position:
    """Returns the position after the skirmish: the winner has the contested card, or the junkyard after a tie."""
    seat = skirmish_winner(state)
    hands = tuple(tribe.hand for tribe in state.tribes)
    outcome = Outcome(state.hired_mercenaries, hands, seat, None if seat is None else card)
    state = state._replace(contested=add_cards(state.contested, card, -1), past=(*state.past, outcome))
    if seat is None:
        return state._replace(junkyard=state.junkyard.shuffle_in([card]))
    return state.with_tribe(seat, state.tribes[seat].gain(card))
