"""Reads and checks the values of the JSON object in which a player states a move."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

_DIGITS = re.compile(r"[+-]?\d{1,15}")
_DECIMAL = re.compile(r"[+-]?\d{1,15}(\.\d{1,30})?(e-\d{1,3})?")


def value_of(struct: Mapping[str, Any], key: str) -> Any:
    """Returns the value under a key.

    Raises:
        ValueError: the key is missing.
    """
    if key not in struct:
        raise ValueError(f'the key "{key}" is missing')
    return struct[key]


def choice(struct: Mapping[str, Any], key: str, options: Sequence[str]) -> int:
    """Returns the index of the option named under a key, ignoring letter case.

    Raises:
        ValueError: the key is missing, or its value is not one of the options.
    """
    value = value_of(struct, key)
    stated = value.strip().casefold() if isinstance(value, str) else value
    for index, option in enumerate(options):
        if stated == option.casefold():
            return index
    raise ValueError(f'"{key}" must be {" or ".join(options)}')


def whole_number(value: Any, key: str, low: int, high: int) -> int:
    """Returns a value as an ``int``: a JSON number without a fraction, or its digits in quotation marks.

    Raises:
        ValueError: the value is not a whole number from ``low`` to ``high``.
    """
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        value = int(value)
    whole = value.is_integer() if isinstance(value, float) else type(value) is int
    if not whole or not low <= value <= high:
        raise ValueError(f'"{key}" must be a whole number from {low} to {high}')
    return int(value)


def decimal_number(value: Any, key: str, low: int, high: int) -> Fraction:
    """Returns a value as an exact fraction: a JSON number as its digits state it, or digits in quotation marks.

    Raises:
        ValueError: the value is not a number from ``low`` to ``high``.
    """
    digits = str(value).strip() if type(value) in (int, float, str) else ""
    number = Fraction(digits) if _DECIMAL.fullmatch(digits) else None
    if number is None or not low <= number <= high:
        raise ValueError(f'"{key}" must be a number from {low} to {high}')
    return number
