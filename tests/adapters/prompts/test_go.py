"""Go: the prompts tell the parameters, and matches end with the results that they tell."""

import random

import pytest

from tests.support.named_games import VERSIONS, after, loaded, rules, turn
from tests.support.playouts import load

every_version = pytest.mark.parametrize("version", VERSIONS)


@every_version
def test_size_komi_handicap_and_limit_are_told(version):
    told = rules("go(board_size=7,komi=6.5,max_game_length=33)", version)
    assert all(fact in told for fact in ("6.5", "33", "A to G", "1 to 7"))
    assert "handicap" not in told.lower()
    assert "letter I" not in told
    assert "I is left out" not in told
    told = rules("go(handicap=2,komi=-1.0)", version)
    assert all(fact in told for fact in ("D4", "Q16", "A to T", "722"))
    assert ("White moves first" in told, "White begins" in told) == ((version == "v1"), (version == "v2"))
    assert "-1.0" not in told
    assert ("Equal points are a draw" in told) == (version == "v1")


@every_version
def test_a_ko_a_pass_and_the_number_of_turns_are_told_in_the_turn(version):
    # Black takes on c3 in a ko.
    moves = [2, 17, 6, 11, 8, 13, 20, 7, 12]
    told = turn(after("go(board_size=5)", *moves), 1, version)
    assert ("may not place a stone on C2" in told) or ("C2 is closed" in told)
    assert "ko" not in turn(after("go(board_size=5)", *moves[:-1]), 1, version).lower()
    told = turn(after("go(board_size=5)", 3, 25), 0, version)
    assert "ends" in told
    assert "2 turns of at most 50" in told or "2 of at most 50" in told
    assert "No move has been made yet." in turn(after("go(board_size=5)"), 0, version)


def expected_return(board: list[str], komi: float) -> float:
    """Returns what Black gets for a board, by the rule that the prompts tell."""
    spots = {(row, column): mark for row, line in enumerate(board) for column, mark in enumerate(line)}
    points, met = {"X": 0.0, "O": komi, ".": 0.0}, set()
    for spot, mark in spots.items():
        if mark != ".":
            points[mark] += 1
        elif spot not in met:
            area, around, open_spots = set(), set(), [spot]
            while open_spots:
                row, column = open_spots.pop()
                found = spots.get((row, column))
                if found == "." and (row, column) not in area:
                    area.add((row, column))
                    open_spots += [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)]
                elif found in ("X", "O"):
                    around.add(found)
            met |= area
            if len(around) == 1:
                points[around.pop()] += len(area)
    return float((points["X"] > points["O"]) - (points["X"] < points["O"]))


@pytest.mark.parametrize(("game_string", "extra"), [
    ("go(board_size=5,komi=0.0)", 0), ("go(board_size=4,komi=2.5,max_game_length=20)", 2.5),
    ("go(board_size=7,komi=1.0,max_game_length=60)", 1), ("go(board_size=4,komi=0.0,handicap=11)", 11)])
def test_points_repeated_positions_passes_and_the_limit_decide_random_matches(game_string, extra):
    game, rng, endings = load(game_string), random.Random(3), set()
    view, size = loaded(game_string).view, game.get_parameters()["board_size"]
    for _ in range(8):
        state, boards = game.new_initial_state(), []
        while not state.is_terminal():
            boards.append(view.observe(state, 0)["board"])
            state.apply_action(rng.choice(state.legal_actions()))
        last, moves = view.observe(state, 0)["board"], state.history()
        if moves[-1] != size * size and last in boards:
            endings.add("repeated")
            assert state.returns() == [0, 0]
            continue
        endings.add("passed" if moves[-2:] == [size * size] * 2 else "limit")
        assert moves[-2:] == [size * size] * 2 or len(moves) == game.max_game_length()
        black = expected_return(last, extra)
        assert state.returns() == [black, -black]
    assert endings


def test_two_passes_on_an_empty_board_leave_the_komi():
    state = after("go(board_size=5,komi=0.5)", 25, 25)
    assert state.returns() == [-1, 1]
    assert after("go(board_size=5,komi=0.0)", 25, 25).returns() == [0, 0]
