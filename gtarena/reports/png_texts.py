"""Pictures of prompts, which logs hold as the base64 of PNG files."""

import base64
import re

LARGEST_PICTURE = 400_000  # characters of base64

_PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n\0").decode()  # the signature, and the zero byte that follows in every file
_BASE64 = re.compile(r"[A-Za-z0-9+/]+={0,2}")


def is_png(text: str) -> bool:
    """Returns whether a logged text is the base64 of a PNG file of moderate size."""
    return len(text) <= LARGEST_PICTURE and text.startswith(_PNG) and bool(_BASE64.fullmatch(text))
