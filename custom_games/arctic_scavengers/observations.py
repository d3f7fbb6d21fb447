"""Observations of Arctic Scavengers: what a player knows of a position, as plain JSON values."""

from collections.abc import Mapping, Sequence
from typing import Any

from custom_games.arctic_scavengers.actions import KINDS, fight, people
from custom_games.arctic_scavengers.cards import COSTS, NAMES
from custom_games.arctic_scavengers.position import Event, Outcome, Position, Tribe
from custom_games.framework.cards import Counts
from custom_games.framework.labels import numbered_name

STAGES = {"turn": "gathering", "keep": "gathering", "reaction": "gathering", "skirmish": "skirmish", "over": "over"}


def observe(state: Position, player: int) -> Mapping[str, Any]:
    """Returns what a player knows.

    Cards are counted by name. The order of the own deck is unknown, while its cards are known, being the rest of the
    tribe's. ``food`` and ``used`` are the player's own during its turn, ``dug`` is what only it has seen. Both hands
    are shown in the ``skirmish``, and afterwards in the round's entry of ``results``.
    """
    own, other = state.tribes[player], state.tribes[1 - player]
    acts = state.seat == player and state.phase in ("turn", "keep", "reaction")
    return {
        "round": min(len(state.past) + 1, len(state.past) + (state.phase != "over")),
        "stage": STAGES[state.phase],
        "first": state.initiator == player,
        "turn": state.phase != "over" and state.seat == player,
        "hand": count_by_name(own.hand), "deck": count_by_name(own.deck), "discard": count_by_name(own.discard),
        "people": people(own.pool),
        "food": state.food if acts else 0,
        "used": [kind for number, kind in enumerate(KINDS) if acts and state.used >> number & 1],
        "opponent": {pile: sum(cards) for pile, cards in zip(Tribe._fields, other, strict=True)},
        "contested": sum(state.contested), "junkyard": state.junkyard.size,
        "mercenaries": [
            {"name": NAMES[card], "food": food, "medicine": medicine, "left": state.piles[card]}
            for card, (food, medicine) in COSTS.items()],
        "announced": None if state.announced is None else {
            "action": KINDS[state.announced[0]], "cards": _names(state.announced[1])},
        "dug": _names(state.dug) if acts else [],
        "skirmish": _forces((own.hand, other.hand)) if state.phase == "skirmish" else None,
        "log": [_report(event, player) for event in state.log],
        "results": [_result(outcome, player) for outcome in state.past],
    }


def table_text(state: Position) -> str:
    """Returns all cards where they are, and what the turn has led to, for people to read; nothing is hidden."""
    turn = f"round {len(state.past) + 1}, {state.phase} of {numbered_name(state.seat)}"
    lines = [f"{'game over' if state.phase == 'over' else turn}; food {state.food}"]
    for seat, tribe in enumerate(state.tribes):
        piles = [f"{pile}: {_list_cards(cards)}" for pile, cards in zip(Tribe._fields, tribe, strict=True)]
        lines.append(f"{numbered_name(seat)}: {people(tribe.pool)} people; {'; '.join(piles)}")
    lines.append(f"mercenaries: {_list_cards(state.piles)}; contested: {_list_cards(state.contested)}")
    bottom = f"; at the bottom: {', '.join(_names(state.junkyard.bottom))}" if state.junkyard.bottom else ""
    lines.append(f"junkyard: {_list_cards(state.junkyard.shuffled)}{bottom}")
    if state.announced is not None:
        lines.append(f"announced: {KINDS[state.announced[0]]} {', '.join(_names(state.announced[1]))}")
    lines += [f"dug: {', '.join(_names(state.dug))}"] if state.dug else []
    return "\n".join(lines + [f"last skirmish: {_winner_text(last)}" for last in state.past[-1:] if last.hands])


def _winner_text(outcome: Outcome) -> str:
    if outcome.winner is None or outcome.card is None:
        return "a tie"
    return f"{numbered_name(outcome.winner)} won {NAMES[outcome.card]}"


def _list_cards(cards: Counts) -> str:
    return ", ".join(f"{count} {name}" for name, count in count_by_name(cards).items()) or "none"


def count_by_name(cards: Counts) -> Mapping[str, int]:
    """Returns the number of each card that there is, by name."""
    return {name: count for name, count in zip(NAMES, cards, strict=True) if count}


def _names(cards: Sequence[int]) -> list[str]:
    return [NAMES[card] for card in cards]


def _forces(hands: Sequence[Counts]) -> Mapping[str, Any]:
    """Returns both hands in a skirmish, the own one first."""
    return {
        whose: {"hand": count_by_name(hand), "fight": fight(hand), "people": people(hand)}
        for whose, hand in zip(("own", "opponent"), hands, strict=True)}


def _report(event: Event, player: int) -> Mapping[str, Any]:
    return {
        "by": "you" if event.seat == player else "opponent", "what": event.what, "cards": _names(event.cards),
        "target": None if event.target is None else NAMES[event.target], "value": event.value}


def _result(outcome: Outcome, player: int) -> Mapping[str, Any]:
    hired = [None if card is None else NAMES[card] for card in outcome.hired]
    hands = outcome.hands
    won = outcome.winner == player
    return {
        "hired": {"own": hired[player], "opponent": hired[1 - player]},
        "skirmish": None if hands is None else _forces((hands[player], hands[1 - player])),
        "winner": None if outcome.winner is None else "you" if won else "opponent",
        "card": NAMES[outcome.card] if won and outcome.card is not None else None,
    }
