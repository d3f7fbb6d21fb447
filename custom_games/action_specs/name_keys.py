"""Names as they are compared: without what does not matter in them."""

import re
import unicodedata
from functools import lru_cache

LONGEST_NAME = 1000  # characters; no move's name comes near it

_TYPOGRAPHY = str.maketrans({
    **{digit: f"^{number}" for number, digit in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},  # 5² is not 52
    **dict.fromkeys("−‐‑‒–—", "-"), **dict.fromkeys("‘’‚´", "'"), **dict.fromkeys("“”„«»「」『』", '"'),
    "→": "->", "\ufe0f": None, "\u200b": None, "\u2060": None, "\ufeff": None})
_AROUND = " \t\n\r\f\v\"'`*_$"
_BETWEEN_NUMBERS = re.compile(r"(?<=\d)\s+(?=\d)")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])-(?=[^\W\d_])")
_SPACING = re.compile(r"[\s_]+")


def normalise_typography(text: str) -> str:
    """Returns a text in the characters of a keyboard: in compatible Unicode forms, with plain quotes and dashes.

    Texts longer than any name keep their forms: to normalise them may take time quadratic in their length.
    """
    plain = text.translate(_TYPOGRAPHY)
    return unicodedata.normalize("NFKC", plain) if len(plain) <= LONGEST_NAME else plain


def strip_marks(text: str) -> str:
    """Returns a typed text without white space, quotation marks, emphasis and a full stop around it."""
    name = normalise_typography(text).strip(_AROUND)
    return name.removesuffix(".").rstrip(_AROUND) if name.count(".") == 1 else name


@lru_cache(maxsize=20_000)  # the names of a game's moves come back at every decision
def spelling_key(name: str) -> str:
    """Returns a name without spacing and what stands around it, in its letter case.

    An underscore, and a hyphen between letters, are spacing. Numbers that spacing separates stay apart.
    """
    return _SPACING.sub("", _BETWEEN_LETTERS.sub("", _BETWEEN_NUMBERS.sub("/", strip_marks(name))))


def name_key(name: str) -> str:
    """Returns the :func:`spelled_key` of a name in small letters."""
    return spelling_key(name).casefold()
