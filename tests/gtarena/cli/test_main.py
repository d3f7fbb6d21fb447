"""Output of the command line, above all for mistakes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gtarena.cli.listings.help_text import help_text
from tests.gtarena.cli.conftest import Refused
from tests.gtarena.conftest import Command
from tests.support import ROOT


@pytest.mark.parametrize(("words", "message", "code"), [
    ("game=nim agents=[always:Foo,random]", r"always: 'Foo' is not a legal move of nim here; legal are: ", 2),
    ("game=nim matches=1 model.name=openai/x model.api_base=http://127.0.0.1:9/v1 model.retries=0",
     r"1 match could not be finished \(1 x openai/x: nothing answers at http://127.0.0.1:9/v1", 3),
])
def test_what_only_a_match_shows_is_answered_in_one_line_and_costs_nothing(
    refused: Refused, words: str, message: str, code: int
) -> None:
    refused(words, message, code)


def test_debug_shows_where_an_error_arose(command: Command) -> None:
    for words in (["games", "nimm"], ["game=nim", "prompt=v9"]):
        shown = command(*words, "--debug")
        assert "Traceback (most recent call last)" in shown.err
        assert shown.complaints[-1].startswith("gtarena: unknown")
        assert shown.code == 2


def test_a_line_that_a_crash_left_torn_is_reported_and_played_again(results: Path, tmp_path: Path) -> None:
    log = results / "matches.jsonl"
    first, second = log.read_text().splitlines(keepends=True)
    log.write_text(first + second[:40])
    words = ["game=nim", "agents=[random]", "matches=2"]
    ended = subprocess.run([sys.executable, "-m", "gtarena", *words], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0
    assert re.search(rf"^gtarena: {log}:2: the line is damaged and skipped \(.*\); the", ended.stderr, re.MULTILINE)
    assert "1 match played, 1 already there" in ended.stdout
    assert len(log.read_text().splitlines()) == 2
    assert log.read_text().startswith(first)


@pytest.mark.parametrize("words", [["--help"], ["games"], ["games", "kuhn_poker"], ["games", "el_farol"]])
def test_looking_things_up_imports_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys, atexit\n"
        "from gtarena.cli import main\n"
        "atexit.register(lambda: print('imported:', *sys.modules))\n"
        "main.main()"
    )
    ended = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    imported = ended.stdout.rpartition("imported:")[2].split()
    assert "gtarena.cli.main" in imported
    assert {"litellm", "matplotlib", "pandas", "hydra", "omegaconf", "rich"}.isdisjoint(imported)


def test_an_option_without_its_value_does_not_take_the_default_suite_for_it(tmp_path: Path) -> None:
    # In a process of its own, because Hydra changes what this one logs.
    shown = subprocess.run(
        [sys.executable, "-m", "gtarena", "--info"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Defaults List" in shown.stdout
    assert "suite/arena" in shown.stdout


def test_a_reader_who_goes_away_ends_a_run_quietly(tmp_path: Path) -> None:
    words = ["game=nim", "agents=[random]", "matches=1"]
    start, pipe = [sys.executable, "-m", "gtarena"], subprocess.PIPE
    with subprocess.Popen([*start, *words], cwd=tmp_path, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert [line for line in process.stderr if " matches/s, " not in line] == []
    assert process.returncode == 0
    assert not (tmp_path / "results" / "nim" / "error.json").exists()


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], ["game=nim", "--help"]])
def test_help_can_be_asked_for_in_every_way(command: Command, words: list[str]) -> None:
    assert command(*words).out == help_text()


def test_the_version_is_the_installed_one(command: Command) -> None:
    assert re.fullmatch(r"gtarena \d+\.\d+\.\d+\n", command("--version").out)


def test_a_foreign_package_called_adapters_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "adapters.py").touch()
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    ended = subprocess.run(
        [sys.executable, "-c", "from gtarena.cli import main; main.main()", "games"],
        capture_output=True, text=True, env=environment, cwd=tmp_path, check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert re.fullmatch(r"gtarena: the package 'adapters' at .* is not gtarena's: .*\n", ended.stderr)


def test_a_coroutine_that_ctrl_c_kept_from_starting_is_told_to_nobody_but_debuggers() -> None:
    program = (
        "from gtarena.cli import main\n"
        "async def request(): pass\n"
        "def interrupted(arguments):\n"
        "    request()\n"
        "    raise KeyboardInterrupt\n"
        "main.VERBS['games'] = interrupted\n"
        "main.main()"
    )
    for words, number in (["games"], 0), (["games", "--debug"], 1):
        ended = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
        assert ended.returncode == 130
        assert ended.stderr.count("was never awaited") == number


def test_after_ctrl_c_no_search_is_waited_for() -> None:
    program = (
        "import threading\n"
        "from gtarena.agents.bots import _search_threads\n"
        "from gtarena.cli import main\n"
        "def interrupted(arguments):\n"
        "    _search_threads().submit(threading.Event().wait)\n"
        "    raise KeyboardInterrupt\n"
        "main.VERBS['games'] = interrupted\n"
        "main.main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, "games"], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 130
    assert "stopped; finished matches are kept" in ended.stderr
