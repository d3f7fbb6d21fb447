"""Moves of several fields, such as a clue and a number."""

import random
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.text import Text
from custom_games.alphabets import Alphabet
from custom_games.patterns import Pattern, Piece

_SIGNS = ",;:"  # one of them may stand between two fields on an answer line
_DRESSED = re.compile(r"""(\*\*|["'*_`])(.+)\1|[“‘](.+)[”’]""")
_JOINING = ("or", "and", "/")
LONGEST_FIELD = 1000  # characters of a field that is not a text


@dataclass(frozen=True)
class Fields(ActionSpec):
    """A move of several decisions made at once, each stated under keys of its own; their actions follow one another.

    On an answer line the fields stand in order, as in "ocean 2", "ocean, 2" and "ocean (2)"; at most one of them may be
    a text. A text that may be empty may also be left out of a JSON object, or be ``null``. ``frames`` are sentences
    that state the whole move, spelled as on an answer line.
    """

    fields: tuple[ActionSpec, ...]
    frames: tuple[str, ...] = ()

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

    def choices(self, actions: Actions) -> list[int | str]:
        return [choice for spec, own in self.split(actions) for choice in spec.choices(own)]

    def action_name(self, made: Actions, action: int) -> str:
        spec, begun = self._open(made)
        return spec.action_name(begun, action)

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        spec, begun = self._open(made)
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

    def _texts(self) -> list[int]:
        return [index for index, spec in enumerate(self.fields) if isinstance(spec, Text)]

    @property
    def fits_line(self) -> bool:
        return len(self._texts()) < 2

    def stated(self, answer: str) -> Mapping[str, Any]:
        texts = self._texts()
        if not self.fits_line:
            raise ValueError(f"it must be a JSON object with the keys {', '.join(self.keys)}")
        middle = texts[0] if texts else len(self.fields)
        struct: dict[str, Any] = {}
        rest = answer
        for spec in self.fields[:middle]:
            actions, rest = _leading(spec, rest)
            _refuse_another(spec, rest)
            struct |= spec.values(actions)
        for spec in reversed(self.fields[middle + 1:]):
            actions, rest = _trailing(spec, rest)
            struct |= spec.values(actions)
        if texts:
            return {**struct, **self.fields[middle].stated(rest)}
        if rest:
            raise ValueError(f"nothing may follow {' and '.join(self.keys)}, but {rest[:100]!r} does")
        return struct

    def overlong_bytes(self, struct: Mapping[str, Any]) -> int:
        return sum(spec.overlong_bytes(struct) for spec in self.fields)

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
    line = _unwrapped(answer)
    ends = [index for index, sign in enumerate(line[:LONGEST_FIELD])
            if _may_end(sign) and not line[index - 1:index].isspace()]
    actions, rest = _first_read(spec, ((line[:end], line[end:]) for end in (len(line), *reversed(ends))))
    following = rest.lstrip()
    # A sign of its own or right after the field stands between two fields; any other begins the text, as in ":)".
    if following[:1] in _SIGNS and (following == rest or following[1:2].isspace()):
        following = following[1:].lstrip()
    return actions, following


def _trailing(spec: ActionSpec, answer: str) -> tuple[list[int], str]:
    """Returns the move that the longest possible end of an answer line spells, and the line before it."""
    line = _unwrapped(answer)
    start = max(0, len(line) - LONGEST_FIELD)
    starts = [start + index + (sign != "(") for index, sign in enumerate(line[start:]) if _may_end(sign)]
    actions, rest = _first_read(spec, ((line[first:], line[:first]) for first in (0, *starts)))
    before = rest.rstrip()
    return actions, before[:-1].rstrip() if before[-1:] in _SIGNS else before


def _refuse_another(spec: ActionSpec, rest: str) -> None:
    """Checks that the line does not go on to name another move of the same field, as in "Ann or Ben".

    Raises:
        ValueError: it does.
    """
    word, _, following = rest.partition(" ")
    if not spec.named or word.casefold() not in _JOINING:
        return
    try:
        _leading(spec, following)
    except ValueError:
        return
    raise ValueError(f"{' and '.join(spec.keys)} must be one move, and the answer names two")


def _may_end(sign: str) -> bool:
    return sign.isspace() or sign in f"{_SIGNS}()"


def _unwrapped(text: str) -> str:
    """Returns the text without one pair of round brackets around all of it."""
    bare = text.strip()
    inner = bare[1:-1]
    wrapped = bare.startswith("(") and bare.endswith(")") and not {"(", ")"} & set(inner)
    return inner.strip() if wrapped else bare


def _bare(text: str) -> str:
    """Returns the text without a full stop, and without one pair of marks of emphasis or quotation around it."""
    stated = text.strip().rstrip(".!")
    dressed = _DRESSED.fullmatch(stated)
    return (dressed[2] or dressed[3]).rstrip(".!") if dressed else stated


def _first_read(spec: ActionSpec, candidates: Iterable[tuple[str, str]]) -> tuple[list[int], str]:
    """Returns the move of the first candidate that spells one, and what the line holds besides it.

    Raises:
        ValueError: none does; the message is that of the last candidate, which is the shortest.
    """
    refused = ValueError(f"{' and '.join(spec.keys)} must be stated")
    for candidate, rest in candidates:
        for spelling in dict.fromkeys((candidate.strip(), _unwrapped(candidate), _bare(candidate))):
            try:
                return spec.read_line(spelling), rest
            except ValueError as error:
                refused = error
    raise refused
