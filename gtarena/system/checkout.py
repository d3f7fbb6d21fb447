"""Place of the installed program: its packages, its settings, and the commit of its checkout."""

import importlib.util
import os
import subprocess
from functools import cache
from pathlib import Path

from gtarena.errors import UsageError

PACKAGES = ("adapters", "custom_games")  # beside gtarena
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


def config_folder() -> Path:
    """Returns the folder of Hydra's YAML files, which is inside the installed package, or beside it in a checkout.

    Raises:
        UsageError: it is missing.
    """
    package = Path(__file__).parents[1]
    places = (package / "conf", package.parent / "conf")
    found = next((path for path in places if path.is_dir()), None)
    if found is None:
        raise UsageError(f"the folder of settings is missing ({' or '.join(map(str, places))}): install gtarena again")
    return found


@cache
def require_own_packages() -> None:
    """Checks that the packages beside gtarena are those that Python finds; another project has one called adapters.

    Raises:
        UsageError: Python finds another package, which is not imported.
    """
    beside = Path(__file__).parents[2]
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        if found is None or found.origin is None or not Path(found.origin).resolve().is_relative_to(beside.resolve()):
            raise UsageError(
                f"the package {name!r} at {found and found.origin} is not gtarena's: uninstall the project that it "
                "belongs to (AdapterHub's is called adapters), or install gtarena in an environment of its own")
