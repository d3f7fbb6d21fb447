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


def format_visible(text: str, limit: int | None = None) -> str:
    """Returns text that cannot act on a display: invisible characters become their code, such as ``<U+202E>``.

    Line feeds and tabs stay. Other controls, escape sequences, marks that change the direction of writing, and lone
    surrogates are replaced. Text beyond ``limit`` characters is cut off with an ellipsis.
    """
    if limit is None and text.isascii() and text.isprintable():  # as most are, of the hundreds of thousands in a report
        return text
    shown = text if limit is None else text[:limit]
    shown = shown.replace("\r\n", "\n")
    if not _PRINTABLE_ASCII.fullmatch(shown):
        shown = "".join(map(_format_character, shown))
    if limit is None or max(len(text), len(shown)) <= limit:
        return shown
    return shown[: limit - 1] + "…"


def _format_character(character: str) -> str:
    if character in "\n\t" or unicodedata.category(character) not in _INVISIBLE:
        return character
    return f"<U+{ord(character):04X}>"


def one_line(text: str, limit: int | None = None) -> str:
    """Returns :func:`format_visible` text with every run of white space replaced by a single space."""
    joined = " ".join(text.split())
    return format_visible(joined, limit)


def agent_name(agent: str, model: str, settings: str, limit: int | None = 120) -> str:
    """Returns an agent's name in tables: the agent, its model and the settings that tell it apart."""
    return one_line(" ".join(part for part in (agent, model, settings) if part), limit)


def setting_key(override: str) -> str:
    """Returns the key of an override, such as ``model.temperature`` of ``+model.temperature=0``."""
    return override.partition("=")[0].lstrip("+~")


def short_value(value: object) -> str:
    """Returns a setting's value as short JSON: whole numbers without a fraction, unambiguous words without quotes."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, str) and _PLAIN_WORD.fullmatch(value):
        return value
    return json.dumps(value, sort_keys=True)


def format_number(value: float) -> str:
    """Returns a quantity with at most three decimals; NaN is a dash."""
    return NOTHING if math.isnan(value) else f"{round(value, 3) + 0.0:,.3f}".rstrip("0").rstrip(".").replace("-", "−")


def format_signed(value: float) -> str:
    """Returns a score with its sign and two decimals; NaN is a dash."""
    if math.isnan(value):
        return NOTHING
    return f"{round(value, 2) + 0.0:+.2f}".replace("inf", "∞").replace("-", "−")


def format_percent(value: float) -> str:
    """Returns a share from 0 to 1 in per cent; NaN is a dash, and a positive share is never shown as 0%."""
    if math.isnan(value):
        return NOTHING
    return "<1%" if 0 < value < 0.005 else f"{value:.0%}"


def format_count(value: float) -> str:
    """Returns a count, in thousands from 10,000 on and in millions from 1,000,000 on; NaN is a question mark."""
    if math.isnan(value):
        return UNKNOWN
    if value >= 1e6:
        return f"{value / 1e6:,.1f}M"
    return f"{value / 1e3:,.1f}k" if value >= 1e4 else f"{value:,.0f}"


def format_dollars(value: float) -> str:
    """Returns a cost in US dollars; NaN is a question mark, and a positive cost is never shown as $0."""
    if math.isnan(value):
        return UNKNOWN
    if 0 < value < 0.0001:
        return "<$0.0001"
    return f"${value:,.4f}" if 0 < value < 1 else f"${value:,.2f}"


def format_duration(seconds: float) -> str:
    """Returns a time in seconds, from 100 s on in whole minutes, and from an hour on as in ``1 h 12 min``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours:,} h {minutes} min" if hours else f"{minutes} min"
