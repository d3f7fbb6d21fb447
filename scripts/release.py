"""Builds the sdist and the wheel of a release, checks them, and tries both in empty environments of the running Python.

    python scripts/release.py [--tag v0.2.0] [--out dist]      builds into the folder, which it empties first
    python3.14 scripts/release.py dist/gtarena-*               only tries files that are there, with another Python

It needs nothing but Python and git. All files that state the version must agree, and so must the tag, if one is given.
What is packed must be what git knows, file by file. Each file is then installed alone, where a small run is played, and
with the extra ``all``, where the default arena is. The exit code is 1, with a line that says why, if anything fails.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import venv
import zipfile
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
# The version, and the date where there is one.
PLACES: Mapping[str, str] = {
    "pyproject.toml": r'^version = "(\S+)"', "CITATION.cff": r"^version: (\S+)\ndate-released: (\S+)",
    "CHANGELOG.md": r"^## (\S+) \((\S+)\)"}
TRIED: Mapping[str, tuple[str, ...]] = {  # by the extras that are installed
    "": ("game=kuhn_poker", "agents=[mcts,random]", "matches=2"), "[all]": ()}
SHOWN = 5  # files named in a complaint


def stated() -> dict[str, tuple[str, ...]]:
    """Returns the version, and the date of the release where there is one, by the file that states it.

    Raises:
        SystemExit: a file states none.
    """
    found = {file: re.search(place, (ROOT / file).read_text(encoding="utf-8"), re.MULTILINE)
             for file, place in PLACES.items()}
    if silent := [file for file, match in found.items() if match is None]:
        sys.exit(f"no version in {', '.join(silent)}; write one as the other files have it")
    return {file: match.groups() for file, match in found.items() if match}


def check_version(tag: str | None) -> str:
    """Returns the version of all files, after a look at their dates and at the tag of the release."""
    versions = {version for version, *_ in stated().values()}
    dates = {date for _, *dates in stated().values() for date in dates}
    if len(versions) != 1 or len(dates) != 1:
        sys.exit(f"the files state different versions or dates: {stated()}; give them one")
    version, = versions
    if tag not in (None, f"v{version}"):
        sys.exit(f"the tag is {tag!r}, but the version is {version}; the tag has to be 'v{version}'")
    return version


def run(*command: str | Path, folder: Path = ROOT) -> str:
    """Returns the output of a command that is run in the folder; ends with the output's end if the command fails."""
    # Modules of a checkout must not stand in for those of the package.
    outside = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(command, cwd=folder, env=outside, text=True, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stdout[-2000:]}")
    return done.stdout


def make_environment(folder: Path) -> Path:
    """Makes an empty virtual environment and returns the folder of its commands."""
    venv.create(folder, with_pip=True)
    return folder / "bin"


def build(out: Path) -> list[Path]:
    """Builds the sdist, and the wheel from it, into an empty folder, and returns both."""
    shutil.rmtree(out, ignore_errors=True)
    with tempfile.TemporaryDirectory() as folder:
        tools = make_environment(Path(folder))
        run(tools / "pip", "install", "--quiet", "build", "twine")
        run(tools / "python", "-m", "build", "--outdir", out, ROOT)
        files = sorted(out.iterdir())
        run(tools / "python", "-m", "twine", "check", "--strict", *files)
    print("twine has no complaint")
    return files


def packed(file: Path) -> set[str]:
    """Returns the files in a wheel or an sdist, without the metadata that the build adds."""
    if file.suffix == ".whl":
        return {name for name in zipfile.ZipFile(file).namelist() if ".dist-info/" not in name}
    with tarfile.open(file) as archive:
        names = {member.name.partition("/")[2] for member in archive.getmembers() if member.isfile()}
    return names - {"PKG-INFO"}


def wheel_files(known: Collection[str], built: Mapping[str, Any]) -> Iterator[str]:
    """Yields the files of a wheel: those of the packages and settings, as pyproject.toml places them."""
    places = {package: package for package in built["packages"]} | dict(built["force-include"])
    for name in known:
        for source, place in places.items():
            if name == source or name.startswith(f"{source}/"):
                yield place + name.removeprefix(source)


def check_contents(file: Path) -> None:
    """Ends with the names of files that a wheel or an sdist lacks, or has although git does not know them."""
    known = run("git", "ls-files", "-z").rstrip("\0").split("\0")
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    left_out = tuple(targets["sdist"]["exclude"])
    expected = (set(wheel_files(known, targets["wheel"])) if file.suffix == ".whl"
                else {name for name in known if not f"/{name}".startswith(left_out)})
    found = packed(file)
    for complaint, names in (("lacks", expected - found), ("has what git does not know:", found - expected)):
        if names:
            sys.exit(f"{file.name} {complaint} {', '.join(sorted(names)[:SHOWN])} ({len(names)} files)")
    print(f"{file.name}: {len(found)} files, {file.stat().st_size / 1e6:.1f} MB")


def try_file(file: Path) -> None:
    """Installs a file in an empty environment, alone and then with all extras, and plays in empty folders."""
    for extra, words in TRIED.items():
        with tempfile.TemporaryDirectory() as folder:
            commands = make_environment(Path(folder, "environment"))
            begun = time.monotonic()
            run(commands / "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", f"{file}{extra}")
            installed = time.monotonic() - begun
            version = run(commands / "gtarena", "--version", folder=Path(folder)).split()[-1]
            if f"-{version}" not in file.name:
                sys.exit(f"{file.name} installs version {version}")
            empty = Path(folder, "empty")
            empty.mkdir()
            begun = time.monotonic()
            printed = run(commands / "gtarena", *words, folder=empty)
            played = time.monotonic() - begun
            packages = len(json.loads(run(commands / "pip", "list", "--format=json")))
            size = sum(path.stat().st_size for path in Path(folder, "environment").rglob("*") if path.is_file())
        print(f"{file.name}{extra} on Python {sys.version.split()[0]}: {packages} packages, {size / 1e6:.0f} MB, "
              f"installed in {installed:.0f} s\n  {' '.join(('gtarena', *words))}: {played:.1f} s, "
              f"{printed.strip().splitlines()[-1]}", flush=True)


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="wheels and sdists to try (default: build)")
    parser.add_argument("--tag", help="the tag of the release, such as v0.2.0")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the files that are built")
    options = parser.parse_args()
    files = [file.resolve() for file in options.files]
    if not files:
        print(f"version {check_version(options.tag)}")
        files = build(options.out.resolve())
        for file in files:
            check_contents(file)
    for file in files:
        try_file(file)


if __name__ == "__main__":
    main()
