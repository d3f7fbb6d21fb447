"""Boards turned over: every position is shown as another one of the same game, which is equal by a symmetry.

A symmetry is told by the names of moves, in which columns or rows are counted from the other end.
"""

import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import pyspiel

from adapters.adapter import Adapter
from adapters.native._native_view import NativeView
from adapters.recall import position_key, recall
from adapters.views import View
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.patterns import Pattern

_DATA = Path(__file__).parent / "mirrored.toml"


class Image(NamedTuple):
    """The position that stands for another one, and each legal action there with the one that stands for it."""

    state: pyspiel.State
    actions: Mapping[int, int]


@dataclass(frozen=True, eq=False)
class Symmetry:
    """Symmetry of a game in which one player moves at a time, given by the ``labels`` in names that are turned round.

    Each of the patterns finds one label. The label becomes the opposite one of all labels that the pattern finds first
    in the names of moves. ``game`` is the game of the images.
    """

    view: NativeView
    game: pyspiel.Game
    labels: tuple[str, ...]

    def turn(self, name: str) -> str:
        """Returns the name of the move that stands for another one."""
        for pattern, opposite in zip(self.labels, self._opposites, strict=True):
            name = re.sub(pattern, lambda found, to=opposite: _in_place(found, to), name)  # type: ignore[misc]
        # A line between two dots is named from its first one.
        return name if name in self._actions else "-".join(reversed(name.split("-")))

    def image(self, state: pyspiel.State) -> Image:
        """Returns the image of a position.

        Raises:
            ValueError: the names do not describe a symmetry of the game.
        """
        return recall((self, position_key(state)), lambda: self._find_image(state))

    def _find_image(self, state: pyspiel.State) -> Image:
        game, shown = state.get_game(), self.game.new_initial_state()
        for step in state.full_history():
            action = step.action if step.player < 0 else self._find_action(shown, self.view.name(game, step.action))
            shown.apply_action(action)
        legal = () if state.is_terminal() or state.is_chance_node() else state.legal_actions()
        actions = {action: self._find_action(shown, self.view.name(game, action)) for action in legal}
        if legal and set(actions.values()) != set(shown.legal_actions()):
            raise ValueError(f"{_of_labels(self)}: {shown.legal_actions()} are legal in an image, not {actions}")
        return Image(shown, actions)

    def _find_action(self, shown: pyspiel.State, name: str) -> int:
        """Returns the action of an image that stands for the one with a name."""
        legal = () if shown.is_terminal() else shown.legal_actions()
        found = [action for action in self._actions.get(self.turn(name), ()) if action in legal]
        if len(found) != 1:
            raise ValueError(f"{_of_labels(self)}: {self.turn(name)} is not legal where it stands for {name}")
        return found[0]

    @cached_property
    def _actions(self) -> Mapping[str, Sequence[int]]:
        """The actions by name; of several, such as a step and a capture, one at most is legal."""
        found: dict[str, list[int]] = {}
        for action in range(self.game.num_distinct_actions()):
            found.setdefault(self.view.name(self.game, action), []).append(action)
        return found

    @cached_property
    def _opposites(self) -> Sequence[Mapping[str, str]]:
        return [_turn_round({found[1] for name in self._actions if (found := re.search(pattern, name))})
                for pattern in self.labels]


def _of_labels(symmetry: Symmetry) -> str:
    return f"{symmetry.game} has no symmetry by {' and '.join(symmetry.labels)}"


def _turn_round(labels: set[str]) -> Mapping[str, str]:
    in_order = sorted(labels, key=lambda label: (len(label), label))
    return dict(zip(in_order, reversed(in_order), strict=True))


def _in_place(found: re.Match[str], opposite: Mapping[str, str]) -> str:
    """Returns what a pattern has found, with the opposite label in the place of its label."""
    (start, end), (first, last) = found.span(), found.span(1)
    return found.string[start:first] + opposite.get(found[1], found[1]) + found.string[last:end]


@dataclass(frozen=True)
class MirroredView:
    """View that shows the image of each position; its actions are those of the position itself."""

    view: View
    symmetry: Symmetry

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        return self.view.observe(self._shown(state), player)

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return self.view.seat_name(self._shown(state), player)

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        shown, actions = self.symmetry.image(state)
        return self.view.names(shown, player, actions[action])

    def are_one_move(self, state: pyspiel.State, actions: Sequence[int]) -> bool:
        shown, images = self.symmetry.image(state)
        return self.view.are_one_move(shown, [images[action] for action in actions])

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        return self.view.patterns(self._shown(state), player)

    def action_spec(self, state: pyspiel.State, player: int) -> ActionSpec | None:
        return self.view.action_spec(self._shown(state), player)

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        return self.view.random_move(state, player, rng)

    def _shown(self, state: pyspiel.State) -> pyspiel.State:
        return self.symmetry.image(state).state


def mirror(adapter: Adapter, symmetry: Symmetry) -> Adapter:
    """Returns the adapter whose prompts show the image of each position, and which reads replies about that."""
    view = MirroredView(adapter.view, symmetry)
    return replace(adapter, view=view, parameters=symmetry.game.get_parameters())


def find_symmetry(adapter: Adapter) -> Symmetry | None:
    """Returns the symmetry of a game that is known; ``None`` without any, or if its parameters leave none.

    A handicap in Go, for one, lies on points that are not each other's images.
    """
    name = str(adapter.game.get_type().short_name)
    if name not in _read_data() or not isinstance(adapter.view, NativeView):
        return None
    return _find_symmetry(name, str(adapter.game), adapter.view)


@lru_cache(maxsize=100)
def _find_symmetry(name: str, game: str, view: NativeView) -> Symmetry | None:
    known, loaded = _read_data()[name], pyspiel.load_game(game)
    parameters = dict(loaded.get_parameters())
    if (turned := known.get("reversed")) is not None:
        parameters[turned] = ";".join(reversed(parameters[turned].split(";")))
    symmetry = Symmetry(view, pyspiel.load_game(name, parameters), tuple(known["labels"]))
    try:
        symmetry.image(loaded.new_initial_state())
    except ValueError:
        return None
    return symmetry


@cache
def _read_data() -> Mapping[str, Any]:
    return tomllib.loads(_DATA.read_text(encoding="utf-8"))


def list_mirrored() -> list[str]:
    """Returns the games of which a symmetry is known."""
    return sorted(_read_data())
