"""Games that break a law, and games that keep all, through `gtarena check`."""

import re
from dataclasses import replace

import pyspiel
import pytest

from custom_games.framework.rules import TERMINAL
from custom_games.framework.spiel import game_class
from gtarena.checks import law as laws
from gtarena.checks.draws import describe_draws
from gtarena.checks.law import Law, PassedOver
from gtarena.checks.playouts import Sample
from gtarena.checks.prompt_laws import every_legal_move_is_read_back_from_the_reply_that_states_it as reads_back
from gtarena.cli.main import run
from tests.support.endless_games import Walk

END = "matches end within max game length and without errors"
LEAK = "what a player cannot know changes neither its prompt nor its moves"
BACK = "every legal move is read back from the reply that states it"


class Crashing(Walk):
    """Raises an error at its third step."""

    def apply_action(self, state, action):
        if state == 2:
            raise RuntimeError("no third step")
        return state + 1


class Unbounded(Walk):
    """Has no end."""


class Leaky(Walk):
    """Says by its redraws that nobody knows the number of steps, and shows it."""

    def current_player(self, state):
        return TERMINAL if state >= 4 else state % 2

    def redraw(self, positions, player, rng):
        return (positions[-1] + 2) % 4


def register(rules, name):
    rules.facts = replace(Walk.facts, short_name=name, information="imperfect_information")
    if name not in pyspiel.registered_names():
        made = game_class(rules)
        pyspiel.register_game(made.game_type, made)


def lines(capsys, game, *options):
    code = run(["check", game, "--matches", "2", *options])
    return code, dict(line.split(": ", 1) for line in capsys.readouterr().out.splitlines())


def test_a_game_that_raises_an_error_is_told_with_the_line_and_the_moves(capsys):
    register(Crashing, "test_only_crashing")
    code, told = lines(capsys, "test_only_crashing")
    assert code == 1
    assert "seed 0, after 2 actions [" in told[END]
    assert "RuntimeError: no third step (test_conformance.py, line " in told[END]


def test_a_game_without_an_end_is_stopped_at_the_length_that_it_states(capsys):
    register(Unbounded, "test_only_unbounded")
    code, told = lines(capsys, "test_only_unbounded")
    assert code == 1
    assert "the match has not ended after the 5 moves that max_game_length allows" in told[END]


def test_a_prompt_that_shows_what_its_player_cannot_know_is_told_with_the_line(capsys):
    register(Leaky, "test_only_leaky")
    code, told = lines(capsys, "test_only_leaky")
    assert code == 1
    assert "seed 0, after 0 actions [], player 0: the prompt v1 differs where what the player cannot know" in told[LEAK]
    assert "becomes" in told[LEAK]


@pytest.mark.parametrize("game", ["kuhn_poker", "tic_tac_toe", "matrix_pd", "divide_dollar(rounds=2,players=2)"])
def test_a_sound_game_keeps_all_laws(capsys, game):
    code, told = lines(capsys, game)
    assert code == 0
    assert {END, LEAK, BACK} <= set(told)
    assert told[END].startswith("ok (2 positions, ")
    assert told[BACK].startswith("ok (")
    assert re.fullmatch(r"[1-9]\d* positions and [1-9]\d* prompts per second", told["speed"])


@pytest.mark.parametrize(("game", "told"), [
    ("kuhn_poker", "player 0 sees draw 1; player 1 sees draw 2"),
    ("leduc_poker", "player 0 sees draw 1; player 1 sees draw 2; all see draw 3"),
    ("pig(winscore=3)", "all see draw"),
    ("tic_tac_toe", ""),
])
def test_it_is_told_who_knows_of_the_draws(game, told):
    described = describe_draws(Sample.draw(pyspiel.load_game(game), 5, 0))
    assert described.startswith(told)
    assert bool(described) == bool(told)


def test_a_second_way_to_make_a_move_that_has_a_name_needs_none():
    beginning = Sample.draw(pyspiel.load_game("hive"), 1, 0).decisions()[0]
    unnamed = [action for action in beginning.state.legal_actions()
               if not beginning.sample.adapter.view.names(beginning.state, 0, action)]
    assert unnamed  # like pieces in reserve
    reads_back.look(beginning)


def test_a_law_counts_the_positions_that_it_looked_at(monkeypatch):
    def pass_over_the_first(at):
        if not at.state.history():
            raise PassedOver

    sample = Sample.draw(pyspiel.load_game("tic_tac_toe"), 1, 0)
    assert Law(pass_over_the_first, Sample.decisions, 5).check(sample) == 4
    monkeypatch.setattr(laws, "SECONDS", -1.0)
    assert Law(pass_over_the_first, Sample.decisions, 5).check(sample) == 0
