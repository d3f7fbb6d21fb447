"""Matches of Air, Land & Sea in which cards that a player has not seen are exchanged for one another."""

import random
from collections.abc import Iterator

import pyspiel

from custom_games.air_land_sea.actions import FLIP, IMPROVISE, MOVE, REINFORCE_TO, RETURN, WITHDRAW
from custom_games.air_land_sea.battle import DECK


def decisions_with_starts(game: pyspiel.Game, seed: int) -> Iterator[tuple[pyspiel.State, int]]:
    """Yields the decisions of a random match, each with the number of actions before the deal of its battle."""
    rng, state, start, battles = random.Random(seed), game.new_initial_state(), None, 0
    while not state.is_terminal():
        position = state.node.position
        if len(position.results) > battles or (start is None and position.battle.first is not None):
            start, battles = len(state.history()), len(position.results)
        if not state.is_chance_node():
            yield state.clone(), start
        legal = state.legal_actions()
        state.apply_action(legal[int(rng.random() * len(legal))])


def hidden_cards(state: pyspiel.State, player: int, start: int) -> list[int]:
    """Returns the cards of the current battle that the player has neither held nor seen face up."""
    held = {action for number, (seat, action) in enumerate(moves(state, start)) if seat < 0 and (
        number % 2 == player if number < dealt(state) else drawn_by(state, start, number) == player)}
    shown = {event.card for event in state.node.position.battle.log
             if event.card is not None and (event.up or event.kind == "flip")}
    return sorted(DECK - held - shown)


def dealt(state: pyspiel.State) -> int:
    return 2 * state.node.rules.hand_size


def drawn_by(state: pyspiel.State, start: int, number: int) -> int:
    """Returns who chose where the card went that Reinforce drew at this number."""
    return moves(state, start)[number + 1][0] if number + 1 < len(moves(state, start)) else state.current_player()


def moves(state: pyspiel.State, start: int) -> list[tuple[int, int]]:
    return [(step.player, step.action) for step in state.full_history()[start:]]


def redealt(state: pyspiel.State, player: int, start: int, rng: random.Random) -> pyspiel.State:
    """Returns the state in which the hidden cards of the current battle are exchanged at random all through it."""
    hidden = hidden_cards(state, player, start)
    other = {**{number: number for number in DECK}, **dict(zip(hidden, rng.sample(hidden, len(hidden)), strict=True))}
    changed = state.get_game().new_initial_state()
    for action in state.history()[:start]:
        changed.apply_action(action)
    for seat, action in moves(state, start):
        changed.apply_action(other[action] if seat < 0 else exchanged(action, other))
    return changed


def exchanged(action: int, other: dict[int, int]) -> int:
    """Returns the same action with another card."""
    for begin, end in ((0, IMPROVISE), (IMPROVISE, WITHDRAW), (MOVE, RETURN)):
        if begin <= action < end:
            card, theater = divmod(action - begin, 3)
            return begin + 3 * other[card] + theater
    if WITHDRAW <= action < FLIP or FLIP <= action < MOVE or action >= REINFORCE_TO:
        return action
    return RETURN + other[action - RETURN]
