"""Exhausted resources, unwritable places, readers that go away, odd locales and links in place of files."""

import os
import resource
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from soaking.trial import CONCURRENCY, Ended, Fault, Finding, Trial, in_kilobytes

FAILED = 3  # the exit code of runs with unfinished matches

Attempt = Callable[[Trial], Finding]

FILE_SIZES = (0, 100, 1_000, 4_096, 8_192, 12_288, 16_384, 20_000, 30_000, 50_000, 100_000)  # bytes
DISK_SIZES = (16, 40, 64, 100, 200, 400)  # kilobytes
DESCRIPTORS = (8, 12, 16, 20, 24, 28, 32, 40, 64)
THREADS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16)  # and processes
MEMORY = (2, 5, 10, 20, 30, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 98)  # per cent of what the run takes
SPARE = (0, 1, 4, 16, 40)  # megabytes that a running process may still take
CALLS = (1, 5, 12)  # that have been made when it runs short
WORKERS = (1, 2)
FIRST_USER = 60_001  # of users without a name, one for each trial: a limit of processes counts all of a user's
PAUSE = 0.002  # seconds between two looks at a run


def faults(expected: Mapping[str, Any], needed: float) -> Iterator[Fault]:
    """Yields all faults of this kind; ``needed`` is the address space of an undisturbed run in MB."""
    for workers in WORKERS:
        for name, run in exhaustions(needed, f"workers={workers}"):
            yield Fault(f"{name}, workers={workers}", _tried(f"{name}, workers={workers}", run, expected))
    for kilobytes in DISK_SIZES if os.geteuid() == 0 else ():  # others may not mount a disk
        for place in ("results", "cache"):
            name = f"disk of {kilobytes} kB for the {place}"
            yield Fault(name, _on_small_disk(name, place, kilobytes, expected))
    for name, run in ODD.items():
        yield Fault(name, _tried(name, run, expected))


def exhaustions(needed: float, *more: str) -> Iterator[tuple[str, Callable[[Trial], Ended]]]:
    """Yields runs that lack a resource from the beginning or run short of it; ``more`` are further settings."""
    def under(limits: Mapping[int, int], through: Sequence[str] = ()) -> Callable[[Trial], Ended]:
        return lambda trial: trial.run(*trial.words(), *more, limits=limits, through=through)

    for size in FILE_SIZES:
        yield f"no file above {size:,} bytes", under({resource.RLIMIT_FSIZE: size})
    for number in DESCRIPTORS:
        yield f"{number} file descriptors", under({resource.RLIMIT_NOFILE: number})
    for share in MEMORY:
        yield f"{share} % of the address space", under({resource.RLIMIT_AS: int(needed * share * 10_000)})
    for user, number in zip(count(FIRST_USER), THREADS) if _may_change_user() else ():
        yield f"{number} threads", under({}, ["prlimit", f"--nproc={number}", *_as_user(user)])
    for calls in CALLS:
        for megabytes in SPARE:
            squeezed = _squeezed(calls, resource.RLIMIT_AS, megabytes << 20, more)
            yield f"{megabytes} MB left after {calls} calls", squeezed
        yield f"no file any more after {calls} calls", _squeezed(calls, resource.RLIMIT_NOFILE, 0, more)
        yield f"no room any more after {calls} calls", _squeezed(calls, resource.RLIMIT_FSIZE, 0, more)


def _may_change_user() -> bool:
    # No limit of processes holds for root itself.
    return os.geteuid() == 0 and all(map(shutil.which, ("prlimit", "setpriv")))


def _as_user(user: int) -> list[str]:
    """Returns the program that runs a command as another user, who may still read and write every file."""
    files = "-all,+dac_override"
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", f"--inh-caps={files}",
            f"--ambient-caps={files}"]


def _squeezed(calls: int, kind: int, spare: int, more: Sequence[str]) -> Callable[[Trial], Ended]:
    """Returns a run whose processes get a limit, with so much to spare, when that many calls have been made."""
    def run(trial: Trial) -> Ended:
        process = trial.start(*trial.words(), *more)
        while process.poll() is None and trial.server.stats()["requests"] < calls:
            time.sleep(PAUSE)
        for each in _group(process.pid):
            with suppress(ProcessLookupError):
                taken = in_kilobytes(each, "VmSize") * 1024 if kind == resource.RLIMIT_AS else 0
                resource.prlimit(each, kind, (taken + spare, taken + spare))
        return trial.end(process)

    return run


def _group(leader: int) -> Iterator[int]:
    """Yields the processes of a group."""
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if os.getpgid(int(path.name)) == leader:
                yield int(path.name)


def _tried(name: str, run: Callable[[Trial], Ended], expected: Mapping[str, Any]) -> Attempt:
    def attempt(trial: Trial) -> Finding:
        ended = run(trial)
        # A run that a full disk stops cannot keep the replies of the calls under way.
        trial.in_flight += CONCURRENCY if ended.code == FAILED else 0
        return trial.settle(Finding(name, ended.trouble), expected)

    return attempt


def _on_small_disk(name: str, place: str, kilobytes: int, expected: Mapping[str, Any]) -> Attempt:
    def attempt(trial: Trial) -> Finding:
        folder = trial.folder / place
        folder.mkdir(exist_ok=True)
        size = ["-o", f"size={kilobytes}k"]
        subprocess.run(["mount", "-t", "tmpfs", *size, "tmpfs", str(folder)], check=True)
        try:
            first, again = trial.run(), trial.run()
            trial.in_flight += CONCURRENCY * ((first.code == FAILED) + (again.code == FAILED))
            trouble = first.trouble or again.trouble or _paid_again(trial, place)
            subprocess.run(["mount", "-o", "remount,size=100m", str(folder)], check=True)
            return trial.settle(Finding(name, trouble), expected)
        finally:
            subprocess.run(["umount", "-l", str(folder)], check=True)

    return attempt


def _paid_again(trial: Trial, place: str) -> str:
    """Returns a complaint if a full disk did not stop the calls: each command may pay only for those under way."""
    requests = int(trial.server.stats()["requests"])
    return f"{requests} requests with a full disk for the {place}" if requests > 4 * trial.matches else ""


def _unread(count: int) -> Callable[[Trial], Ended]:
    """Returns a run whose reader goes away after a number of bytes."""
    return lambda trial: _succeeded(trial.run(most_read=count))


def _succeeded(ended: Ended) -> Ended:
    """Returns an end that is no orderly one unless the run succeeded: only its display was taken away."""
    return ended if not ended.code else Ended(1, f"exit code {ended.code}", ended.megabytes)


def _closed(*streams: int) -> Callable[[Trial], Ended]:
    """Returns a run that starts without standard streams."""
    def run(trial: Trial) -> Ended:
        closing = " ".join(f"{stream}>&-" for stream in streams)
        return _succeeded(trial.end(trial.start(through=["sh", "-c", f'exec "$@" {closing}', "sh"])))

    return run


def _with(**variables: str) -> Callable[[Trial], Ended]:
    return lambda trial: _succeeded(trial.run(environment=variables))


def _linked(name: str) -> Callable[[Trial], Ended]:
    """Returns a run in whose results folder a file is a link to a file of the user's."""
    def run(trial: Trial) -> Ended:
        precious = trial.folder / "precious.txt"
        precious.write_text("precious")
        (trial.results / name).symlink_to(precious)
        ended = trial.run()
        if precious.read_text() != "precious":
            return Ended(1, f"wrote through the link {name}")
        if (trial.results / name).is_symlink():
            (trial.results / name).unlink()
        return ended

    return run


def _without_home(trial: Trial) -> Ended:
    words = [word for word in trial.words() if not word.startswith("cache.path")]
    ended = trial.run(*words, environment={"HOME": os.devnull, "XDG_CACHE_HOME": os.devnull})
    return ended if "cache.enabled=false" in ended.output else Ended(1, f"names no way out: {ended.output}")


def _read_only(trial: Trial) -> Ended:
    place = Path("/proc/gtarena")
    return trial.run(*[f"hydra.run.dir={place}" if word.startswith("hydra.run.dir") else word
                       for word in trial.words()])


ODD: Mapping[str, Callable[[Trial], Ended]] = {
    **{f"a reader that goes away after {count} bytes": _unread(count) for count in (0, 1, 5, 100, 1_000)},
    "no standard output": _closed(1),
    "no standard error": _closed(2),
    "no standard streams at all": _closed(0, 1, 2),
    "ASCII terminal": _with(PYTHONIOENCODING="ascii", LC_ALL="C"),
    "Latin-1 terminal": _with(PYTHONIOENCODING="latin-1"),
    "time zone of the far east": _with(TZ="Pacific/Kiritimati"),
    "terminal of one column": _with(COLUMNS="1", TERM="dumb"),
    "no home and an unwritable cache": _without_home,
    "results in a read-only place": _read_only,
    **{f"{name} is a link": _linked(name) for name in (
        ".lock", "matches.jsonl", "texts.jsonl", "attempts.jsonl", "plan.json", "plan.json.draft", "report.html",
        "leaderboard.csv", "error.json")},
}
