from collections import Counter

import pytest

from custom_games.framework.states import movers
from gtarena.errors import UsageError
from gtarena.game_theory.quality.phases import phase_of
from gtarena.game_theory.quality.position_sets import draw_positions
from gtarena.game_theory.quality.whole_moves import knowledge, whole_moves


def test_a_set_is_the_same_for_a_seed_and_has_several_moves_everywhere_in_equal_phases():
    positions = draw_positions("tic_tac_toe", {}, 12, seed=3)
    assert positions == draw_positions("tic_tac_toe", {}, 12, seed=3) != draw_positions("tic_tac_toe", {}, 12, seed=4)
    states = [position.state() for position in positions]
    assert Counter(map(phase_of, states)) == {"opening": 4, "middle": 4, "end": 4}
    assert all(len(whole_moves(state, position.player)) > 1 for state, position in zip(states, positions, strict=True))


def test_no_two_positions_are_equal_in_what_the_player_knows_and_there_are_no_more_than_the_game_has():
    positions = draw_positions("kuhn_poker", {}, 40)
    assert len({(each.player, knowledge(each.state(), each.player)) for each in positions}) == len(positions) == 12


@pytest.mark.parametrize(("game", "params"), [
    ("pirate_game", {"players": 3, "gold": 3}), ("iterated_prisoners_dilemma", {"max_rounds": 4}),
    ("cost_sharing", {})])
def test_games_with_compound_moves_choices_at_once_and_texts_have_positions_too(game, params):
    found = [position.player in movers(position.state()) for position in draw_positions(game, params, 4)]
    assert found == [True] * 4


def test_a_set_of_no_positions_is_refused():
    with pytest.raises(UsageError, match="positions=0 is not a whole number of at least 1"):
        draw_positions("tic_tac_toe", {}, 0)
