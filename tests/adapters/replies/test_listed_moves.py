"""Moves that prompts list are read, copied to the letter into the form that the prompt asks for."""

import pytest

from custom_games.action_specs.patterns import Pattern, Some
from tests.support.named_games import SETTINGS, loaded, some_decisions

MOST = 8  # moves of a decision
OWN = [game_string for game_string in SETTINGS if "(" not in game_string or "max_" in game_string]
GENERIC = ("amazons", "backgammon", "blackjack", "chess", "dark_hex", "go", "leduc_poker", "nine_mens_morris", "oware",
           "phantom_ttt", "pathfinding", "skat", "y")


def first_instance(entry: Pattern) -> str:
    """Returns an entry as it stands, or its first instance if it has places for numbers or texts."""
    return str(entry) if all(isinstance(piece, str | Some) for piece in entry.pieces) else entry.lowest()


@pytest.mark.parametrize("game_string", [*OWN, *GENERIC])
def test_every_listed_move_is_read_in_the_form_that_the_wording_asks_for(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, seeds=(0,), most=2):
        form = adapter.reply_form(state, player)
        for place in range(max(map(len, form.open_values().values()))):
            stated = {key: first_instance(entries[min(place, len(entries) - 1)])
                      for key, entries in form.open_values().items()}
            if place < MOST:
                assert adapter.read(form.reply(stated), state, player).actions, stated
