"""Sets of topics, pairs of words or airlines by name: JSON files, shipped or in the user's folder, and folders of them.

A set NAME is a file ``NAME.json``, or a folder ``NAME`` with a file for each entry: ``0.json``, ``1.json``, ... A
game's parameter holds the name of a set and the number of an entry in it; a log holds no more either, so a replay
needs the files of a user's own set as they were.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from custom_games.action_specs.whole_words import plain_words
from custom_games.word_sets.word_lists import CONTROL, DATA, LIST_NAME, describe_folder

SEATS = ("Player 1", "Player 2", "Player 3")
FIRST_CLUE = "first clue"


class FileEntry(NamedTuple):
    """The content of the file of one entry of a set; ``place`` is the file's path, for error messages."""

    place: str
    content: Any


def read_set(name: str, own: Sequence[Path], kind: str) -> Any:
    """Returns the content of a set's file, or a list with a :class:`FileEntry` for each file of a set's folder.

    ``own`` are the folders beside the package's; of two sets with the same name, the package's counts.

    Raises:
        ValueError: there is no such set, or a file is not JSON in UTF-8.
    """
    found = _find_set(name, own)
    if found is None:
        shipped = ", ".join(sorted(file.stem for file in DATA.glob("*.json")))
        raise ValueError(
            f"{kind} {name!r} does not exist: shipped are {shipped}. A set of your own is a file NAME.json, or a "
            f"folder NAME with the files 0.json, 1.json, ..., in {describe_folder()}, NAME being of a-z, 0-9 and _ and "
            "beginning with a letter")
    if found.is_file():
        return read_json(found)
    return [FileEntry(str(file), read_json(file)) for file in _numbered_files(found)]


def _find_set(name: str, own: Sequence[Path]) -> Path | None:
    if LIST_NAME.fullmatch(name):
        for folder in (DATA, *own):
            file = folder / f"{name}.json"
            if file.is_file():
                return file
            if _numbered_files(folder / name):
                return folder / name
    return None


def _numbered_files(folder: Path) -> list[Path]:
    """Returns the files ``0.json``, ``1.json``, ... of a folder in the order of their numbers."""
    return sorted((file for file in folder.glob("*.json") if file.stem.isdecimal()), key=lambda file: int(file.stem))


def read_json(file: Path) -> Any:
    """Returns the content of a JSON file.

    Raises:
        ValueError: the file is not JSON in UTF-8; the message names it.
    """
    try:
        return json.loads(file.read_text(encoding="utf-8-sig"))
    # Deep nesting is beyond the parser's recursion.
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file} is not JSON in UTF-8 ({error})") from error


def check_keys(entry: Any, allowed: Sequence[str]) -> None:
    """Checks that an entry is an object with no other keys than those allowed.

    Raises:
        ValueError: the entry is not an object, or has another key.
    """
    if not isinstance(entry, Mapping):
        raise ValueError(f"it must be an object with {' or '.join(map(repr, allowed))}, not {_excerpt(entry)}")
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


def texts(entry: Mapping[str, Any], key: str, least: int) -> tuple[str, ...]:
    """Returns the list of texts under a key.

    Raises:
        ValueError: there are fewer than ``least``, one is no text, or two are the same but for case and punctuation.
    """
    listed = entry.get(key)
    if not isinstance(listed, list) or len(listed) < least:
        found = f"{len(listed)}" if isinstance(listed, list) else _excerpt(listed)
        raise ValueError(f'"{key}" must be a list of at least {least} texts, not {found}')
    seen: dict[str, str] = {}
    for value in listed:
        read = _trim(value, key)
        if plain_words(read) in seen:
            raise ValueError(f'"{key}" lists {read!r} twice')
        seen[plain_words(read)] = read
    return tuple(seen.values())


def one_of(entry: Mapping[str, Any], key: str, options: Sequence[str]) -> int | None:
    """Returns the place of the option that is named under a key; ``None`` without the key.

    Raises:
        ValueError: the value is none of the options.
    """
    if key not in entry:
        return None
    named = entry[key]
    keys = list(map(plain_words, options))
    if not isinstance(named, str) or plain_words(named) not in keys:
        raise ValueError(f'"{key}" must be {" or ".join(options)}, not {_excerpt(named)}')
    return keys.index(plain_words(named))


def clues_by_seat(entry: Mapping[str, Any], rounds: int | None = None) -> tuple[tuple[str, ...], ...]:
    """Returns the recorded clues of each seat in order of rounds; none without the key.

    Raises:
        ValueError: the clues are not texts or lists of them by seat, or are of more than ``rounds`` rounds.
    """
    recorded = entry.get(FIRST_CLUE, {})
    if not isinstance(recorded, Mapping) or not set(recorded) <= set(SEATS):
        raise ValueError(
            f'"{FIRST_CLUE}" must be an object with clues by the names {", ".join(SEATS)}, not {_excerpt(recorded)}')
    return tuple(_clues(recorded.get(seat, []), f"{FIRST_CLUE} of {seat}", rounds) for seat in SEATS)


def _clues(stated: Any, key: str, rounds: int | None) -> tuple[str, ...]:
    clues = stated if isinstance(stated, list) else [stated]
    if rounds is not None and len(clues) > rounds:
        raise ValueError(f'"{key}" must be one clue, not {len(clues)}')
    return tuple(_text(clue, key) for clue in clues)


def _trim(value: Any, key: str) -> str:
    if _text(value, key) != value.strip():
        raise ValueError(f'"{key}" must have no spaces around it: {_excerpt(value)}')
    return _text(value, key)


def _text(value: Any, key: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f'"{key}" must be a text, not {_excerpt(value)}')
    # Half of a surrogate pair, which JSON can state, is no character either.
    if CONTROL.search(value) or (not value.isascii() and any("\ud800" <= sign <= "\udfff" for sign in value)):
        raise ValueError(f'"{key}" has control characters: {_excerpt(value)}')
    if not plain_words(value):
        raise ValueError(f'"{key}" must have a letter or a digit: {_excerpt(value)}')
    return value


def _excerpt(value: Any) -> str:
    shown = repr(value)
    return shown if len(shown) <= 80 else f"{shown[:80]}..."
