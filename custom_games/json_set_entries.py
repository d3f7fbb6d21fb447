"""Checked values of the entries of JSON sets (``json_sets.py``): texts, lists of them, names, and clues by seat."""

from collections.abc import Mapping, Sequence
from typing import Any

from custom_games.whole_words import plain
from custom_games.word_lists import CONTROL

SEATS = ("Player 1", "Player 2", "Player 3")
FIRST_CLUE = "first clue"


def check_keys(entry: Any, allowed: Sequence[str]) -> None:
    """Checks that an entry is an object with no other keys than those allowed.

    Raises:
        ValueError: the entry is not an object, or has another key.
    """
    if not isinstance(entry, Mapping):
        raise ValueError(f"it must be an object with {' or '.join(map(repr, allowed))}, not {_short(entry)}")
    for key in entry:
        if key not in allowed:
            raise ValueError(f"{key!r} is not a key of it: allowed are {', '.join(map(repr, allowed))}")


def text(entry: Mapping[str, Any], key: str) -> str:
    """Returns the text under a key, to the character.

    Raises:
        ValueError: the key is missing, or its value is no text with a letter or a digit, or has control characters or
            spaces around it.
    """
    if key not in entry:
        raise ValueError(f'"{key}" is missing')
    return _trim(entry[key], key)


def _trim(value: Any, key: str) -> str:
    if _text(value, key) != value.strip():
        raise ValueError(f'"{key}" must have no spaces around it: {_short(value)}')
    return _text(value, key)


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f'"{key}" must be a text, not {_short(value)}')
    # Half of a surrogate pair, which JSON can state, is no character either.
    if CONTROL.search(value) or (not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value)):
        raise ValueError(f'"{key}" has control characters: {_short(value)}')
    if not plain(value):
        raise ValueError(f'"{key}" must have a letter or a digit: {_short(value)}')
    return value


def texts(entry: Mapping[str, Any], key: str, least: int) -> tuple[str, ...]:
    """Returns the list of texts under a key.

    Raises:
        ValueError: there are fewer than ``least``, one is no text, or two are the same but for case and punctuation.
    """
    listed = entry.get(key)
    if not isinstance(listed, list) or len(listed) < least:
        found = f"{len(listed)}" if isinstance(listed, list) else _short(listed)
        raise ValueError(f'"{key}" must be a list of at least {least} texts, not {found}')
    seen: dict[str, str] = {}
    for value in listed:
        read = _trim(value, key)
        if plain(read) in seen:
            raise ValueError(f'"{key}" lists {read!r} twice')
        seen[plain(read)] = read
    return tuple(seen.values())


def one_of(entry: Mapping[str, Any], key: str, options: Sequence[str]) -> int | None:
    """Returns the place of the option that is named under a key; ``None`` without the key.

    Raises:
        ValueError: the value is none of the options.
    """
    if key not in entry:
        return None
    named = entry[key]
    found = [place for place, option in enumerate(options) if isinstance(named, str) and plain(named) == plain(option)]
    if not found:
        raise ValueError(f'"{key}" must be {" or ".join(options)}, not {_short(named)}')
    return found[0]


def clues_by_seat(entry: Mapping[str, Any], rounds: int | None = None) -> tuple[tuple[str, ...], ...]:
    """Returns the recorded clues of each seat in order of rounds; none without the key.

    Raises:
        ValueError: the clues are not texts or lists of them by seat, or are of more than ``rounds`` rounds.
    """
    recorded = entry.get(FIRST_CLUE, {})
    if not isinstance(recorded, Mapping) or not set(recorded) <= set(SEATS):
        raise ValueError(
            f'"{FIRST_CLUE}" must be an object with clues by the names {", ".join(SEATS)}, not {_short(recorded)}')
    return tuple(_clues(recorded.get(seat, []), f"{FIRST_CLUE} of {seat}", rounds) for seat in SEATS)


def _clues(stated: Any, key: str, rounds: int | None) -> tuple[str, ...]:
    clues = stated if isinstance(stated, list) else [stated]
    if rounds is not None and len(clues) > rounds:
        raise ValueError(f'"{key}" must be one clue, not {len(clues)}')
    return tuple(_text(clue, key) for clue in clues)


def _short(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:80]}..."
