"""Resolves the extras of gtarena with the versions in constraints.txt: each alone, and all together.

    pip install uv
    python scripts/resolve_extras.py [--python 3.14]     prints the packages that each takes, or its conflict
    python scripts/resolve_extras.py --write             chooses versions for all extras together first, and keeps
                                                         those in constraints.txt that it can

Versions that suit all extras together suit any of them. If there are none, every pair is resolved, which shows the
extras that conflict. Nothing is installed.
"""

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
REQUIREMENTS, CONSTRAINTS = ROOT / "pyproject.toml", ROOT / "constraints.txt"
MANY = 3  # extras, from which on a line does not name them
HEADER = "# The versions that were tested, of all extras together; scripts/resolve_extras.py --write chooses them."


class Resolution(NamedTuple):
    """Packages that extras take together with the core, or the ``conflict`` by which there are none."""

    extras: Sequence[str]
    packages: Sequence[str]
    conflict: str

    def __str__(self) -> str:
        name = " + ".join(self.extras) if len(self.extras) < MANY else f"all {len(self.extras)} together"
        return f"{name or 'core':24} {self.conflict or f'{len(self.packages):4} packages'}"


def all_extras() -> list[str]:
    """Returns the names of the extras in the order of their names."""
    stated = tomllib.loads(REQUIREMENTS.read_text(encoding="utf-8"))
    return sorted(stated["project"]["optional-dependencies"])


def resolve(extras: Sequence[str], *options: str) -> Resolution:
    """Returns the packages of the core and of these extras, chosen by uv with these options."""
    named = [word for extra in extras for word in ("--extra", extra)]
    command = [_uv(), "pip", "compile", str(REQUIREMENTS), *named, *options, "--quiet", "--no-header", "--no-annotate"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return Resolution(extras, (), " ".join(done.stderr.split()))
    return Resolution(extras, [line for line in done.stdout.splitlines() if "==" in line], "")


def _uv() -> str:
    found = shutil.which("uv", path=os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")]))
    if found is None:
        sys.exit("this needs uv: python -m pip install uv")
    return found


def choose_versions(python: str) -> None:
    """Writes into constraints.txt a version of every package of all extras together, the earlier one if it can be."""
    with tempfile.TemporaryDirectory() as folder:
        chosen = Path(folder) / "chosen.txt"  # uv keeps the versions that it finds where it is to write
        shutil.copy(CONSTRAINTS, chosen)
        found = resolve(all_extras(), "--python-version", python, "--output-file", str(chosen))
        if found.conflict:
            sys.exit(f"all extras together: {found.conflict}")
        lines = [line for line in chosen.read_text(encoding="utf-8").splitlines() if "==" in line]
    CONSTRAINTS.write_text("\n".join([HEADER, *lines, ""]), encoding="utf-8")


def resolutions(python: str) -> Iterator[Resolution]:
    """Yields the resolutions of the core, of each extra and of all together; of every pair if these have none."""
    extras = all_extras()
    options = ("--constraint", str(CONSTRAINTS), "--python-version", python)
    for some in [(), *((extra,) for extra in extras)]:
        yield resolve(some, *options)
    together = resolve(extras, *options)
    yield together
    if together.conflict:
        yield from (resolve(pair, *options) for pair in combinations(extras, 2))


def main() -> None:
    """Prints the resolutions as they are found, and exits with 1 if one is a conflict."""
    parser = argparse.ArgumentParser(description="Resolves the extras of gtarena together.")
    parser.add_argument("--python", default=f"3.{platform.python_version_tuple()[1]}", help="version of Python")
    parser.add_argument("--write", action="store_true", help="writes constraints.txt first")
    parsed = parser.parse_args()
    if parsed.write:
        choose_versions(parsed.python)
    conflicts = 0
    for found in resolutions(parsed.python):
        conflicts += bool(found.conflict)
        print(found, flush=True)
    sys.exit(bool(conflicts))


if __name__ == "__main__":
    main()
