"""Errors that the command line reports in one line, and suggestions for misspelt names."""

import difflib
from collections.abc import Iterable, Mapping

LONGEST_NAME = 200  # characters; comparing longer ones with known names takes minutes, and nobody meant any of them

TYPE_WORDS: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


class UsageError(ValueError):
    """Request for something that does not exist or is not allowed; the message says what to do instead."""


class GameCrashError(UsageError):
    """Game with which OpenSpiel itself crashes, or which takes too much time or memory to load."""


class UnfinishedError(Exception):
    """Run in which some matches could not be played; the message says how many, and why."""


def not_installed(user: str, package: str, extra: str) -> UsageError:
    """Returns the error of a part of gtarena whose package comes with an extra of gtarena."""
    return UsageError(f"{user} needs {package}, which is not installed. In the checkout of gtarena, this installs it: "
                      f".venv/bin/python -m pip install --editable '.[{extra}]'")


def unknown(kind: str, name: str, known: Iterable[str], remedy: str) -> UsageError:
    """Returns the error for an unknown name, with similar known names."""
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}..."
    return UsageError(f"unknown {kind} {shown!r}{near(name, known)} {remedy}")


def near(name: str, known: Iterable[str]) -> str:
    """Returns ``; did you mean X or Y?`` with up to three similar names, or nothing if no name is similar."""
    if len(name) > LONGEST_NAME:
        return ""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3) or difflib.get_close_matches(name.lower(), names, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""
