import random

import pyspiel
import pytest

from custom_games import GAMES
from gtarena.logs.positions import played


def random_moves(game, seed):
    """A playout's ``(player, action)`` pairs, those of a simultaneous node in random order, and its last state."""
    rng = random.Random(seed)
    state, moves = game.new_initial_state(), []
    while not state.is_terminal():
        if state.is_chance_node():
            action = rng.choice([outcome for outcome, _ in state.chance_outcomes()])
            moves.append((-1, action))
            state.apply_action(action)
        elif state.is_simultaneous_node():
            joint = {seat: rng.choice(state.legal_actions(seat))
                     for seat in range(game.num_players()) if state.legal_actions(seat)}
            moves += rng.sample(list(joint.items()), len(joint))
            state.apply_actions([joint.get(seat, 0) for seat in range(game.num_players())])
        else:
            moves.append((state.current_player(), rng.choice(state.legal_actions())))
            state.apply_action(moves[-1][1])
    return moves, state


@pytest.mark.parametrize("name", GAMES)
def test_the_moves_of_a_playout_lead_to_the_position_that_pyspiel_reached(name):
    game = pyspiel.load_game(name, dict(GAMES[name].variants[0]))
    for seed in range(5):
        moves, end = random_moves(game, seed)
        assert played(name, game.get_parameters(), moves).position == end._node.position


@pytest.mark.parametrize(("moves", "step"), [
    ([(0, 2)], 0), ([(0, 1), (0, 1)], 1), ([(-1, 0)], 0), ([(0, 1), (3, 1)], 1), ([(0, 1), (1, 1), (2, 1), (0, 0)], 3)])
def test_a_move_that_is_not_legal_where_it_stands_is_named(moves, step):
    with pytest.raises(ValueError, match=f"el_farol, step {step}: "):
        played("el_farol", {"players": 3, "rounds": 1}, moves)


def test_a_game_of_openspiels_has_no_such_positions():
    with pytest.raises(ValueError, match="chess is none of the games"):
        played("chess", {}, [])
