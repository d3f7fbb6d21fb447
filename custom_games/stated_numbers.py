"""Numbers as writers state them: as JSON numbers, or as texts that may separate thousands."""

import re
from typing import Any

from custom_games.name_keys import bare

MAX_LENGTH = 100  # characters of a number that is read

_NUMBER = re.compile(
    r"(?P<sign>[+-]?) *(?P<whole>\d{1,3}(?:,\d{3})+|\d{1,15})(?P<fraction>\.\d{1,30})?(?P<exponent>e-\d{1,3})?",
    re.IGNORECASE)
_DECIMAL = re.compile(r"-?\d{1,15}\.\d{1,30}")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}\.\d{3}")


class StatedFloat(float):
    """A number that is written as its digits stood in a JSON object: 5.430, not 5.43."""

    def __new__(cls, digits: str) -> "StatedFloat":
        number = super().__new__(cls, digits)
        number.digits = digits
        return number

    digits: str

    def __str__(self) -> str:
        return self.digits if _DECIMAL.fullmatch(self.digits) else repr(float(self))


def digits(value: Any) -> str | None:
    """Returns the digits of a JSON number or of a text that states one; ``None`` if it is neither.

    A text may have commas between thousands: "5,430".
    """
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        text = bare(value) if len(value) <= MAX_LENGTH else ""
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
