"""Mistakes of the user's, which end in one line and exit code 2, apart from everything else."""

import difflib
from collections.abc import Iterable, Mapping

TYPE_WORDS: Mapping[type, str] = {int: "a whole number", float: "a number", bool: "true or false", str: "text"}


class UsageError(ValueError):
    """Something the user asked for does not exist or is not allowed; the message says what to do instead."""


class UnfinishedError(Exception):
    """Some of the matches could not be played; the message says how many, and why."""


def unknown(kind: str, name: str, known: Iterable[str], remedy: str) -> UsageError:
    """The error for a name that nothing has, with the names that come near it."""
    return UsageError(f"unknown {kind} {name!r}{near(name, known)} {remedy}")


def near(name: str, known: Iterable[str]) -> str:
    """The words that suggest the known names like this one; none if there are none."""
    names = list(known)
    close = difflib.get_close_matches(name, names, n=3) or difflib.get_close_matches(name.lower(), names, n=3)
    return f"; did you mean {' or '.join(close)}?" if close else ""
