"""Plays one match in every OpenSpiel game that loads without parameters: offline/random in seat 0, random elsewhere.

    .venv/bin/python scripts/every_openspiel_game.py [--seed 0] [--seconds 120] [GAME ...]

Mean-field games are left out: they have no separate players. Prints a table, then the games that did not
finish, each with its reason. Every match has a process of its own (two at a time), so that a crash or a match
without end is a line in the table and no more.
"""

import argparse
import multiprocessing
import os
import time
from collections.abc import Iterator, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess

import gtarena
from gtarena import games
from gtarena.models.litellm_loader import ENVIRONMENT


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", help="only these games")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=120.0, help="time limit for a match")
    asked = parser.parse_args()
    names = asked.games or [
        name for name, kind in sorted(games.all_types().items())
        if kind.default_loadable and "MEAN_FIELD" not in str(kind.dynamics)
    ]
    print(f"{'game':36} {'players':>7} {'steps':>6} {'calls':>6} {'seconds':>8}  returns")
    began = time.monotonic()
    failures = list(play_all(names, asked.seed, asked.seconds))
    print(f"\n{len(names) - len(failures)} of {len(names)} games finished in {time.monotonic() - began:.0f} s")
    for failure in failures:
        print(f"  {failure}")


def play_all(names: Sequence[str], seed: int, seconds: float, at_once: int = 2) -> Iterator[str]:
    """Plays the games, printing a line for each that finishes and yielding one for each that does not."""
    # litellm takes seconds to import: a server that has imported it once forks a process for each match.
    os.environ.update(ENVIRONMENT)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["litellm", "gtarena.runs.runner", "open_spiel.python.games"])
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
    """Prints what a match's process sent, or yields why there is nothing to print."""
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
    """Plays one match and sends ``(finished, line)``."""
    began = time.monotonic()
    try:
        players = games.load(name, {}).num_players()
        others = [f"random*{players - 1}"] if players > 1 else []
        record = gtarena.play(name, ["llm", *others], seed)
    except Exception as error:  # noqa: BLE001  (whatever it is, it is this game's line in the list)
        sender.send((False, f"{type(error).__name__}: {' '.join(str(error).split())[:200]}"))
        return
    returns = ", ".join(f"{value:g}" for value in record.returns or [])
    line = (f"{name:36} {players:7} {len(record.history):6} {len(record.calls):6} "
            f"{time.monotonic() - began:8.1f}  {returns}")
    sender.send((record.outcome == "finished", line if record.outcome == "finished" else str(record.error)))


if __name__ == "__main__":
    main()
