"""Moves of several fields, such as a clue and a number."""

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.text import Text
from custom_games.patterns import Pattern, Piece

_BETWEEN = " \t,;:()"  # what may stand between two fields on an answer line
LONGEST_FIELD = 1000  # characters of a field that is not a text


@dataclass(frozen=True)
class Fields(ActionSpec):
    """A move of several decisions made at once, each stated under keys of its own; their actions follow one another.

    On an answer line the fields stand in order, as in "ocean 2"; at most one of them may be a text. A text that may be
    empty may also be left out of a JSON object.
    """

    fields: tuple[ActionSpec, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        return tuple(key for spec in self.fields for key in spec.keys)

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
            end = spec.whole(rest)
            yield spec, rest[:end]
            if end is None:
                return
            rest = rest[end:]
        yield self.fields[-1], rest

    def _open(self, made: Actions) -> tuple[ActionSpec, Actions]:
        """Returns the field that the next action belongs to, with its actions so far."""
        *_, (spec, begun) = self.split(made)
        return spec, begun

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        spec, begun = self._open(made)
        return spec.legal_actions(begun)

    def whole(self, actions: Actions) -> int | None:
        *_, (spec, own) = reached = list(self.split(actions))
        end = spec.whole(own)
        if end is None or len(reached) < len(self.fields):
            return None
        return len(actions) - len(own) + end

    def is_whole(self, made: Actions) -> bool:
        *_, (spec, own) = reached = list(self.split(made))
        return len(reached) == len(self.fields) and spec.is_whole(own)

    def is_text(self, made: Actions) -> bool:
        spec, begun = self._open(made)
        return spec.is_text(begun)

    def move(self, actions: Actions) -> tuple[Any, ...]:
        return tuple(spec.move(own) for spec, own in self.split(actions))

    def action_name(self, made: Actions, action: int) -> str:
        spec, begun = self._open(made)
        return spec.action_name(begun, action)

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        spec, begun = self._open(made)
        return spec.action_struct(begun, action)

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return {key: value for spec, own in self.split(actions) for key, value in spec.values(own).items()}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        silent = {spec.key: "" for spec in self.fields if isinstance(spec, Text) and not spec.least}
        if struct.keys() & set(self.keys):
            struct = {**silent, **struct}
        return [action for spec in self.fields for action in spec.read(struct)]

    def _texts(self) -> list[int]:
        return [index for index, spec in enumerate(self.fields) if isinstance(spec, Text)]

    @property
    def fits_line(self) -> bool:
        return len(self._texts()) < 2

    def read_line(self, answer: str) -> list[int]:
        texts = self._texts()
        if not self.fits_line:
            raise ValueError(f"it must be a JSON object with the keys {', '.join(self.keys)}")
        middle = texts[0] if texts else len(self.fields)
        before: list[int] = []
        after: list[int] = []
        rest = answer
        for spec in self.fields[:middle]:
            actions, rest = _leading(spec, rest)
            before += actions
        for spec in reversed(self.fields[middle + 1:]):
            actions, rest = _trailing(spec, rest)
            after = [*actions, *after]
        if texts:
            return [*before, *self.fields[middle].read_line(rest), *after]
        if rest:
            raise ValueError(f"nothing may follow {' and '.join(self.keys)}, but {rest[:100]!r} does")
        return before

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {key: schema for spec in self.fields for key, schema in spec.properties().items()}

    def patterns(self) -> Sequence[Pattern]:
        """Returns one entry that shows the fields in order and says what stands for each of them."""
        keys = [f"<{key}>" for key in self.keys]
        shown = " ".join(keys) if self.fits_line else f"a JSON object with {' and '.join(self.keys)}"
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


def _leading(spec: ActionSpec, answer: str) -> tuple[list[int], str]:
    """Returns the move that the longest possible beginning of an answer line spells, and the rest of the line."""
    line = answer.strip(_BETWEEN)
    ends = [index for index, sign in enumerate(line[:LONGEST_FIELD]) if sign in _BETWEEN]
    return _first_read(spec, ((line[:end], line[end:]) for end in (len(line), *reversed(ends))))


def _trailing(spec: ActionSpec, answer: str) -> tuple[list[int], str]:
    """Returns the move that the longest possible end of an answer line spells, and the line before it."""
    line = answer.strip(_BETWEEN)
    start = max(0, len(line) - LONGEST_FIELD)
    starts = [start + index + 1 for index, sign in enumerate(line[start:]) if sign in _BETWEEN]
    return _first_read(spec, ((line[first:], line[:first]) for first in (0, *starts)))


def _first_read(spec: ActionSpec, candidates: Iterable[tuple[str, str]]) -> tuple[list[int], str]:
    """Returns the move of the first candidate that spells one, and what the line holds besides it.

    Raises:
        ValueError: none does; the message is that of the last candidate, which is the shortest.
    """
    refused = ValueError(f"{' and '.join(spec.keys)} must be stated")
    for candidate, rest in candidates:
        try:
            return spec.read_line(candidate.strip(_BETWEEN)), rest.strip(_BETWEEN)
        except ValueError as error:
            refused = error
    raise refused
