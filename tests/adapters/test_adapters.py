import pyspiel
import pytest

import adapters
from adapters.generic.generic_view import GenericView, PlainStructView
from adapters.native.nim import NimView
from adapters.views import StructView
from tests.support.chat_game import small_talk


@pytest.mark.parametrize(("name", "view", "prompts"), [
    ("el_farol", StructView, "el_farol"), ("nim", NimView, "nim"), ("othello", GenericView, "generic"),
])
def test_a_game_is_read_by_its_own_view_and_wordings_or_else_by_the_generic_ones(name, view, prompts):
    adapter = adapters.for_game(pyspiel.load_game(name))
    assert type(adapter.view) is view
    assert adapter.prompts == prompts


def test_a_custom_game_without_wordings_shows_its_observation_in_the_generic_ones():
    adapter = adapters.for_game(small_talk())
    assert type(adapter.view) is PlainStructView
    assert adapter.prompts == "generic"


def test_an_adapter_knows_its_games_parameters():
    assert adapters.for_game(pyspiel.load_game("pirate_game(gold=7)")).parameters == {"players": 10, "gold": 7}
