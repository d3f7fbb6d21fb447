"""Random matches of a game, and the positions in them at which laws are checked."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from pathlib import Path
from traceback import extract_tb
from typing import TypeVar

import pyspiel

import adapters
from custom_games.framework.spiel import State
from custom_games.framework.states import max_game_length, movers
from gtarena.errors import first_line
from gtarena.games.match_ends import dead_end, draw_outcome, nodes

KEPT_STATES = 400  # of a match; of a longer one every second, fourth, ... state is kept
NOBODY = int(pyspiel.PlayerId.INVALID)
SHOWN_MOVES = 40  # of a position's history in messages: the latest

Item = TypeVar("Item")


def states(game: pyspiel.Game, seed: int) -> Iterator[pyspiel.State]:
    """Yields a clone of every state of one random match: chance nodes, states inside moves, and the end.

    Raises:
        UnplayableError: the match comes to no end, or to a position without legal moves.
    """
    view, rng = adapters.for_game(game).view, random.Random(seed)
    state = game.new_initial_state()
    for _ in nodes(state):
        if state.is_chance_node():
            yield state.clone()
            state.apply_action(draw_outcome(state, rng))
        elif moves := {player: view.random_move(state, player, rng) for player in movers(state)}:
            yield from making(state, moves)
        else:
            yield state.clone()
            raise dead_end(state)
    yield state


def making(state: pyspiel.State, moves: Mapping[int, Sequence[int]]) -> Iterator[pyspiel.State]:
    """Applies the whole moves of all who are to move action by action, and yields a clone before each."""
    for index in range(max(map(len, moves.values()))):
        yield state.clone()
        if state.is_simultaneous_node():
            state.apply_actions([made[index] if index < len(made) else 0
                                 for made in (moves.get(player, ()) for player in range(state.num_players()))])
        else:
            state.apply_action(moves[state.current_player()][index])


def begun(state: pyspiel.State) -> bool:
    """Checks whether somebody is inside a compound move."""
    return isinstance(state, State) and bool(state.node.begun)


def evenly(items: Sequence[Item], most: int) -> list[Item]:
    """Returns the items, or an even selection with the first and the last if there are more than ``most`` (> 1)."""
    if len(items) <= most:
        return list(items)
    return [items[index * (len(items) - 1) // (most - 1)] for index in range(most)]


def describe_error(error: Exception) -> str:
    """Returns the first line of an error with its type, and the line of the source that raised it if it is a game's."""
    *_, frame = extract_tb(error.__traceback__)
    place = "" if Path(frame.filename).parent == Path(__file__).parent else (
        f" ({Path(frame.filename).name}, line {frame.lineno})")
    return f"{type(error).__name__}: {first_line(error)}{place}"


@dataclass(frozen=True)
class Playout:
    """Random match: the states that were kept of it, always the first and the last, and why it broke off, if it did.

    ``length`` counts all its states.
    """

    seed: int
    states: Sequence[pyspiel.State]
    length: int
    fault: str = ""


def play_out(game: pyspiel.Game, seed: int) -> Playout:
    """Plays a random match to its end, or until it exceeds the game's ``max_game_length`` or raises an exception.

    Raises:
        Exception: the game raises it before the match has begun.
    """
    kept: list[pyspiel.State] = []
    stride, moves, number, fault = 1, 0, 0, ""
    played, state = states(game, seed), None
    try:
        for number, state in enumerate(played):
            moves += not (state.is_terminal() or state.is_chance_node())
            if moves > max_game_length(game):
                fault = f"the match has not ended after the {moves - 1} moves that max_game_length allows"
                break
            if number % stride == 0:
                kept.append(state)
            if len(kept) > KEPT_STATES:
                kept, stride = kept[::2], 2 * stride
    except Exception as error:  # whatever a game raises
        if state is None:
            raise
        fault = describe_error(error)
    return Playout(seed, kept if state is kept[-1] else [*kept, state], number + 1, fault)


@dataclass(frozen=True)
class Position:
    """State of a random match, with a player who is to move where a law is about decisions."""

    sample: "Sample"
    playout: Playout
    state: pyspiel.State
    player: int = NOBODY

    def __str__(self) -> str:
        history = self.state.history()
        shown = ", ".join(map(str, history[-SHOWN_MOVES:]))
        told = f"[{'..., ' if len(history) > SHOWN_MOVES else ''}{shown}]"
        mover = "" if self.player == NOBODY else f", player {self.player}"
        return f"{self.state.get_game()}, seed {self.playout.seed}, after {len(history)} actions {told}{mover}"


@dataclass(frozen=True)
class Sample:
    """Random matches of a game."""

    adapter: adapters.Adapter
    playouts: Sequence[Playout]

    @classmethod
    def draw(cls, game: pyspiel.Game, matches: int, seed: int) -> "Sample":
        """Plays matches with the seeds from ``seed`` on.

        Raises:
            Exception: the game raises it before a match has begun.
        """
        return cls(adapters.for_game(game), [play_out(game, number) for number in range(seed, seed + matches)])

    def ends(self) -> list[Position]:
        """Returns the last position of every match."""
        return [Position(self, playout, playout.states[-1]) for playout in self.playouts]

    def positions(self) -> list[Position]:
        """Returns all positions that were kept, match by match."""
        return [Position(self, playout, state) for playout in self.playouts for state in playout.states]

    def decisions(self) -> list[Position]:
        """Returns the positions before whole moves, once for every player who is to move."""
        return self._decisions

    @cached_property
    def _decisions(self) -> list[Position]:
        return list(chain.from_iterable(
            [Position(self, at.playout, at.state, player) for player in movers(at.state)]
            for at in self.positions() if not begun(at.state)))

    @cached_property
    def known(self) -> Mapping[tuple[int, str], Position]:
        """The first decision with each information state, by player and information state."""
        found: dict[tuple[int, str], Position] = {}
        for at in self._decisions:
            found.setdefault((at.player, at.state.information_state_string(at.player)), at)
        return found
