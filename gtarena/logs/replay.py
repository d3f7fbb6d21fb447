"""Replay of logged matches: every action is checked against the game before it is applied."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import pyspiel

from custom_games import GAMES
from custom_games.node import Node
from custom_games.rules import CHANCE, SIMULTANEOUS, TERMINAL
from custom_games.spiel import State
from gtarena import games
from gtarena.formatting import one_line
from gtarena.logs.records import Call, MatchRecord
from gtarena.logs.turns import turns


class Replay:
    """Game in progress to which logged ``(player, action)`` steps are applied; chance is player -1.

    Steps at a simultaneous node are gathered, in any order, until everyone who must act has acted; then the state
    changes. ``state`` is the pyspiel state; do not apply actions to it directly.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
    """

    def __init__(self, game: str, params: Mapping[str, Any], seed: int = 0) -> None:
        self.state: pyspiel.State = games.load(game, params, seed).new_initial_state()
        self._steps = 0
        self._gathered: dict[int, int] = {}
        self._open = _open_choices(self.state)

    @classmethod
    def of_record(cls, record: MatchRecord) -> "Replay":
        """Returns the start of a logged match.

        Raises:
            UsageError: the game does not exist or does not take these parameters.
            ValueError: the match and the game differ in the number of seats.
        """
        replay = cls(record.game, record.params, record.seed)
        players = replay.state.num_players()
        if len(record.seats) != players:
            raise ValueError(f"{len(record.seats)} seats in a game for {players}")
        return replay

    @property
    def node(self) -> Node:
        """Position and path of the state, in a game of custom_games."""
        node: Node = self.state.node
        return node

    @property
    def movers(self) -> list[int]:
        """Players who have yet to act at this node, chance included."""
        return list(self._open)

    def is_legal(self, player: int, action: int) -> bool:
        """Returns whether a step can be applied now."""
        return action in self._open.get(player, ())

    def check(self, player: int, action: int) -> None:
        """Checks that a step can be applied now.

        Raises:
            ValueError: the action is not legal, or it is not the player's turn.
        """
        # pyspiel itself accepts illegal actions, and some of its games then write out of bounds.
        if not self.is_legal(player, action):
            raise ValueError(f"step {self._steps}: action {action} of player {player} is not legal")

    def apply(self, player: int, action: int) -> bool:
        """Checks and applies a step; returns whether the state has changed.

        Raises:
            ValueError: the action is not legal, or it is not the player's turn.
        """
        self.check(player, action)
        self._steps += 1
        del self._open[player]
        if self.state.current_player() != SIMULTANEOUS:
            self.state.apply_action(action)
        else:
            self._gathered[player] = action
            if self._open:
                return False
            self.state.apply_actions([self._gathered.get(seat, 0) for seat in range(self.state.num_players())])
            self._gathered.clear()
        self._open = _open_choices(self.state)
        return True

    def require_end(self) -> None:
        """Checks that the game is over.

        Raises:
            ValueError: somebody is still to move.
        """
        if not self.state.is_terminal():
            raise ValueError("the actions stop before the game is over")


def _open_choices(state: pyspiel.State) -> dict[int, Sequence[int]]:
    """Returns the legal actions of everyone who is to move."""
    mover = state.current_player()
    if mover == TERMINAL:
        return {}
    if mover == CHANCE:
        return {CHANCE: state.legal_actions(CHANCE)}
    # Our games give thousands of numbers as a range, of which pyspiel would make a list for every player.
    of = state.node.legal_actions if isinstance(state, State) else state.legal_actions
    players = range(state.num_players()) if mover == SIMULTANEOUS else [mover]
    return {player: legal for player in players if (legal := of(player))}


class Choice(NamedTuple):
    """Action with the state in which a player chose it, which is valid until the next choice is asked for.

    ``calls`` are the model's replies that led to it; those that led to a compound move come with its first action.
    """

    state: pyspiel.State
    player: int
    action: int
    calls: tuple[Call, ...]


def walk(record: MatchRecord) -> Iterator[Choice]:
    """Yields the players' choices action by action; those at a simultaneous node are made in the same state.

    Raises:
        ValueError: an action is not legal where it stands, the number of seats is not the game's, or the game does not
            exist or does not take these parameters.
    """
    with naming_match(record.match_id):
        replay = Replay.of_record(record)
        for turn in turns(record):
            for offset, step in enumerate(turn.steps):
                replay.check(step.player, step.action)  # before a caller evaluates the action in this state
                if step.player != CHANCE:
                    yield Choice(replay.state, step.player, step.action, turn.calls if offset == 0 else ())
                replay.apply(step.player, step.action)


def final_state(
    game: str, params: Mapping[str, Any], seed: int, history: Iterable[tuple[int, int]]
) -> pyspiel.State:
    """Returns the terminal state of a finished match, given its ``(player, action)`` steps.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
        ValueError: an action is not legal where it stands, or the actions stop before the game is over.
    """
    replay = _replayed(Replay(game, params, seed), history)
    replay.require_end()
    return replay.state


def final_node(game: str, params: Mapping[str, Any], history: Iterable[tuple[int, int]]) -> Node:
    """Returns the node that a match of a custom_games game has led to, finished or not, with the path to it.

    Raises:
        UsageError: the game does not take these parameters.
        ValueError: the game is not one of custom_games, or an action is not legal where it stands.
    """
    if game not in GAMES:
        raise ValueError(f"{game} is not a game of custom_games, so its states have no nodes")
    return _replayed(Replay(game, params), history).node


def _replayed(replay: Replay, history: Iterable[tuple[int, int]]) -> Replay:
    for player, action in history:
        replay.apply(player, action)
    return replay


@contextmanager
def naming_match(match_id: str) -> Iterator[None]:
    """Prefixes errors about a logged match with its ID.

    Raises:
        ValueError: instead of the ``ValueError`` or ``TypeError`` that was raised inside.
    """
    try:
        yield
    except (ValueError, TypeError) as error:
        raise ValueError(f"match {one_line(match_id, 80)}: {error}") from error
