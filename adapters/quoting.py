"""Words of other players as data: quoted so that nothing in them can end the quotation or pass for instructions."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

MAX_QUOTED = 2000  # characters of one text that a prompt shows

# Besides controls and invisible format marks (which turn the direction of writing, or hide letters), characters
# that a reader or a program may take for a line break.
_ESCAPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def quoted(text: str, limit: int = MAX_QUOTED) -> str:
    """The text as one line in double quotes, JSON's escapes standing for all that could act on the prompt.

    A quotation mark inside is escaped, so the first bare one ends the quotation; line breaks, control characters
    and invisible marks are shown as ``\\\\n`` and ``\\\\uXXXX``; what is beyond ``limit`` characters is left out, and
    how much that was stands behind the closing mark.
    """
    shown = "".join(map(_escaped, text[:limit]))
    left_out = len(text) - limit
    return f'"{shown}"' + (f" (and {left_out} more characters, left out)" if left_out > 0 else "")


def quoted_struct(struct: Mapping[str, Any]) -> str:
    """A struct as one line per key, ``"key": value`` in JSON, with every string in it quoted."""
    return "\n".join(f"{quoted(key)}: {_fact(value)}" for key, value in struct.items())


def _fact(value: Any) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quoted(key)}: {_fact(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_fact, value)) + "]"
    return json.dumps(value)


def _escaped(character: str) -> str:
    if character in '"\\' or unicodedata.category(character) in _ESCAPED:
        return json.dumps(character)[1:-1]
    return character
