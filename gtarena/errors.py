"""Mistakes of the user's, which end in one line and exit code 2, apart from everything else."""

import difflib
from collections.abc import Iterable


class UsageError(ValueError):
    """Something the user asked for does not exist or is not allowed; the message says what to do instead."""


def unknown(kind: str, name: str, known: Iterable[str], remedy: str) -> UsageError:
    """The error for a name that nothing has, with the names that come near it."""
    near = difflib.get_close_matches(name, list(known), n=3, cutoff=0.6)
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return UsageError(f"unknown {kind} {name!r}{hint} {remedy}")
