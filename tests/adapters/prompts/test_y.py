"""Y: the prompts tell size and sides, and the winner has the group that they describe."""

import random

import pytest

from tests.support.named_games import VERSIONS, after, loaded, rules, turn
from tests.support.playouts import load


@pytest.mark.parametrize("version", VERSIONS)
def test_size_and_marks_are_told(version):
    told = rules("y(board_size=7)", version, 1)
    assert all(fact in told for fact in ("row 7", "g", "b2"))
    assert "are marked @" in told or "You are @" in told
    assert "b2" not in rules("y(board_size=3)", version)
    assert "square brackets" not in turn(after("y(board_size=3)"), 0, version)
    assert "square brackets" in turn(after("y(board_size=3)", 1), 1, version)


def touching(spot: tuple[int, int]) -> list[tuple[int, int]]:
    """Returns the cells that a cell touches, by the rule that the prompts tell; a cell is column and row from 1."""
    column, row = spot
    return [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1), (column + 1, row - 1),
            (column - 1, row + 1)]


def wins(stones: set[tuple[int, int]], size: int) -> bool:
    """Returns whether a group of these stones reaches all three sides."""
    while stones:
        group, spots = set(), [next(iter(stones))]
        while spots:
            spot = spots.pop()
            if spot in stones and spot not in group:
                group.add(spot)
                spots += touching(spot)
        stones = stones - group
        if all(map(any, zip(*((row == 1, column == 1, column == size + 1 - row) for column, row in group),
                            strict=True))):
            return True
    return False


def test_the_first_group_on_all_three_sides_wins():
    game, rng, view, winners = load("y(board_size=5)"), random.Random(1), loaded("y(board_size=5)").view, set()
    for _ in range(12):
        state, stones = game.new_initial_state(), [set(), set()]
        while not any(wins(own, 5) for own in stones):
            player, action = state.current_player(), rng.choice(state.legal_actions())
            name = view.names(state, player, action)[0]
            stones[player].add((ord(name[0]) - ord("a") + 1, int(name[1:])))
            state.apply_action(action)
        assert state.is_terminal()
        assert state.returns() == [1 if wins(stones[0], 5) else -1, 1 if wins(stones[1], 5) else -1]
        winners.add(wins(stones[0], 5))
    assert winners == {True, False}
