import pyspiel
import pytest

from gtarena.game_theory.quality.phases import moves_made, phase_of, typical_length
from tests.support.named_games import after


def test_deals_of_cards_are_no_moves():
    assert moves_made(after("kuhn_poker", 0, 1)) == 0
    assert moves_made(after("kuhn_poker", 0, 1, 0, 1)) == 2


def test_the_phases_are_thirds_of_the_length_of_random_matches_and_the_last_goes_on():
    # A random match of tic-tac-toe takes 5 to 9 moves.
    assert 5 < typical_length("tic_tac_toe()") < 9
    assert [phase_of(after("tic_tac_toe", *range(moves))) for moves in (0, 3, 6)] == ["opening", "middle", "end"]
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 1, 2, 4, 3, 5, 7, 6):
        state.apply_action(action)
    assert phase_of(state) == "end"


def test_the_length_of_a_game_of_one_round_is_the_number_of_players():
    assert typical_length("matrix_pd()") == pytest.approx(2)
