"""Plays one match in every OpenSpiel game that loads without parameters: offline/random in seat 0, random elsewhere.

    .venv/bin/python scripts/every_openspiel_game.py [--seed 0] [--seconds 120] [--odd] [GAME ...]

With --odd, our own games are among them, and each parameter of a game gets odd values, one at a time. For each, a line
says whether the game was played or with which message it was refused; the last line counts them.

Mean-field games are left out, because they have no separate players. Prints a table of the finished matches, then the
games that did not finish, with the reasons. Each match runs in a subprocess of its own, two at a time, so that a crash
or an endless match cannot stop the others.
"""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

import gtarena
from gtarena import games
from gtarena.errors import UsageError
from gtarena.games import trials
from gtarena.models.litellm_loader import ENVIRONMENT

ODD = {
    int: (-4, -1, 0, 1, 99, 10**6, 2**31 - 1, 10**12),
    float: (-1.0, 0.0, 1.0, 1e9, float("inf"), float("nan")),
    str: ("-1", "", "\ud800", "\0"),
}
# A short trial, so that thousands of them take minutes.
COMMAND = (sys.executable, "-c", "from gtarena.games import trial_process as trial; trial.ENOUGH = 0.15; "
           "trial.serve_standard_streams()")


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="games to play (default: all)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the matches (default: 0)")
    parser.add_argument("--seconds", type=float, default=120.0, help="time limit of a match (default: 120)")
    parser.add_argument("--odd", action="store_true", help="try odd values of parameters instead")
    asked = parser.parse_args()
    names = asked.games or [
        name for name, kind in sorted(games.all_types().items())
        if kind.default_loadable and "MEAN_FIELD" not in str(kind.dynamics)
    ]
    if asked.odd:
        return try_odd_values(names)
    print(f"{'game':36} {'players':>7} {'steps':>6} {'calls':>6} {'seconds':>8}  returns")
    began = time.monotonic()
    failures = list(play_all(names, asked.seed, asked.seconds))
    print(f"\n{len(names) - len(failures)} of {len(names)} games finished in {time.monotonic() - began:.0f} s")
    for failure in failures:
        print(f"  {failure}")


def try_odd_values(names: Sequence[str]) -> None:
    """Prints what became of each game with odd values of its parameters."""
    found: Counter[str] = Counter()
    with multiprocessing.get_context("spawn").Pool(2, maxtasksperchild=4) as processes:
        for told in processes.imap_unordered(odd_values, names):
            for end, seconds, line in told:
                found[end] += 1
                print(f"{end:8} {seconds:5.1f} s  {line}", flush=True)
    print(", ".join(f"{count} {end}" for end, count in found.items()))


def odd_values(name: str) -> list[tuple[str, float, str]]:
    """Tries the odd values of a game's parameters; returns how each trial ended, its seconds and a line about it."""
    games.TRIALS = trials.Trials(COMMAND)
    tries = [(name, {parameter: value}) for parameter, default in games.defaults(name).items()
             for value in ODD.get(type(default), ())]
    told = [tried(*each) for each in tries]
    games.TRIALS.close()
    return told


def tried(name: str, given: dict[str, object]) -> tuple[str, float, str]:
    """Loads a game and has it tried, be it one of OpenSpiel's or ours."""
    began = time.monotonic()
    try:
        games.load(name, given)
        games.TRIALS.require_playable(name, name, given, list(given))
        end, line = "played", f"{name} {given}"
    except UsageError as error:
        end, line = "refused", ascii(str(error))
    except Exception as error:  # noqa: BLE001  (a fault of ours)
        end, line = "failed", f"{name} {given}: {error!r}"
    return end, time.monotonic() - began, line


def play_all(names: Sequence[str], seed: int, seconds: float, at_once: int = 2) -> Iterator[str]:
    """Plays the games; prints a line for each one that finishes, and yields a line for each one that does not."""
    # Importing litellm takes seconds, so a server process imports it once and forks a process for each match.
    os.environ.update(ENVIRONMENT)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["litellm", "gtarena.runs.matches.workers", "open_spiel.python.games"])
    waiting, running = list(reversed(names)), {}
    while waiting or running:
        while waiting and len(running) < at_once:
            name = waiting.pop()
            receiver, sender = context.Pipe(duplex=False)
            process = context.Process(target=play_one, args=(name, seed, sender), daemon=True)
            process.start()
            sender.close()
            running[receiver] = (name, process, time.monotonic() + seconds)
        for receiver in wait(list(running), timeout=0.5):
            name, process, _ = running.pop(receiver)
            yield from outcome(name, receiver, process)
        for receiver in [ready for ready, (_, _, end) in running.items() if time.monotonic() > end]:
            name, process, _ = running.pop(receiver)
            process.kill()
            yield f"{name}: not finished after {seconds:.0f} s"


def outcome(name: str, receiver: Connection, process: BaseProcess) -> Iterator[str]:
    """Prints the line that a match's process sent, or yields the reason why the match did not finish."""
    try:
        finished, line = receiver.recv()
    except EOFError:
        process.join()
        yield f"{name}: the process died with exit code {process.exitcode}"
        return
    if finished:
        print(line, flush=True)
    else:
        yield f"{name}: {line}"


def play_one(name: str, seed: int, sender: Connection) -> None:
    """Plays one match and sends ``(finished, line)`` to the parent process."""
    began = time.monotonic()
    try:
        players = games.load(name, {}).num_players()
        others = [f"random*{players - 1}"] if players > 1 else []
        record = gtarena.play(name, ["llm", *others], seed)
    except Exception as error:  # noqa: BLE001  (any error is reported in the list)
        sender.send((False, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"))
        return
    returns = ", ".join(f"{value:g}" for value in record.returns or [])
    line = (f"{name:36} {players:7} {len(record.history):6} {len(record.calls):6} "
            f"{time.monotonic() - began:8.1f}  {returns}")
    sender.send((record.outcome == "finished", line if record.outcome == "finished" else str(record.error)))


if __name__ == "__main__":
    main()
