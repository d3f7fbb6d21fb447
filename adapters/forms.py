"""The line in which a prompt shows the form of a JSON reply, with a placeholder in angle brackets for each value."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

_MOVE = re.compile(r'": "?<move>"?')
_PLACEHOLDER = re.compile(r'"([^"]*)": ("?)<([^<>]*)>')


def find_form(messages: Sequence[Mapping[str, str]]) -> str | None:
    """Returns the form in a prompt's first or last message; ``None`` if the prompt does not ask for JSON."""
    lines = (line for message in (messages[0], messages[-1]) for line in message["content"].splitlines())
    return next((line for line in lines if _MOVE.search(line)), None)


def schema_of_form(schema: Mapping[str, Any], form: str) -> Mapping[str, Any]:
    """Returns the JSON schema of a reply: that of the move, with the other keys of the form around it.

    The other keys take texts where the form has quotation marks, and numbers where it has none.
    """
    properties: dict[str, Any] = {}
    for key, quotation_mark, name in _PLACEHOLDER.findall(form):
        properties |= schema["properties"] if name == "move" else {
            key: {"type": "string" if quotation_mark else "number"}}
    return {**schema, "properties": properties, "required": list(properties)}
