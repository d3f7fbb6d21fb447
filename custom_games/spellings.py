"""Names in sentences, and other spellings of a name: reworded, or put together from parts under several keys."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

Rewording = tuple[str, str]  # a pattern in small letters, and what takes its place

_LONGEST = 300  # characters of a name that is reworded


def spellings(struct: Mapping[str, Any], key: str, forms: Sequence[str], rewordings: Sequence[Rewording]) -> Iterator[
        str]:
    """Yields what a JSON object may name besides the value under a key, as far as it has the parts.

    ``forms`` such as "{action} {card} to {theater}" put a name together from the values of keys, which may also stand
    in an object under the key. ``rewordings`` are applied one after the other.
    """
    nested = struct.get(key)
    parts = {**struct, **nested} if isinstance(nested, Mapping) else struct
    stated = [value for value in (nested,) if isinstance(value, str)]
    for form in forms:
        values = {name: parts.get(name) for name in parts_of((form,))}
        if all(isinstance(value, str | int) and not isinstance(value, bool) for value in values.values()):
            stated.append(form.format(**values))
    for name in stated:
        yield name
        yield _reworded(name, tuple(rewordings))


def check_frames(frames: Sequence[str]) -> None:
    """Checks sentences in which ``{}`` stands for a name.

    Raises:
        ValueError: a sentence has no such place, or several.
    """
    for frame in frames:
        if frame.count("{}") != 1:
            raise ValueError(f"the frame {frame!r} must have one {{}}, which stands for the name of a move")


def require_parts(
    struct: Mapping[str, Any], key: str, forms: Sequence[str], name: str, options: Sequence[str]
) -> None:
    """Checks that the parts beside a name under a key fit it: all words of theirs that options have are its own.

    Raises:
        ValueError: one does not.
    """
    for part in parts_of(tuple(forms)):
        value = struct.get(part)
        if part != key and isinstance(value, str | int) and (
                beyond := _words(value) & set().union(*map(_words, options)) - _words(name)):
            raise ValueError(f'"{part}" does not fit "{key}", which is {name}: leave {", ".join(sorted(beyond))} out')


def _words(value: str | int) -> set[str]:
    return set(re.findall(r"\w+(?:-\w+)*", str(value).casefold()))


@lru_cache(maxsize=1000)
def parts_of(forms: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the keys of the parts of which forms put names together."""
    return tuple(dict.fromkeys(name for form in forms for _, name, _, _ in Formatter().parse(form) if name))


@lru_cache(maxsize=1000)  # one answer is compared in many ways
def _reworded(name: str, rewordings: tuple[Rewording, ...]) -> str:
    name = name.casefold()
    if len(name) <= _LONGEST:
        for pattern, other in rewordings:
            name = re.sub(pattern, other, name)
    return name.strip()
