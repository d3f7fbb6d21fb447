"""Display forms of numbers, values and untrusted text, for pages, terminals and replays."""

import json
import math
import re
import unicodedata

UNKNOWN = "?"
NOTHING = "–"

_PLAIN_WORD = re.compile(r"(?!(?:true|false|null|NaN|Infinity)$)[A-Za-z_][\w./:-]*")
_PRINTABLE_ASCII = re.compile(r"[ -~\n\t]*")
_INVISIBLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}  # controls, formats (bidi among them), surrogates, line breaks


def visible(text: str, limit: int | None = None) -> str:
    """Text in which nothing acts on the display: what is not to be seen stands as its code, such as ``<U+202E>``.

    Line feeds and tabs stay, other controls, escape sequences, marks that turn the direction of writing, and lone
    surrogates do not. What is beyond ``limit`` characters gives way to an ellipsis.
    """
    shown = text if limit is None else text[:limit]
    shown = shown.replace("\r\n", "\n")
    if not _PRINTABLE_ASCII.fullmatch(shown):
        shown = "".join(map(_visible_character, shown))
    if limit is None or max(len(text), len(shown)) <= limit:
        return shown
    return shown[: limit - 1] + "…"


def _visible_character(character: str) -> str:
    if character in "\n\t" or unicodedata.category(character) not in _INVISIBLE:
        return character
    return f"<U+{ord(character):04X}>"


def one_line(text: str, limit: int | None = None) -> str:
    """:func:`visible` text with every run of white space made a single space."""
    joined = " ".join(text.split())
    return visible(joined, limit)


def agent_name(agent: str, model: str, settings: str, limit: int | None = 120) -> str:
    """How tables name an agent: its word, its model and the settings that set it apart."""
    return one_line(" ".join(part for part in (agent, model, settings) if part), limit)


def short_value(value: object) -> str:
    """Returns a setting's value as short JSON: whole numbers without a fraction, unambiguous words without quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, str) and _PLAIN_WORD.fullmatch(value):
        return value
    return json.dumps(value, sort_keys=True)


def number(value: float) -> str:
    """A quantity with at most three decimals; not a number is nothing to show."""
    return NOTHING if math.isnan(value) else f"{round(value, 3) + 0.0:,.3f}".rstrip("0").rstrip(".").replace("-", "−")


def signed(value: float) -> str:
    """A score from -1 to 1 with two decimals and its sign."""
    return NOTHING if math.isnan(value) else f"{round(value, 2) + 0.0:+.2f}".replace("-", "−")


def percent(value: float) -> str:
    """A share from 0 to 1 in per cent; anything above nothing is never shown as 0."""
    if math.isnan(value):
        return NOTHING
    return "<1%" if 0 < value < 0.005 else f"{value:.0%}"


def count(value: float) -> str:
    """A number of things, in thousands or millions where it is large; unknown if it is not a number."""
    if math.isnan(value):
        return UNKNOWN
    if value >= 1e6:
        return f"{value / 1e6:,.1f}M"
    return f"{value / 1e3:,.1f}k" if value >= 1e4 else f"{value:,.0f}"


def dollars(value: float) -> str:
    """A cost in US dollars; unknown if it is not a number."""
    if math.isnan(value):
        return UNKNOWN
    if 0 < value < 0.0001:
        return "<$0.0001"
    return f"${value:,.4f}" if 0 < value < 1 else f"${value:,.2f}"
