"""Backgammon: moves have the usual names, as ``24/20 13/7*``, and points are those that the player counts."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyspiel

from adapters.native._backgammon_moves import POINTS, name_steps, read_steps
from adapters.recall import position_key, recall
from adapters.views import BaseView
from custom_games.action_specs.patterns import Pattern

MARKS = ("x", "o")
CHECKERS, FEW_CHECKERS = 15, 3  # in the usual and in the short game
_BAR = 100  # OpenSpiel's place
_EXTRA = "Extra turn: 1"


class BackgammonView(BaseView):
    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        text = state.observation_string(player)
        short = state.get_game().get_parameters()["hyper_backgammon"]
        return {
            "seats": list(MARKS), "total": FEW_CHECKERS if short else CHECKERS, "dice": list(_read_dice(state)),
            "again": _EXTRA in text, "turn": sum(step.player < 0 for step in state.full_history()),
            "yours": _tell_side(state, player, player), "theirs": _tell_side(state, 1 - player, player),
            # Points as player 0 counts them, for a board that is the same for both.
            "sides": [_tell_side(state, seat, 0) for seat in range(len(MARKS))], "moves": _list_moves(state)}

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return _keep_names(state, player)[action]

    def are_one_move(self, state: pyspiel.State, actions: Sequence[int]) -> bool:
        names = _keep_names(state, state.current_player())
        return len({names[action][0] for action in actions}) == 1

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return list(map(Pattern, dict.fromkeys(name for name, *_ in _keep_names(state, player).values())))


def _keep_names(state: pyspiel.State, player: int) -> Mapping[int, Sequence[str]]:
    """Returns the kept names of the legal actions, which are asked for one by one."""
    key = _list_names, str(state.get_game()), position_key(state), player
    return recall(key, lambda: _list_names(state, player))


def _list_names(state: pyspiel.State, player: int) -> Mapping[int, Sequence[str]]:
    """Returns the names of the legal actions, of which those that lead to the same position share the shown one.

    Both orders of the dice may be one move, and so may be a checker's way over a point and that of two checkers, of
    which one stands there. The first of such actions has the other names of all.
    """
    shown = {action: _name(state, player, action) for action in state.legal_actions(player)}
    known: dict[str, list[str]] = {}
    for action, names in shown.items():
        listed = state.action_to_string(player, action)
        known.setdefault(names[0], []).extend([*names, listed.partition(" - ")[2] or listed, listed])
    told = {name: dict.fromkeys([*names, *_vary(names)]) for name, names in known.items()}
    count = Counter(name for names in told.values() for name in names)
    own = {name: [each for each in names if count[each] == 1] for name, names in told.items()}
    return {action: own.pop(name, [name]) for action, (name, *_) in shown.items()}


def _vary(names: Sequence[str]) -> Iterator[str]:
    """Yields names of moves without the stars of hits, and with a comma between two steps."""
    for name in names:
        if " - " not in name:
            yield from (name.replace("*", ""), name.replace(" ", ", "), name.replace("*", "").replace(" ", ", "))


def _name(state: pyspiel.State, player: int, action: int) -> list[str]:
    def number(place: int) -> int:
        return _number_point(place, player)

    def count(point: int) -> int:
        return int(state.board(1 - player, _number_place(point, player)))

    return name_steps(read_steps(action, _read_dice(state), count, number))


def _number_point(place: int, player: int) -> int:
    """Returns the point, as a player counts it, that is one of OpenSpiel's places."""
    return POINTS - place if player == 0 else place + 1


def _number_place(point: int, player: int) -> int:
    """Returns OpenSpiel's place that is a point as a player counts it."""
    return POINTS - point if player == 0 else point - 1


def _read_dice(state: pyspiel.State) -> tuple[int, int]:
    """Returns both dice, the lower one first; they are 0 before they are rolled."""
    low, high = map(int, state.observation_tensor(0)[-2:])
    return low, high


def _tell_side(state: pyspiel.State, seat: int, counted_by: int) -> dict[str, Any]:
    """Returns how many checkers a seat has on its ``points``, as somebody counts them, on the ``bar`` and ``off``."""
    points = [{"point": point, "checkers": checkers} for point in range(POINTS, 0, -1)
              if (checkers := state.board(seat, _number_place(point, counted_by)))]
    bar = state.board(seat, _BAR)
    total = FEW_CHECKERS if state.get_game().get_parameters()["hyper_backgammon"] else CHECKERS
    return {"points": points, "bar": bar, "off": total - bar - sum(each["checkers"] for each in points)}


def _list_moves(state: pyspiel.State) -> list[dict[str, Any]]:
    """Returns the moves of both players, each in the numbers of the player who made it."""
    past, moves = state.get_game().new_initial_state(), []
    for step in state.full_history():
        if step.player >= 0:
            moves.append({"player": step.player, "move": _name(past, step.player, step.action)[0]})
        past.apply_action(step.action)
    return moves


VIEW = BackgammonView()
