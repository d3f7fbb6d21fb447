"""Script and style sheet of a report's page, which are in the page itself, and the policy that allows nothing else."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from pathlib import Path

from markupsafe import Markup

_REPORTS = Path(__file__).parent
_BROWSER = _REPORTS / "match_browser" / "page"
_SCRIPTS = [_BROWSER / f"{name}.js" for name in (
    "make", "packed", "search", "address", "list", "positions", "calls", "match", "keys", "start")]
_STYLES = [_REPORTS / "templates" / "report.css", _BROWSER / "browser.css"]


def joined(files: Iterable[Path]) -> str:
    """Returns the texts of the files, one after the other."""
    return "".join(file.read_text(encoding="utf-8") for file in files)


def policy(style: str, *scripts: str) -> str:
    """Returns the page's content security policy (CSP level 3).

    The page loads nothing but the pictures in it, and runs these scripts and what they load; attributes for styles and
    events are ignored. ``'strict-dynamic'`` lets a page from ``file://`` load the files beside it, which have no origin
    that a policy could name.
    """
    allowed = " ".join(map(_source, scripts))
    return ("default-src 'none'; "
            f"script-src {allowed} 'strict-dynamic'; style-src {_source(style)}; img-src data:; "
            "base-uri 'none'; form-action 'none'")


def _source(text: str) -> str:
    """Returns the expression that allows exactly this text between tags."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


STYLE = joined(_STYLES)
SCRIPT = joined(_SCRIPTS)

# Variables of the templates. The texts are files of ours, and have to stay as they are, to the character.
INLINE_PARTS = {name: Markup(text) for name, text in (  # noqa: S704
    ("style", STYLE), ("script", SCRIPT), ("policy", policy(STYLE, SCRIPT)))}
