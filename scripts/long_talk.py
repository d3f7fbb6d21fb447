"""Measures a match of 20,000 actions of talk: its log, its replay, its clones and its information states.

Usage: scripts/long_talk.py [BYTES]   bytes of each of the ten texts of a match, 2,000 by default
"""

import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from custom_games.action_specs.utf8_text import spell
from gtarena import games
from gtarena.logs.records import MatchRecord, Seat, Step
from gtarena.logs.replay import Replay
from gtarena.runs.matches.match_state import MatchState
from tests.support import keepers

REPEATS = 2000


def usual_time(action: Callable[[], object], repeats: int = REPEATS) -> float:
    """Returns the median time of an action in microseconds."""
    times = []
    for _ in range(repeats):
        began = time.perf_counter()
        action()
        times.append(time.perf_counter() - began)
    return 1e6 * statistics.median(times)


def played(size: int) -> tuple[MatchState, list[Step]]:
    """Plays a match in which every text has this many bytes; returns the table and the logged steps."""
    game = games.load("keepers", {"limit": size})
    history: list[Step] = []
    table = MatchState(game.new_initial_state(), [], history)
    while not table.state.is_terminal():
        if table.state.is_chance_node():
            table.apply_chance(table.state.chance_outcomes()[0][0])
            continue
        moves = {}
        for seat in table.movers():
            spec = table.state.action_spec(seat)
            named = {"keeper": spec.fields[0].options[0]} if len(spec.keys) == 2 else {}
            text = (f"Seat {seat} says this. " * (size // 5))[:size]
            moves[seat] = spec.read({**named, spec.keys[-1]: text})
        table.apply(moves)
    return table, history


def main(size: int = 2000) -> None:
    """Prints the measurements, one a line."""
    keepers.register()
    began = time.perf_counter()
    table, history = played(size)
    seconds = time.perf_counter() - began
    actions = len(table.state.history())
    said = sum(len(step.name.encode()) for step in history if step.action is None)
    each = 1e6 * seconds / actions
    print(f"{actions} actions, {said} bytes said, played in {seconds:.2f} s, {each:.1f} us an action")
    record = MatchRecord(
        match_id="long", key={}, game="keepers", params={"limit": size}, seed=0, seats=[Seat(agent="random")] * 4,
        history=history, returns=list(table.state.returns()), outcome="finished", started="", seconds=seconds)
    line = record.line()
    print(f"log line: {len(line)} bytes, {len(line) / said:.2f} times the bytes said")
    began = time.perf_counter()
    replay = Replay.of_record(MatchRecord.model_validate(json.loads(line)))
    for step in record.history:
        replay.apply(step.player, step.choice)
    replay.require_end()
    print(f"replayed in {time.perf_counter() - began:.2f} s, the same history: "
          f"{replay.state.history() == table.state.history()}")
    short = games.load("keepers", {"limit": size}).new_initial_state()
    for outcome in (0, 1, 2, 3, 0, 0, 1, 1, 7):
        short.apply_action(outcome)
    short.apply_action(spell("a")[0])
    few, many = usual_time(short.clone), usual_time(table.state.clone)
    print(f"clone after 10 actions {few:.1f} us, after {actions} {many:.1f} us: {many / few:.2f} times")
    talk, _ = played(625)
    print(f"information state of {8 * 625} bytes said: "
          f"{usual_time(lambda: talk.state.information_state_string(0), 200) / 1000:.3f} ms")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
