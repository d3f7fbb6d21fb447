"""The form in which a prompt asks for a reply in JSON: one line of it, each value held open by angle brackets."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_MOVE = re.compile(r'": "?<move>"?')
_HELD_OPEN = re.compile(r'"([^"]*)": ("?)<([^<>]*)>')


def find_form(messages: Sequence[Mapping[str, str]]) -> str | None:
    """The line that holds the move open in a prompt's first or last message; ``None`` if it does not ask for JSON."""
    lines = (line for message in (messages[0], messages[-1]) for line in message["content"].splitlines())
    return next((line for line in lines if _MOVE.search(line)), None)


def schema_of_form(schema: Mapping[str, Any], form: str) -> Mapping[str, Any]:
    """The JSON schema of a move with all other keys of the form before and after it.

    They take texts where the form has quotation marks, and numbers where it has none.
    """
    properties: dict[str, Any] = {}
    for key, quotation_mark, name in _HELD_OPEN.findall(form):
        properties |= schema["properties"] if name == "move" else {
            key: {"type": "string" if quotation_mark else "number"}}
    return {**schema, "properties": properties, "required": list(properties)}
