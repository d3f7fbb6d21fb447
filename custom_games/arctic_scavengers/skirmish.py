"""Skirmishes of Arctic Scavengers: uses of Sniper Teams and Saboteurs, FIGHT totals, and the contested card."""

from custom_games.arctic_scavengers.actions import END, fight, people
from custom_games.arctic_scavengers.decisions import target_of, targets
from custom_games.arctic_scavengers.position import Event, Outcome, Position, counted
from custom_games.framework.cards import changed


def aims(state: Position) -> tuple[int, ...]:
    """Returns the cards at which a Sniper Team or a Saboteur can aim: in a reaction, or now in the skirmish.

    In a reaction it is in the hand of the seat that has no turn, and aims at the cards announced.
    """
    own, other = state.tribes[state.seat].hand, state.tribes[1 - state.seat].hand
    return targets(other, counted(state.announced[1])) if state.announced else targets(own, other, state.shots)


def continued(state: Position) -> Position:
    """Returns the position in which the next seat can shoot, or in which the contested card is turned up."""
    while state.phase == "skirmish" and not aims(state):
        state = _passed(state)
    return state


def _passed(state: Position) -> Position:
    if state.seat == state.initiator:
        return state._replace(seat=1 - state.seat, shots=(0, 0))
    return state._replace(phase="prize")


def shot(state: Position, action: int) -> Position:
    """Returns the position after a seat has used a card in the skirmish, or has stopped."""
    if action == END:
        return _passed(state)
    card, snipes = target_of(action)
    other = 1 - state.seat
    shots = (state.shots[0] + snipes, state.shots[1] + (not snipes))
    state = state.with_tribe(other, state.tribes[other].discarded([card]))
    return state._replace(shots=shots, log=(*state.log, shot_event(state.seat, card, snipes)))


def shot_event(seat: int, card: int, snipes: bool) -> Event:
    """Returns the event that a seat has aimed at a card."""
    return Event(seat, "SNIPER" if snipes else "SABOTEUR", target=card)


def winner(state: Position) -> int | None:
    """Returns the seat whose hand wins the skirmish, by FIGHT and then by people; ``None`` after a tie."""
    own, other = ((fight(tribe.hand), people(tribe.hand)) for tribe in state.tribes)
    return None if own == other else int(own < other)


def prize_given(state: Position, card: int) -> Position:
    """Returns the position after the skirmish: the winner has the contested card, or the junkyard after a tie."""
    seat = winner(state)
    outcome = Outcome(state.hired, tuple(tribe.hand for tribe in state.tribes), seat, None if seat is None else card)
    state = state._replace(contested=changed(state.contested, card, -1), past=(*state.past, outcome))
    if seat is None:
        return state._replace(junkyard=state.junkyard.mixed([card]))
    return state.with_tribe(seat, state.tribes[seat].gained(card))
