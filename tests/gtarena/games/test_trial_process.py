import json
import math
import os
import resource
import subprocess
import sys
import threading

import pyspiel
import pytest

from gtarena.games import match_ends, trial_process
from gtarena.games.trial_process import attempt, serve
from gtarena.games.trials import OUT_OF_MEMORY, STRICT
from tests.support import endless_games, team_games
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


def test_it_says_that_it_is_ready_and_answers_each_question_until_there_are_no_more_or_it_is_idle():
    assert served(["nim", {"pile_sizes": "1;2"}], ["kuhn_poker", {"players": 3}]) == [
        "ready", {"failure": ""}, {"failure": ""}]
    assert served(idle=0.0) == ["ready"]


@pytest.mark.parametrize(("name", "parameters"), [
    ("python_tic_tac_toe", {}), ("misere", {"game": {"name": "el_farol", "rounds": 2, "players": 2}}),
    ("matrix_pd", {}),
    ("add_noise", {"game": {"name": "kuhn_poker"}, "epsilon": 0.1, "seed": 1}),  # shows nothing at chance nodes
    ("laser_tag", {"horizon": -1}),  # ends with the first hit, and states no length
    ("go", {"board_size": 19}), ("hex", {"board_size": 26}), ("chess", {"chess960": True}),
    ("no_such_game", {}), ("kuhn_poker", {"players": 99}),  # left to the process that asks
    ("pig", {"winscore": 100_000, "horizon": 2**31 - 1}),  # of a hundred thousand moves
])
def test_games_of_every_kind_are_playable(name, parameters, monkeypatch):
    monkeypatch.setattr(trial_process, "ENOUGH", 0.1)
    assert attempt(name, parameters) == ""


DEAD_END = "a match comes to a position without legal moves that is not its end"


@pytest.mark.parametrize(("name", "parameters", "reason"), [
    ("hex", {"board_size": -4}, DEAD_END), ("nim", {"pile_sizes": "-1"}, DEAD_END),
    ("misere", {"game": {"name": "hex", "board_size": -4}}, DEAD_END),
    ("goofspiel", {"num_cards": 0}, DEAD_END),  # chance without outcomes
    ("dots_and_boxes", {"num_rows": 0}, "a match fails: num_rows_ >= 1"),
    ("cursor_go", {"board_size": 0}, "a match fails: unsupported board size"),
    ("quoridor", {"board_size": 99}, "a match fails: 'utf-8' codec can't decode byte 0x"),
    ("crossword", {}, "a match fails: LegalActions unimplemented"),
    ("deep_sea", {"unscaled_move_cost": math.inf}, "a match pays -inf"),
    ("chat_game", {"num_players": 99}, "a match fails: Generated too few names! 7 < 99.")])
def test_what_keeps_matches_from_their_end_is_told(name, parameters, reason):
    told = attempt(name, parameters)
    assert told.startswith(reason)
    assert "\n" not in told


@pytest.mark.parametrize("game", [endless_games.walk, endless_games.joint_walk])
def test_a_match_without_an_end_is_told_and_a_long_one_is_none(game, monkeypatch):
    monkeypatch.setattr(trial_process, "ENOUGH", math.inf)
    monkeypatch.setattr(trial_process, "STEPS", 50)
    monkeypatch.setattr(match_ends, "LEAST", 100)
    told = []
    for parameters in ({}, {"steps": 5}, {"steps": 99}, {"gap": 3}):
        monkeypatch.setattr(pyspiel, "load_game", lambda *_, parameters=parameters: game(**parameters))
        told.append(attempt("nim", {}))
    assert told == ["a match has not ended after 100 moves (max_game_length of the game: 5)", "", "", DEAD_END]


def test_a_match_that_takes_longer_than_a_trial_is_not_held_against_its_game(monkeypatch):
    monkeypatch.setattr(trial_process, "ENOUGH", 0.0)
    assert attempt("nim", {"pile_sizes": "-1"}) == ""


@pytest.mark.parametrize(("place", "name"), [(pyspiel, "load_game"), (trial_process, "_ask")])
@pytest.mark.parametrize("error", [MemoryError(), RuntimeError("std::bad_alloc")])
def test_a_lack_of_memory_is_told_also_in_the_middle_of_a_match(place, name, error, monkeypatch):
    def lacking(*arguments):
        raise error

    monkeypatch.setattr(place, name, lacking)
    assert attempt("nim", {}) == OUT_OF_MEMORY


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


def test_games_read_no_questions_and_write_no_answers_and_none_crashes_as_openspiel_sets_it_up():
    asked = [["efg_game", {"filename": "/dev/stdin"}], ["2048", {}], ["quoridor", {"wall_count": 3}]]
    lines = "".join(json.dumps(question) + "\n" for question in asked)
    ended = subprocess.run(
        [sys.executable, "-m", "gtarena.games.trial_process"], input=lines, capture_output=True, text=True, check=True)
    assert [json.loads(line) for line in ended.stdout.splitlines()] == ["ready", *[{"failure": ""}] * 3]
    assert ended.stderr == ""
    asked = "".join(json.dumps([name, {}]) + "\n" for name in PLAYABLE)
    script = "from gtarena.games import trial_process as p; p.ENOUGH = 0.005; p.serve_standard_streams()"
    strictly = {**os.environ, **STRICT}
    ended = subprocess.run([sys.executable, "-c", script], input=asked, capture_output=True, text=True, env=strictly)
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert answers == ["ready", *[{"failure": ""}] * len(PLAYABLE)], [*PLAYABLE][len(answers) - 1]
