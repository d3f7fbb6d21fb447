"""Sequential view of simultaneous moves, for search algorithms that know only sequential games."""

from typing import Any

import pyspiel


class SequentialView:
    """State in which the players of a simultaneous node choose one after the other, the searcher first.

    It has the methods that OpenSpiel's Python MCTS calls on a state. The others choose in the order of their seats, and
    the search lets them see the moves chosen before theirs. That makes it pessimistic: it prepares for opponents who
    know its move. Seats with nothing to decide are skipped.
    """

    def __init__(self, state: pyspiel.State, searcher: int, chosen: tuple[int, ...] = ()) -> None:
        self._state, self._searcher, self._chosen = state, searcher, chosen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._state, name)

    def clone(self) -> "SequentialView":
        return SequentialView(self._state.clone(), self._searcher, self._chosen)

    def current_player(self) -> int:
        if not self._state.is_simultaneous_node():
            return int(self._state.current_player())
        return self._movers()[len(self._chosen)]

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(self._state.legal_actions(self.current_player() if player is None else player))

    def apply_action(self, action: int) -> None:
        if not self._state.is_simultaneous_node():
            self._state.apply_action(action)
            return
        movers = self._movers()
        self._chosen = (*self._chosen, int(action))
        if len(self._chosen) == len(movers):
            choices = dict(zip(movers, self._chosen, strict=True))
            self._state.apply_actions([choices.get(seat, 0) for seat in range(self._state.num_players())])
            self._chosen = ()

    def _movers(self) -> list[int]:
        seats = [seat for seat in range(self._state.num_players()) if self._state.legal_actions(seat)]
        return sorted(seats, key=lambda seat: (seat != self._searcher, seat))
