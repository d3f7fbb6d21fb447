"""Hex: the prompts tell size, goals and swap, and the winner has the chain that they describe."""

import random

import pytest

from tests.support.named_games import VERSIONS, after, loaded, rules, turn
from tests.support.playouts import load

every_version = pytest.mark.parametrize("version", VERSIONS)


@every_version
def test_sizes_goals_and_the_swap_are_told(version):
    told = rules("hex(num_cols=7,num_rows=4)", version, 1)
    assert all(fact in told for fact in ("7 columns", "4 rows", "a to g", "1 to 4"))
    assert "swap" not in told
    assert ("connect the left with the right, and your" in told) or ("Link left and right before" in told)
    assert "b2" not in rules("hex(board_size=2)", version)
    assert "swap" in rules("hex(swap=True)", version)
    state = after("hex(swap=True)", 5)
    assert "swap" in turn(state, 1, version).split("Legal moves")[0]
    state.apply_action(7)
    assert "swap" not in turn(state, 0, version)


def connected(rows: list[list[str]], mark: str) -> bool:
    """Returns whether stones join the first row and the last one, by the rule that the prompts tell."""
    met, spots = set(), [(0, column) for column in range(len(rows[0])) if rows[0][column] == mark]
    while spots:
        row, column = spots.pop()
        if (row, column) in met:
            continue
        met.add((row, column))
        around = [(row, column - 1), (row, column + 1), (row - 1, column), (row - 1, column + 1), (row + 1, column),
                  (row + 1, column - 1)]
        spots += [(down, right) for down, right in around
                  if 0 <= down < len(rows) and 0 <= right < len(rows[0]) and rows[down][right] == mark]
    return any(row == len(rows) - 1 for row, _ in met)


@pytest.mark.parametrize("game_string", ["hex(board_size=4,swap=True)", "hex(num_cols=5,num_rows=3)"])
def test_the_first_chain_between_the_own_edges_wins(game_string):
    game, rng, winners = load(game_string), random.Random(5), set()
    for _ in range(10):
        state = game.new_initial_state()
        while True:
            rows = [line.split() for line in loaded(game_string).view.observe(state, 0)["text"].splitlines()]
            turned = [list(column) for column in zip(*rows, strict=True)]  # which leaves neighbours neighbours
            won = (connected(rows, "x"), connected(turned, "o"))
            assert state.is_terminal() == any(won)
            if any(won):
                winners.add(won)
                assert state.returns() == ([1, -1] if won[0] else [-1, 1])
                break
            state.apply_action(rng.choice(state.legal_actions()))
    assert winners == {(True, False), (False, True)}
