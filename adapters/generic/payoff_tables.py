"""Payoff tables of games that are small enough to be listed, computed by playing every combination of moves."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import pyspiel
from pyspiel import GameType

from custom_games.framework.states import max_game_length

CHANCE = -1
MAX_ROWS = 64
MAX_LENGTH = 6  # moves of a game that is played to its ends, so that the first of them is near


@dataclass(frozen=True)
class Row:
    """The moves of a course of the game in order, as ``(seat, name)`` with seat -1 for chance, and what they pay."""

    moves: tuple[tuple[int, str], ...]
    payoffs: tuple[float, ...]


@dataclass(frozen=True)
class PayoffTable:
    """All courses of a game with what they pay each player; of a repeated game those of each round."""

    rows: tuple[Row, ...]
    repeated: bool

    def plain(self) -> dict[str, Any]:
        """Returns the table as plain JSON values."""
        rows = [
            {"moves": [{"player": seat, "move": name} for seat, name in row.moves], "payoffs": list(row.payoffs)}
            for row in self.rows]
        return {"rows": rows, "repeated": self.repeated}


def compute_payoffs(game: pyspiel.Game) -> PayoffTable | None:
    """Returns the payoff table of a game of several players; ``None`` if it is too large or has no such table.

    The rules alone determine it, whatever has happened in a match.
    """
    if game.num_players() < 2 or game.get_type().chance_mode == GameType.ChanceMode.SAMPLED_STOCHASTIC:
        return None
    return _list_rounds(game.new_initial_state()) or _list_courses(game)


def _list_courses(game: pyspiel.Game) -> PayoffTable | None:
    if max_game_length(game) > MAX_LENGTH:
        return None
    ends = list(itertools.islice(_play_to_ends(game.new_initial_state(), ()), MAX_ROWS + 1))
    return PayoffTable(tuple(ends), repeated=False) if len(ends) <= MAX_ROWS else None


def _play_to_ends(state: pyspiel.State, past: tuple[tuple[int, str], ...]) -> Iterator[Row]:
    if state.is_terminal():
        yield Row(past, tuple(map(float, state.returns())))
        return
    for moves, later in _list_steps(state):
        yield from _play_to_ends(later, past + moves)


def _list_rounds(first: pyspiel.State) -> PayoffTable | None:
    """Returns what one round of a game pays in which all players move at once and every round pays alike.

    Where all moves pay the same, as steps on a map may, the payoffs lie elsewhere.
    """
    rows = _play_round(first)
    if len({row.payoffs for row in rows}) < 2:
        return None
    nexts = [state for _, later in _list_steps(first) for state in _list_after_chance(later) if not state.is_terminal()]
    return PayoffTable(tuple(rows), bool(nexts)) if all(_play_round(state) == rows for state in nexts) else None


def _play_round(state: pyspiel.State) -> list[Row]:
    """Returns what each joint move pays at once; nothing if there are too many or players move in turn."""
    if not state.is_simultaneous_node():
        return []
    steps = list(itertools.islice(_list_steps(state), MAX_ROWS + 1))
    return [Row(moves, tuple(map(float, later.rewards()))) for moves, later in steps] if len(steps) <= MAX_ROWS else []


def _list_after_chance(state: pyspiel.State) -> Iterator[pyspiel.State]:
    """Yields the states that follow when chance has moved, if it moves."""
    outcomes = itertools.islice(_list_steps(state), MAX_ROWS) if state.is_chance_node() else [((), state)]
    return (later for _, later in outcomes)


def _list_steps(state: pyspiel.State) -> Iterator[tuple[tuple[tuple[int, str], ...], pyspiel.State]]:
    """Yields the moves that can be made in a state, joint ones at a simultaneous node, with the states after them.

    A move of chance is told with its probability: ``Heads (50%)``.
    """
    if state.is_chance_node():
        for outcome, probability in state.chance_outcomes():
            name = f"{state.action_to_string(CHANCE, outcome)} ({100 * probability:.3g}%)"
            yield ((CHANCE, name),), state.child(outcome)
        return
    seats: Sequence[int] = range(state.num_players()) if state.is_simultaneous_node() else [state.current_player()]
    for actions in itertools.product(*(state.legal_actions(seat) or [0] for seat in seats)):
        later = state.clone()
        if state.is_simultaneous_node():
            later.apply_actions(actions)
        else:
            later.apply_action(*actions)
        named = zip(seats, actions, strict=True)
        yield tuple((seat, state.action_to_string(seat, action)) for seat, action in named), later
