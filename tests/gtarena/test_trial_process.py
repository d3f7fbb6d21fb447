import json
import os
import resource
import subprocess
import sys
import threading

import pyspiel
import pytest

from gtarena import trial_process
from gtarena.trial_process import attempt, serve
from gtarena.trials import STRICT
from tests.support import team_games
from tests.support.openspiel_games import PLAYABLE


def served(*questions: object, idle: float = 60.0) -> list[object]:
    """The lines that are answered."""
    question_end, asked = os.pipe()
    answered, answer_end = os.pipe()
    with os.fdopen(question_end, "rb", 0) as reader, os.fdopen(answer_end, "wb", 0) as writer:
        os.write(asked, b"".join(json.dumps(question).encode() + b"\n" for question in questions))
        thread = threading.Thread(target=serve, args=(reader, writer, idle))
        thread.start()
        if idle:
            os.close(asked)
        thread.join()
    with os.fdopen(answered, "rb") as lines:
        return [json.loads(line) for line in lines]


@pytest.fixture(autouse=True)
def _own_limits(monkeypatch):
    """Keeps the limits of this process as they are."""
    monkeypatch.setattr(trial_process, "_allow_processor_time", lambda: None)


def test_it_says_that_it_is_ready_and_answers_each_question_until_there_are_no_more():
    assert served(["nim", {"pile_sizes": "1;2"}], ["kuhn_poker", {"players": 3}]) == [
        "ready", {"failure": ""}, {"failure": ""}]


def test_it_ends_when_it_is_idle():
    assert served(idle=0.0) == ["ready"]


@pytest.mark.parametrize(("name", "parameters"), [
    ("python_tic_tac_toe", {}),
    ("misere", {"game": {"name": "el_farol", "rounds": 2, "players": 2}}),
    ("no_such_game", {}),
    ("kuhn_poker", {"players": 99}),
    ("crossword", {}),  # its states refuse to list actions
    ("matrix_pd", {}),
])
def test_games_of_every_kind_are_tried_and_what_raises_an_exception_does_not_crash(name, parameters):
    assert attempt(name, parameters) == ""


@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("std::bad_alloc")])
def test_a_lack_of_memory_is_told(error, monkeypatch):
    def lacking(*arguments: object) -> None:
        raise error

    monkeypatch.setattr(pyspiel, "load_game", lacking)
    assert attempt("nim", {}) == "memory"


def test_a_lack_of_memory_in_the_middle_of_a_match_is_told(monkeypatch):
    def lacking(state: object) -> None:
        raise MemoryError

    monkeypatch.setattr(trial_process, "_ask", lacking)
    assert attempt("nim", {}) == "memory"


def test_a_trial_plays_to_the_end_and_reads_the_prompts_of_every_player(monkeypatch):
    team_games.register()
    ended, prompted = set(), set()
    ask, prompt = trial_process._ask, trial_process._prompt
    monkeypatch.setattr(trial_process, "_ask", lambda state: (ended.add(state.is_terminal()), ask(state)))
    monkeypatch.setattr(trial_process, "_prompt", lambda adapter, state: (
        prompted.add(state.current_player()), prompt(adapter, state)))
    assert attempt("kuhn_poker", {"players": 3}) == ""
    assert ended == {False, True}
    assert prompted >= {0, 1, 2}


def test_a_limit_is_lowered_and_never_raised_beyond_the_systems(monkeypatch):
    kept = {}
    monkeypatch.setattr(resource, "setrlimit", kept.__setitem__)
    for hard in (resource.RLIM_INFINITY, 100, 1):
        monkeypatch.setattr(resource, "getrlimit", lambda kind, hard=hard: (hard, hard))
        trial_process._limit(hard, 50)
    assert kept == {resource.RLIM_INFINITY: (50, resource.RLIM_INFINITY), 100: (50, 100), 1: (1, 1)}


def test_games_read_no_questions_and_write_no_answers():
    asked = [["efg_game", {"filename": "/dev/stdin"}], ["2048", {}], ["quoridor", {"wall_count": 3}]]
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    ended = subprocess.run(
        [sys.executable, "-m", "gtarena.trial_process"], input=lines, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in ended.stdout.splitlines()] == ["ready", *[{"failure": ""}] * 3]
    assert ended.stderr == ""


def test_no_game_crashes_as_openspiel_sets_it_up():
    asked = "".join(json.dumps([name, {}]) + "\n" for name in PLAYABLE)
    script = "from gtarena import trial_process as p; p.ENOUGH = 0.02; p.main()"
    strictly = {**os.environ, **STRICT}
    ended = subprocess.run([sys.executable, "-c", script], input=asked, capture_output=True, text=True, env=strictly)
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert answers == ["ready", *[{"failure": ""}] * len(PLAYABLE)], [*PLAYABLE][len(answers) - 1]
