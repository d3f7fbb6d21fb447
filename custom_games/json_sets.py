"""Sets of topics, pairs of words or airlines by name: JSON files, shipped or in the user's folder, and folders of them.

A set NAME is a file ``NAME.json``, or a folder ``NAME`` with a file for each entry: ``0.json``, ``1.json``, ... A
game's parameter holds the name of a set and the number of an entry in it; a log holds no more either, so a replay
needs the files of a user's own set as they were.
"""

import json
from pathlib import Path
from typing import Any, NamedTuple

from custom_games.word_lists import DATA, FOLDER_VARIABLE, LIST_NAME


class FileEntry(NamedTuple):
    """The content of the file of one entry of a set; ``place`` is the file's path, for error messages."""

    place: str
    content: Any


def read_set(name: str, own: Path | None, kind: str) -> Any:
    """Returns the content of a set's file, or a list with a :class:`FileEntry` for each file of a set's folder.

    ``own`` is the user's folder; of two sets with the same name, the package's counts.

    Raises:
        ValueError: there is no such set, or a file is not JSON in UTF-8.
    """
    found = _find(name, own)
    if found is None:
        shipped = ", ".join(sorted(file.stem for file in DATA.glob("*.json")))
        raise ValueError(
            f"{kind} {name!r} does not exist: shipped are {shipped}. A set of your own is a file NAME.json, or a "
            f"folder NAME with the files 0.json, 1.json, ..., in the folder that {FOLDER_VARIABLE} names (now "
            f"{own or 'not set'}), NAME being of a-z, 0-9 and _ and beginning with a letter")
    if found.is_file():
        return read_json(found)
    return [FileEntry(str(file), read_json(file)) for file in _numbered(found)]


def _find(name: str, own: Path | None) -> Path | None:
    if LIST_NAME.fullmatch(name):
        for folder in filter(None, (DATA, own)):
            file = folder / f"{name}.json"
            if file.is_file():
                return file
            if _numbered(folder / name):
                return folder / name
    return None


def _numbered(folder: Path) -> list[Path]:
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
