"""Square matrices in replies: a JSON object with a list of numbers for each name, in the order of the names."""

from collections.abc import Sequence
from typing import Any

from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import objects, with_keys
from adapters.replies.reply_forms import FormKey, ReplyForm
from adapters.replies.turns import visible
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import Schema, strict_object

Rows = list[list[float]]

LARGEST = 1e9  # of numbers that are read


def stated_rows(reply: str, names: Sequence[str]) -> Rows:
    """Returns the rows of the matrix that a reply states, one per name.

    Raises:
        ReplyError: the reply states no such rows, or two matrices that differ.
    """
    size, found = len(names), list[Rows]()
    for stated in objects(visible(reply)):
        of_names = with_keys(stated, names) or {}
        rows: list[Any] = [of_names.get(name) for name in names]
        if all(_is_row(row, size) for row in rows) and rows not in found:
            found.append(rows)
    if not found:
        raise ReplyError("unparsable", f"Your reply states no matrix of {size} rows with {size} numbers each.")
    if len(found) > 1:
        raise ReplyError("ambiguous", "Your reply states several matrices that differ.")
    return found[0]


def form_of_rows(names: Sequence[str], row: Pattern) -> ReplyForm:
    """Returns the form of a reply that states a matrix whose rows ``row`` stands for."""
    return ReplyForm((), tuple(FormKey(name, False, (row,)) for name in names))


def schema_of_rows(names: Sequence[str], numbers: Sequence[int]) -> Schema:
    """Returns the JSON schema of a reply that states a matrix of these numbers."""
    row = {"type": "array", "items": {"type": "integer", "enum": list(numbers)}}
    return strict_object(dict.fromkeys(names, row))


def _is_row(row: Any, size: int) -> bool:
    return isinstance(row, list) and len(row) == size and all(
        isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST for value in row)
