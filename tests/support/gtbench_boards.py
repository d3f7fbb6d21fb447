"""Facts of GTBench's board games and of nim, computed by making the moves of the history on a board of our own."""

import re
from collections.abc import Mapping, Sequence
from itertools import chain, product
from typing import Any

import pyspiel

from tests.support.gtbench_facts import Fact, by_side, in_order, listed, steps, win_and_loss


def drawing(rows: Sequence[Sequence[str]], columns: Sequence[str], names: Sequence[str]) -> Fact:
    width, margin = max(map(len, columns)) + 1, max(map(len, names))
    lines = [" " * margin + "".join(f"{column:>{width}}" for column in columns)]
    lines += [f"{name:>{margin}}" + "".join(f"{cell:>{width}}" for cell in row)
              for name, row in zip(names, rows, strict=True)]
    return board_below("\n".join(lines) + "\n")


def board_below(board: str) -> Fact:
    return (rf"^This is the board now.*\n({re.escape(board)})(?=[A-Z])", [board])


def marks(player: int) -> list[Fact]:
    return [(r"^You (?:place the mark|play the discs marked) (\w) and your opponent (?:places the mark|plays the discs "
             r"marked) (\w)\.$", [("xo"[player], "ox"[player])]),
            (r"^It is your turn to (?:place|drop) an (\w)\.$", ["xo"[player]])]


def tic_tac_toe(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    def cell(name: str) -> str:
        found = re.fullmatch(r"[xo]\((\d),(\d)\)", name)
        assert found
        return f"C{int(found[2]) + 1}R{int(found[1]) + 1}"

    made = [(step.player, cell(step.name)) for step in steps(state)]
    board = [["."] * 3 for _ in range(3)]
    for seat, name in made:
        board[int(name[3]) - 1][int(name[1]) - 1] = "xo"[seat]
    legal = listed([cell(state.action_to_string(player, action)) for action in state.legal_actions()])
    names = ["C1", "C2", "C3"], ["R1", "R2", "R3"]
    return {
        "v1": [legal, drawing(board, *names), in_order(made, player), *marks(player), win_and_loss(state, draws=True),
               (r"columns (.*) run from left to right, rows (.*) from top to bottom", [tuple(map(", ".join, names))])],
        "paper": [legal, *by_side(made, player), (r"grid of (\d) columns and (\d) rows", [("3", "3")]),
                  (r"to have (\d) of their own marks", ["3"]),
                  (r"C(\d)R(\d) is the cell in column (\d) and row (\d)", [("1", "2", "1", "2")])],
    }


def connect_four(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    made = [(step.player, f"C{int(step.name[1:]) + 1}") for step in steps(state)]
    board = [["."] * of["columns"] for _ in range(of["rows"])]
    for seat, name in made:
        column = int(name[1:]) - 1
        lowest = max(row for row in range(of["rows"]) if board[row][column] == ".")
        board[lowest][column] = "xo"[seat]
    legal = listed([f"C{column + 1}" for column in range(of["columns"]) if board[0][column] == "."])
    drawn = drawing(board, [str(column + 1) for column in range(of["columns"])], [""] * of["rows"])
    return {
        "v1": [legal, drawn, in_order(made, player), *marks(player), win_and_loss(state, draws=True),
               (r"board of (\d+) columns and (\d+) rows", [(str(of["columns"]), str(of["rows"]))]),
               (r"to have (\d+) of their discs", [str(of["x_in_row"])]), (r"named C1 to C(\d+)", [str(of["columns"])])],
        "paper": [legal, *by_side(made, player), (r"to have (\d+) of their own discs", [str(of["x_in_row"])]),
                  (r"C(\d) is the first column", ["1"])],
    }


def breakthrough(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    def arrow(name: str) -> str:
        left, low, entered, high = name.rstrip("*")  # OpenSpiel's row after 9 is the character after "9", which is ":"
        return f"{left}{ord(low) - ord('0')}->{entered}{ord(high) - ord('0')}"

    made = [(step.player, arrow(step.name)) for step in steps(state)]
    height, width = of["rows"], of["columns"]
    deep = 2 if height >= 6 else 1
    home = [list(range(height, height - deep, -1)), list(range(1, deep + 1))]
    board = {(column, row): "b" if row in home[0] else "w" if row in home[1] else "."
             for column, row in product(range(width), range(1, height + 1))}
    for _, name in made:
        left, entered = ((ord(square[0]) - ord("a"), int(square[1:])) for square in name.split("->"))
        board[entered], board[left] = board[left], "."
    rows = [[board[column, row] for column in range(width)] for row in range(height, 0, -1)]
    numbers = [str(row) for row in range(height, 0, -1)]
    files = [chr(ord("a") + column) for column in range(width)]
    legal = listed([arrow(state.action_to_string(player, action)) for action in state.legal_actions()])
    goals = [1, height]
    sides = [("black", "b"), ("white", "w")]
    margin = len(numbers[0])
    preview = "".join(f"{number:>{margin}} {''.join(row)}\n" for number, row in zip(numbers, rows, strict=True))
    of_rows = [" and row ".join(map(str, rows)) for rows in home]
    return {
        "v1": [legal, drawing(rows, files, numbers), in_order(made, player), win_and_loss(state),
               (r"board of (\d+) columns and (\d+) rows", [(str(width), str(height))]),
               (r"(\w) to (\w) from left to right, and the number of its row, 1 to (\d+) from bottom to top",
                [(files[0], files[-1], str(height))]),
               (r"You play the (\w+) pieces, marked (\w), and your opponent plays the (\w+) pieces, marked (\w)",
                [(*sides[player], *sides[1 - player])]),
               (r"Your pieces start on row (.*) and move (\w+) the board, towards row (\d+)",
                [(of_rows[player], ("down", "up")[player], str(goals[player]))]),
               (r"Your opponent's pieces start on row (.*) and move the opposite way, towards row (\d+)",
                [(of_rows[1 - player], str(goals[1 - player]))]),
               (r"one of your pieces reaches row (\d+)", [str(goals[player])]),
               (r"Your opponent wins by reaching row (\d+)", [str(goals[1 - player])]),
               (r"move one of the (\w+) pieces \((\w)\)", [sides[player]])],
        "paper": [legal, *by_side(made, player), (r"rows are numbered 1 to (\d+)", [str(height)]),
                  board_below(preview)],
    }


def nim(state: pyspiel.State, player: int, of: Mapping[str, Any]) -> dict[str, list[Fact]]:
    made = [(step.player, step.name.rstrip(";")) for step in steps(state)]
    start = of["pile_sizes"].split(";")
    piles = list(map(int, start))
    for _, name in made:
        pile, take = map(int, re.findall(r"\d+", name))
        piles[pile - 1] -= take
    moves = [[f"pile:{pile}, take:{take}" for take in range(1, size + 1)] for pile, size in enumerate(piles, 1)]
    spans = [f"pile:{pile}, take:{'1' if size == 1 else f'1..{size}'}" for pile, size in enumerate(piles, 1) if size]
    last = "loses" if of["is_misere"] else "wins"
    numbered = [(str(pile), str(size)) for pile, size in enumerate(piles, 1)]
    return {
        "v1": [listed(spans), in_order(made, player), win_and_loss(state),
               (r"^Pile (\d+) now holds (\d+) objects?\.$", numbered),
               (r"in this order, are (.*)\.$", [", ".join(start)]), (r"takes the very last object (\w+)", [last]),
               (r"numbered from (\d)", ["1"]),
               (r"(\w+)(?: opponent)? moves? first", [("You", "Your")[player]])],
        "paper": [listed(list(chain.from_iterable(moves))), (r"^Pile (\d+) now has (\d+) match(?:es)?\.$", numbered),
                  (r"there are (\d+) piles of matches, which hold (.*) at the start",
                   [(str(len(start)), ", ".join(start))]),
                  (r"takes the last match (\w+)", [last]),
                  (r"pile:(\d), take:(\d) takes (\d) match from pile (\d)", [("2", "1", "1", "2")])],
    }
