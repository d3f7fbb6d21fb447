"""Moves of several fields, such as a clue and a number."""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs.alphabets import Alphabet
from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.patterns import Pattern, Piece
from custom_games.action_specs.text import Text


@dataclass(frozen=True)
class Fields(ActionSpec):
    """A move of several decisions made at once, each stated under keys of its own; their actions follow one another.

    A text that may be empty may also be left out of a JSON object, or be ``null``.
    """

    fields: tuple[ActionSpec, ...]

    def __post_init__(self) -> None:
        if not self.fields:
            raise ValueError("a move of several fields needs at least one")
        if len(set(self.keys)) < len(self.keys):
            raise ValueError(f"every field needs a key of its own, but the keys are {', '.join(self.keys)}")

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for spec in self.fields for key in spec.keys)

    @property
    def texts(self) -> Mapping[str, Alphabet]:
        return {key: alphabet for spec in self.fields for key, alphabet in spec.texts.items()}

    @property
    def num_actions(self) -> int:
        return max(spec.num_actions for spec in self.fields)

    @property
    def length(self) -> int:
        return sum(spec.length for spec in self.fields)

    def split(self, actions: Actions) -> Iterator[tuple[ActionSpec, Actions]]:
        """Yields the fields that actions have reached, each with those of the actions that are its own.

        The last field gets all that are left, without a search for its end, which takes its time in a long text.
        """
        rest = tuple(actions)
        for spec in self.fields[:-1]:
            end = spec.move_end(rest)
            yield spec, rest[:end]
            if end is None:
                return
            rest = rest[end:]
        yield self.fields[-1], rest

    def _open_field(self, made: Actions) -> tuple[ActionSpec, Actions]:
        """Returns the field that the next action belongs to, with its actions so far."""
        *_, (spec, begun) = self.split(made)
        return spec, begun

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        spec, begun = self._open_field(made)
        return spec.legal_actions(begun)

    def move_end(self, actions: Actions) -> int | None:
        *_, (spec, own) = reached = list(self.split(actions))
        end = spec.move_end(own)
        if end is None or len(reached) < len(self.fields):
            return None
        return len(actions) - len(own) + end

    def is_whole(self, made: Actions) -> bool:
        *_, (spec, own) = reached = list(self.split(made))
        return len(reached) == len(self.fields) and spec.is_whole(own)

    def is_text(self, made: Actions) -> bool:
        spec, begun = self._open_field(made)
        return spec.is_text(begun)

    def move(self, actions: Actions) -> tuple[Any, ...]:
        return tuple(spec.move(own) for spec, own in self.split(actions))

    def logged_actions(self, actions: Actions) -> list[int | str]:
        return [choice for spec, own in self.split(actions) for choice in spec.logged_actions(own)]

    def action_name(self, made: Actions, action: int) -> str:
        spec, begun = self._open_field(made)
        return spec.action_name(begun, action)

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        spec, begun = self._open_field(made)
        return spec.action_struct(begun, action)

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return {key: value for spec, own in self.split(actions) for key, value in spec.values(own).items()}

    def struct(self, move: Sequence[Any]) -> Mapping[str, Any]:
        return {key: value for spec, part in zip(self.fields, move, strict=True)
                for key, value in spec.struct(part).items()}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        silent = {spec.key for spec in self.fields if isinstance(spec, Text) and not spec.least}
        if struct.keys() & set(self.keys):
            struct = {**struct, **{key: "" for key in silent if struct.get(key) is None}}
        return [action for spec in self.fields for action in spec.read(struct)]

    def read_line(self, answer: str) -> list[int]:
        """Returns the move of a line that spells the one field besides texts that may be left out, which it does."""
        spoken = [spec for spec in self.fields if not isinstance(spec, Text) or spec.least]
        if len(spoken) > 1 or len(self.keys) == len(self.texts):
            raise ValueError(f"it must be a JSON object with the keys {', '.join(self.keys)}")
        silent = dict.fromkeys(self.keys, "")
        return [action for spec in self.fields
                for action in (spec.read_line(answer) if spec in spoken else spec.read(silent))]

    def overlong_bytes(self, struct: Mapping[str, Any]) -> int:
        return sum(spec.overlong_bytes(struct) for spec in self.fields)

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {key: schema for spec in self.fields for key, schema in spec.properties().items()}

    def patterns(self) -> Sequence[Pattern]:
        """Returns one entry that shows the fields in order and says what stands for each of them."""
        keys = [f"<{key}>" for key in self.keys]
        shown = " ".join(keys) if len(self.texts) < 2 else f"a JSON object with {' and '.join(self.keys)}"
        pieces: list[Piece] = [shown]
        for key, patterns in zip(keys, self.patterns_of_keys().values(), strict=True):
            pieces.append(f"{', where' if len(pieces) == 1 else ' and'} {key} is {' or '.join(patterns)}")
        return [Pattern(*pieces)]

    def patterns_of_keys(self) -> Mapping[str, Sequence[Pattern]]:
        return {key: patterns for spec in self.fields for key, patterns in spec.patterns_of_keys().items()}

    def random_move(self, rng: random.Random) -> list[int]:
        return [action for spec in self.fields for action in spec.random_move(rng)]

    def random_rest(self, made: Actions, rng: random.Random) -> list[int]:
        reached = list(self.split(made))
        spec, begun = reached[-1]
        rest = spec.random_rest(begun, rng) if begun else spec.random_move(rng)
        return [*rest, *(action for later in self.fields[len(reached):] for action in later.random_move(rng))]
