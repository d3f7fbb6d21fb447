"""Replay of a published match: its moves are applied to our game, and the values that it states are compared."""

from collections.abc import Iterator, Mapping, Sequence
from math import isclose
from typing import Any

from custom_games.framework.rules import CHANCE
from gtarena.logs.records import Step
from gtarena.logs.replay import Replay
from gtarena.suites.gamma_bench.importer.log_format import PublishedLog

EQUAL_WITHIN = 1e-6


class PublishedMatch:
    """Replay of a published match in progress.

    ``stated`` has ``[round, seat, value]`` for every value that could not be played as stated, ``differences`` lists
    where the log contradicts our game. Rounds are counted from 0 in both, and from 1 in ``notes``.
    """

    def __init__(self, game: str, params: Mapping[str, Any]) -> None:
        self._replay = Replay(game, params)
        self.rules: Any = self._replay.node.rules
        self.history: list[Step] = []
        self.stated: list[list[Any]] = []
        self.differences: list[dict[str, Any]] = []
        self.notes: list[str] = []
        self.round = 0

    @property
    def position(self) -> Any:
        return self._replay.node.position

    @property
    def is_over(self) -> bool:
        return bool(self._replay.state.is_terminal())

    @property
    def returns(self) -> list[float]:
        return list(self._replay.state.returns())

    def rounds(self, log: PublishedLog) -> Iterator[dict[str, Any]]:
        """Yields the log's rounds; each has to be played before the next is asked for."""
        for self.round, record in enumerate(log.rounds):
            yield record

    def chance(self, outcome: int) -> None:
        """Applies an outcome of chance.

        Raises:
            ValueError: it is not an outcome of chance here.
        """
        if not self._replay.is_legal(CHANCE, outcome):
            raise ValueError(f"round {self.round + 1}: {outcome} is not an outcome of chance here")
        self._apply(CHANCE, outcome)

    def act(self, seat: int, action: int) -> None:
        """Applies a player's action.

        Raises:
            ValueError: it is not the player's turn, or the action is not legal.
        """
        if self._replay.movers != [seat]:
            raise ValueError(f"round {self.round + 1}: it is not the turn of player_{seat}")
        self._apply(seat, action)

    def simultaneous(self, actions: Mapping[int, int]) -> None:
        """Applies the actions of all who choose at once.

        Raises:
            ValueError: an action is not legal, or a player has none.
        """
        movers = self._replay.movers
        if movers != sorted(actions):
            raise ValueError(f"round {self.round + 1}: {len(actions)} players have chosen instead of {len(movers)}")
        for seat, action in actions.items():
            self._apply(seat, action)

    def keep_stated(self, seat: int, value: Any) -> None:
        """Keeps a stated value that could not be played as it stands."""
        self.stated.append([self.round, seat, value])

    def numbers(self, stated: Sequence[Any], low: int, high: int) -> list[int]:
        """Returns for each seat the whole number from ``low`` to ``high`` that is nearest to what its player stated.

        Raises:
            ValueError: a stated value is not a number.
        """
        return [self._number(seat, value, low, high) for seat, value in enumerate(stated)]

    def _number(self, seat: int, stated: Any, low: int, high: int) -> int:
        value = int(stated) if isinstance(stated, str) and stated.removeprefix("-").isdecimal() else stated
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError(f"round {self.round + 1}: player_{seat} stated {stated!r}, which is not a number")
        nearest = round(min(max(value, low), high))
        if nearest != value:
            self.keep_stated(seat, value)
        return nearest

    def named(self, seat: int, stated: Any, names: Sequence[str]) -> int:
        """Returns the action that a player stated by its name.

        Raises:
            ValueError: no action has that name.
        """
        if stated not in names:
            raise ValueError(f"round {self.round + 1}: player_{seat} stated {stated!r}, not {' or '.join(names)}")
        return names.index(stated)

    def compare(self, what: str, logged: Any, ours: Any) -> None:
        """Records a difference between the value in the log and that of our game."""
        if isinstance(ours, tuple):  # which JSON does not have
            ours = list(ours)
        if not _same(logged, ours):
            self.differences.append({"round": self.round, "what": what, "logged": logged, "ours": ours})

    def compare_payoffs(self, log: PublishedLog) -> None:
        """Compares the payoffs of the round that has just been played, if the log has them for all players."""
        if all(len(earned) > self.round for earned in log.utilities):
            self.compare("utility", log.earned(self.round), self.rules.payoffs(self.position.rounds[-1]))

    def note(self, what: str) -> None:
        """Keeps a remark on the round."""
        self.notes.append(f"round {self.round + 1}: {what}")

    def _apply(self, player: int, action: int) -> None:
        if not self._replay.is_legal(player, action):
            raise ValueError(f"round {self.round + 1}: action {action} of player_{player} is not legal")
        name = self._replay.node.action_name(player, action)
        self.history.append(Step(player=player, action=action, name=name))
        self._replay.apply(player, action)


def _same(logged: Any, ours: Any) -> bool:
    if isinstance(ours, list):
        return isinstance(logged, list) and len(logged) == len(ours) and all(map(_same, logged, ours))
    if isinstance(logged, int | float) and isinstance(ours, int | float):
        return isclose(logged, ours, rel_tol=0, abs_tol=EQUAL_WITHIN)
    return bool(logged == ours)
