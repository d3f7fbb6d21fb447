"""Parts of a move that a person states one after another, each with its range, list or limit."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters import ReplyError
from custom_games.action_specs import ActionSpec, Branches, Choice, Division, Fields, Text
from custom_games.action_specs.patterns import Pattern


@dataclass(frozen=True)
class Part:
    """Part of a move that is stated on its own: its ``key``, and the action spec that reads it."""

    key: str
    spec: ActionSpec

    @property
    def label(self) -> str:
        """The key in words, such as ``guilty player``."""
        return self.key.replace("_", " ")

    @property
    def options(self) -> tuple[str, ...]:
        """The listed values; none where they are not listed one by one, as those of a range or a text."""
        return list_plain_moves(self.spec.patterns())

    @property
    def range(self) -> str:
        """The values that are not listed, in words: ``0..100``, ``any text of one line of at most 200 bytes``."""
        return "" if self.options else " | ".join(map(str, self.spec.patterns()))

    @property
    def limit(self) -> int | None:
        """The most bytes of a text, in UTF-8; ``None`` for anything else."""
        return self.spec.limit if isinstance(self.spec, Text) else None

    @property
    def total(self) -> int | None:
        """The sum of a division; ``None`` for anything else."""
        return self.spec.total if isinstance(self.spec, Division) else None

    def read(self, text: str) -> list[int]:
        """Returns the actions of this part that an answer states; of a text the answer itself is said.

        Raises:
            ReplyError: it states none; the message says why.
        """
        if isinstance(self.spec, Text):
            return read_struct({self.key: text}, self.spec)
        try:
            return self.spec.read_line(pick_by_number(text.strip(), self.options))
        except ValueError as error:
            raise refusal(error) from error

    def fault(self, text: str) -> str:
        """Returns why an answer is no value of this part; empty if it is one."""
        return find_fault(self.read, text)


def parts_of(spec: ActionSpec, made: Sequence[str] = ()) -> list[Part]:
    """Returns the parts of a move, as far as they are known after the answers so far.

    Raises:
        ReplyError: an answer that decides which parts follow is none.
    """
    if isinstance(spec, Fields):
        return [Part(each.keys[0], each) for each in spec.fields]
    if not isinstance(spec, Branches):
        return [Part(spec.keys[0], spec)]
    names, actions = zip(*((branch.name, branch.action) for branch in spec.branches), strict=True)
    option = Part(spec.key, Choice(spec.key, names, actions))
    if not made:
        return [option]
    (action,) = option.read(made[0])
    then = next(branch.then for branch in spec.branches if branch.action == action)
    return [option, *([] if then is None else parts_of(then, made[1:]))]


def join_parts(spec: ActionSpec, made: Sequence[str]) -> list[int]:
    """Returns the actions of a whole move, given the answers to its parts.

    Raises:
        ReplyError: a part is missing, or its answer states no value of it.
    """
    parts = parts_of(spec, made)
    if len(made) != len(parts):
        raise ReplyError("unparsable", f"The move has {len(parts)} parts, and {len(made)} are stated.")
    return [action for part, answer in zip(parts, made, strict=True) for action in part.read(answer)]


def read_json(text: str, spec: ActionSpec) -> list[int]:
    """Returns the actions that a JSON object states; none if the text is no object.

    Raises:
        ReplyError: the object states no legal move.
    """
    try:
        struct = json.loads(text)
    except (ValueError, RecursionError):
        return []
    return read_struct(struct, spec) if isinstance(struct, dict) else []


def read_struct(struct: Mapping[str, Any], spec: ActionSpec) -> list[int]:
    """Returns the actions of the move that a JSON object states.

    Raises:
        ReplyError: it states no legal move.
    """
    try:
        return spec.read(struct)
    except ValueError as error:
        raise refusal(error) from error


def refusal(error: ValueError) -> ReplyError:
    """Returns the error that tells a person what the rules tell of an answer."""
    return ReplyError("illegal", f"Not possible: {error}.")


def find_fault(read: Callable[[str], object], text: str) -> str:
    """Returns why an answer cannot be read; empty if it can."""
    try:
        read(text)
    except ReplyError as error:
        return error.fault
    return ""


def list_plain_moves(patterns: Sequence[Pattern]) -> tuple[str, ...]:
    """Returns the moves of a list; none if an entry stands for several."""
    plain = all(isinstance(piece, str) for pattern in patterns for piece in pattern.pieces)
    return tuple(map(str, patterns)) if plain else ()


def can_be_numbered(options: Sequence[str]) -> bool:
    """Returns whether options may be chosen by their number in the list: not if numbers are among their names."""
    return not any(option.strip().isdecimal() for option in options)


def number_options(options: Sequence[str]) -> str:
    """Returns options in lines, with their numbers from 1 on if they may be chosen by them."""
    if not can_be_numbered(options):
        return "\n".join(options)
    width = len(str(len(options)))
    return "\n".join(f"{number:{width}}  {name}" for number, name in enumerate(options, start=1))


def pick_by_number(text: str, options: Sequence[str]) -> str:
    """Returns the option of that number in the list; any other answer stays."""
    number = text.rstrip(".)")
    if not (number.isascii() and number.isdecimal() and len(number) < 7 and can_be_numbered(options)):
        return text
    return options[int(number) - 1] if 0 < int(number) <= len(options) else text
