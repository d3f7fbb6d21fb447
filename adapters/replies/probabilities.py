"""Probabilities that a reply states: a JSON object with a number for each option, from 0 to 1 or in per cent."""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import fold_key, match_keys, read_objects
from adapters.replies.reply_forms import ReplyForm
from adapters.replies.turns import read_visible_text
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import Schema, strict_object

MOST_OPTIONS = 100
LEAST_ROUNDING = 0.02  # by which stated probabilities may miss their sum, as models round them
ROUNDING = 0.00501  # for each of them, if that is more: half of the last of two digits
PER_CENT = 100.0


def require_options(options: Sequence[str]) -> None:
    """Checks that options can be told apart in a reply.

    Raises:
        ValueError: they are fewer than two or too many, one is empty, or two are alike.
    """
    keys = [fold_key(option) for option in options]
    if not 2 <= len(options) <= MOST_OPTIONS:
        raise ValueError(f"{len(options)} options are not from 2 to {MOST_OPTIONS}")
    if not all(keys) or len(set(keys)) < len(keys):
        raise ValueError(f"options={list(options)!r:.200} are not different names")


def write_probabilities_form(options: Sequence[str]) -> str:
    """Returns the JSON object that states the probabilities, with a placeholder for each."""
    return f"{{{', '.join(f'{json.dumps(option, ensure_ascii=False)}: <probability>' for option in options)}}}"


def make_probabilities_form(options: Sequence[str]) -> ReplyForm:
    """Returns the form for offline models, who are certain of one option or take all to be as probable."""
    even = (1 / len(options),) * len(options)
    certain = [tuple(float(option == sure) for option in options) for sure in options]
    return ReplyForm(tuple(Pattern(_write_numbers(options, numbers)) for numbers in (even, *certain)), label="")


def make_probabilities_schema(options: Sequence[str]) -> Schema:
    """Returns the JSON schema of the reply."""
    return strict_object({option: {"type": "number"} for option in options})


def _write_numbers(options: Sequence[str], numbers: Sequence[float]) -> str:
    return json.dumps(dict(zip(options, numbers, strict=True)), ensure_ascii=False)


def read_probabilities(reply: str, options: Sequence[str]) -> tuple[float, ...]:
    """Returns the probability of each option that a reply states, divided by their sum.

    Numbers add up to 1, or to 100 if they are per cent, up to rounding.

    Raises:
        ReplyError: the reply states no such numbers, or two different ones for an option.
    """
    found = [numbers for struct in read_objects(read_visible_text(reply))
             if (numbers := _numbers(match_keys(struct, options) or {}, options)) is not None]
    if not found:
        raise ReplyError("unparsable", "Your reply states no JSON object with a number for each of the options.")
    if any(other != found[0] for other in found):
        raise ReplyError("ambiguous", "Your reply states several probabilities for an option.")
    total, rounding = math.fsum(found[0]), max(LEAST_ROUNDING, ROUNDING * len(options))
    if not any(abs(total - whole) <= rounding * whole for whole in (1.0, PER_CENT)):
        raise ReplyError("illegal", f"The probabilities in your reply add up to {total:g}, not to 1.")
    return tuple(number / total for number in found[0])


def _numbers(struct: Mapping[str, Any], options: Sequence[str]) -> tuple[float, ...] | None:
    """Returns the number of each option; ``None`` if one is missing, negative, or none at all."""
    numbers = [_number(struct.get(option)) for option in options]
    return None if None in numbers else tuple(number for number in numbers if number is not None)


def _number(value: Any) -> float | None:
    if isinstance(value, str):
        try:
            value = float(value.strip().removesuffix("%"))
        except ValueError:
            return None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value) if 0 <= value <= PER_CENT else None
