import random
import re

import pyspiel
import pytest

from tests.support.named_games import rules, some_decisions, turn
from tests.support.playouts import load

VERSIONS = ("v1", "v2")
SETTINGS = ("checkers", "checkers(rows=7,columns=5)")
WHITE, BLACK = 0, 1
QUIET = 40  # moves that end a match

every_version = pytest.mark.parametrize("version", VERSIONS)


def drawn(text: str) -> dict[tuple[int, int], str]:
    """Returns the pieces that a prompt shows, by column and row, both counted from 1."""
    lines = re.findall(r"^ *(\d+)((?: [wWbB.])+)$", text, re.MULTILINE)
    return {(column, int(row)): mark for row, marks in lines
            for column, mark in enumerate(marks.split(), start=1) if mark != "."}


def allowed(pieces: dict[tuple[int, int], str], own: str, columns: int, rows: int) -> set[str]:
    """Returns the moves that a side has by the rules that prompts tell, if none of its pieces has just jumped."""
    steps, jumps = set(), set()
    for (column, row), mark in pieces.items():
        ahead = 1 if own == "w" else -1
        if mark.lower() != own:
            continue
        for up in (1, -1) if mark.isupper() else (ahead,):
            for right in (1, -1):
                near, far = (column + right, row + up), (column + 2 * right, row + 2 * up)
                if near not in pieces and 1 <= near[0] <= columns and 1 <= near[1] <= rows:
                    steps.add(f"{spelled(column, row)}-{spelled(*near)}")
                elif (pieces.get(near, own).lower() != own and far not in pieces
                      and 1 <= far[0] <= columns and 1 <= far[1] <= rows):
                    jumps.add(f"{spelled(column, row)}x{spelled(*far)}")
    return jumps or steps


def marks(state: pyspiel.State) -> str:
    """Returns OpenSpiel's marks of all pieces."""
    *rows, files = str(state).splitlines()
    return "".join(re.findall("[o8+*]", "".join(row[-len(files.strip()):] for row in rows)))


def spelled(column: int, row: int) -> str:
    return f"{'abcdefghij'[column - 1]}{row}"


@every_version
@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_board_is_true_and_the_legal_moves_follow_from_it_by_the_rules(game_string, version):
    parameters = load(game_string).get_parameters()
    for state, player in some_decisions(game_string, most=12):
        text = turn(state, player, version)
        pieces = drawn(text)
        assert sorted(pieces.values()) == sorted(marks(state).translate(str.maketrans("o8+*", "wWbB")))
        moves = allowed(pieces, "wb"[player], parameters["columns"], parameters["rows"])
        (listed,) = re.findall("Legal moves: (.*)", text)
        goes_on = re.search(r"piece on (\w+)", text)
        assert set(listed.split(" | ")) == {move for move in moves if not goes_on or move.startswith(f"{goes_on[1]}x")}


@every_version
def test_the_size_of_the_board_and_the_rows_of_the_pieces_are_told(version):
    told = rules("checkers(rows=10,columns=9)", version)
    for fact in ("a to i", "1 to 10", "1 to 3", "8 to 10", "a1"):
        assert fact in told
    assert "b1" in rules("checkers(rows=7,columns=5)", version)


@pytest.mark.parametrize("game_string", SETTINGS)
@pytest.mark.parametrize("seed", range(6))
def test_whoever_cannot_move_loses_and_forty_moves_without_a_capture_are_a_draw(game_string, seed):
    state, rng, quiet = load(game_string).new_initial_state(), random.Random(seed), 0
    while not state.is_terminal():
        before, player = len(marks(state)), state.current_player()
        state.apply_action(rng.choice(state.legal_actions()))
        quiet = quiet + 1 if len(marks(state)) == before else 0
    assert quiet <= QUIET
    won = [1, -1] if player == WHITE else [-1, 1]
    assert state.returns() == ([0, 0] if quiet == QUIET else won)
