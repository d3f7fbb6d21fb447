"""Dots and Boxes: the prompts tell sizes and results, and matches go as they tell."""

import random

import pytest

from tests.support.named_games import VERSIONS, after, loaded, rules, turn
from tests.support.playouts import load

every_version = pytest.mark.parametrize("version", VERSIONS)


@every_version
def test_sizes_draws_and_the_margin_are_told(version):
    told = rules("dots_and_boxes(num_rows=3,num_cols=5)", version)
    assert all(fact in told for fact in ("a to f", "1 to 4", "15 boxes"))
    assert "worth 0" not in told
    assert "0 if both" not in told
    told = rules("dots_and_boxes", version)
    assert "worth 0" in told or "0 if both" in told
    margin = rules("dots_and_boxes(utility_margin=True)", version)
    assert "minus the number" in margin or "less those" in margin
    assert "win" not in margin.split("## Your goal")[-1].split("Your result")[-1].lower()
    assert "two boxes" not in rules("dots_and_boxes(num_rows=1,num_cols=1)", version)


@every_version
def test_another_turn_and_the_boxes_so_far_are_told(version):
    state = after("dots_and_boxes(num_rows=1,num_cols=2)", 0, 1, 2, 3, 5)
    player = state.current_player()
    told = turn(state, player, version)
    assert "again" not in told
    state.apply_action(4)
    told = turn(state, state.current_player(), version)
    assert state.current_player() == player
    assert "turn again" in told or "draw another line" in told
    assert "1 box and your opponent has 0" in told or "- Your boxes: 1" in told


@pytest.mark.parametrize("game_string", [
    "dots_and_boxes(utility_margin=True)", "dots_and_boxes(num_rows=3,num_cols=2)",
    "dots_and_boxes(num_rows=1,num_cols=1)"])
def test_whoever_draws_a_fourth_side_owns_the_box_and_goes_on(game_string):
    game, rng, view = load(game_string), random.Random(4), loaded(game_string).view
    rows, columns = game.get_parameters()["num_rows"], game.get_parameters()["num_cols"]
    boxes = [{f"{a}{r}-{b}{r}", f"{a}{r + 1}-{b}{r + 1}", f"{a}{r}-{a}{r + 1}", f"{b}{r}-{b}{r + 1}"}
             for r in range(1, rows + 1) for a, b in zip("abcd"[:columns], "bcde", strict=False)]
    for _ in range(8):
        state, lines, won, player = game.new_initial_state(), set(), [0, 0], 0
        while len(lines) < game.num_distinct_actions():
            assert not state.is_terminal()
            assert state.current_player() == player
            action = rng.choice(state.legal_actions())
            line = view.names(state, player, action)[0]
            lines.add(line)
            closed = sum(line in box and box <= lines for box in boxes)
            won[player] += closed
            player = player if closed else 1 - player
            state.apply_action(action)
            assert view.observe(state, 0)["boxes"] == won
        lead = won[0] - won[1]
        result = lead if game.get_parameters()["utility_margin"] else (lead > 0) - (lead < 0)
        assert state.is_terminal()
        assert state.returns() == [result, -result]
