import pyspiel
import pytest

import adapters
from adapters.disguises.effects import require_effect


@pytest.mark.parametrize(("game", "disguise", "version"), [
    ("iterated_prisoners_dilemma", "anonymous", "v1"),  # does not name the game
    ("tic_tac_toe", "swapped", "paper"), ("connect_four", "renamed+swapped", "paper"),  # have no marks
])
def test_a_disguise_that_changes_no_word_of_a_wording_is_refused(game: str, disguise: str, version: str) -> None:
    idle = disguise.split("+")[-1]
    with pytest.raises(ValueError, match=f"disguise={idle} changes no word of prompt={version} of {game}: leave it "):
        require_effect(disguise, adapters.for_game(pyspiel.load_game(game)), version)


@pytest.mark.parametrize(("game", "disguise", "version"), [
    ("iterated_prisoners_dilemma", "anonymous", "v2"), ("tic_tac_toe", "swapped", "v1"), ("blotto", "affine", "v1"),
    ("tic_tac_toe", "mirrored", "paper"), ("nim", "none", "v1"), ("leduc_poker", "players+swapped+renamed", "v2"),
    ("dots_and_boxes", "players", "v2"),
])
def test_other_disguises_are_allowed(game: str, disguise: str, version: str) -> None:
    require_effect(disguise, adapters.for_game(pyspiel.load_game(game)), version)
