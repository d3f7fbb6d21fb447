from functools import partial

import numpy as np
import pytest

from gtarena.agents.search.mcts_agents import mcts
from gtarena.agents.solving.solver import solver
from gtarena.game_theory.quality.match_quality import DRAWN, NONE_GIVEN, judge_answers, judge_matches, judges
from gtarena.game_theory.quality.position_sets import draw_positions
from gtarena.game_theory.quality.regret import ONE_MOVE
from gtarena.game_theory.quality.tables import mean_regret, share
from gtarena.runs.asking.answers import Answer
from gtarena.runs.asking.positions import Position
from tests.support.records import call, llm, record, seat, steps
from tests.support.script_modules import load_script

PARAMS = {"rows": 4, "columns": 4, "x_in_row": 3}


def test_the_solver_has_no_regret_and_mcts_the_less_the_more_it_simulates():
    script = load_script("scripts/play_quality.py")
    players = {str(each): partial(script.ask, partial(mcts, simulations=each)) for each in (5, 50, 1000)}
    quality = script.judge_all(judges()("tic_tac_toe", {}, 0), draw_positions("tic_tac_toe", {}, 100), {
        **players, "solver": partial(script.ask, solver)})
    means = [mean_regret([each for each in quality.judged if each.agent == name]).mean for name in (*players, "solver")]
    assert means[0] > means[1] > means[2] == means[3] == 0


def test_every_seat_is_judged_under_its_name_and_forced_moves_are_counted_apart():
    # X: 0, O: 1, X: 2, O: 4, X: 3, O: 5, X: 7, O: 6, X: 8, whose last move is forced.
    moves = [0, 1, 2, 4, 3, 5, 7, 6, 8]
    match = record("m", [seat("one"), seat("two")], [0, 0], game="tic_tac_toe", history=steps(
        *[(number % 2, move) for number, move in enumerate(moves)]))
    quality = judge_matches([match], judges())
    assert [each.agent for each in quality.judged] == ["one", "two"] * 4
    assert quality.skipped == {("tic_tac_toe", "one", ONE_MOVE): 1}
    assert quality.references == {"tic_tac_toe": "solver, without noise"}
    # O answers the corner by an edge, which turns a draw into a loss.
    assert quality.judged[1].regret.value == 1


def test_moves_in_place_of_unusable_answers_are_not_judged():
    match = record("m", [llm(), seat()], [-1, 1], history=steps((-1, 0), (-1, 1), (0, 0), (1, 1), (0, 0)), calls=[
        call(0, 2, failure="illegal")])
    quality = judge_matches([match], judges(), lambda each: each.agent)
    assert quality.skipped == {("kuhn_poker", "llm", DRAWN): 1}
    assert [each.agent for each in quality.judged] == ["random", "llm"]


def test_answers_are_judged_by_position_and_those_without_a_move_counted():
    position = Position("tic_tac_toe", {}, ((0, 0), (1, 3), (0, 1), (1, 4)), 0)
    answers = [Answer(str(choices), seat("one"), position, 0, choices=choices) for choices in ((2,), (8,), ())]
    quality = judge_answers(answers, judges())
    assert [each.regret.value for each in quality.judged] == [0, 2]
    assert len({each.unit for each in quality.judged}) == 1
    assert quality.skipped == {("tic_tac_toe", "one", NONE_GIVEN): 1}


def test_a_player_that_blunders_one_time_in_ten_is_measured_at_that_within_the_interval():
    script = load_script("scripts/play_quality.py")
    judge = judges()("connect_four", PARAMS, 0)
    positions = [each for each in draw_positions("connect_four", PARAMS, 150)
                 if np.ptp(judge.reference.value(each.state(), each.player).values) >= judge.threshold]
    quality = script.judge_all(judge, positions, {"one": partial(script.blunder_now_and_then, judge)})
    rate = share(quality.judged, lambda each: each.blunder)
    assert 0 < rate.low < 10 < rate.high < 25
    # All else is best: the regret is that of the blunders.
    worst = [each.regret.value for each in quality.judged if each.blunder]
    assert sum(each.regret.value for each in quality.judged) == pytest.approx(sum(worst))
    assert all(each.best for each in quality.judged if not each.blunder)
