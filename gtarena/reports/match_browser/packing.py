"""Packing of JSON for scripts of a page: without secrets, as base64 of gzip."""

import base64
import gzip
import json
import math
from collections.abc import Callable
from typing import Any

from gtarena.logs.records import MOST
from gtarena.system.redaction import hide_secrets


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
