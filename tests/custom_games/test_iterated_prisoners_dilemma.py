import random

import open_spiel.python.games  # noqa: F401  registers OpenSpiel's own iterated prisoner's dilemma
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability

COOPERATE, DEFECT = 0, 1
CONTINUE, STOP = 0, 1


def fixed(rounds: int, **parameters) -> pyspiel.State:
    """Returns the start of a game with a fixed number of rounds."""
    settings = {"termination_probability": 0.0, "max_rounds": rounds, **parameters}
    return pyspiel.load_game("iterated_prisoners_dilemma", settings).new_initial_state()


@pytest.mark.parametrize(("moves", "paid"), [
    ([COOPERATE, COOPERATE], [5, 5]), ([COOPERATE, DEFECT], [0, 10]), ([DEFECT, COOPERATE], [10, 0]),
    ([DEFECT, DEFECT], [1, 1])])
def test_one_round_pays_what_gtbench_pays(moves, paid):
    state = fixed(1)
    state.apply_actions(moves)
    assert state.is_terminal()
    assert state.returns() == paid


@pytest.mark.parametrize("seed", range(5))
def test_returns_agree_with_openspiels_own_game_move_by_move(seed):
    rng = random.Random(seed)
    ours = pyspiel.load_game("iterated_prisoners_dilemma").new_initial_state()
    theirs = pyspiel.load_game("python_iterated_prisoners_dilemma").new_initial_state()
    while not theirs.is_terminal():
        assert ours.current_player() == theirs.current_player()
        if theirs.is_chance_node():
            assert ours.chance_outcomes() == theirs.chance_outcomes()
            outcome = rng.choices((CONTINUE, STOP), (0.875, 0.125))[0]
            ours.apply_action(outcome)
            theirs.apply_action(outcome)
        else:
            moves = [rng.choice((COOPERATE, DEFECT)), rng.choice((COOPERATE, DEFECT))]
            ours.apply_actions(moves)
            theirs.apply_actions(moves)
    assert ours.is_terminal()
    assert ours.returns() == list(theirs.returns())


def test_each_seat_sees_its_own_moves_as_its_own():
    state = fixed(3)
    state.apply_actions([COOPERATE, DEFECT])
    state.apply_actions([DEFECT, DEFECT])
    assert state.observation(0) == {
        "round": 3, "your_total": 1, "opponent_total": 11, "rounds": [
            {"you": "Cooperate", "opponent": "Defect", "your_payoff": 0, "opponent_payoff": 10},
            {"you": "Defect", "opponent": "Defect", "your_payoff": 1, "opponent_payoff": 1}]}
    assert state.observation(1) == {
        "round": 3, "your_total": 11, "opponent_total": 1, "rounds": [
            {"you": "Defect", "opponent": "Cooperate", "your_payoff": 10, "opponent_payoff": 0},
            {"you": "Defect", "opponent": "Defect", "your_payoff": 1, "opponent_payoff": 1}]}


@pytest.mark.parametrize(("parameters", "complaint"), [
    ({"reward": 10}, "temptation=10 is not above reward=10"), ({"punishment": 6}, "reward=5 is not above punishment=6"),
    ({"sucker": 1}, "punishment=1 is not above sucker=1")])
def test_payoffs_that_make_no_prisoners_dilemma_are_refused(parameters, complaint):
    with pytest.raises(ValueError, match=complaint):
        pyspiel.load_game("iterated_prisoners_dilemma", parameters)


def always(action: int, game: pyspiel.Game) -> policy.TabularPolicy:
    tabular = policy.TabularPolicy(game)
    tabular.action_probability_array[:] = 0
    tabular.action_probability_array[:, action] = 1
    return tabular


def test_always_defecting_is_the_equilibrium_of_two_rounds_and_always_cooperating_is_not():
    game = pyspiel.convert_to_turn_based(fixed(2).get_game())
    assert exploitability.nash_conv(game, always(DEFECT, game)) == pytest.approx(0)
    # Against one who always cooperates, defecting twice earns 20 instead of 10, for either player.
    assert exploitability.nash_conv(game, always(COOPERATE, game)) == pytest.approx(2 * (20 - 10))
