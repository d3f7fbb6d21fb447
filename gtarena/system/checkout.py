"""Commit of the checkout that this program runs from, which logs keep among the versions."""

import os
import subprocess
from functools import cache
from pathlib import Path

SECONDS = 10.0  # after which git is not waited for


@cache
def commit(folder: Path = Path(__file__).parents[2]) -> str | None:
    """Returns the commit of a checkout, with ``-dirty`` if files have been changed since, or ``None`` outside of one.

    Nothing else of the repository is read: no address, no branch.
    """
    if not (folder / ".git").exists():
        return None
    elsewhere = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    asked = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--abbrev=40", "--exclude=*"]
    try:
        told = subprocess.run(asked, capture_output=True, text=True, timeout=SECONDS, env=elsewhere, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return None
    return told.stdout.strip() or None
