"""Views: the interface through which adapters read the states of a game and name its moves, and its defaults."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pyspiel

from custom_games.action_specs import ActionSpec
from custom_games.action_specs.patterns import Pattern
from custom_games.framework.labels import numbered_name

MOVE = "move"  # the placeholder that stands for the whole move in a form, and its key where the rules have none


class View(Protocol):
    """Reads the states of a game and names its moves; one object per game."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        """Returns what the player may know, as plain JSON values: the ``obs`` of the prompt templates."""

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        """Returns the name by which the prompts call a seat; a name that is drawn may be another before."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        """Returns the names of a legal action: the one that prompts show, then others that are understood."""

    def are_one_move(self, state: pyspiel.State, actions: Sequence[int]) -> bool:
        """Returns whether several legal actions of one name are one move, as they lead to the same position."""

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        """Returns the legal moves as prompts list them; ``a..b`` in a pattern stands for the numbers from a to b.

        The numbers have as many decimals as a and b, or none.
        """

    def action_spec(self, state: pyspiel.State, player: int) -> ActionSpec | None:
        """Returns the description of what the player decides; ``None`` if the game's rules give none."""

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        """Returns the actions of a random whole move."""


class BaseView:
    """Defaults of all views: seats are numbered from 0, legal moves are listed by their first names; no specs."""

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        return numbered_name(player)

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return (state.action_to_string(player, action),)

    def are_one_move(self, state: pyspiel.State, actions: Sequence[int]) -> bool:
        return len(actions) == 1

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        names = (name for action in state.legal_actions(player) for name in self.names(state, player, action)[:1])
        return list(map(Pattern, names))

    def action_spec(self, state: pyspiel.State, player: int) -> ActionSpec | None:
        return None

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        return [rng.choice(state.legal_actions(player))]


class StructView(BaseView):
    """View of a game of ``custom_games``: its rules say what a player knows and how a move is stated."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        observation: Mapping[str, Any] = state.observation(player)
        return observation

    def seat_name(self, state: pyspiel.State, player: int) -> str:
        name: str = state.node.rules.seat_name(state.node.position, player)
        return name

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        # Of a move that is spelled, neither the whole nor a part has a name that could be an answer.
        spec = self.action_spec(state, player)
        assert spec is not None, f"player {player} has nothing to decide"
        return super().names(state, player, action) if spec.named else ()

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[Pattern]:
        spec = self.action_spec(state, player)
        return [] if spec is None else spec.patterns()

    def action_spec(self, state: pyspiel.State, player: int) -> ActionSpec | None:
        spec: ActionSpec | None = state.action_spec(player)
        return spec

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        actions: list[int] = state.random_move(player, rng)
        return actions
