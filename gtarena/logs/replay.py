"""A logged match played again from its actions alone, decision by decision."""

from collections.abc import Iterator
from typing import NamedTuple

import pyspiel

from gtarena import games
from gtarena.formatting import one_line
from gtarena.logs.records import Call, MatchRecord, Step
from gtarena.logs.turns import turns

CHANCE: int = pyspiel.PlayerId.CHANCE


class Board:
    """The state of a match that is played again; the actions of a simultaneous node wait for the last of them.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
        ValueError: the match has not as many seats as the game.
    """

    def __init__(self, record: MatchRecord) -> None:
        game = games.load(record.game, record.params, record.seed)
        self.state: pyspiel.State = game.new_initial_state()
        self._match = one_line(record.match_id, 80)
        self._waiting: dict[int, int] = {}
        if len(record.seats) != game.num_players():
            raise ValueError(f"match {self._match}: {len(record.seats)} seats in a game for {game.num_players()}")

    def check(self, index: int, step: Step) -> None:
        """Makes sure that a step can be applied; ``index`` is its place in the history.

        Raises:
            ValueError: the action is not legal.
        """
        # pyspiel itself accepts illegal actions, and some of its games then write out of bounds.
        if step.player not in self._movers() or step.action not in self.state.legal_actions(step.player):
            raise ValueError(
                f"match {self._match}, step {index}: action {step.action} of player {step.player} is not legal"
            )

    def apply(self, index: int, step: Step) -> bool:
        """Checks and applies a step; tells whether the state has changed.

        Raises:
            ValueError: the action is not legal.
        """
        self.check(index, step)
        state, movers = self.state, self._movers()
        if not state.is_simultaneous_node():
            state.apply_action(step.action)
            return True
        self._waiting[step.player] = step.action
        if len(movers) > 1:
            return False
        state.apply_actions([self._waiting.get(player, 0) for player in range(state.num_players())])
        self._waiting.clear()
        return True

    def _movers(self) -> list[int]:
        """Who may act now, and has not yet."""
        state = self.state
        if not state.is_simultaneous_node():
            return [] if state.is_terminal() else [state.current_player()]
        players = range(state.num_players())
        return [player for player in players if state.legal_actions(player) and player not in self._waiting]


class Choice(NamedTuple):
    """An action with the state in which a player chose it, which is good until the next choice is asked for.

    ``calls`` are the model's replies that led to it; those that led to a compound move come with its first action.
    """

    state: pyspiel.State
    player: int
    action: int
    calls: tuple[Call, ...]


def walk(record: MatchRecord) -> Iterator[Choice]:
    """What the players chose, action by action; those at a simultaneous node are all chosen in the same state.

    Raises:
        UsageError: the game does not exist or does not take these parameters.
        ValueError: an action is not legal where it stands, or the number of seats is not the game's.
    """
    board = Board(record)
    for turn in turns(record):
        for offset, step in enumerate(turn.steps):
            index = turn.first + offset
            board.check(index, step)  # before anybody looks at what comes of it
            if step.player != CHANCE:
                yield Choice(board.state, step.player, step.action, turn.calls if offset == 0 else ())
            board.apply(index, step)
