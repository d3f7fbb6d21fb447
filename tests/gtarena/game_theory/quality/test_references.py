import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import TabularPolicy

import custom_games  # noqa: F401
from gtarena import games
from gtarena.agents.solving.cfr import ITERATIONS, find_policy
from gtarena.errors import UsageError
from gtarena.game_theory.quality import searches
from gtarena.game_theory.quality.references import Valuation, reference_for
from gtarena.game_theory.quality.whole_moves import NotJudgedError, knowledge
from tests.support.named_games import after


def means(kind, text, *actions, player=0, **settings):
    state = after(text, *actions)
    valuation = reference_for(state.get_game(), kind, **settings).value(state, player)
    return dict(zip(valuation.moves, valuation.values, strict=True))


@pytest.mark.parametrize(("text", "chosen"), [
    ("tic_tac_toe", "solver"), ("kuhn_poker", "solver"), ("tiny_bridge_2p", "ismcts"), ("liars_dice", "ismcts"),
    ("connect_four", "mcts"), ("iterated_prisoners_dilemma", "ismcts"), ("battle_royale", "mcts"),
    ("backgammon", "mcts"), ("pirate_game", "ismcts"), ("matching_pennies_3p", "ismcts"), ("tiny_hanabi", "ismcts")])
def test_auto_takes_the_first_reference_that_can_value_the_game(text, chosen):
    assert reference_for(pyspiel.load_game(text)).label.startswith(chosen)


@pytest.mark.parametrize(("kind", "text", "told"), [
    ("engine", "tic_tac_toe", "reference=engine is not one of auto, solver, cfr, ismcts, mcts"),
    ("solver", "connect_four", "too large to solve exactly"), ("cfr", "connect_four", "its tree has more than"),
    ("ismcts", "tic_tac_toe", "hidden information"), ("auto", "codenames", "free texts")])
def test_a_reference_that_cannot_value_a_game_is_refused_with_the_reason(kind, text, told):
    with pytest.raises(UsageError, match=told):
        reference_for(games.load(text, {}), kind)


def test_numbers_too_small_are_refused():
    with pytest.raises(UsageError, match="repeats=1 is not a whole number of at least 2"):
        reference_for(pyspiel.load_game("connect_four"), repeats=1)


def test_a_solved_position_has_values_worked_out_by_hand_without_noise():
    # X has the centre and a corner: the opposite corner wins at once.
    state = after("tic_tac_toe", 4, 1, 0, 2)
    valuation = reference_for(state.get_game()).value(state, 0)
    assert dict(zip(valuation.moves, valuation.values, strict=True))[8,] == 1
    assert not valuation.errors.any()


def test_the_policy_of_cfr_gives_kuhn_poker_the_values_of_the_equilibrium():
    # A jack that calls a bet loses 2, one that folds loses 1; a king the other way round wins 2 or loses 1.
    jack, king = (means("cfr", "kuhn_poker", card, 1, 0, 1) for card in (0, 2))
    assert jack == pytest.approx({(0,): -1, (1,): -2})
    assert king == pytest.approx({(0,): -1, (1,): 2})


def test_differences_below_the_nash_conv_of_the_policy_of_cfr_are_in_doubt():
    game = pyspiel.load_game("kuhn_poker")
    reference = reference_for(game, "cfr")
    assert reference.bias == pytest.approx(exploitability.nash_conv(game, policy_of(game)) / 4)  # returns from -2 to 2
    assert 0 < reference.bias < 0.001


def policy_of(game):
    found = find_policy(str(game), ITERATIONS)
    table = TabularPolicy(game)
    for known, chances in found.policy_table().items():
        for action, chance in chances:
            table.policy_for_key(known)[action] = chance
    return table


def test_values_of_cfr_are_the_same_whatever_the_others_hold_and_average_to_the_value_of_the_game():
    game = pyspiel.load_game("kuhn_poker")
    reference = reference_for(game, "cfr")
    states = [after("kuhn_poker", first, second) for first in range(3) for second in range(3) if first != second]
    values = [reference.value(state, 0) for state in states]
    assert len({id(value) for value in values}) == len({knowledge(state, 0) for state in states}) == 3
    # The first player loses an eighteenth; against a policy that is near the equilibrium, a little less at most.
    assert np.mean([value.values.max() for value in values]) == pytest.approx(-1 / 18, abs=0.01)


@pytest.mark.parametrize("text", ["tic_tac_toe", "python_tic_tac_toe"])
def test_a_search_finds_the_only_winning_move_in_cpp_and_in_python(text):
    import open_spiel.python.games  # noqa: F401

    found = means("mcts", text, 0, 3, 1, 4, simulations=300, repeats=2)
    # X, with two in the top row, completes it. Otherwise O, with two in the middle row, wins unless X blocks it.
    assert found.pop((2,)) == 1
    assert max(found, key=found.get) == (5,)
    assert found[8,] == pytest.approx(-1, abs=0.1)


def test_searched_values_are_near_the_solved_ones_and_their_errors_tell_how_near():
    state = after("connect_four(rows=4,columns=4,x_in_row=3)", 0, 3, 1)
    exact, searched = (reference_for(state.get_game(), kind, 400, 6).value(state, 1) for kind in ("solver", "mcts"))
    assert np.abs(searched.values - exact.values).max() < 0.15
    assert searched.repeats.shape == (6, 4)


def test_a_search_values_whole_moves_for_the_player_who_makes_them_in_a_game_of_three():
    state = games.load("pirate_game", {"players": 3, "gold": 3}).new_initial_state()
    valuation = reference_for(state.get_game(), simulations=150, repeats=2).value(state, 0)
    # The second pirate would leave the third nothing, who therefore takes a single coin of the first.
    assert valuation.moves[int(valuation.values.argmax())] == (2, 0, 1)


def test_a_search_under_hidden_information_does_not_use_what_the_player_cannot_know():
    # With a queen after a pass and a bet, calling wins 2 against a jack and loses 2 against a king.
    values = [means("ismcts", "kuhn_poker", 1, other, 0, 1, simulations=300, repeats=2) for other in (0, 2)]
    assert values[0] == values[1]
    assert values[0][0,] == -1
    assert abs(values[0][1,]) < 1


def test_where_players_choose_at_once_mcts_lets_the_others_see_the_move_and_ismcts_does_not():
    found = means("ismcts", "matrix_pd", simulations=400, repeats=2)
    seen = means("mcts", "matrix_pd", simulations=400, repeats=2)
    # In the dilemma of OpenSpiel, (C, C) pays 5, (C, D) 0, (D, C) 10 and (D, D) 1.
    assert found[1,] > found[0,]
    assert seen == pytest.approx({(0,): 0.0, (1,): 1.0}, abs=0.3)


def test_where_no_other_state_is_found_nothing_is_valued_and_it_is_tried_three_times(monkeypatch):
    tried = []

    def prepare(state, player):
        tried.append(state)
        raise ValueError("found no state")

    monkeypatch.setattr(searches, "prepare_redraws", prepare)
    reference = reference_for(pyspiel.load_game("liars_dice"))
    for state in (after("liars_dice", die, 1) for die in range(6)):
        with pytest.raises(NotJudgedError, match="no other state was found"):
            reference.value(state, 0)
    assert len(tried) == 3


def test_errors_are_those_of_the_mean_over_the_runs():
    valuation = Valuation([(0,), (1,)], np.array([[1.0, 0.0], [3.0, 0.0]]))
    assert list(valuation.values) == [2, 0]
    assert list(valuation.errors) == [1, 0]  # a deviation of the square root of 2, over the square root of 2
