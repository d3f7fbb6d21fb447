import errno
import os
import subprocess
import sys

import pytest

from gtarena.errors import UnplayableError, UsageError
from gtarena.games import trials
from gtarena.games.trials import Trials
from gtarena.system.exhaustion import ExhaustedError

READY = "print('ready', flush=True)\n"


@pytest.fixture
def own():
    own = Trials()
    yield own
    own.close()


def scripted(*lines: str) -> Trials:
    """Trials by a process that runs this script."""
    return Trials([sys.executable, "-c", READY + "\n".join(lines)])


def test_a_game_that_crashes_or_eats_memory_is_refused_and_the_next_one_is_tried_again(own):
    with pytest.raises(UnplayableError) as refused:
        own.require_playable("connect_four(rows=0)", "connect_four", {"rows": 0}, ["rows"])
    message = r"connect_four(rows=0) cannot be played: OpenSpiel itself crashed when the game was tried (Segmentation "
    assert str(refused.value).startswith(message)
    assert str(refused.value).endswith("fault); change game.rows")
    assert isinstance(refused.value, UsageError)
    own.require_playable("connect_four(rows=4)", "connect_four", {"rows": 4}, ["rows"])
    with pytest.raises(UnplayableError, match=r"it needs more than 2 GB of memory; change game.board_size$"):
        own.require_playable("hex", "hex", {"board_size": 100_000}, ["board_size"])


def test_a_game_is_tried_once_and_a_process_that_has_ended_meanwhile_is_started_again(own):
    own.require_playable("nim(pile_sizes=1)", "nim", {"pile_sizes": "1"}, [])
    first = own._process
    first.stdin.close()
    assert first.wait() == 0  # as when it is idle
    own.require_playable("nim(pile_sizes=2)", "nim", {"pile_sizes": "2"}, [])
    assert own._process is not first
    own.require_playable("nim(pile_sizes=1)", "nim", {"pile_sizes": "1"}, ["pile_sizes"])
    own.close()
    own._command = ("no such program",)
    own.require_playable("nim(pile_sizes=1)", "nim", {"pile_sizes": "1"}, ["pile_sizes"])


def test_a_process_that_ends_idle_while_it_is_asked_is_started_again(monkeypatch):
    idle, answering = (scripted("import sys", last) for last in (
        "sys.stdin.readline(); sys.exit(0)", "sys.stdin.readline(); print('{\"failure\": \"\"}', flush=True)"))
    commands = [idle._command, answering._command]
    monkeypatch.setattr(trials, "_start_process", lambda command, start=trials._start_process: start(commands.pop(0)))
    idle.require_playable("nim", "nim", {}, [])
    assert not commands
    idle.close()


@pytest.mark.parametrize(("ending", "reason"), [
    ("os.kill(os.getpid(), signal.SIGXCPU)", "it takes longer than 10 seconds"),
    ("os.kill(os.getpid(), signal.SIGKILL)", "its process was killed, as one out of memory is"),
    ("os._exit(7)", r"OpenSpiel itself crashed when the game was tried \(exit code 7\)"),
    ("sys.exit(0)", r"OpenSpiel itself crashed when the game was tried \(exit code 0\)")])
def test_the_way_in_which_the_process_ended_is_told(ending, reason):
    ends = scripted("import os, signal, sys", "sys.stdin.readline()", ending)
    with pytest.raises(UnplayableError, match=f"^nim cannot be played: {reason}; change game.a, game.b$"):
        ends.require_playable("nim", "nim", {}, ["a", "b"])


def test_a_process_that_never_answers_is_given_up(monkeypatch):
    hangs = scripted("import sys", "sys.stdin.readline(); sys.stdin.readline()")
    hangs._running()
    monkeypatch.setattr(trials, "PATIENCE", 0.0)
    monkeypatch.setattr(trials, "GRACE", 0.0)
    with pytest.raises(UnplayableError, match="it gives no answer within 0 seconds"):
        hangs.require_playable("nim", "nim", {}, ["a"])


@pytest.mark.parametrize("command", [("no such program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_a_game_that_cannot_be_tried_is_refused(command):
    with pytest.raises(UsageError, match=r"^games with other parameters than the defaults cannot be tried here: "):
        Trials(command).require_playable("nim", "nim", {}, [])


def test_where_a_trial_lacks_a_resource_of_the_machine_the_run_stops(monkeypatch):
    def none_left(*arguments, **named):
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr(trials.subprocess, "Popen", none_left)
    with pytest.raises(ExhaustedError, match="open no more files"):
        Trials().require_playable("nim", "nim", {}, [])


def test_the_process_is_gone_when_python_ends():
    script = ("from gtarena import games\nfrom gtarena.games import trials; games.load('nim', {'pile_sizes': '1'});"
              "print(trials.TRIALS._process.pid)")
    ended = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert subprocess.run(["kill", "-0", ended.stdout.strip()], capture_output=True).returncode != 0
    assert ended.stderr == ""
