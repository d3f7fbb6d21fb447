"""Havannah: the prompts tell size and swap, and matches end with the figures that they describe."""

import random

import pytest

from tests.support.named_games import VERSIONS, after, loaded, rules, turn
from tests.support.playouts import load

Spot = tuple[int, int]  # column and row from 0


@pytest.mark.parametrize("version", VERSIONS)
def test_size_marks_and_the_swap_are_told(version):
    told = rules("havannah(board_size=5)", version, 1)
    assert all(fact in told for fact in ("a to i", "1 to 9", "5 cells", "e9 to i9", "b2"))
    assert "are marked @" in told or "You are @" in told
    assert "swap" not in told
    assert "b2" not in rules("havannah(board_size=2)", version).replace("a2 to b2", "")
    assert "swap" in rules("havannah(swap=True)", version)
    state = after("havannah(board_size=3,swap=True)", 1)
    assert "swap" in turn(state, 1, version).split("Legal moves")[0]
    state.apply_action(2)
    assert "swap" not in turn(state, 0, version)


def touching(spot: Spot) -> list[Spot]:
    """Returns the cells that a cell touches, by the rule that the prompts tell."""
    column, row = spot
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1), (column - 1, row - 1),
            (column + 1, row + 1)]


def groups(spots: set[Spot]) -> list[set[Spot]]:
    """Returns the parts that hang together."""
    found = []
    while spots:
        group, open_spots = set(), [next(iter(spots))]
        while open_spots:
            spot = open_spots.pop()
            if spot in spots and spot not in group:
                group.add(spot)
                open_spots += touching(spot)
        spots = spots - group
        found.append(group)
    return found


def list_figures(stones: set[Spot], size: int) -> set[str]:
    """Returns which of the three figures these stones have."""
    last, middle = 2 * size - 2, size - 1
    cells = {(column, row) for column in range(last + 1) for row in range(last + 1) if abs(column - row) < size}
    corners = {(0, 0), (middle, 0), (last, middle), (last, last), (middle, last), (0, middle)}
    sides = [{spot for spot in cells - corners if on_side(*spot)} for on_side in (
        lambda column, row: row == 0, lambda column, row: row == last, lambda column, row: column == 0,
        lambda column, row: column == last, lambda column, row: column - row == middle,
        lambda column, row: row - column == middle)]
    figures = set()
    for group in groups(stones):
        figures |= {"bridge"} if len(group & corners) >= 2 else set()
        figures |= {"fork"} if sum(bool(group & side) for side in sides) >= 3 else set()
    # A ring shuts in other cells, which then reach no side of the board, or a cell of its own.
    edge = corners.union(*sides)
    shut_in = any(not group & edge for group in groups(cells - stones))
    filled = any(set(touching(spot)) <= stones for spot in stones)
    return figures | ({"ring"} if shut_in or filled else set())


def is_inner(action: int) -> bool:
    """Returns whether a cell of a board with sides of five cells is at most two steps from its middle."""
    row, column = divmod(action, 9)
    return max(abs(row - 4), abs(column - 4), abs(row - column)) <= 2


@pytest.mark.parametrize(("game_string", "size", "figures_seen"), [
    ("havannah(board_size=2)", 2, {"bridge"}), ("havannah(board_size=3)", 3, {"bridge", "fork"}),
    ("havannah(board_size=4,swap=True)", 4, {"bridge", "fork"}), ("havannah(board_size=5)", 5, {"ring", "fork"})])
def test_the_first_figure_wins_and_a_full_board_is_a_draw(game_string, size, figures_seen):
    game, rng, view, seen = load(game_string), random.Random(6), loaded(game_string).view, set()
    for _ in range(30):
        state, stones = game.new_initial_state(), [set(), set()]
        while True:
            # Matches on the larger board begin in its middle, where rings are.
            inner = [action for action in state.legal_actions() if size == 5 and is_inner(action)]
            player, action = state.current_player(), rng.choice(inner or state.legal_actions())
            name = view.names(state, player, action)[-1]
            spot = ord(name[0]) - ord("a"), int(name[1:]) - 1
            stones[1 - player].discard(spot)
            stones[player].add(spot)
            state.apply_action(action)
            if figures := list_figures(stones[player], size):
                seen |= figures
                assert state.is_terminal()
                assert state.returns()[player] == 1
                assert sum(state.returns()) == 0
                break
            if sum(map(len, stones)) == 3 * size * (size - 1) + 1:
                seen.add("draw")
                assert state.is_terminal()
                assert state.returns() == [0, 0]
                break
            assert not state.is_terminal()
    assert figures_seen <= seen
