import re

import pytest

from gtarena.checks.playouts import states
from tests.support.named_games import some_decisions, turn
from tests.support.playouts import load

VERSIONS = ("v1", "v2")
WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]


def drawn(text: str) -> dict[tuple[int, int], str]:
    """Returns the squares of the board that a prompt shows."""
    rows = [line[2:].split() for line in text.splitlines() if re.fullmatch("[1-8](?: [xo.]){8}", line)]
    return {(row, column): mark for row, marks in enumerate(rows) for column, mark in enumerate(marks)}


def flipped(board: dict[tuple[int, int], str], row: int, column: int, own: str) -> int:
    """Returns the number of pieces that a piece on a square encloses, by the rules that prompts tell."""
    total = 0
    for down, right in WAYS:
        length = 1
        while board.get((row + down * length, column + right * length), ".") not in (own, "."):
            length += 1
        if board.get((row + down * length, column + right * length)) == own:
            total += length - 1
    return total


@pytest.mark.parametrize("version", VERSIONS)
def test_the_board_is_true_and_moves_are_those_that_enclose_pieces(version):
    for state, player in some_decisions("othello"):
        text, own = turn(state, player, version), "xo"[player]
        board = drawn(text)
        assert [*board.values()].count("x") == str(state).count("x") - str(state).count("(x)")
        allowed = {f"{'abcdefgh'[column]}{row + 1}" for row, column in board
                   if board[row, column] == "." and flipped(board, row, column, own)}
        assert allowed == {*map(state.action_to_string, state.legal_actions())} - {"pass"}
        counts = [[*board.values()].count(mark) for mark in (own, "xo"[1 - player])]
        told = re.search(r"You have (\d+) .* opponent has (\d+)|Your pieces: (\d+)\n.*pieces: (\d+)", text)
        assert [int(number) for number in told.groups() if number] == counts
        assert ("pass" in text.partition("Legal moves")[0].rpartition("now")[2]) == (not allowed)


@pytest.mark.parametrize("seed", range(4))
def test_whoever_has_more_pieces_at_the_end_wins(seed):
    *_, last = states(load("othello"), seed)
    while not last.is_terminal():
        last.apply_action(last.legal_actions()[0])
    marks = "".join(str(last).splitlines()[2:-1])
    ahead = marks.count("x") - marks.count("o")
    assert last.returns() == ([1, -1] if ahead > 0 else [-1, 1] if ahead < 0 else [0, 0])
