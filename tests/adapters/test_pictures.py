"""Pictures of all games that have one: they tell what the prompt's observation tells, and the same again."""

import pyspiel
import pytest

import adapters
from adapters import pictures
from adapters.images.drawing import Canvas
from gtarena.checks.playouts import evenly
from tests.support.drawn import opened
from tests.support.playouts import decision_points

GAMES = [*sorted(pictures.drawn_games()), "connect_four(rows=5,columns=9)", "breakthrough(rows=5,columns=4)"]
MOST_PICTURES = 7


@pytest.mark.parametrize("game_string", GAMES)
def test_equal_observations_give_equal_files_and_others_give_others(game_string):
    adapter = adapters.for_game(pyspiel.load_game(game_string))
    assert adapter.draws()
    seen = set()
    for state, player in evenly(list(decision_points(game_string, 3)), MOST_PICTURES):
        drawn = adapter.picture(state, player)
        assert drawn == adapter.picture(state.clone(), player)
        seen.add(drawn)
        assert opened(drawn).format == "PNG"
    assert len(seen) > 5


def test_a_game_without_a_module_is_not_drawn_and_every_module_is_named_after_a_game():
    adapter = adapters.for_game(pyspiel.load_game("nim"))
    assert not adapter.draws()
    assert adapter.picture(adapter.game.new_initial_state(), 0) is None
    assert pictures.drawn_games() <= {*pyspiel.registered_names()}


def test_a_module_draws_the_observation_and_the_parameters_of_the_prompt(monkeypatch):
    given = []

    class Module:
        @staticmethod
        def draw(obs, game):
            given.append((obs, game))
            return Canvas(3, 2)

    monkeypatch.setattr(pictures, "drawn_games", lambda: {"nim"})
    monkeypatch.setattr(pictures.importlib, "import_module", {"adapters.pictures.nim": Module}.__getitem__)
    adapter = adapters.for_game(pyspiel.load_game("nim"))
    state = adapter.game.new_initial_state()
    assert adapter.draws()
    assert opened(adapter.picture(state, 1)).size == (3, 2)
    (obs, game), = given
    assert (obs, game) == (adapter.view.observe(state, 1), {**adapter.parameters, "players": 2})
