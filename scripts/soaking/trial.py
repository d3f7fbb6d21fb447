"""Trials: a run in a folder of its own, a fault, and the same command again; then everything is counted."""

import base64
import contextlib
import os
import resource
import secrets
import signal
import subprocess
import sys
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any
from urllib.parse import quote

import _harness  # noqa: F401  (makes the tests' helpers importable)

from gtarena.logs import reader
from gtarena.logs.records import MatchRecord
from tests.support.faulty_server import GOOD
from tests.support.hostile_answers import HOSTILE
from tests.support.openai_server import OpenAIServer

PATIENCE = 150.0  # seconds after which a command counts as hanging
MOST_MEMORY = 1_500  # megabytes of one process
TIME_LIMIT = 2.0  # seconds per request
CONCURRENCY = 4
LATENCY = 0.02  # seconds per reply, so that calls are in flight when a run is killed
PAIRINGS = 3
RETRIES = 10  # with 30 % of failing requests, one call in a million needs more

# Answers that clients accept.
ACCEPTED = (GOOD, "wrong_content_type", "unknown_encoding", "many_thoughts", "echo_in_reply", "cookie", *(
    name for name in HOSTILE if name.startswith("usage_")))
# Fields that may differ between two runs of the same matches.
INCIDENTAL = {"started": True, "seconds": True, "versions": True,
              "calls": {"__all__": {"seconds": True, "cached": True, "retries": True, "cost": True}}}
SECRET_VARIABLES = ("OPENAI_API_KEY", "HOSTED_VLLM_API_KEY", "MY_SERVICE_TOKEN", "AWS_SECRET_ACCESS_KEY")


@dataclass(frozen=True)
class Ended:
    """End of a command: its exit code, all that it printed, and its largest memory and address space in MB."""

    code: int
    output: str
    megabytes: float = 0.0
    address_space: float = 0.0

    @property
    def trouble(self) -> str:
        """The reason why this is no orderly end; empty if it is one."""
        if self.code == -signal.SIGALRM:
            return f"still running after {PATIENCE:g} s"
        if "Traceback (most recent call last)" in self.output:
            return f"a traceback: {self.output.strip().splitlines()[-1][:150]}"
        if self.megabytes > MOST_MEMORY:
            return f"took {self.megabytes:,.0f} MB"
        return "" if self.code in (0, 2, 3, 130) else f"exit code {self.code}: {self.output[-200:]!r}"


@dataclass
class Finding:
    """Result of a trial; ``trouble`` is empty if the run survived the fault.

    ``paid_twice`` counts replies beyond one for each call and those in flight at a kill, ``keys`` the places that hold
    an API key.
    """

    fault: str
    trouble: str = ""
    lost: int = 0
    paid_twice: int = 0
    keys: Sequence[str] = ()


@dataclass
class Trial:
    """A folder with a server, a cache, keys in the environment, and the matches logged so far.

    ``in_flight`` counts the calls that were under way at kills; ``forged`` has the ids of matches whose line was
    changed into another record, and the number of calls that they took.
    """

    folder: Path
    server: OpenAIServer
    matches: int = 12
    in_flight: int = 0
    forged: dict[str, int] = field(default_factory=dict)
    seen: dict[str, bytes] = field(default_factory=dict)
    output: defaultdict[int, bytes] = field(default_factory=lambda: defaultdict(bytes))
    readers: dict[int, threading.Thread] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.results.mkdir(parents=True, exist_ok=True)
        self.keys = {name: f"sk-soak{secrets.token_hex(12)}" for name in SECRET_VARIABLES[:1]} | {
            name: secrets.token_urlsafe(20) for name in SECRET_VARIABLES[1:]}

    @property
    def results(self) -> Path:
        """The results folder."""
        return self.folder / "results"

    @property
    def cache(self) -> Path:
        """The file of the response cache."""
        return self.folder / "cache" / "replies.sqlite"

    def words(self) -> list[str]:
        """Returns the settings of the run."""
        return [
            f"hydra.run.dir={self.results}", "game=kuhn_poker", "agents=[llm,random,cot]",
            f"matches={self.matches // PAIRINGS}", f"model.name={self.server.protocol.model}",
            f"model.timeout={TIME_LIMIT}",
            f"model.concurrency={CONCURRENCY}", f"model.retries={RETRIES}", f"cache.path={self.cache}",
        ]

    def start(
        self, *arguments: str, limits: Mapping[int, int] | None = None, environment: Mapping[str, str] | None = None,
        through: Sequence[str] = (), most_read: int | None = None,
    ) -> "subprocess.Popen[bytes]":
        """Starts ``gtarena ARGUMENTS``, by default the run itself.

        ``limits`` are those of the system, such as ``RLIMIT_FSIZE``; ``through`` is a program that starts the command.
        After ``most_read`` bytes its output is read no further.
        """
        # The address is no setting here, since settings are part of a match's id, and each server has its own port.
        variables = {**os.environ, "HOME": str(self.folder / "home"), "OPENAI_API_BASE": self.server.api_base,
                     **self.keys, **(environment or {})}
        process = subprocess.Popen(
            [*through, sys.executable, "-m", "gtarena", *(arguments or self.words())], cwd=self.folder, env=variables,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
        for kind, limit in (limits or {}).items():
            resource.prlimit(process.pid, kind, (limit, limit))
        assert process.stdout is not None
        # Read as it comes: a pipe that nobody reads would stop the command.
        reader = threading.Thread(target=self._read, args=(process.pid, process.stdout, most_read), daemon=True)
        reader.start()
        self.readers[process.pid] = reader
        return process

    def end(self, process: "subprocess.Popen[bytes]") -> Ended:
        """Waits for the end of a command, and takes down what it printed."""
        due, most, widest = time.monotonic() + PATIENCE, 0, 0
        while process.poll() is None:
            if time.monotonic() > due:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
                return Ended(-signal.SIGALRM, self._printed(process.pid))
            most, widest = (max(known, in_kilobytes(process.pid, peak))
                            for known, peak in ((most, "VmHWM"), (widest, "VmPeak")))
            time.sleep(0.02)
        return Ended(process.returncode, self._printed(process.pid), most / 1000, widest / 1000)

    def run(self, *arguments: str, **options: Any) -> Ended:
        """Runs ``gtarena ARGUMENTS`` to its end."""
        return self.end(self.start(*arguments, **options))

    def look(self) -> None:
        """Remembers the matches that are logged now: they must stay as they are."""
        for line, record in whole_lines(self.results):
            self.seen.setdefault(record.match_id, line)

    def settle(self, finding: Finding, expected: Mapping[str, Any]) -> Finding:
        """Repeats the command without a fault, and adds to the finding what was lost, paid twice or revealed."""
        self.look()
        ended = self.run()
        finding.trouble = finding.trouble or ended.trouble or (
            f"the repeated command ended with {ended.code}: {ended.output[-200:]}" if ended.code else "")
        lines = dict(whole_lines(self.results))
        found = [record for record in lines.values() if record.match_id not in self.forged]
        by_id = results(found)
        finding.lost += sum(line not in lines for line in self.seen.values())
        finding.lost += sum(by_id.get(match_id) != result for match_id, result in expected.items()
                            if match_id not in self.forged)
        if len(found) > len(by_id):
            finding.trouble = finding.trouble or f"{len(found) - len(by_id)} matches are logged twice"
        calls = sum(len(record.calls) for record in found) + sum(self.forged.values())
        finding.paid_twice += max(0, answered(self.server) - calls - self.in_flight)
        finding.keys = [*finding.keys, *self.revealed()]
        return finding

    def revealed(self) -> list[str]:
        """Returns the files below the folder, and the output, in which a key can be read."""
        needles = [needle for key in self.keys.values() for needle in spellings(key)]
        texts = {str(path.relative_to(self.folder)): path.read_bytes()
                 for path in self.folder.rglob("*") if path.is_file() and not path.is_symlink()}
        texts["output"] = b"".join(self.output.values())
        return [name for name, text in texts.items() if any(needle in text for needle in needles)]

    def _read(self, process: int, stream: IO[bytes], most: int | None) -> None:
        with stream:
            while (most is None or len(self.output[process]) < most) and (piece := stream.read1(most or 65_536)):
                self.output[process] += piece

    def _printed(self, process: int) -> str:
        self.readers[process].join(PATIENCE)
        return self.output[process].decode(errors="replace")


def in_kilobytes(process: int, figure: str) -> int:
    """Returns a figure of the kernel's about a process, such as ``VmHWM``, in kB; 0 if it has ended."""
    # Not the figures for ended children, which count what their parent had when it started them.
    with contextlib.suppress(OSError):
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
        return next((int(line.split()[1]) for line in lines if line.startswith(f"{figure}:")), 0)
    return 0


def spellings(key: str) -> Iterator[bytes]:
    """Yields the bytes by which a key could be read from a file."""
    yield key.encode()
    yield quote(key, safe="").encode()
    # Its base64 depends on the place, modulo 3, at which it starts.
    for place in range(3):
        yield base64.b64encode(b" " * place + key.encode())[4 if place else 0:-4]


def whole_lines(folder: Path) -> Iterator[tuple[bytes, MatchRecord]]:
    """Yields the lines below a folder that are match records, with their records."""
    for file in sorted(folder.rglob(reader.MATCHES)):
        for line in file.read_bytes().split(b"\n") if file.is_file() else ():
            with contextlib.suppress(ValueError):
                yield line, MatchRecord.model_validate_json(line)


def results(found: Iterable[MatchRecord]) -> dict[str, Any]:
    """Returns the records by match id, without the fields that may differ between runs."""
    return {record.match_id: record.model_dump(exclude=INCIDENTAL) for record in found}


def answered(server: OpenAIServer) -> int:
    """Returns the number of requests to which the server gave an answer that clients accept."""
    kinds: Mapping[str, int] = server.stats()["kinds"]
    return sum(kinds.get(kind, 0) for kind in ACCEPTED)


@dataclass(frozen=True)
class Fault:
    """A fault by name, and the function that tries it in a trial of its own."""

    name: str
    attempt: Callable[[Trial], Finding]
