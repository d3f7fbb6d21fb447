"""Answers to the questions of reasoning schemes: numbered candidates, matrices of beliefs, and imagined texts.

A matrix is a JSON object with a list of numbers for each name, in the order of the names.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import match_keys, read_objects
from adapters.replies.reply_forms import FormKey, ReplyForm
from adapters.replies.reply_reader import DIFFERENT, LABEL, NO_MOVE_STATED, find_answers, strip_fences
from adapters.replies.turns import read_visible_text, split_own_parts
from custom_games.action_specs.name_keys import name_key
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import Schema, strict_object

Rows = list[list[float]]

LARGEST = 1e9  # of numbers that are read
MOST_ACTIONS = 100
LONGEST_ACTION = 300  # characters
LONGEST_TEXT = 4000

_LIST_MARK = re.compile(r"\s*(?:[-*•]|\(?\d{1,3}[.):])\s+")


def make_option_form(count: int) -> ReplyForm:
    """Returns the form of a reply that chooses among numbered candidates: an answer line with a number from 1 on."""
    return ReplyForm(tuple(Pattern(str(number)) for number in range(1, count + 1)))


def read_option(reply: str, count: int) -> int:
    """Returns the index of the candidate that a reply states, as replies state moves; it numbers them from 1.

    In JSON it stands under the key ``answer``.

    Raises:
        ReplyError: the reply states no candidate, or several.
    """
    parts = split_own_parts(reply)
    answers = [each.value for part in parts for each in find_answers(part, (LABEL,), (LABEL,))]
    values = [(match_keys(value, (LABEL,)) or {}).get(LABEL) if isinstance(value, Mapping) else value
              for value in answers or [strip_fences(parts[-1])]]
    numbers = {name_key(str(value)).removeprefix("candidate") for value in values}
    if len(numbers) > 1:
        raise ReplyError("ambiguous", DIFFERENT)
    (number,) = numbers
    if not number.isdecimal() or not 1 <= int(number[:9]) <= count:
        raise ReplyError("illegal" if answers else "unparsable", NO_MOVE_STATED)
    return int(number) - 1


def read_rows(reply: str, names: Sequence[str]) -> Rows:
    """Returns the rows of the matrix that a reply states, one per name.

    Raises:
        ReplyError: the reply states no such rows, or two matrices that differ.
    """
    size, found = len(names), list[Rows]()
    for struct in read_objects(read_visible_text(reply)):
        of_names = match_keys(struct, names) or {}
        rows: list[Any] = [of_names.get(name) for name in names]
        if all(_is_row(row, size) for row in rows) and rows not in found:
            found.append(rows)
    if not found:
        raise ReplyError("unparsable", f"Your reply states no matrix of {size} rows with {size} numbers each.")
    if len(found) > 1:
        raise ReplyError("ambiguous", "Your reply states several matrices that differ.")
    return found[0]


def make_rows_form(names: Sequence[str], row: Pattern) -> ReplyForm:
    """Returns the form of a reply that states a matrix whose rows ``row`` stands for."""
    return ReplyForm((), tuple(FormKey(name, False, (row,)) for name in names))


def make_rows_schema(names: Sequence[str], numbers: Sequence[int]) -> Schema:
    """Returns the JSON schema of a reply that states a matrix of these numbers."""
    row = {"type": "array", "items": {"type": "integer", "enum": list(numbers)}}
    return strict_object(dict.fromkeys(names, row))


def _is_row(row: Any, size: int) -> bool:
    return isinstance(row, list) and len(row) == size and all(
        isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < LARGEST for value in row)


def read_tagged_text(reply: str, name: str) -> str:
    """Returns the text of a reply between ``<name>`` and ``</name>``, or to its end, at most 4,000 characters of it.

    Of several texts the longest counts: a reply may name the tags before it uses them.

    Raises:
        ReplyError: the reply has no such tag, or nothing stands there.
    """
    found = re.findall(rf"<{name}>(.*?)(?=</?{name}>|\Z)", read_visible_text(reply), re.IGNORECASE | re.DOTALL)
    said: str = max((each.strip() for each in found), key=len, default="")
    if not said:
        raise ReplyError("unparsable", f"Your reply says nothing between <{name}> and </{name}>.")
    return said[:LONGEST_TEXT]


def read_listed_actions(reply: str, name: str) -> Sequence[str]:
    """Returns the different actions that a reply lists between ``<name>`` and ``</name>``, one on a line.

    Raises:
        ReplyError: the reply lists none.
    """
    listed = read_tagged_text(reply, name).splitlines()
    lines = (" ".join(_LIST_MARK.sub("", line, count=1).split()) for line in listed)
    actions = [line[:LONGEST_ACTION] for line in lines if re.search(r"\w", line)]
    if not actions:
        raise ReplyError("unparsable", f"Your reply listed nothing between <{name}> and </{name}>.")
    return list(dict.fromkeys(actions))[:MOST_ACTIONS]
