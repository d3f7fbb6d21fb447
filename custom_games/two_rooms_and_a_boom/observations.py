"""Observations of Two Rooms and a Boom."""

from collections.abc import Mapping
from typing import Any

from custom_games.two_rooms_and_a_boom.position import TEAMS, Exchange, Position


def observe(state: Position, player: int, stage: str) -> Mapping[str, Any]:
    """Returns what a player, given by its label, knows at a stage of the game.

    ``stage`` is what the player has to decide, "wait", or "over". Of the current turn of other players nothing is told.
    """
    room, known = state.room_of(player), state.known_teams(player)
    turns = min(max(0, state.turns - room * len(state.rooms[0])), len(state.rooms[0]))
    name = state.names.names.__getitem__
    asked = stage == "answer"
    partner = state.partner if stage == "question" else state.asker() if asked else None
    return {
        "you": name(player),
        "team": TEAMS[state.team(player)],
        "card": card(state, player),
        "stage": stage,
        "round": len(state.swaps) + (stage != "over"),
        "room": room + 1,
        "is_leader": player == state.leaders[room],
        "rooms": [{"leader": name(leader), "players": list(map(name, players))}
                  for leader, players in zip(state.leaders, state.rooms, strict=True)],
        "asked_before": list(map(name, state.rooms[room][:turns])),
        "partner": None if partner is None else name(partner),
        "question": state.question if asked else None,
        "exchanges": [_exchange_view(state, player, number) for number, said in enumerate(state.talk)
                      if state.is_heard(said, player)],
        "known": {name(other): TEAMS[known[other]] for other in sorted(known) if other != player},
        "swaps": [{"from_room_1": name(first), "from_room_2": name(second)} for first, second in state.swaps],
        "winner": (TEAMS[not state.are_apart()]) if stage == "over" else None,
    }


def card(state: Position, player: int) -> str | None:
    """Returns "President", "Bomber", or ``None`` for a player who is neither."""
    seat = state.names.seat_of(player)
    return {state.president: "President", state.bomber: "Bomber"}.get(seat)


def _exchange_view(state: Position, player: int, number: int) -> Mapping[str, Any]:
    said: Exchange = state.talk[number]
    return {
        "round": number // len(state.names.names) + 1, "asker": state.names.names[said.asker],
        "partner": state.names.names[said.partner], "question": said.question, "answer": said.answer,
        "reported": state.is_reported(said, player)}


def table_text(state: Position, rounds: int) -> str:
    """Returns the rooms with everybody's team and card, the leaders marked, and the hostages, for people to read.

    In the last of the ``rounds`` the hostages decide who has won.
    """
    name, over = state.names.names.__getitem__, len(state.swaps) == rounds
    lines = ["Game over" if over else f"Round {len(state.swaps) + 1}"]
    for number, players in enumerate(state.rooms):
        told = [f"{name(player)} ({card(state, player) or TEAMS[state.team(player)]}"
                f"{', leader' if player in state.leaders else ''})" for player in players]
        lines.append(f"Room {number + 1}: {', '.join(told)}")
    if state.hostage is not None:
        lines.append(f"hostage from Room 1: {name(state.hostage)}")
    elif state.swaps:
        first, second = state.swaps[-1]
        lines.append(f"hostages of round {len(state.swaps)}: {name(first)} from Room 1, {name(second)} from Room 2")
    return "\n".join(lines + [f"winner: {TEAMS[not state.are_apart()]}"] * over)
