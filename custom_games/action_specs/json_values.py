"""Reads and checks the values of the JSON object in which a player states a move."""

import math
import re
from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from custom_games.action_specs.name_keys import LONGEST_NAME, name_key, strip_marks

MAX_LENGTH = 100  # characters of a number that is read
_NUMBER = re.compile(
    r"(?P<sign>[+-]?) *(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,15})(?P<fraction>\.\d{1,30})?(?P<exponent>e-\d{1,3})?",
    re.IGNORECASE)
_DECIMAL = re.compile(r"-?\d{1,15}\.\d{1,30}")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")


def value_of(struct: Mapping[str, Any], key: str) -> Any:
    """Returns the value under a key.

    Raises:
        ValueError: the key is missing.
    """
    if key not in struct:
        raise ValueError(f'the key "{key}" is missing')
    return struct[key]


def index_of(value: Any, key: str, options: Sequence[str]) -> int:
    """Returns the index of the option that a value names; a number stands for its digits.

    Raises:
        ValueError: the value is not one of the options.
    """
    if isinstance(value, str | int) and not isinstance(value, bool) and len(str(value)) <= LONGEST_NAME:
        stated = name_key(str(value))
        found = [index for index, option in enumerate(options) if name_key(option) == stated]
        if len(found) == 1:
            return found[0]
    raise ValueError(f'"{key}" must be {" or ".join(options)}')


def whole_number(value: Any, key: str, low: int, high: int) -> int:
    """Returns a value as an ``int``: a JSON number without a fraction, or a text that states one.

    Raises:
        ValueError: the value is not a whole number from ``low`` to ``high``, or 5.000 where it may be meant as 5000.
    """
    number = _read_number(value)
    if number is None or number.denominator > 1 or not low <= number <= high:
        raise ValueError(f'"{key}" must be a whole number from {low} to {high}')
    _require_one_meaning(value, key, low, high)
    return int(number)


def decimal_number(value: Any, key: str, low: int, high: int, step: Fraction = Fraction(0)) -> Fraction:
    """Returns a value as an exact fraction: a JSON number as its digits state it, or a text that states one.

    Raises:
        ValueError: the value is not a number from ``low`` to ``high``, or numbers are ``step`` apart, which is whole,
            and 5.430 may be meant as 5430.
    """
    number = _read_number(value)
    if number is None or not low <= number <= high:
        raise ValueError(f'"{key}" must be a number from {low} to {high}')
    if step >= 1:
        _require_one_meaning(value, key, low, math.inf if step > 1 else high)
    return number


def _read_number(value: Any) -> Fraction | None:
    stated = read_digits(value)
    return None if stated is None else Fraction(stated)


def _require_one_meaning(value: Any, key: str, low: float, high: float) -> None:
    other = as_thousands(read_digits(value) or "")
    if other is not None and low <= other <= high:
        raise ValueError(f'"{key}" may mean {read_digits(value)} or {other}: write it without separators')


def read_digits(value: Any) -> str | None:
    """Returns the digits of a JSON number or of a text that states one; ``None`` if it is neither.

    A text may have commas between thousands: "5,430".
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        text = strip_marks(value) if len(value) <= MAX_LENGTH else ""
    else:
        text = str(value) if not isinstance(value, int) or abs(value) < 10**15 else ""
    found = _NUMBER.fullmatch(text)
    if not found:
        return None
    whole = found["whole"].replace(",", "")
    return f"{found['sign']}{whole}{found['fraction'] or ''}{found['exponent'] or ''}"


def as_thousands(digits: str) -> int | None:
    """Returns the number that digits state if their point separates thousands, as in 5.430; otherwise ``None``."""
    return int(digits.replace(".", "")) if _THOUSANDS.fullmatch(digits) else None


class StatedFloat(float):
    """A number that is written as its digits stood in a JSON object: 5.430, not 5.43."""

    def __new__(cls, digits: str) -> "StatedFloat":
        number = super().__new__(cls, digits)
        number.digits = digits
        return number

    digits: str

    def __str__(self) -> str:
        return self.digits if _DECIMAL.fullmatch(self.digits) else repr(float(self))
