"""Lists of words by name, shipped as text files with one entry per line, or put into a folder by the user.

A game's parameter holds the name of a list, or the index of a word in it, and never the words: OpenSpiel writes a game
as ``name(parameter=value,...)``, where a value cannot hold ``,`` or ``=``. A log holds no more than the name either, so
a replay needs the file of a user's own list as it was.
"""

import os
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

DATA = Path(__file__).parent / "data"
FOLDER_VARIABLE = "GTARENA_WORDS"

# OpenSpiel reads the values `true` and `false` as no text.
LIST_NAME = re.compile(r"(?!(?:true|false)$)[a-z][a-z0-9_]*")
# Characters that end a line somewhere or do worse; those within words, such as the zero-width non-joiner, may stay.
CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


_added: list[Path] = []


def add_folder(folder: Path) -> None:
    """Adds a folder of lists and sets, which win over those of the user's with the same names."""
    if folder not in _added:
        _added.append(folder)


def own_folders() -> tuple[Path, ...]:
    """Returns the added folders, and the user's, which the environment variable GTARENA_WORDS names, if it does."""
    folder = os.environ.get(FOLDER_VARIABLE)
    return (*_added, Path(os.path.abspath(folder))) if folder else tuple(_added)


def describe_folder() -> str:
    """Returns what error messages say of the user's folder."""
    return f"the folder that {FOLDER_VARIABLE} names (now {os.environ.get(FOLDER_VARIABLE) or 'not set'})"


def words(name: str) -> tuple[str, ...]:
    """Returns the words of a list in the order of its file, which is read once.

    Raises:
        ValueError: there is no such list, or its file is not well formed; the message says which lists there are, or
            what is wrong in which line.
    """
    return _read_words(own_folders(), name)


def _list_files(own: Sequence[Path]) -> dict[str, Path]:
    """Returns the file of each list; of two with the same name, the package's counts."""
    files = (file for folder in reversed((DATA, *own)) for file in folder.glob("*.txt"))
    return {file.stem: file for file in files if LIST_NAME.fullmatch(file.stem)}


@cache
def _read_words(own: tuple[Path, ...], name: str) -> tuple[str, ...]:
    files = _list_files(own)
    if name not in files:
        raise ValueError(
            f"word list {name!r} does not exist: there are {', '.join(sorted(files))}. A list of your own is a file "
            f"NAME.txt in {describe_folder()}, NAME being of a-z, 0-9 and "
            "_ and beginning with a letter")
    return _read_list(files[name])


def _read_list(file: Path) -> tuple[str, ...]:
    """Returns the entries of a file, without blank lines and spaces around them.

    Raises:
        ValueError: the file has no entries, is not UTF-8, or has an entry twice or one with control characters.
    """
    try:
        lines = file.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError as error:
        raise ValueError(f"{file} is not UTF-8 text ({error})") from error
    entries: dict[str, str] = {}
    for number, line in enumerate(lines, start=1):
        entry = line.strip()
        # Games compare words without letter case, so two that differ in it only are one.
        if entry.casefold() in entries:
            raise ValueError(f"{file}, line {number}: {entry!r} is listed twice")
        if CONTROL.search(entry):
            raise ValueError(f"{file}, line {number}: {entry!r} has control characters")
        if entry:
            entries[entry.casefold()] = entry
    if not entries:
        raise ValueError(f"{file} has no words: write one per line")
    return tuple(entries.values())
