"""Hive's rules on positions worked out by hand, and OpenSpiel's moves compared with an independent generator's.

Every position is a list of moves in the notation of the Universal Hive Protocol. Coordinates in comments are those of
the prompts: (q, r), east is q + 1 and south-east r + 1.
"""

import random
from collections.abc import Iterator

import pyspiel
import pytest

from tests.support import hive_rules
from tests.support.hive_rules import Hive, Move

BASE = "hive(uses_mosquito=false,uses_ladybug=false,uses_pillbug=false)"
# wQ (-1, 0), wG1 (0, 0), bG1 (1, 0), bQ (2, 0): a line from west to east.
LINE = "wG1;bG1 wG1-;wQ -wG1;bQ bG1-"
POSITIONS = 200
SHUFFLE = ("wQ \\wG1", "bQ bG1/", "wQ -wG1", "bQ bG1-")  # both queen bees go to and fro


def played(moves: str) -> pyspiel.State:
    """OpenSpiel's state after moves, each of which has to be legal."""
    state = pyspiel.load_game(BASE).new_initial_state()
    for move in filter(None, moves.split(";")):
        action = state.string_to_action(move)
        assert action in state.legal_actions(), move
        state.apply_action(action)
    return state


def hive_of(state: pyspiel.State) -> Hive:
    return hive_rules.after(filter(None, str(state).split(";")[3:]))


def offered(state: pyspiel.State, hive: Hive) -> set[Move]:
    """OpenSpiel's legal moves as pieces and cells; a pass is none."""
    names = (state.action_to_string(action) for action in state.legal_actions())
    return {hive_rules.named(hive, name) for name in names if name != "pass"}


def targets(hive: Hive, piece: str, names: str) -> set[Move]:
    r"""The moves of a piece to places that are named as in the notation, such as ``\wG1 wG1/``."""
    return {hive_rules.named(hive, f"{piece} {name}") for name in names.split()}


@pytest.mark.parametrize(("rule", "moves", "piece", "reachable"), [
    ("a queen bee slides one cell along the edge", LINE, "wQ", r"\wG1 /wG1"),
    ("one hive: a piece that connects two parts is pinned", LINE, "wG1", ""),
    ("a spider goes exactly three cells", f"{LINE};wS1 -wQ;bA1 bQ-", "wS1", r"\bG1 /bG1"),
    ("an ant goes around the whole hive", f"{LINE};wA1 -wQ;bA1 bQ-", "wA1",
     r"\wQ \wG1 \bG1 \bQ \bA1 bA1/ bA1- bA1\ /bA1 /bQ /bG1 /wG1 /wQ"),
    ("a grasshopper jumps over all pieces of a line", f"{LINE};wG2 -wQ;bA1 bQ-", "wG2", "bA1-"),
    ("a beetle slides on the ground or climbs", f"{LINE};wB1 -wQ;bA1 bQ-", "wB1", r"wQ \wQ /wQ"),
    ("a beetle on top of the hive goes down to any side", f"{LINE};wB1 -wQ;bA1 bQ-;wB1 wQ;bA2 bA1-", "wB1",
     r"\wQ wQ/ wG1 wQ\ /wQ -wQ"),
    ("a piece under a beetle cannot move", f"{LINE};wB1 -wQ;bA1 bQ-;wB1 wQ;bA2 bA1-", "wQ", ""),
    # bQ (1, 1) touches only bS2 (1, 0); wQ (-1, 2) lies beside (0, 2), but on the way there bQ would touch nothing.
    ("a sliding piece keeps contact", r"wG1;bS2 wG1-;wG3 /wG1;bQ bS2\;wQ wG3" + "\\", "bQ", "bS2- wG1\\"),
    # wQ has one empty neighbour, in the south-east, between bA3 in the south-west and wA2 in the east.
    ("freedom to move: a narrow gap locks a piece in",
     r"wA2;bG3 wA2-;wQ -wA2;bQ bG3/;wS1 \wQ;bS1 bQ\;wA3 \wA2;bA3 /bS1;wG1 /wS1;bA3 wG1" + "\\", "wQ", ""),
    # (1, -1) has five occupied neighbours; the way in is from the east, between bB1 and wQ. wB1 is at (0, 0).
    ("a grasshopper jumps into an enclosed cell",
     r"wB1;bG1 \wB1;wG3 /wB1;bS1 bG1/;wA3 wG3-;bB1 bS1-;wQ wB1-;bQ bS1/", "wG3", "wB1/ wA3-"),
    # wB2 is on wS1 (0, 0), between wB1 on wQ (0, 1) and bB2 on wG3 (1, -1), and so cannot go east to (1, 0).
    ("a beetle does not pass between two higher stacks",
     r"wS1;bB1 \wS1;wQ wS1\;bB2 bB1/;wB1 wQ/;bS2 bB2-;wG3 wB1\;bQ -bB2;wB2 -wQ;bS1 \bQ;wG3 bB2\;bG1 \bS2;wB2 wS1;"
     r"bB1 bQ;wG2 wQ-;bS1 bG1/;wA1 wG2\;bA1 \bB1;wA2 /wB2;bG2 -bG1;wA1 -bA1;bG2 /bB1;wB1 wQ;bB1 \bB2;wA1 \bB1;bB2 wG3",
     "wB2", r"bB2 wB1 wA2 -wS1 \wS1"),
])
def test_a_piece_reaches_exactly_the_cells_worked_out_by_hand(rule, moves, piece, reachable):
    state = played(moves)
    hive = hive_of(state)
    expected = targets(hive, piece, reachable)
    assert {move for move in offered(state, hive) if move[0] == piece} == expected, rule
    assert {(piece, cell) for top, cell in hive_rules.legal_moves(hive) if top == piece} == expected, rule


def test_an_ant_slides_into_no_enclosed_cell_and_pieces_are_placed_by_the_published_rules():
    state = played(r"wB1;bG1 \wB1;wG3 /wB1;bS1 bG1/;wA3 wG3-;bB1 bS1-;wQ wB1-;bQ bS1/")
    hive = hive_of(state)
    ant = {move for move in offered(state, hive) if move[0] == "wA3"}
    assert ant
    assert not ant & targets(hive, "wA3", "wB1/")
    names = [played("").action_to_string(action) for action in played("").legal_actions()]
    assert names == ["wA1", "wA2", "wA3", "wG1", "wG2", "wG3", "wS1", "wS2", "wB1", "wB2"]
    state = played("wG1")
    assert len(offered(state, hive_of(state))) == 6 * 10
    assert not any(piece == "bQ" for piece, _ in offered(state, hive_of(state)))
    state = played("wG1;bG1 wG1-")
    hive = hive_of(state)
    assert {move for move in offered(state, hive) if move[0] == "wA1"} == targets(hive, "wA1", r"/wG1 -wG1 \wG1")


def test_the_top_of_a_stack_counts_the_queen_comes_by_the_fourth_turn_and_who_has_no_move_passes():
    # wB1 is on bG1 (1, 0), so White may place at (0, 1) and (1, -1), which bG1 would forbid; bQ is at (2, 0).
    state = played(rf"{LINE};wB1 \wG1;bA1 bQ-;wB1 wG1;bA2 bA1-;wB1 bG1;bA3 bA2-")
    hive = hive_of(state)
    placed = {move for move in offered(state, hive) if move[0] == "wA1"}
    assert placed == targets(hive, "wA1", r"\wQ \wG1 \bG1 -wQ /wQ /wG1 /bG1")
    state = played("wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-;wS1 -wA1;bS1 bA1-")
    assert {piece for piece, _ in offered(state, hive_of(state))} == {"wQ"}
    state = played("wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-")
    assert "wA1" not in {piece for piece, _ in offered(state, hive_of(state))}
    # Each white piece holds a part of the hive, and every cell beside a white piece lies beside a black one too.
    state = played(r"wS2;bS2 /wS2;wA2 wS2-;bG3 bS2\;wG1 \wS2;bG2 -bS2;wQ \wA2;bQ bG3\;wA2 bQ-;bA3 -bG3;wA2 /bQ;"
                   r"bA3 wQ/;wA2 \bA3;bG2 wS2\;wA2 /wG1;bS2 -wG1;wA2 wG1/;bA2 bQ\;wA2 /bG3;bA2 -wA2")
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["pass"]
    assert hive_rules.legal_moves(hive_of(state)) == set()


@pytest.mark.parametrize(("rule", "moves", "returns"), [
    ("a surrounded queen bee loses",
     r"wB2;bB2 wB2\;wA1 wB2/;bQ bB2-;wG1 \wA1;bQ wB2-;wQ wG1-;bG3 bB2\;wS1 \wQ;bA3 bQ-;wQ bQ/;bG1 /bA3", [1, -1]),
    ("also if only her own pieces surround her",
     r"wA1;bG2 -wA1;wB2 wA1/;bS1 -bG2;wS2 wB2-;bB2 /bS1;wQ wB2\;bQ \bB2;wA3 wQ\;bB1 \bS1;wA2 wQ-;bA3 bB2\;wG2 wA1"
     "\\", [-1, 1]),
    ("if both are surrounded by the same move nobody wins",
     r"wS1;bS2 /wS1;wB2 wS1/;bA2 bS2\;wA3 wB2\;bA3 -bS2;wQ wA3-;bQ bA2-;wQ wA3\;bA2 /bS2;wS2 wB2-;bA3 -bQ;wB1 \wB2;"
     r"bB2 bQ\;wG1 wQ-;bG3 bB2-;wA1 \wS1;bG3 /bQ;wG2 \wS2;bB1 /bA2;wA1 bB2\;bS1 /bB1;wG3 wA3-;bS1 -bS2;wA2 wB1/;"
     r"bG3 wG3/;wB2 wS1;bG1 bA3\;wB2 \bQ;bB1 /bA3;wA1 bB2/", [0, 0]),
    ("250 turns of each player are a draw", ";".join([LINE, *SHUFFLE * 124]), [0, 0])])
def test_the_end_of_a_match(rule, moves, returns):
    state = played(moves)
    assert state.is_terminal()
    assert state.returns() == returns, rule


def test_one_turn_before_the_limit_the_match_goes_on():
    state = played(";".join([LINE, *(SHUFFLE * 124)[:-1]]))
    assert not state.is_terminal()
    assert len(state.history()) == 499


def some_positions(most: int) -> Iterator[pyspiel.State]:
    """Positions of random matches, an eighth of each match after its opening."""
    rng = random.Random(15)
    game, found = pyspiel.load_game(BASE), 0
    while found < most:
        state = game.new_initial_state()
        while not state.is_terminal() and found < most:
            if len(state.history()) < 10 or rng.random() < 0.125:
                found += 1
                yield state.clone()
            state.apply_action(rng.choice(state.legal_actions()))


def is_unchecked(hive: Hive) -> bool:
    """Returns whether OpenSpiel cannot see which pieces hold the hive together, or has let it be split."""
    return hive.where("wQ") is None or not hive.is_connected()


def test_openspiel_offers_the_moves_of_the_published_rules_in_random_positions():
    compared = 0
    for state in some_positions(POSITIONS):
        hive = hive_of(state)
        if not is_unchecked(hive) or (hive.mover == "w" and hive.is_connected()):
            assert offered(state, hive) == hive_rules.legal_moves(hive), str(state)
            compared += 1
    assert compared > 0.9 * POSITIONS


def test_openspiel_lets_black_split_the_hive_in_the_third_turn_if_whites_queen_bee_is_not_in_play():
    # bS1 (-1, 1) connects bQ (-2, 2) with the white pieces, but may run away; bQ herself is free by the rules too.
    state = played(r"wG2;bS1 /wG2;wA2 wG2/;bQ /bS1;wS1 \wG2")
    hive = hive_of(state)
    split = offered(state, hive) - hive_rules.legal_moves(hive)
    assert split
    assert {piece for piece, _ in split} == {"bS1"}
    assert not any(hive.moved(*move).is_connected() for move in split)
    assert hive_rules.legal_moves(hive) <= offered(state, hive)
