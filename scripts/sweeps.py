"""Tries sweeps on Hydra's launchers: killed and finished, the same results everywhere, and the cost of a job.

    python scripts/sweeps.py --parts kills launchers costs --jobs 500

``kills``: 3 offline models x 6 temperatures x 5 prompts x 4 games on joblib, killed twice (its process group, then only
the command) and finished. ``launchers``: the same sweep on submitit's local executor and a local ray cluster; the
results must be the same after sorting. ``costs``: seconds a job and the command's peak memory for jobs of one match of
kuhn_poker, and again when all is done. ``--share 0.1`` takes about that share of the sweep. Needs the extras joblib,
submitit and ray for the launchers that are tried. The exit code is 1 if a check fails.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from _harness import Checks, records

from gtarena.logs.records import MatchRecord
from gtarena.runs.sweeps.state import read_sweep
from gtarena.runs.sweeps.status import jobs_of

LAUNCHERS: Mapping[str, tuple[str, ...]] = {
    "basic": (),
    "joblib": ("hydra/launcher=joblib", "hydra.launcher.n_jobs=2"),
    # It would start all jobs at once.
    "submitit": ("hydra/launcher=submitit_local", "hydra.sweeper.max_batch_size=4"),
    "ray": ("hydra/launcher=ray", "+hydra.launcher.ray.init.num_cpus=2"),
}
SWEPT: Mapping[str, tuple[str, ...]] = {
    "model.name": ("offline/random", "offline/first", "offline/flaky"),
    "game": ("guess_two_thirds", "el_farol", "divide_dollar", "public_goods"),
    "model.temperature": ("0", "0.2", "0.4", "0.6", "0.8", "1"),
    "prompt": ("v1", "v2", "v3", "v4", "v5"),
}
FIXED = ("agents=[llm]", "players=3")
MATCHES = 2
Words = tuple[str, ...]


def swept(share: float) -> tuple[Words, int]:
    """Returns the words of the sweep, or of about a share of it, and its number of jobs."""
    words, jobs = [], 1
    for key, values in SWEPT.items():
        kept = values[:max(1, round(len(values) * share ** (1 / len(SWEPT))))]
        words.append(f"{key}={','.join(kept)}")
        jobs *= len(kept)
    return (*FIXED, f"matches={MATCHES}", *words), jobs


def started(folder: Path, launcher: str, words: Words) -> subprocess.Popen[bytes]:
    """Starts a sweep in a process group of its own; what it prints is in ``printed.txt`` beside the folder."""
    command = [sys.executable, "-m", "gtarena", "-m", *LAUNCHERS[launcher], f"hydra.sweep.dir={folder}", *words]
    with (folder.parent / "printed.txt").open("ab") as printed:
        return subprocess.Popen(command, stdout=printed, stderr=subprocess.STDOUT, start_new_session=True)


def ended_jobs(folder: Path) -> int:
    """Returns the number of a sweep's jobs that have ended."""
    sweep = read_sweep(folder)
    return sum(job.state == "done" for job in jobs_of(folder, sweep, time.time())) if sweep else 0


def timeless(record: MatchRecord) -> dict[str, Any]:
    """Returns a record without its times."""
    return record.model_dump(exclude={"started": True, "seconds": True, "calls": {"__all__": {"seconds"}}})


def results(folder: Path) -> list[dict[str, Any]]:
    """Returns all records of a sweep without times, sorted by folder and match."""
    found = [(str(log.parent.relative_to(folder)), record.match_id, timeless(record))
             for log in folder.rglob("matches*.jsonl") for record in records(log)]
    return [record for _, _, record in sorted(found, key=lambda each: each[:2])]


def whole_lines(folder: Path) -> set[bytes]:
    """Returns the lines of all logs of matches that are whole."""
    return {line for log in folder.rglob("matches*.jsonl") for line in log.read_bytes().splitlines(keepends=True)
            if line.endswith(b"\n")}


def killed_and_finished(folder: Path, share: float, check: Checks) -> None:
    """Kills a sweep on joblib twice, finishes it, and checks that nothing is lost or played twice."""
    words, jobs = swept(share)
    print(f"kills: {jobs} jobs on joblib")
    kept: set[bytes] = set()
    for part, kill in ((1, os.killpg), (2, os.kill)):
        process = started(folder, "joblib", words)
        while ended_jobs(folder) < part * jobs / 3 and process.poll() is None:
            time.sleep(0.1)
        if process.poll() is not None:
            sys.exit(f"gtarena ended:\n{(folder.parent / 'printed.txt').read_text()[-2000:]}")
        kill(process.pid, signal.SIGKILL)
        process.wait()
        time.sleep(1)  # its children notice, and end
        lines = whole_lines(folder)
        check(f"after kill {part} all earlier matches are there", kept <= lines, f"{len(kept)} of {len(lines)}")
        kept = lines
    began, code = time.time(), started(folder, "joblib", words).wait()
    check("it is finished in the end", code == 0, f"exit code {code}, {time.time() - began:.0f} s")
    found = records(folder)
    ids = {record.match_id for record in found}
    check("every match is there once", len(found) == len(ids) == jobs * MATCHES, f"{len(found)} of {jobs * MATCHES}")
    check("no match of before was lost or changed", kept <= whole_lines(folder), f"{len(kept)} lines")
    check("there is one merged report", (folder / "report.html").exists(), "report.html")


def same_everywhere(folder: Path, share: float, launchers: Words, check: Checks) -> None:
    """Runs the same sweep on several launchers and compares their results."""
    words, jobs = swept(share)
    print(f"launchers: {jobs} jobs")
    expected: list[dict[str, Any]] | None = None
    for launcher in launchers:
        began, code = time.time(), started(folder / launcher, launcher, words).wait()
        found = results(folder / launcher)
        expected = found if expected is None else expected
        check(f"{launcher}: the same results", code == 0 and found == expected and len(found) == jobs * MATCHES,
              f"{len(found)} matches, {time.time() - began:.0f} s")


def peak_memory(process: subprocess.Popen[bytes]) -> int:
    """Waits for a process and returns its peak resident memory in MB."""
    peak = 0
    while process.poll() is None:
        lines = Path(f"/proc/{process.pid}/status").read_text().splitlines()
        peak = max(peak, *(int(line.split()[1]) for line in lines if line.startswith("VmHWM")), 0)
        time.sleep(0.05)
    return peak // 1000


def costs(folder: Path, jobs: int, launchers: Words, check: Checks) -> None:
    """Prints seconds a job and the command's peak memory, for new jobs and for those that are done."""
    words = ("game=kuhn_poker", "agents=[random]", "matches=1", f"seed=range(0,{jobs})")
    print(f"costs: {jobs} jobs of one match\n  {'launcher':10} {'s a job':>8} {'MB':>6} {'s a done job':>13} {'MB':>6}")
    for launcher in launchers:
        row = []
        for _ in range(2):
            began, process = time.time(), started(folder / launcher, launcher, words)
            peak = peak_memory(process)
            row += [(time.time() - began) / jobs, peak]
        print("  {:10} {:8.3f} {:6} {:13.4f} {:6}".format(launcher, *row), flush=True)
        found = len(records(folder / launcher))
        check(f"{launcher}: all jobs are done", found == jobs, f"exit code {process.returncode}")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = ("kills", "launchers", "costs")
    parser.add_argument("--parts", nargs="+", choices=parts, default=parts)
    parser.add_argument("--share", type=float, default=1.0, help="share of the sweep of 360 jobs (default: 1)")
    parser.add_argument("--jobs", type=int, default=500, help="number of jobs whose cost is measured (default: 500)")
    parser.add_argument("--launchers", nargs="+", choices=LAUNCHERS, default=tuple(LAUNCHERS))
    options = parser.parse_args()
    check = Checks()
    with tempfile.TemporaryDirectory() as folder:
        top = Path(folder)
        for part in options.parts:
            (top / part).mkdir()
        if "kills" in options.parts:
            killed_and_finished(top / "kills" / "sweep", options.share, check)
        if "launchers" in options.parts:
            same_everywhere(top / "launchers", options.share, tuple(options.launchers), check)
        if "costs" in options.parts:
            costs(top / "costs", options.jobs, tuple(options.launchers), check)
    sys.exit(check.failed > 0)


if __name__ == "__main__":
    main()
