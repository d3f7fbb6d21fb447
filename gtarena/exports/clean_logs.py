"""Copies of logs without secrets and without names of the user's machine and network."""

from __future__ import annotations

import getpass
import ipaddress
import os
import re
import shutil
import socket
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatch
from pathlib import Path

from gtarena.errors import UsageError
from gtarena.exports.secret_scan import SecretScan
from gtarena.logs import reader
from gtarena.logs.damage import Later
from gtarena.logs.ledger import ledger_row
from gtarena.logs.plans import PLAN
from gtarena.logs.prompt_texts import text_row
from gtarena.logs.stopping import STOPPING
from gtarena.reports.tables import stem_of

PUBLISHED = (reader.MATCHES, reader.TEXTS)  # the others are needed for the report, and stay at home
_CHECKS: Mapping[str, Callable[[bytes], object]] = {
    reader.MATCHES: reader.match_row, reader.TEXTS: text_row, reader.ATTEMPTS: reader.attempt_row,
    reader.LEDGERS: ledger_row}
_LEFT_OUT = "it is not published"
_ADDRESS = re.compile(rb"""(?P<before>://(?:[^/@\s"'\\]*@)?)(?P<host>\[[^\]\s"]+\]|[\w.-]+)(?P<port>:\d+)?""")
_PRIVATE_NUMBER = re.compile(
    rb"(?<![\w.-])(?:10(?=\.)|127(?=\.)|192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2,3}(?::\d+)?(?!\.?\d)")
_SPAN = re.compile(rb'"answer_span":\[\d+,\d+\],')
_OTHER_HOME = re.compile(rb"(?:(?<![\w.])/|\b[A-Za-z]:(?:\\\\|/))(?:home|Users)(?:\\\\|/)[\w.-]+")
_DISTINCT = re.compile(r"\w*[0-9.-]")  # of a host's name, unlike a word
_PRIVATE_ENDINGS = (
    ".local", ".localhost", ".internal", ".intranet", ".lan", ".home", ".corp", ".private", ".home.arpa")
_SHORTEST_PATH = 5  # characters; a shorter one may be a word of a game
_SHOWN = 5  # findings


class PrivateNames:
    """Names of the machine and the network, each replaced by a neutral one that is the same everywhere."""

    def __init__(self, folders: Sequence[Path]) -> None:
        own = {Path.home(): "~", Path.cwd(): ".", Path(tempfile.gettempdir()): "TMP", Path(sys.prefix): "ENV"}
        own |= {folder.resolve(): "LOGS" for folder in folders}
        known = {str(path): name for path, name in own.items() if len(str(path)) >= _SHORTEST_PATH}
        if _DISTINCT.match(machine := socket.gethostname()) and len(machine) >= _SHORTEST_PATH:
            known[machine] = "HOST"
        self._paths = {path.encode(): known[path].encode() for path in sorted(known, key=len, reverse=True)}
        found = b"|".join(map(re.escape, self._paths))
        self._pattern = re.compile(rb"(?<![\w.])(?:" + found + rb")(?![\w-])")
        self._hosts: dict[bytes, bytes] = {}

    @property
    def home(self) -> dict[str, bytes]:
        """Texts that must not be in a publication, by kind: the path of the home folder, if it tells a name."""
        home = str(Path.home())
        return {"the path of your home folder": home.encode()} if _user() in home and len(home) > len("/root") else {}

    def without(self, line: bytes) -> bytes:
        """Returns a line with neutral names."""
        clean = _ADDRESS.sub(self._neutral_address, line) if b"://" in line else line
        clean = _PRIVATE_NUMBER.sub(lambda found: self._neutral_host(found[0]), clean)
        for place, name in self._hosts.items():  # errors of servers name them without http://
            clean = re.sub(rb"(?<![\w.-])%b(?![\w-]|\.\d)" % re.escape(place), name, clean) if place in clean else clean
        clean = self._pattern.sub(lambda found: self._paths[found[0]], clean) if self._paths else clean
        clean = _OTHER_HOME.sub(b"~", clean)
        return clean if clean == line else _SPAN.sub(b"", clean)  # places in a reply that is another one now

    def _neutral_address(self, found: re.Match[bytes]) -> bytes:
        host = found["host"].decode(errors="replace")
        if not is_private(host):
            return found[0]
        name = self._neutral_host(found["host"] + (found["port"] or b""))
        if _DISTINCT.match(host):
            self._hosts.setdefault(found["host"], name)
        return found["before"] + name

    def _neutral_host(self, place: bytes) -> bytes:
        return self._hosts.setdefault(place, b"private-host-%d" % (len(set(self._hosts.values())) + 1))


def is_private(host: str) -> bool:
    """Returns whether a host of an address is in a private network: its name has no dot or ends as such names do."""
    name = host.strip("[]").lower()
    try:
        return not ipaddress.ip_address(name).is_global
    except ValueError:
        return "." not in name.strip(".") or name.endswith(_PRIVATE_ENDINGS)


def copy_logs(paths: Sequence[Path], out: Path, scan: SecretScan, names: PrivateNames) -> None:
    """Copies all logs below the paths into a folder, without private names and without lines that cannot be read.

    Raises:
        UsageError: a path does not exist, or a line holds a secret; the error names file, line and kind.
        OSError: a file cannot be read or written.
    """
    findings: list[str] = []
    out.mkdir()
    for number, path in enumerate(paths, start=1):
        place = out / f"{number}-{stem_of(path.resolve().stem, 60) or 'logs'}"
        for file, copy, check in _files(path):
            findings += _copy(file, place / copy, check, scan, names)
        _copy_states(path, place)
    if findings:
        more = f" and {len(findings) - _SHOWN} more" if len(findings) > _SHOWN else ""
        raise UsageError(f"nothing was published: {'; '.join(findings[:_SHOWN])}{more}. Revoke a key that is real, put "
                         "another text in its place in these lines of the logs, and publish again")


def _files(path: Path) -> Iterator[tuple[Path, Path, Callable[[bytes], object]]]:
    """Yields the files of logs at or below a path, each with the path of its copy and the check of its lines."""
    root = path if path.is_dir() else path.parent
    for pattern, check in _CHECKS.items():
        for file in reader.find(pattern, path if pattern == reader.MATCHES else root):
            name = file.name if fnmatch(file.name, pattern) else f"matches-{file.name}"
            yield file, file.relative_to(root).with_name(name), check


def _copy_states(path: Path, place: Path) -> None:
    """Copies what tells a report in which order matches were planned, and if a run stopped by what it saw."""
    root = path if path.is_dir() else path.parent
    for file in [*reader.find(PLAN, root), *reader.find(STOPPING, root)]:
        copy = place / file.relative_to(root)
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, copy)


def _copy(
    file: Path, copy: Path, check: Callable[[bytes], object], scan: SecretScan, names: PrivateNames
) -> Iterator[str]:
    """Copies a file line by line, and yields what it has found."""

    def read_kept(line: bytes) -> bytes:
        """Parses a line as a report does: what nobody can read might hide a secret from the scan."""
        check(line)
        return line

    copy.parent.mkdir(parents=True, exist_ok=True)
    with copy.open("wb") as cleaned:
        for place, line in reader.placed_rows(file, read_kept, _LEFT_OUT):
            if isinstance(line, Later):
                continue
            clean = names.without(line)
            cleaned.write(clean if clean.endswith(b"\n") else clean + b"\n")
            yield from (f"{os.path.relpath(file)}, line {place.number}, holds {kind}" for kind in scan.kinds(clean))


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container may have no name for its user
        return ""
