"""Packing of JSON for scripts of a page: without secrets, as base64 of gzip; and places in texts as scripts count."""

import base64
import gzip
import json
import math
from collections.abc import Callable
from typing import Any

from gtarena.formatting import format_visible
from gtarena.logs.records import MOST
from gtarena.system.redaction import HIDDEN, hide_secrets


def packed(value: Any) -> str:
    """Returns JSON as base64 of gzip, without secrets; equal values give equal texts.

    The keys of objects stay as they are.
    """
    text = json.dumps(value, separators=(",", ":"))
    if hide_secrets(text) != text:
        # Hidden string by string: what stands for a secret must not break the syntax.
        text = json.dumps(mapped(value, hide_secrets), separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), compresslevel=5, mtime=0)).decode()


def mapped(value: Any, change: Callable[[str], str]) -> Any:
    """Returns JSON with every string changed but the keys of objects.

    Numbers that scripts cannot hold become texts: those that are not finite, and whole ones beyond 53 bits.
    """
    if value is None:
        return None
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {key: mapped(each, change) for key, each in value.items()}
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, int):
        return value if -MOST <= value <= MOST else str(value)
    return [mapped(each, change) for each in value] if isinstance(value, list | tuple) else value


def visible_span(text: str, span: tuple[int, int]) -> tuple[int, int] | None:
    """Returns a place in a logged text as the place in its visible text, counted as scripts do, in units of UTF-16.

    It is ``None`` where a secret of the text is hidden, so that the place is that of another text.

    Args:
        text: the text of the log.
        span: start and end in characters; neither is between the two of a line break.
    """
    if HIDDEN in text:
        return None
    before, said = (_count_units(format_visible(part)) for part in (text[: span[0]], text[slice(*span)]))
    return before, before + said


def _count_units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
