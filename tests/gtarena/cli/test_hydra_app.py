import csv
import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from gtarena.cli.sweeps import sweep_results
from gtarena.runs import resume, status
from gtarena.runs.gate import admit_run
from tests.support.runs import Forked, pipe_that_nobody_reads, read_until


def leaderboard(folder: Path) -> list[dict[str, str]]:
    with (folder / "leaderboard.csv").open() as file:
        return list(csv.DictReader(file))


def logs(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("matches*.jsonl")}


def test_a_sweep_ends_in_one_row_for_every_combination(command, tmp_path):
    words = ["-m", "game=kuhn_poker", "prompt=v1,v2", "model.temperature=0,1", "matches=2"]
    folder = tmp_path / "results" / "kuhn_poker"
    first = command(*words)
    assert (first.code, first.complaints) == (0, [])
    rows = [row for row in leaderboard(folder) if row["agent"] == "llm"]
    assert {row["settings"] for row in rows} == {
        f"prompt={version} temperature={temperature}" for version in ("v1", "v2") for temperature in (0, 1)}
    assert [row["matches"] for row in rows] == ["2"] * 4
    played = logs(folder)
    assert {name.rpartition("-")[0] for name in played} == {
        f"prompt={version},temperature={temperature}" for version in ("v1", "v2") for temperature in (0, 1)}
    again = command(*words)
    assert (again.code, again.out.splitlines()[0]) == (0, "sweep of 4 jobs, 4 of them done already")
    assert "matches played" not in again.out
    assert logs(folder) == played


def test_failures_are_not_remembered_once_a_run_or_sweep_succeeds(command, tmp_path):
    words = ["-m", "game=kuhn_poker", "agents=[random]", "matches=2"]
    assert (command(*words, "game.players=2,99").code, command(*words, "game.players=2,3").code) == (2, 0)
    assert {row["game"] for row in leaderboard(tmp_path / "results" / "kuhn_poker")} == {
        "kuhn_poker", "kuhn_poker(players=3)"}
    words = ["game=nim", "agents=[llm]", "matches=1", "name=x"]
    assert command(*words, "budget.calls=1").code == 3
    note = tmp_path / "results" / "x" / "error.json"
    assert json.loads(note.read_text())["exit_code"] == 3
    assert command(*words).code == 0
    assert not note.exists()


def test_a_sweep_ends_with_the_gravest_code_of_its_jobs_of_which_none_costs_the_others(command, tmp_path, monkeypatch):
    def broken(settings, folder):
        if "seed=1" in folder.name:
            raise ZeroDivisionError("by nought")
        return admit_run(settings, folder)

    monkeypatch.setattr(resume, "admit_run", broken)
    shown = command("-m", "game=nim", "matches=1", "agents=[random]", "seed=1,2")
    assert shown.code == 3
    assert re.fullmatch(r"gtarena: seed=1-[0-9a-f]{6}: ZeroDivisionError: by nought \(--debug shows where\)",
                        shown.complaints[0])
    assert shown.complaints[-1].startswith("gtarena: 1 of the sweep's jobs failed")
    assert len(logs(tmp_path / "results" / "nim")) == 1


def test_games_of_any_name_and_presets_of_ones_own_are_played(command, tmp_path):
    assert command("game=2048", "agents=[random]", "matches=1").code == 0
    assert [row["game"] for row in leaderboard(tmp_path / "results" / "2048")] == ["2048"]
    inner = "goofspiel(num_cards=3,points_order=descending)"
    shown = command("game=turn_based_simultaneous_game", f"game.game='{inner}'", "agents=[random]", "matches=2")
    assert (shown.code, shown.complaints) == (0, [])
    folder = tmp_path / "results" / "turn_based_simultaneous_game"
    assert [row["game"] for row in leaderboard(folder)] == [f"turn_based_simultaneous_game(game={inner})"]
    (tmp_path / "mine" / "agent").mkdir(parents=True)
    (tmp_path / "mine" / "agent" / "careful.yaml").write_text("kind: mcts\nsimulations: 7\n")
    shown = command("--config-dir", "mine", "+agent@agent.careful=careful", "agents=[careful]", "game=nim", "matches=1")
    assert (shown.code, shown.complaints) == (0, [])
    (log,) = logs(tmp_path / "results" / "nim").values()
    assert [(seat["agent"], seat["params"]) for seat in json.loads(log)["seats"]] == [
        ("careful", {"kind": "mcts", "simulations": 7})] * 2


def test_a_person_plays_at_the_terminal_and_goes_on_another_time(command, tmp_path):
    # The opponent plays the middle, then upper corners; the person fills the third row.
    words = ["game=tic_tac_toe", "agents=[human,fixed:C2R2/C1R1/C3R1]", "matches=2"]
    first = command(*words, typed="up\nC9R9\nC1R3\nAnswer: C2R3\nc3r3\n")
    assert first.code == 2
    seen = first.err
    assert seen.startswith("You are playing tic-tac-toe")
    assert seen.index("Your answer 'up' is not a legal move") < seen.index("Your answer 'C9R9' is not a legal move")
    assert "\nThe match is over: human 1, fixed:C2R2/C1R1/C3R1 −1\n" in seen
    assert seen.count("You are playing tic-tac-toe") == 2
    assert "matches/s" not in seen
    assert seen.endswith("\ngtarena: agent human: the input ended before the match did "
                         "(1 match could not be finished; finished ones are kept)\n")
    assert "Your move" not in first.out
    second = command(*words, typed="C1R3\nC2R3\nC3R3\n")
    assert (second.code, second.err.count("You are playing")) == (0, 1)
    assert "1 match played, 1 already there" in second.out
    (row,) = [row for row in leaderboard(tmp_path / "results" / "tic_tac_toe") if row["agent"] == "human"]
    assert (row["matches"], row["wins"]) == ("2", "2")


def test_a_run_that_nobody_reads_is_reported_and_ends_with_the_code_of_its_matches(tmp_path):
    words = ["game=kuhn_poker", "agents=[llm,random]", "matches=2", "budget.calls=1", "seed=1"]
    written, code = Forked(tmp_path, *words, prepare=lambda: os.dup2(pipe_that_nobody_reads(), 1)).finish()
    assert code == 3
    assert "1 match could not be finished" in written
    assert (tmp_path / "report.html").exists()
    assert "Broken" not in written
    assert json.loads((tmp_path / "error.json").read_text())["exit_code"] == 3


def heed_interrupts() -> None:
    """Undoes what a shell does to processes in the background, which then ignore Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_a_person_can_stop_at_any_time(tmp_path):
    words = ["game=nim", "agents=[human,random]", "matches=1"]
    start, pipe = [sys.executable, "-m", "gtarena"], subprocess.PIPE
    with subprocess.Popen([*start, *words], cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe, text=True,
                          preexec_fn=heed_interrupts) as process:
        read_until(process.stderr, "Your move: ")
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=60) == 130
        assert process.stderr.read() == (
            "\ngtarena: stopped; finished matches are kept, and the same command continues\n")


def room_for_nothing() -> None:
    """Allows a process no bytes in any file, as a full disk does."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


@pytest.mark.parametrize("words", [[], ["-m", "seed=1,2"]])
def test_a_full_disk_is_told_in_one_line_with_a_path_and_ends_with_3(tmp_path, words):
    words = [*words, f"hydra.sweep.dir={tmp_path}", "game=nim", "agents=[random]", "matches=1"]
    written, code = Forked(tmp_path, *words, prepare=room_for_nothing).finish()
    assert code == 3
    told = rf"gtarena: nothing more can be written \({tmp_path}\S*: File too large\): make room .*\n"
    assert re.fullmatch(told, written)


def test_a_full_disk_found_while_a_job_begins_leaves_no_empty_file(command, tmp_path, monkeypatch):
    def full(path: Path, text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr(status, "write_text", full)
    monkeypatch.setattr(sweep_results, "write_text", full)
    shown = command("game=nim", "agents=[random]", "matches=1", "hydra.run.dir=run")
    assert shown.code == 3
    (line,) = shown.complaints
    assert re.search(r"run/plan\.json: No space left on device\): make room on the disk", line)
    assert not (tmp_path / "run" / "error.json").exists()
