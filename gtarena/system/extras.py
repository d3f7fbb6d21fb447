"""Extras of gtarena that its commands need; each brings the packages of a part."""

from collections.abc import Mapping, Sequence
from importlib.util import find_spec

from gtarena.errors import UsageError, not_installed

# Packages that modules of gtarena import, each of which is also the name of the module that it brings.
PACKAGES: Mapping[str, Sequence[str]] = {
    "llm": ("litellm", "aiohttp", "httpx", "yarl"),
    "report": ("pyarrow", "matplotlib"),
    "web": ("starlette", "uvicorn", "h11"),
}


def missing_extra(user: str, extra: str) -> UsageError | None:
    """Returns the error of a part of gtarena that needs an extra, or ``None`` if the extra's packages are installed."""
    missing = next((package for package in PACKAGES[extra] if find_spec(package) is None), None)
    return not_installed(user, missing, extra) if missing else None


def require_extra(user: str, extra: str) -> None:
    """Checks that the packages of an extra are installed, and imports none of them.

    Raises:
        UsageError: one is missing; the message has the command that installs them.
    """
    if error := missing_extra(user, extra):
        raise error
