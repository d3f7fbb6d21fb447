"""Quotes text of other players so that nothing in it can end the quotation or pass for instructions."""

import json
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

# Unicode categories of control characters, invisible format marks (which reverse or hide text), surrogates, private
# and unassigned characters, and line breaks.
_ESCAPED = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def quote_text(text: str, limit: int | None = None) -> str:
    r"""Returns the text as one line in double quotes, with JSON escapes for everything that could affect the prompt.

    Quotation marks inside are escaped, so the first bare one ends the quotation. Line breaks, control characters and
    invisible marks are shown as ``\n`` and ``\uXXXX``. Text beyond ``limit`` characters, if there is one, is left out;
    its length is stated after the closing mark.
    """
    shown = "".join(map(_escape, text[:limit]))
    left_out = 0 if limit is None else len(text) - limit
    return f'"{shown}"' + (f" (and {left_out} more characters, left out)" if left_out > 0 else "")


def quote_struct(struct: Mapping[str, Any]) -> str:
    """Returns a struct as one line per key, ``"key": value`` in JSON, with every string in it quoted."""
    return "\n".join(f"{quote_text(key)}: {_quote_value(value)}" for key, value in struct.items())


def _quote_value(value: Any) -> str:
    if isinstance(value, str):
        return quote_text(value)
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{quote_text(key)}: {_quote_value(inner)}" for key, inner in value.items()) + "}"
    if isinstance(value, Sequence):
        return "[" + ", ".join(map(_quote_value, value)) + "]"
    return json.dumps(value)


def _escape(character: str) -> str:
    if character in '"\\' or unicodedata.category(character) in _ESCAPED:
        return json.dumps(character)[1:-1]
    return character
