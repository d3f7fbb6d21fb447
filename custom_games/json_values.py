"""Reading the values of a JSON object by which a player states a move."""

import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

_DIGITS = re.compile(r"[+-]?\d{1,15}")
_DECIMAL = re.compile(r"[+-]?\d{1,15}(\.\d{1,30})?(e-\d{1,3})?")


def value_of(struct: Mapping[str, Any], key: str) -> Any:
    """The value under a key.

    Raises:
        ValueError: there is no such key.
    """
    if key not in struct:
        raise ValueError(f'the key "{key}" is missing')
    return struct[key]


def choice(struct: Mapping[str, Any], key: str, options: Sequence[str]) -> int:
    """The index of the option that the object names under a key, whatever its letter case.

    Raises:
        ValueError: the key is missing or its value is none of the options.
    """
    value = value_of(struct, key)
    stated = value.strip().casefold() if isinstance(value, str) else value
    for index, option in enumerate(options):
        if stated == option.casefold():
            return index
    raise ValueError(f'"{key}" must be {" or ".join(options)}')


def whole_number(value: Any, key: str, low: int, high: int) -> int:
    """A value as a whole number: a JSON number without a fraction, or its digits in quotation marks.

    Raises:
        ValueError: it is none, or not from ``low`` to ``high``.
    """
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        value = int(value)
    whole = value.is_integer() if isinstance(value, float) else type(value) is int
    if not whole or not low <= value <= high:
        raise ValueError(f'"{key}" must be a whole number from {low} to {high}')
    return int(value)


def decimal_number(value: Any, key: str, low: int, high: int) -> Fraction:
    """A value as an exact number: a JSON number as its digits state it, or digits in quotation marks.

    Raises:
        ValueError: it is none, or not from ``low`` to ``high``.
    """
    digits = str(value).strip() if type(value) in (int, float, str) else ""
    number = Fraction(digits) if _DECIMAL.fullmatch(digits) else None
    if number is None or not low <= number <= high:
        raise ValueError(f'"{key}" must be a number from {low} to {high}')
    return number
