"""A published match that is played again: its moves are applied to our game, and what it states is compared."""

from collections.abc import Iterator, Mapping, Sequence
from math import isclose
from typing import Any

from custom_games import GAMES
from custom_games.node import Node
from custom_games.rules import CHANCE, TERMINAL
from gtarena.logs.records import Step
from gtarena.suites.gamma_bench.importer.log_format import Log

TOLERANCE = 1e-6


class Board:
    """The game so far.

    ``stated`` has ``[round, seat, value]`` for what was stated and could not be played as it stands, ``differences``
    what the log says otherwise than our game. Rounds are counted from 0 in both, and from 1 in ``notes``.
    """

    def __init__(self, game: str, params: Mapping[str, Any]) -> None:
        self.rules: Any = GAMES[game](**params)
        self.node = Node(self.rules, self.rules.initial_state())
        self.history: list[Step] = []
        self.stated: list[list[Any]] = []
        self.differences: list[dict[str, Any]] = []
        self.notes: list[str] = []
        self.round = 0

    @property
    def position(self) -> Any:
        return self.node.position

    @property
    def is_over(self) -> bool:
        return self.node.player == TERMINAL

    def rounds(self, log: Log) -> Iterator[dict[str, Any]]:
        """The log's rounds one after another, each of which has to be played before the next is asked for."""
        for self.round, record in enumerate(log.rounds):
            yield record

    def chance(self, outcome: int) -> None:
        """Applies an outcome of chance.

        Raises:
            ValueError: chance cannot bring it about here.
        """
        if self.node.player != CHANCE or outcome not in [each for each, _ in self.rules.chance_outcomes(self.position)]:
            raise ValueError(f"round {self.round + 1}: chance cannot come to {outcome} here")
        self._put_down(CHANCE, outcome)
        self.node = self.node.after(outcome)

    def act(self, seat: int, action: int) -> None:
        """Applies a player's action.

        Raises:
            ValueError: it is not the player's turn, or the action is not legal.
        """
        if self.node.player != seat:
            raise ValueError(f"round {self.round + 1}: it is not the turn of player_{seat}")
        self._check(seat, action)
        self._put_down(seat, action)
        self.node = self.node.after(action)

    def together(self, actions: Mapping[int, int]) -> None:
        """Applies the actions of all who choose at once.

        Raises:
            ValueError: an action is not legal, or somebody has none.
        """
        choosing = [seat for seat in range(self.rules.players) if self.node.legal_actions(seat)]
        if choosing != sorted(actions):
            raise ValueError(f"round {self.round + 1}: {len(actions)} players have chosen where {len(choosing)} must")
        for seat, action in actions.items():
            self._check(seat, action)
        for seat, action in actions.items():
            self._put_down(seat, action)
        self.node = self.node.after(tuple(actions.get(seat, 0) for seat in range(self.rules.players)))

    def state(self, seat: int, value: Any) -> None:
        """Puts down what a player stated instead of the move that is played."""
        self.stated.append([self.round, seat, value])

    def number(self, seat: int, stated: Any, low: int, high: int) -> int:
        """The whole number nearest to what a player stated.

        Raises:
            ValueError: it stated no number.
        """
        value = int(stated) if isinstance(stated, str) and stated.removeprefix("-").isdecimal() else stated
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"round {self.round + 1}: player_{seat} stated {stated!r}, which is no number")
        nearest = round(min(max(value, low), high))
        if nearest != value:
            self.state(seat, value)
        return nearest

    def named(self, seat: int, stated: Any, names: Sequence[str]) -> int:
        """The action that a player stated by its name.

        Raises:
            ValueError: there is none of that name.
        """
        if stated not in names:
            raise ValueError(f"round {self.round + 1}: player_{seat} stated {stated!r}, not {' or '.join(names)}")
        return names.index(stated)

    def compare(self, what: str, logged: Any, ours: Any) -> None:
        """Puts down a difference between what the log states and what our game says."""
        if isinstance(ours, tuple):  # which JSON does not have
            ours = list(ours)
        if not _same(logged, ours):
            self.differences.append({"round": self.round, "what": what, "logged": logged, "ours": ours})

    def compare_payoffs(self, log: Log) -> None:
        """Compares the payoffs of the round that has just been played, if the log has them for all players."""
        if all(len(earned) > self.round for earned in log.utilities):
            self.compare("utility", log.earned(self.round), self.rules.payoffs(self.position.rounds[-1]))

    def note(self, what: str) -> None:
        self.notes.append(f"round {self.round + 1}: {what}")

    def _check(self, seat: int, action: int) -> None:
        if action not in self.node.legal_actions(seat):
            raise ValueError(f"round {self.round + 1}: action {action} of player_{seat} is not legal")

    def _put_down(self, player: int, action: int) -> None:
        name = self.rules.action_string(self.position, player, action)
        self.history.append(Step(player=player, action=action, name=name))


def _same(logged: Any, ours: Any) -> bool:
    if isinstance(ours, list):
        return isinstance(logged, list) and len(logged) == len(ours) and all(map(_same, logged, ours))
    if isinstance(logged, int | float) and isinstance(ours, int | float):
        return isclose(logged, ours, rel_tol=0, abs_tol=TOLERANCE)
    return bool(logged == ours)
