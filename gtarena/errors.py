"""Errors that the command line reports in one line, and suggestions for misspelt names."""

import difflib
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

LONGEST_NAME = 200  # characters; comparing longer ones with known names takes minutes, and nobody meant any of them

TYPE_WORDS: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}

_IN_CHECKOUT = (Path(__file__).parents[1] / "pyproject.toml").is_file()
_SOURCE_LINE = re.compile(r"^\S+\.(?:cc|h):\d+ ")  # OpenSpiel's errors begin with file and line
_OF_THE_LIBRARY = re.compile(r"\w::\w")  # in errors of C++ itself, such as "cannot create std::vector larger than ..."


class UsageError(ValueError):
    """Request for something that does not exist or is not allowed; the message says what to do instead."""


class UnplayableError(UsageError):
    """Game that loads with its parameters and cannot be played with them; ``reason`` says why."""

    def __init__(self, game: str, reason: str, remedy: str = "its parameters") -> None:
        super().__init__(game, reason, remedy)  # so that the error can be sent to another process
        self.reason = reason

    def __str__(self) -> str:
        game, reason, remedy = self.args
        return f"{game} cannot be played: {reason}; change {remedy}"


class NoMoreCalls(Exception):  # noqa: N818 - it may be a planned end
    """Refusal of all further model calls of a run; the message says why in one line.

    ``requests`` counts the failed requests of the call that was refused.
    """

    requests: int = 0


class UnfinishedError(Exception):
    """Run in which some matches could not be played; the message says how many, and why."""


def first_line(error: Exception) -> str:
    """Returns the first line of an error's message, without the place in OpenSpiel's source, or its type.

    Messages of the C++ library tell nothing to the users of OpenSpiel.
    """
    line = _SOURCE_LINE.sub("", next(iter(str(error).strip().splitlines()), type(error).__name__))
    return "OpenSpiel refuses it without a reason" if _OF_THE_LIBRARY.search(line) else line


def not_installed(user: str, package: str, extra: str) -> UsageError:
    """Returns the error of a part of gtarena whose package comes with an extra of gtarena."""
    if _IN_CHECKOUT:
        place, command = "In the checkout of gtarena, this", f".venv/bin/python -m pip install --editable '.[{extra}]'"
    else:
        place, command = "This", f"pip install 'gtarena[{extra}]'"
    return UsageError(f"{user} needs {package}, which is not installed. {place} installs it: {command}")


def unknown(kind: str, name: str, known: Iterable[str], remedy: str) -> UsageError:
    """Returns the error for an unknown name, with similar known names."""
    return UsageError(f"unknown {kind} {shorten(name)!r}{suggest_names(name, known)} {remedy}")


def shorten(text: str) -> str:
    """Returns a text as messages repeat it, without the end of a long one."""
    return text if len(text) <= LONGEST_NAME else f"{text[:LONGEST_NAME]}..."


def suggest_names(name: str, known: Iterable[str]) -> str:
    """Returns ``; did you mean X or Y?`` with up to three similar names, or nothing if no name is similar."""
    if len(name) > LONGEST_NAME:
        return ""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3) or difflib.get_close_matches(name.lower(), names, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""
