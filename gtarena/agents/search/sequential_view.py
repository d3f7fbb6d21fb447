"""Sequential view of simultaneous moves, for search algorithms that know only sequential games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

import pyspiel


@dataclass
class SequentialView:
    """State in which the players of a simultaneous node choose one after the other, the searcher first.

    It has the methods that OpenSpiel's Python MCTS calls on a state. The others choose in the order of their seats, and
    the search lets them see the moves chosen before theirs. That makes it pessimistic: it prepares for opponents who
    know its move. Seats with nothing to decide are skipped.

    ``chosen`` has the action of each who has chosen at a simultaneous node, and ``undecided`` the seats that follow.
    """

    state: pyspiel.State
    searcher: int
    chosen: Mapping[int, int] = field(default_factory=dict)
    undecided: Sequence[int] | None = None

    def __post_init__(self) -> None:
        if self.undecided is None:
            self.undecided = self._movers()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def clone(self) -> Self:
        return replace(self, state=self.state.clone())

    def current_player(self) -> int:
        return self.undecided[0] if self.undecided else int(self.state.current_player())

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(self.state.legal_actions(self.current_player() if player is None else player))

    def apply_action(self, action: int) -> None:
        if not self.undecided:
            self.state.apply_action(action)
            self.undecided = self._movers()
            return
        self.chosen = {**self.chosen, self.undecided[0]: action}
        self.undecided = self.undecided[1:]
        if not self.undecided:
            self.state.apply_actions([self.chosen.get(seat, 0) for seat in range(self.state.num_players())])
            self.chosen, self.undecided = {}, self._movers()

    def _movers(self) -> Sequence[int]:
        if not self.state.is_simultaneous_node():
            return ()
        seats = [seat for seat in range(self.state.num_players()) if self.state.legal_actions(seat)]
        return sorted(seats, key=lambda seat: (seat != self.searcher, seat))
