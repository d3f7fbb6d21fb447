import os
import re
import signal
import sys
from pathlib import Path
from types import SimpleNamespace

import pexpect
import pytest

from gtarena.cli import play
from gtarena.errors import UsageError
from gtarena.logs.reader import read_records
from gtarena.logs.records import MatchRecord
from gtarena.web import play as web_play
from tests.support import ROOT

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")
_OVER = r" (has|have) won\.|A draw between |The match ended early"
_ASKED, _READY = "\x1b\\[\\?2004h", "\x1b\\[\\?25h"  # sent when a line is asked for, and when the cursor is there


def test_words_are_the_game_the_opponents_and_the_settings():
    words = ["pig(winscore=20)", "against", "mcts", "cot@m/x*2", "seed=3", "model.name=m/y"]
    assert play.split_words(words) == ("pig(winscore=20)", ["mcts", "cot@m/x*2"], ["seed=3", "model.name=m/y"])
    assert play.split_words(["nim", "seed=3"]) == ("nim", [], ["seed=3"])
    with pytest.raises(UsageError, match="not understood"):
        play.split_words(["nim", "seed=3", "mcts"])


def _asked(prompt: str) -> str:
    return f"{_ASKED}[^\\n]*{prompt}[^\\n]*{_READY}"


class Terminal:
    """Terminal at which a person types commands and answers."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"PYTHONPATH": str(ROOT), "PROMPT_TOOLKIT_NO_CPR": "1"}
        self._shell = pexpect.spawn(
            sys.executable, ["-m", "tests.support.preloaded_shell"], cwd=folder, encoding="utf-8", timeout=60,
            dimensions=(60, 120), env=environment)
        self._shell.delaybeforesend = None

    def start(self, command: str) -> int:
        """Types a command when the shell is ready; returns the number of its process."""
        self._shell.expect("ready ")
        self._shell.send(f"{command}\n")
        self._shell.expect(r"process (\d+) ")
        return int(self._shell.match[1])

    def type(self, prompt: str, keys: str) -> str:
        """Waits until the prompt is there, types, and returns what was shown before."""
        self._shell.expect(_asked(prompt))
        self._shell.send(f"{keys}\r")
        return self._plain()

    def correct(self, refusal: str, keys: str) -> None:
        """Waits until what was typed is refused, and types over it."""
        self._shell.expect(f"{refusal}[^\\n]*{_READY}")
        self._shell.send(f"\x15{keys}\r")

    def until_over(self, **keys: str) -> str:
        """Types the answer to each prompt until the match is over; returns what was shown last."""
        prompts = [_asked(prompt) for prompt in keys]
        while (asked := self._shell.expect([*prompts, _OVER])) < len(prompts):
            self._shell.send(f"{list(keys.values())[asked]}\r")
        return self.end()

    def end(self) -> str:
        """Waits for the end of the command, which has to succeed; returns what was shown last."""
        self._shell.expect(r"exit code (-?\d+)")
        assert self._shell.match[1] == "0"
        return self._plain()

    def killed(self, process: int) -> None:
        """Kills the command where it waits for a line."""
        self._shell.expect(_READY)
        os.kill(process, signal.SIGKILL)
        self._shell.expect("exit code -9")

    def close(self) -> None:
        self._shell.close(force=True)

    def _plain(self) -> str:
        return _ESCAPES.sub("", self._shell.before).replace("\r", "")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("people")


@pytest.fixture(scope="module")
def terminal(folder):
    shell = Terminal(folder)
    yield shell
    shell.close()


def logged(folder: Path, name: str) -> MatchRecord:
    (record,) = read_records(folder / "results" / "play" / name)
    return record


def test_tic_tac_toe_goes_on_after_quit_ctrl_c_and_a_kill(terminal, folder):
    command = "play tic_tac_toe against random --seat 0"
    terminal.start(command)
    terminal.type("Your move:", "5")
    terminal.type("Your move:", "C9R9")
    terminal.correct("Your answer 'C9R9' is not a legal move", "quit")
    assert "The same command goes on with it." in terminal.end()
    terminal.start(command)
    assert "The match goes on where you left off." in terminal.type("Your move:", "\x03")
    terminal.end()
    process = terminal.start(command)
    terminal.type("Your move:", "1")
    terminal.killed(process)
    terminal.start(command)
    shown = terminal.until_over(move="1")
    record = logged(folder, "tic_tac_toe")
    assert f"--match {record.match_id}" in shown
    assert (record.tags["sittings"], record.history[0].action) == (4, 4)


def test_a_spymaster_s_clue_is_a_word_and_a_number(terminal, folder):
    command = "play 'codenames(rows=2,columns=3,first=2,second=1,assassins=1)' against random --seat 0"
    terminal.start(command)
    terminal.type("Clue:", "two words")
    terminal.correct("Not possible", "qqq")
    terminal.type("Number:", "12")
    terminal.correct("Not possible", "/undo")
    terminal.type("Clue:", "xxx")
    terminal.type("Number:", "/quit")
    terminal.end()
    terminal.start(command)
    shown = terminal.type("Clue:", "qqq")
    assert "- assassin: " in shown
    assert "forbidden clues:" in shown  # a topic that models have to look up
    terminal.type("Number:", "1")
    assert "clue: qqq" in terminal.type("Send it", "")
    terminal.until_over(Clue="qqq", Number="1", Send="")
    record = logged(folder, "codenames")
    assert [each.agent for each in record.seats] == ["human", "random", "random", "random"]
    assert next(step.name for step in record.history if step.player == 0) == "qqq"


def test_the_command_line_opens_the_page_at_the_port_that_is_asked_for(command, monkeypatch):
    ports: list[int] = []

    def played(sitting: object, port: int) -> SimpleNamespace:
        ports.append(port)
        return SimpleNamespace(match_id="m")

    monkeypatch.setattr(web_play, "play_in_browser", played)
    assert command("play", "tic_tac_toe", "--web", "--port", "8123").code == 0
    assert command("play", "tic_tac_toe", "--web").code == 0
    assert ports == [8123, 0]
    refused = command("play", "tic_tac_toe", "--port", "8123")
    assert (refused.code, refused.complaints) == (2, ["gtarena: --port 8123 goes with --web"])
