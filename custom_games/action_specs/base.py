"""The interface of action specs."""

import random
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from custom_games.action_specs.alphabets import Alphabet
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import strict_object

Actions = Sequence[int]


class ActionSpec(ABC):
    """Description of one decision: what a move consists of, and how it is stated and spelled as actions.

    A move is one action or, if it is compound, several in a row; ``made`` are the actions of the move so far. Its JSON
    object, its schema, its names, the list of legal moves and random moves are all derived from the description.
    """

    named: ClassVar[bool] = False
    """True if every action is a move with a name of its own; otherwise a text or an object spells the move."""

    single: ClassVar[bool] = False
    """True if every move is one action, which the rules apply as it is."""

    @property
    @abstractmethod
    def keys(self) -> tuple[str, ...]:
        """The keys of the JSON object in which a player states the move."""

    @property
    def texts(self) -> Mapping[str, Alphabet]:
        """The alphabets of the texts in the move, by their keys."""
        return {}

    @property
    @abstractmethod
    def num_actions(self) -> int:
        """One more than the largest action id."""

    @property
    def length(self) -> int:
        """The largest number of actions of a move."""
        return 1

    @abstractmethod
    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        """Returns the actions that may follow those made, in ascending order; called while the move is not whole."""

    def move_end(self, actions: Actions) -> int | None:
        """Returns the number of actions with which the first whole move among these ends; ``None`` if none ends."""
        return 1 if actions else None

    def is_whole(self, made: Actions) -> bool:
        """Returns whether the actions made are a whole move."""
        return self.move_end(made) is not None

    def is_text(self, made: Actions) -> bool:
        """Returns whether the next action is a part of a text."""
        return False

    def move(self, actions: Actions) -> Any:
        """Returns a whole move as the rules apply it: the action itself, or the value that several actions spell."""
        return actions[0]

    def logged_actions(self, actions: Actions) -> list[int | str]:
        """Returns the actions of a whole move as logs keep them: a text is one entry, which says it."""
        return list(actions)

    @abstractmethod
    def action_name(self, made: Actions, action: int) -> str:
        """Returns the name of an action, unique among those legal after ``made``."""

    @abstractmethod
    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        """Returns an action as a JSON object: a whole move, or the part of it that the action states."""

    @abstractmethod
    def values(self, actions: Actions) -> Mapping[str, Any]:
        """Returns a whole move as the JSON object in which a player states it."""

    @abstractmethod
    def read(self, struct: Mapping[str, Any]) -> list[int]:
        """Returns the actions of the whole move that a JSON object states.

        Raises:
            ValueError: a key is missing or its value is not a legal move; the message says which and why.
        """

    @abstractmethod
    def struct(self, move: Any) -> Mapping[str, Any]:
        """Returns the JSON object that states a whole move, given as the rules apply it."""

    def read_line(self, answer: str) -> list[int]:
        """Returns the actions of the whole move that a line of text spells.

        Raises:
            ValueError: the line does not spell a legal move; the message says why.
        """
        return self.read({self.keys[0]: answer})

    def overlong_bytes(self, struct: Mapping[str, Any]) -> int:
        """Returns by how many bytes the texts in a JSON object exceed their limits."""
        return 0

    @abstractmethod
    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        """Returns the JSON schema of each key's value."""

    def schema(self) -> Mapping[str, Any]:
        """Returns the JSON schema of the object in which a player states the move, in the form providers require."""
        return strict_object(self.properties())

    @abstractmethod
    def patterns(self) -> Sequence[Pattern]:
        """Returns the legal moves as prompts list them."""

    def patterns_of_keys(self) -> Mapping[str, Sequence[Pattern]]:
        """Returns for each key the values that it may have, as prompts list them."""
        return dict.fromkeys(self.keys, self.patterns())

    @abstractmethod
    def random_move(self, rng: random.Random) -> list[int]:
        """Returns the actions of a random whole move."""

    def draw(self, rng: random.Random) -> Any:
        """Draws a whole move, as the rules apply it."""
        return self.move(self.random_move(rng))

    def draw_many(self, times: int, rng: random.Random) -> Sequence[Any]:
        """Draws as many whole moves, as the rules apply them."""
        return [self.draw(rng) for _ in range(times)]

    def random_rest(self, made: Actions, rng: random.Random) -> list[int]:
        """Returns the actions of a random rest of a move of which these actions are made."""
        actions = list(made)
        while not self.is_whole(actions):
            actions.append(rng.choice(self.legal_actions(actions)))
        return actions[len(made):]


def random_moves(specs: Sequence[ActionSpec | None], rng: random.Random) -> tuple[Any, ...]:
    """Draws a whole move for each decision, as the rules apply it; 0 where there is nothing to decide."""
    decided = list(filter(None, specs))
    # Usually all decide the same, and drawing their moves together is faster.
    same = decided.count(decided[0]) == len(decided)
    moves = decided[0].draw_many(len(decided), rng) if same else [spec.draw(rng) for spec in decided]
    if len(decided) == len(specs):
        return tuple(moves)
    left = iter(moves)
    return tuple([0 if spec is None else next(left) for spec in specs])
