"""Observations of Air, Land & Sea as plain JSON values; a card that the player does not know is ``None``."""

from collections.abc import Mapping, Sequence
from typing import Any

from custom_games.air_land_sea.actions import KEYS
from custom_games.air_land_sea.battle import Battle, Event, Position, Result, withdrawal_points
from custom_games.air_land_sea.cards import CARDS, THEATERS
from custom_games.framework.labels import numbered_name

SIDES = ("you", "opponent")


def observe(state: Position, player: int, mover: int, hand_size: int) -> Mapping[str, Any]:
    """Returns what a player sees; ``mover`` is the seat that has to decide, or negative if the game is over."""
    battle, points, results = state
    is_first = battle.first == player
    sides = (player, 1 - player)
    return {
        "battle": len(results) + (mover >= 0),
        "points": _both(sides, points),
        "is_first": is_first,
        "theaters": [_theater(battle, theater, player) for theater in battle.order],
        "hand": [_card(card) for card in battle.hands[player]],
        "hands": _both(sides, [len(hand) for hand in battle.hands]),
        "deck": battle.deck_size(),
        "destroyed": [
            {"of": _side(gone.owner, player), "card": _title(gone.card, gone.seen or gone.owner == player)}
            for gone in battle.under],
        "free_play": _both(sides, battle.drops),
        "known": [_card(card) for card in _known_cards(battle, player)],
        "withdrawal": {
            "now": withdrawal_points(is_first, len(battle.hands[player])),
            "you": _withdrawals(is_first, hand_size),
            "opponent": _withdrawals(not is_first, hand_size)},
        "turn_of": _side(battle.turn, player) if mover >= 0 else None,
        "asked": _decision(battle, player, mover),
        "waiting": [{"card": CARDS[step.card].title, "of": _side(step.player, player)} for step in battle.queue[1:]],
        "log": [_event(event, player) for event in battle.log],
        "results": [_result(result, player) for result in results],
    }


def table_text(state: Position) -> str:
    """Returns the points, piles from the bottom up, hands, and what is pending for people to read; nothing is hidden.

    Strengths are those that count now.
    """
    battle, points, results = state
    assert battle.first is not None, "it is drawn who is first"
    names = [numbered_name(seat) for seat in (0, 1)]
    lines = [f"{names[battle.first]} is first; victory points {points[0]} and {points[1]}"]
    for theater in battle.order:
        sides = [f"{name} has {battle.total(seat, theater)}{_pile_text(battle, seat, theater)}"
                 for seat, name in enumerate(names)]
        lines.append(f"{THEATERS[theater]}: {'; '.join(sides)}")
    lines += [f"hand of {name}: {', '.join(CARDS[card].title for card in hand) or 'empty'}"
              for name, hand in zip(names, battle.hands, strict=True)]
    lines += [f"destroyed: {', '.join(CARDS[gone.card].title for gone in battle.under)}"] if battle.under else []
    lines += [f"pending: {CARDS[step.card].title}, {names[step.player]}" for step in battle.queue]
    return "\n".join(lines + [f"last battle: {_winner_text(last)}" for last in results[-1:]])


def _winner_text(result: Result) -> str:
    withdrew = "" if result.withdrew is None else f", as {numbered_name(result.withdrew)} withdrew"
    return f"{result.points} victory points for {numbered_name(result.winner)}{withdrew}"


def _pile_text(battle: Battle, seat: int, theater: int) -> str:
    pile = zip(battle.pile(seat, theater), battle.strengths(seat, theater), strict=True)
    cards = [f"{strength} by {CARDS[card].title}{'' if up else ' face down'}" for (card, up), strength in pile]
    return f" ({', '.join(cards)})" if cards else ""


def _withdrawals(is_first: bool, hand_size: int) -> list[Mapping[str, Any]]:
    """Returns the points for a withdrawal of the first or the second player, each with the numbers of cards left."""
    lefts: dict[int, list[int]] = {}
    for left in range(hand_size, 0, -1):
        lefts.setdefault(withdrawal_points(is_first, left), []).append(left)
    return [{"points": points, "left": numbers} for points, numbers in lefts.items()]


def _side(seat: int, player: int) -> str:
    return SIDES[seat != player]


def _both(sides: tuple[int, int], values: Sequence[Any]) -> Mapping[str, Any]:
    return {name: values[seat] for name, seat in zip(SIDES, sides, strict=True)}


def _card(number: int) -> Mapping[str, Any]:
    card = CARDS[number]
    return {"card": card.title, "name": card.name, "theater": THEATERS[card.theater], "strength": card.strength,
            "kind": card.kind, "ability": card.ability}


def _title(card: int | None, is_known: bool) -> str | None:
    return CARDS[card].title if card is not None and is_known else None


def _theater(battle: Battle, theater: int, player: int) -> Mapping[str, Any]:
    sides = {name: _pile(battle, seat, theater, player) for name, seat in zip(SIDES, (player, 1 - player), strict=True)}
    return {"theater": THEATERS[theater], "controller": _side(battle.controller(theater), player), **sides}


def _pile(battle: Battle, seat: int, theater: int, player: int) -> Mapping[str, Any]:
    """Returns a pile from the bottom up, with the present strengths of its cards."""
    placed = zip(battle.pile(seat, theater), battle.strengths(seat, theater), strict=True)
    return {
        "total": battle.total(seat, theater),
        "support": battle.support(seat, theater),
        "cards": [{"card": _title(card, up or seat == player), "up": up, "strength": strength}
                  for (card, up), strength in placed]}


def _known_cards(battle: Battle, player: int) -> list[int]:
    """Returns the cards that a player sees now, in ascending order."""
    shown = {card for number, pile in enumerate(battle.piles) for card, up in pile if up or number // 3 == player}
    shown.update(battle.hands[player], (step.card for step in battle.queue))
    if battle.drawn is not None and battle.queue[0].player == player:
        shown.add(battle.drawn)
    return sorted(shown)


def _decision(battle: Battle, player: int, mover: int) -> Mapping[str, Any] | None:
    """Returns what is to be decided, by whom, and the card that asks for it; ``None`` if nothing is."""
    if mover < 0:
        return None
    asked = {"of": _side(mover, player), "key": KEYS["play"], "because": None, "drawn": None, "owner": None,
             "theater": None}
    if not battle.queue:
        return asked
    step = battle.queue[0]
    spot = battle.locate(step.card)
    return {**asked, "key": KEYS[step.kind], "because": CARDS[step.card].title,
            "drawn": _title(battle.drawn, step.player == player),
            "owner": _side(battle.owner(step.card), player),
            "theater": None if spot is None else THEATERS[spot[1]]}


def _event(event: Event, player: int) -> Mapping[str, Any]:
    """Returns an event without what the player does not know; a card that was turned face down is known by its name."""
    shown = event.up or event.kind == "flip" or event.owner == player
    places = {name: None if theater is None else THEATERS[theater]
              for name, theater in (("theater", event.theater), ("source", event.source))}
    return {
        "event": event.kind, "of": _side(event.player, player), "card": _title(event.card, shown), "up": event.up,
        "owner": None if event.owner is None else _side(event.owner, player), "place": event.place, **places,
        "by": _title(event.by, True), "destroyer": _title(event.destroyer, True)}


def _result(result: Result, player: int) -> Mapping[str, Any]:
    sides = (player, 1 - player)
    return {
        "winner": _side(result.winner, player), "points": result.points, "is_first": result.first == player,
        "withdrew": None if result.withdrew is None else _side(result.withdrew, player), "left": result.left,
        "theaters": [
            {"theater": THEATERS[theater], "controller": _side(controller, player), **_both(sides, totals)}
            for theater, totals, controller in zip(result.order, result.totals, result.controllers, strict=True)]}
