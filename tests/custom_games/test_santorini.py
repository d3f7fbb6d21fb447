import random

import pyspiel
import pytest

from custom_games.rules import TERMINAL
from custom_games.santorini import PAWNS, Position, Santorini
from tests.support.named_games import after

PLACED = (6, 8, 16, 18)  # A on row 2, column 2; X on row 2, column 4; B and Y two rows below
DEFAULT = Santorini()


def board(cells: str, pawn: str) -> Position:
    """Returns the position of a drawn board in which it is the turn of a pawn."""
    drawn = cells.split()
    pawns = tuple(next(cell for cell, text in enumerate(drawn) if text[1] == letter)
                  for letter in PAWNS if any(text[1] == letter for text in drawn))
    return Position(tuple(int(text[0]) for text in drawn), pawns, len(pawns) + PAWNS.index(pawn), pawns)


def turns(position: Position, game: Santorini = DEFAULT) -> set[str]:
    return set(game.action_spec(position, game.current_player(position)).options)


def made(position: Position, turn: str, game: Santorini = DEFAULT) -> Position:
    spec = game.action_spec(position, game.current_player(position))
    return game.apply_action(position, spec.read({"move": turn})[0])


def moves(position: Position, game: Santorini = DEFAULT) -> set[str]:
    """Returns the directions in which the pawn may move."""
    return {turn.split(",")[0].removeprefix("Move ") for turn in turns(position, game)}


def builds(position: Position, move: str) -> set[str]:
    return {turn.split("build ")[1] for turn in turns(position) if turn.startswith(f"Move {move}, build ")}


def test_pawns_are_placed_in_the_order_a_x_b_y_by_the_players_in_turn_on_free_cells():
    state = pyspiel.load_game("santorini").new_initial_state()
    for number, cell in enumerate(PLACED):
        assert state.current_player() == number % 2
        assert state.legal_actions() == [free for free in range(25) if free not in PLACED[:number]]
        assert state.action_to_string(cell).startswith(f"Place {PAWNS[number]} on row ")
        state.apply_action(cell)
    assert state.action_to_string(state.legal_actions()[0]) == "Move north, build east"


def test_the_pawns_take_turns_in_the_order_of_their_placement_without_a_choice():
    state, moved = after("santorini", *PLACED), []
    for _ in range(6):
        moved.append((state.current_player(), state.observation(0)["pawn"]))
        state.apply_action(state.legal_actions()[0])
    assert moved == [(0, "A"), (1, "X"), (0, "B"), (1, "Y"), (0, "A"), (1, "X")]


def test_on_the_flat_board_a_pawn_in_the_open_has_all_moves_and_builds():
    # X stands in the far corner, on which only a pawn in the south-east could build.
    assert len(turns(board("0. " * 12 + "0A " + "0. " * 11 + "0X", "A"), Santorini(pawns=1))) == 64 - 1


def test_an_action_is_the_number_of_cells_and_eight_for_each_direction_of_the_move_and_one_for_that_of_the_build():
    # South-east is direction 3, west is direction 6.
    state = after("santorini", *PLACED, 25 + 8 * 3 + 6)
    position = state.node.position
    assert position.pawns == (12, 8, 16, 18)
    assert [cell for cell, level in enumerate(position.levels) if level] == [11]


SLOPE = """
    0. 1. 2. 0. 0X
    3. 1A 4. 0. 0.
    1. 2B 3. 0. 0.
    0. 0. 0. 0. 0.
    0. 0. 0. 0. 0Y"""


def test_a_pawn_moves_at_most_one_level_up_and_never_onto_a_pawn_or_a_complete_tower():
    assert moves(board(SLOPE, "A")) == {"north-west", "north", "north-east", "south-west"}


@pytest.mark.parametrize(("level", "allowed"), [(0, True), (1, True), (2, True), (4, False)])
def test_a_pawn_moves_down_any_number_of_levels(level, allowed):
    position = board(f"2A {level}. 0. 0. 0X 0. 0. 0. 0. 0. 0. 0B 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0. 0Y", "A")
    assert ("east" in moves(position)) == allowed


def test_a_pawn_builds_next_to_its_new_cell_also_where_it_was_but_not_on_pawns_and_complete_towers():
    # From row 1, column 1: east is level 1, south-east is the cell that A has left, south is level 3.
    assert builds(board(SLOPE, "A"), "north-west") == {"east", "south-east", "south"}
    # From row 1, column 3, the tower in the south is complete, and south-west is the cell that A has left.
    assert builds(board(SLOPE, "A"), "north-east") == {"west", "south-west", "south-east", "east"}


def test_building_on_the_vacated_cell_raises_it():
    position = made(board(SLOPE, "A"), "Move north, build south")
    assert position.pawns[0] == 1
    assert position.levels[6] == 2


def test_a_block_on_level_3_completes_the_tower():
    position = made(board(SLOPE, "A"), "Move north-west, build south")
    assert position.levels[5] == 4
    assert "north-west" not in moves(position._replace(turns=6))  # for B, which stands south-east of it


def test_moving_onto_level_3_wins_at_once_without_a_build_under_the_name_of_the_direction():
    position = board(SLOPE, "B")  # at level 2, next to level 3 in the east and, behind A, in the north-west
    assert {"Move east", "Move north-west"} < turns(position)
    won = made(position, "Move east")
    assert won.levels == position.levels
    assert won.pawns[2] == 12
    assert DEFAULT.current_player(won) == TERMINAL
    assert DEFAULT.returns(won) == [1, 0]
    assert 25 + 64 + 2 in DEFAULT.legal_actions(position)  # east is direction 2


def test_level_3_cannot_be_reached_from_level_1():
    assert not {turn for turn in turns(board(SLOPE, "A")) if "build" not in turn}


def test_a_winning_move_is_understood_with_a_build_too():
    spec = DEFAULT.action_spec(board(SLOPE, "B"), 0)
    for stated in ("Move east, build south", "east", "E", "E, NW", "Move B east", "Move east and win"):
        assert spec.read({"move": stated}) == [25 + 64 + 2]


@pytest.mark.parametrize(("blocked", "returns"), [("A", [0, 1]), ("X", [1, 0])])
def test_a_blocked_pawn_loses_for_its_owner_even_if_the_other_pawn_could_move(blocked, returns):
    # The pawn in the corner is shut in by towers of level 2; the others are free.
    free = {"A": "X", "X": "A"}[blocked]
    before = {"A": "Y", "X": "A"}[blocked]  # moves last before the blocked pawn
    position = board(f"0{blocked} 2. 0. 0. 0. 2. 1. 0. 0. 0. 0. 0. 0. 0B 0. 0. 0. 0. 0. 0. 0{free} 0. 0. 0. 0Y", before)
    assert DEFAULT.current_player(made(position, "Move north, build north")) >= 0  # level 1 in the south-east is still open
    shut = position._replace(levels=(*position.levels[:6], 2, *position.levels[7:]))
    over = made(shut, "Move north, build north")
    assert DEFAULT.current_player(over) == TERMINAL
    assert DEFAULT.returns(over) == returns


def test_pawns_block_too_so_that_a_game_may_end_with_the_last_placement():
    state = after("santorini", 0, 1, 5, 6)
    assert state.node.position.levels == (0,) * 25
    assert state.is_terminal()
    assert state.returns() == [0, 1]


def test_with_one_pawn_each_the_two_take_turns():
    state = after("santorini(size=3,win_level=1,pawns=1)", 0, 8)
    assert state.observation(0)["pawn"] == "A"
    state.apply_action(9 + 8 * 2 + 4)  # east, and a block in the south
    assert (state.current_player(), state.observation(1)["pawn"]) == (1, "X")
    # The block in the middle is at level 1, which wins here: X moves north-west onto it.
    assert state.action_to_string(9 + 64 + 7) == "Move north-west"
    state.apply_action(9 + 64 + 7)
    assert state.returns() == [0, 1]


def test_everybody_sees_the_board_the_pawns_and_their_latest_turns():
    state = after("santorini", *PLACED, 25 + 8 * 3 + 6)
    seen = state.observation(1)
    assert seen["board"][2] == ["0.", "1.", "0A", "0.", "0."]
    assert seen["pawns"][0] == {"pawn": "A", "owner": "Player 1", "row": 3, "column": 3, "level": 0}
    assert (seen["you"], seen["to_move"], seen["pawn"], seen["turn"]) == ("Player 2", "Player 2", "X", 6)
    assert [entry["turn"] for entry in seen["last_turns"]] == [
        "Place X on row 2, column 4", "Place B on row 4, column 2", "Place Y on row 4, column 4",
        "Move south-east, build west"]


@pytest.mark.parametrize("game", [Santorini(), Santorini(4, 2, 1), Santorini(3, 2)])
def test_random_games_end_with_one_winner_and_every_turn_adds_at_most_a_block(game):
    rng = random.Random(5)
    for _ in range(200):
        position, played = game.initial_state(), 0
        while (player := game.current_player(position)) != TERMINAL:
            following = game.apply_action(position, game.action_spec(position, player).drawn(rng))
            assert sum(following.levels) - sum(position.levels) in (0, 1)
            assert max(following.levels) <= game.win_level + 1
            assert len(set(following.pawns)) == len(following.pawns)
            position, played = following, played + 1
        assert sorted(game.returns(position)) == [0, 1]
        assert played <= game.bounds().length


def test_random_play_wins_as_often_on_positions_as_without_them():
    # Both players can win in few turns, so that a winning move drawn too often would show.
    position, game, rng, times = board(SLOPE, "X"), Santorini(), random.Random(2), 1500
    fast = sum(game.random_returns(position, rng)[0] for _ in range(times)) / times
    slow = sum(super(Santorini, game).random_returns(position, rng)[0] for _ in range(times)) / times
    assert abs(fast - slow) < 5 * (0.5 / times) ** 0.5
