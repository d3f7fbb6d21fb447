"""Ends of matches: where a game of odd parameters would never come to one, an error says so."""

import random
from collections.abc import Iterator
from itertools import count
from math import isfinite

import pyspiel

from gtarena.errors import UnplayableError

LEAST = 10_000  # nodes that any match may have, because some games state no length: 0, or a negative one
SLACK = 2  # times the stated length, because some games state too little
MOST = 1_000_000  # nodes; games whose parameters allow more come to no end that anybody could wait for


def most_nodes(game: pyspiel.Game) -> int:
    """Returns the number of nodes beyond which a match has no end; chance counts, and joint moves count once.

    The stated length counts joint moves by player, as chance may have a node for each of them.
    """
    joint = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    # `max_history_length` is the same number, but for overflows.
    stated = game.max_game_length() * (game.num_players() if joint else 1) + game.max_chance_nodes_in_history()
    return min(MOST, max(LEAST, SLACK * int(stated)))


def nodes(state: pyspiel.State) -> Iterator[int]:
    """Yields the number of each node, from 0, until the match has ended; the caller applies what is chosen there.

    Raises:
        UnplayableError: the match goes on for longer than any match of this game.
    """
    game = state.get_game()
    most = most_nodes(game)
    for number in count():
        if state.is_terminal():
            return
        if number >= most:
            raise UnplayableError(str(game), f"a match has not ended after {most} moves (max_game_length of the game: "
                                             f"{game.max_game_length()})")
        yield number


def draw_outcome(state: pyspiel.State, rng: random.Random) -> int:
    """Draws one of the outcomes of a chance node.

    Raises:
        UnplayableError: there are none.
    """
    outcomes = state.chance_outcomes()
    if not outcomes:
        raise dead_end(state)
    actions, weights = zip(*outcomes, strict=True)
    return int(rng.choices(actions, weights)[0])


def dead_end(state: pyspiel.State) -> UnplayableError:
    """Returns the error of a state that is not the end, although nothing can be done there."""
    return UnplayableError(str(state.get_game()), "a match comes to a position without legal moves that is not its end")


def finite_returns(state: pyspiel.State) -> list[float]:
    """Returns what the match paid each seat.

    Raises:
        UnplayableError: a number is infinite or none at all.
    """
    paid = list(state.returns())
    if not all(map(isfinite, paid)):
        raise UnplayableError(str(state.get_game()), f"a match pays {', '.join(map(str, paid))}")
    return paid
