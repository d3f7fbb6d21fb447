from itertools import pairwise

import numpy as np
import pytest

from tests.support.drawn_figures import dots, panels, row_names, texts
from tests.support.gtbench_figures import drawn, map_cells, titled
from tests.support.gtbench_matches import dilemma, duels, model
from tests.support.records import seat

RANDOM, MCTS, TIT_FOR_TAT = seat("random"), seat("mcts"), seat("tit_for_tat")
M, N = model("m"), model("n")


def test_dots_are_nra_by_game_within_their_intervals_and_averages_end_each_block():
    matches = [*duels(M, RANDOM, [1, 1, 1, -1], "tic_tac_toe"), *duels(M, RANDOM, [1, -1, 0, 0], "nim"),
               *duels(M, RANDOM, [1, 2, -1, 2], "kuhn_poker"), *duels(N, RANDOM, [-1, -1], "nim")]
    drawing = drawn(matches, "NRA against random")
    assert list(panels(drawing)) == ["tic tac toe", "nim", "average of these", "kuhn poker"]
    assert row_names(drawing) == ["llm m", "llm n"]
    assert dots(drawing, "nim")["llm n"] == (-1, -1, -1)
    value, low, high = dots(drawing, "tic tac toe")["llm m"]
    assert value == 2 / 4  # three wins and a loss
    assert (low, high) == (-0.5, 1)  # of four, three are lost in 5 % of all samples, and all in 0.4 %
    assert dots(drawing, "average of these")["llm m"][0] == (0.5 + 0) / 2
    assert dots(drawing, "kuhn poker")["llm m"][0] == pytest.approx(4 / 6)


def test_complete_and_deterministic_games_stand_above_the_others():
    drawing = drawn([*duels(M, RANDOM, [1], "pig"), *duels(M, RANDOM, [1], "nim")], "NRA against random")
    tops = {heading: axes.get_position().y0 for heading, axes in panels(drawing).items()}
    assert tops["nim"] > tops["pig"]


def test_agents_that_lack_a_game_have_no_average():
    matches = [*duels(M, RANDOM, [1], "nim"), *duels(M, RANDOM, [1], "tic_tac_toe"), *duels(N, RANDOM, [1], "nim")]
    assert list(dots(drawn(matches, "NRA against random"), "average of these")) == ["llm m"]


def test_both_solvers_of_different_games_share_a_figure():
    matches = [*duels(M, MCTS, [-1], "nim"), dilemma("d", (M, TIT_FOR_TAT), (0, 1), (1, 1))]
    drawing = drawn(matches, "NRA against mcts / tit_for_tat")
    assert list(panels(drawing)) == ["nim", "iterated prisoners dilemma"]


def test_ways_of_reasoning_stand_side_by_side_for_each_model():
    cot = model("m", "cot", reasoning="cot")
    drawing = drawn([*duels(M, RANDOM, [1, 1]), *duels(cot, RANDOM, [-1, -1]), *duels(N, RANDOM, [1, -1])],
                    "NRA by reasoning against random")
    assert row_names(drawing) == ["m", "n"]
    assert texts(*drawing.legends) == ["cot", "llm"]
    assert dots(drawing, "average", 0) == {"m": (-1, -1, -1)}
    assert {row: value for row, (value, *_) in dots(drawing, "average", 1).items()} == {"m": 1, "n": 0}


def test_with_one_way_of_reasoning_there_is_nothing_to_compare():
    assert not [title for title in titled([*duels(M, RANDOM, [1]), *duels(N, RANDOM, [1])]) if "reasoning" in title]


def test_wordings_of_the_same_agent_are_compared():
    wordings = [model("m", "cot", reasoning=f"cot{number}", temperature=0.5) for number in (1, 2)]
    matches = [*duels(wordings[0], RANDOM, [1, 1]), *duels(wordings[1], RANDOM, [-1, -1]), *duels(M, RANDOM, [1])]
    drawing = drawn(matches, "NRA by wording, cot m against random")
    assert dots(drawing, "tic tac toe") == {"cot1": (1, 1, 1), "cot2": (-1, -1, -1)}


def test_kinds_of_games_are_averages_over_the_games_of_that_kind():
    played = {"tic_tac_toe": 1, "nim": -1, "breakthrough": 1, "liars_dice": 1, "kuhn_poker": -1}
    matches = [each for game, gain in played.items() for each in duels(M, RANDOM, [gain, gain], game)]
    drawing = drawn(matches, "NRA by kind of game against random")
    averages = {heading: dots(drawing, heading)["llm m"][0] for heading in panels(drawing)}
    assert averages == pytest.approx({
        "average": 1 / 5, "average without breakthrough": 0, "complete and deterministic": 1 / 3,
        "probabilistic or dynamic": 0, "board": 1, "math": -1 / 3, "bluff": 0, "bids": 1})


def test_agents_without_any_dot_have_no_row():
    matches = [*duels(M, RANDOM, [1], "nim"), *duels(M, RANDOM, [1], "go"), *duels(M, RANDOM, [1], "hex"),
               *duels(N, RANDOM, [1], "go")]
    assert row_names(drawn(matches, "NRA against random")) == ["llm m", "llm n"]
    assert row_names(drawn(matches, "NRA by kind of game against random")) == ["llm m"]


def test_a_matrix_shows_what_rows_have_against_columns():
    matches = [*duels(M, N, [1, 1, 1, -1], "nim"), *duels(M, N, [1, 1], "pig")]
    average = drawn(matches, "NRA of models against each other")
    assert map_cells(average, "average") == {("llm m  1", 2): "+0.75", ("llm n  2", 1): "−0.75"}
    by_game = drawn(matches, "NRA of models against each other by game")
    assert map_cells(by_game, "nim") == {("llm m  1", 2): "+0.50", ("llm n  2", 1): "−0.50"}
    image = panels(by_game)["pig"].images[0]
    assert image.get_array().filled(np.nan)[0, 1] == 1
    assert image.get_array().mask.tolist() == [[True, False], [False, True]]
    assert image.get_clim() == (-1, 1)


def test_names_of_models_are_neither_formulas_nor_left_out():
    hostile = ["$x^2$", "two\nlines", "a" * 80 + "1", "a" * 80 + "2"]
    matches = [each for name in hostile for each in duels(model(name), RANDOM, [1])]
    matches += duels(model(hostile[0]), model(hostile[1]), [1])
    shown = row_names(drawn(matches, "NRA against random"))
    assert len(set(shown)) == len(hostile)
    assert {r"llm \$x^2\$", "llm two lines"} <= set(shown)
    assert all(len(text) < 60 for text in shown)
    drawn(matches, "NRA of models against each other")


def test_many_agents_keep_rows_of_their_own_that_do_not_overlap():
    agents = [model(f"provider/a-model-with-a-rather-long-name-{number}") for number in range(30)]
    drawing = drawn([each for one in agents for each in duels(one, RANDOM, [1, -1])], "NRA against random")
    boxes = [label.get_window_extent() for label in drawing.axes[0].get_yticklabels()]
    assert len(boxes) == 30
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))
    assert min(box.x0 for box in boxes) >= 0
