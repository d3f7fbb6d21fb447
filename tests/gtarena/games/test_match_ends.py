import math
import pickle
import random
from types import SimpleNamespace

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.framework.states import apply_together, choices
from gtarena.errors import UnplayableError, UsageError
from gtarena.games.match_ends import LEAST, MOST, dead_end, draw_outcome, finite_returns, most_nodes, nodes
from tests.support.endless_games import joint_walk, walk


def walked(game: pyspiel.Game) -> int:
    """The number of nodes until the end, with the first legal action at each."""
    state, number = game.new_initial_state(), -1
    for number in nodes(state):  # noqa: B007
        apply_together(state, {player: actions[0] for player, actions in choices(state).items()})
    return number + 1


@pytest.mark.parametrize(("game", "most"), [
    ("chess", 2 * 17695), ("tic_tac_toe", LEAST),
    ("nim(pile_sizes=-1;0)", LEAST),  # states -1
    ("laser_tag(horizon=-1)", LEAST), ("sealed_bid_auction(rounds=1000)", 2 * (1000 * 10 + 1000)),
    ("pig(horizon=2147483647)", MOST)])
def test_a_match_may_have_twice_the_nodes_that_the_game_states_neither_few_nor_without_end(game, most):
    assert most_nodes(pyspiel.load_game(game)) == most


@pytest.mark.parametrize("game", [walk, joint_walk])
def test_a_match_of_honest_length_is_never_stopped(game):
    assert (walked(game(steps=0)), walked(game(steps=LEAST, stated=1))) == (0, LEAST)
    assert walked(game(steps=LEAST + 1, stated=LEAST)) == LEAST + 1


@pytest.mark.parametrize("game", [walk, joint_walk])
def test_a_match_without_an_end_fails_with_its_game_and_its_length(game):
    with pytest.raises(UnplayableError, match=r"^(joint_)?walk\(.*\) cannot be played: a match has not ended "
                                              r"after 10000 moves \(max_game_length of the game: 5\); change "
                                              r"its parameters$"):
        walked(game())


def test_chance_is_drawn_from_the_generator_by_its_weights_and_without_outcomes_is_a_dead_end():
    state = SimpleNamespace(chance_outcomes=lambda: [(4, 0.25), (7, 0.75), (9, 0.0)])
    drawn_often = [draw_outcome(state, random.Random(seed)) for seed in range(400)]
    assert drawn_often == [draw_outcome(state, random.Random(seed)) for seed in range(400)]
    assert drawn_often.count(7) == pytest.approx(300, abs=40)
    assert 9 not in drawn_often
    state = pyspiel.load_game("goofspiel(num_cards=0)").new_initial_state()
    assert state.is_chance_node()
    with pytest.raises(UnplayableError, match=r"^goofspiel\(num_cards=0\) cannot be played: .* without legal moves"):
        draw_outcome(state, random.Random(0))


@pytest.mark.parametrize("pays", [math.nan, math.inf, -math.inf])
def test_payoffs_are_the_states_and_one_that_is_no_number_is_an_error(pays):
    assert finite_returns(walk(steps=0, pays=0.5).new_initial_state()) == [0.5, 0.5]
    with pytest.raises(UnplayableError, match=f"a match pays {pays}, {pays}; change its parameters$"):
        finite_returns(walk(steps=0, pays=pays).new_initial_state())


def test_the_error_is_the_users_and_reaches_other_processes_whole():
    error = dead_end(walk().new_initial_state())
    assert isinstance(error, UsageError)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.reason) == (str(error), error.reason)
