"""How a game's states are read and its moves are named: what every view offers, and its defaults."""

import random
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pyspiel


class View(Protocol):
    """How a game is read and its moves are named; one module or object per game."""

    def observe(self, state: pyspiel.State, player: int) -> Mapping[str, Any]:
        """What the player may know, as plain JSON values: the ``obs`` of the prompt templates."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        """The names of a legal action: the one that prompts show, then others that are understood."""

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        """The legal moves as prompts show them; ``a..b`` in a pattern stands for the numbers from a to b.

        They are whole numbers, or have as many decimals as a and b.
        """

    def schema(self, state: pyspiel.State, player: int) -> Mapping[str, Any] | None:
        """The JSON schema of an object that states a legal move in the game's own keys, if there is one."""

    def struct_to_actions(
        self, state: pyspiel.State, player: int, struct: Mapping[str, Any]
    ) -> "list[int] | None":
        """The actions that a JSON object states in the game's own keys; ``None`` if it has none of them.

        Raises:
            ValueError: the object states a move that is not legal.
        """

    def spelled(self, state: pyspiel.State, player: int, answer: str) -> "list[int] | None":
        """The compound move that an answer line spells; ``None`` where moves have names.

        Raises:
            ValueError: it spells a move that is not legal.
        """

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        """The actions of a whole move, drawn at random."""


class BaseView:
    """Shared by all views: every legal move is listed by its first name, and JSON has no keys of the game's own."""

    def names(self, state: pyspiel.State, player: int, action: int) -> Sequence[str]:
        return (state.action_to_string(player, action),)

    def patterns(self, state: pyspiel.State, player: int) -> Sequence[str]:
        return [name for action in state.legal_actions(player) for name in self.names(state, player, action)[:1]]

    def schema(self, state: pyspiel.State, player: int) -> Mapping[str, Any] | None:
        return None

    def struct_to_actions(self, state: pyspiel.State, player: int, struct: Mapping[str, Any]) -> list[int] | None:
        return None

    def spelled(self, state: pyspiel.State, player: int, answer: str) -> list[int] | None:
        return None

    def random_move(self, state: pyspiel.State, player: int, rng: random.Random) -> list[int]:
        return [rng.choice(state.legal_actions(player))]
