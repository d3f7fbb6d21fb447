import random
import statistics

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.framework.rules import TERMINAL
from custom_games.santorini import DIRECTIONS, Position, Santorini, move_spec, placement_name, placement_spec, turn_name
from gtarena.checks.playouts import states

NORTH, NORTH_EAST, EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, WEST, NORTH_WEST = range(8)
RULES = Santorini()
# Where pawns are out of the way, on a board of 5 by 5: the middle of its southern edge, and two of its corners.
FAR = {"X": (5, 3), "B": (5, 1), "Y": (5, 5)}


def cell(row, column, size=5):
    return (row - 1) * size + column - 1


def at(a, levels=(), pawn="A", **others):
    """The position with A on a cell, the others far away, and ``levels`` besides 0; it is the turn of ``pawn``."""
    heights = [0] * 25
    for (row, column), level in dict(levels).items():
        heights[cell(row, column)] = level
    pawns = {"A": a, **FAR, **others}
    turns = 4 + "AXBY".index(pawn)
    return Position(tuple(heights), tuple(cell(*pawns[name]) for name in "AXBY"), turns, (0, 0, 0, 0))


def move(direction, build):
    return 25 + 8 * direction + build


def win(direction):
    return 25 + 64 + direction


def directions(position):
    """The directions in which the pawn to move can go, those that win among them."""
    return sorted({action - 89 if action >= 89 else (action - 25) // 8 for action in RULES.legal_actions(position)})


def builds(position, direction):
    return [action - move(direction, 0) for action in RULES.legal_actions(position)
            if move(direction, 0) <= action < move(direction + 1, 0)]


def test_pawns_are_placed_in_the_order_a_x_b_y_on_free_cells_and_one_walled_in_by_the_last_loses():
    position = RULES.initial_state()
    for number, (player, place) in enumerate([(0, 12), (1, 0), (0, 24), (1, 13)]):
        assert RULES.current_player(position) == player
        assert RULES.legal_actions(position) == tuple(place for place in range(25) if place not in position.pawns)
        assert RULES.observation(position, player)["pawn"] == "AXBY"[number]
        position = RULES.apply_action(position, place)
    assert position.pawns == (12, 0, 24, 13)
    assert RULES.observation(position, 0)["stage"] == "move"
    rules = Santorini(size=3)
    position = rules.initial_state()
    for place in (0, 1, 3, 4):
        assert rules.current_player(position) != TERMINAL
        position = rules.apply_action(position, place)
    assert (rules.current_player(position), rules.returns(position)) == (TERMINAL, [0, 1])


def test_the_pawns_move_in_the_order_a_x_b_y_whatever_their_players_would_prefer():
    position = at((1, 1))
    for pawn, player in [*zip("AXBY", (0, 1, 0, 1), strict=True)] * 3:
        assert (RULES.current_player(position), RULES.observation(position, player)["pawn"]) == (player, pawn)
        before = position
        position = RULES.apply_action(position, RULES.legal_actions(position)[0])
        moved = [name for name, old, new in zip("AXBY", before.pawns, position.pawns, strict=True) if old != new]
        assert moved == [pawn]


EVERY = range(8)
STEPS = {(2, 2): 1, (1, 2): 2, (2, 3): 3, (3, 2): 1}


@pytest.mark.parametrize(("position", "possible"), [
    (at((3, 3)), {*EVERY}), (at((1, 1)), {EAST, SOUTH_EAST, SOUTH}),
    # A pawn climbs one level and no more.
    (at((2, 2), STEPS), {*EVERY} - {EAST}), (at((2, 2), STEPS | {(2, 2): 0}), {*EVERY} - {NORTH, EAST}),
    (at((1, 1), {(1, 1): 1, (1, 2): 3}), {SOUTH_EAST, SOUTH}),
    # No pawn moves onto another one, its owner's included.
    (at((3, 3), B=(3, 4), X=(2, 3)), {*EVERY} - {EAST, NORTH})])
def test_a_pawn_moves_one_cell_within_the_board_up_one_level_at_most_and_onto_nobody(position, possible):
    assert set(directions(position)) == possible


def test_a_pawn_steps_down_any_number_of_levels_and_nobody_moves_onto_a_complete_tower_or_builds_on_it():
    levels = {(row, column): 4 for row in range(1, 4) for column in range(1, 4)} | {(2, 2): 2, (2, 3): 0}
    assert directions(at((2, 2), levels)) == [EAST]
    # Level 3 is left only by a pawn that has won, but the rule holds for boards that are won higher up.
    high = Santorini(win_level=9)
    tower = at((1, 1), {(1, 1): 8, (1, 2): 10, (2, 2): 10})
    assert {(action - 25) // 8 for action in high.legal_actions(tower)} == {SOUTH}
    position = at((1, 1), {(1, 1): 2, (1, 2): 4, (2, 2): 3, (2, 1): 2})
    assert directions(position) == [SOUTH_EAST, SOUTH]
    # From row 2, column 1: the complete tower lies north-east, and the one in the east may be completed.
    assert builds(position, SOUTH) == [NORTH, EAST, SOUTH_EAST, SOUTH]
    assert RULES.apply_action(position, move(SOUTH, EAST)).levels[cell(2, 2)] == 4


def test_a_pawn_builds_beside_its_new_cell_also_on_the_cell_that_it_has_left_and_not_on_pawns():
    position = at((2, 2), {(2, 2): 1}, X=(2, 4), B=(3, 3))
    assert builds(position, EAST) == [NORTH, NORTH_EAST, SOUTH_EAST, SOUTH_WEST, WEST, NORTH_WEST]
    after = RULES.apply_action(position, move(EAST, WEST))
    assert (after.pawns[0], after.levels[cell(2, 2)], sum(after.levels)) == (cell(2, 3), 2, 2)
    levels = {(row, column): 4 for row in range(1, 4) for column in range(1, 4)} | {(1, 1): 0, (1, 2): 0}
    assert RULES.legal_actions(at((1, 1), levels)) != ()
    assert RULES.legal_actions(at((1, 1), levels | {(1, 3): 4})) == (move(EAST, WEST),)


def test_moving_onto_level_3_wins_at_once_and_to_stand_there_wins_only_by_moving():
    position = at((1, 1), {(1, 1): 2, (1, 2): 3, (2, 2): 1})
    assert win(EAST) in RULES.legal_actions(position)
    assert builds(position, EAST) == []
    after = RULES.apply_action(position, win(EAST))
    assert (RULES.current_player(after), RULES.returns(after)) == (TERMINAL, [1, 0])
    assert (after.levels, after.pawns[0]) == (position.levels, cell(1, 2))
    second = at((3, 3), {(1, 1): 2, (1, 2): 3}, X=(1, 1), pawn="X")
    assert RULES.returns(RULES.apply_action(second, win(EAST))) == [0, 1]
    # The pawn stands on level 2, and what it builds on comes to level 3: the game goes on.
    after = RULES.apply_action(at((1, 1), {(1, 1): 1, (1, 2): 2, (1, 3): 2}), move(EAST, EAST))
    assert after.levels[cell(1, 3)] == 3
    assert RULES.current_player(after) == 1


@pytest.mark.parametrize(("pawn", "returns"), [("X", [1, 0]), ("B", [0, 1])])
def test_a_blocked_pawn_loses_though_its_owners_other_pawn_could_move(pawn, returns):
    # The pawn that comes next stands in a corner between two towers of level 2 and one that the mover completes.
    mover = {"X": "A", "B": "X"}[pawn]
    places = {"A": (4, 4), **FAR, pawn: (1, 1), mover: (4, 1)}
    position = at(places.pop("A"), {(1, 2): 2, (2, 1): 2, (2, 2): 1}, pawn=mover, **places)
    after = RULES.apply_action(position, move(NORTH, NORTH_EAST))
    assert after.levels[cell(2, 2)] == 2
    assert (RULES.current_player(after), RULES.returns(after)) == (TERMINAL, returns)
    assert RULES.legal_actions(after._replace(winner=-1, turns=after.turns + 2))


def test_a_pawn_whose_only_way_out_wins_is_not_blocked_and_both_players_see_board_and_latest_turns():
    position = at((4, 4), {(1, 1): 2, (1, 2): 3, (2, 1): 4, (2, 2): 4}, pawn="A", X=(1, 1))
    assert RULES.legal_actions(RULES.apply_action(position, move(NORTH, EAST))) == (win(EAST),)
    position = at((2, 2), {(2, 3): 1})._replace(last=(move(NORTH, SOUTH), move(EAST, WEST), 20, 24))
    after = RULES.apply_action(position, move(EAST, NORTH))
    for player in range(2):
        seen = RULES.observation(after, player)
        assert seen["board"][:2] == [["0.", "0.", "1.", "0.", "0."], ["0.", "0.", "1A", "0.", "0."]]
        assert seen["board"][4] == ["0B", "0.", "0X", "0.", "0Y"]
        assert seen["last_turns"] == [{"pawn": "X", "player": "Player 2", "turn": "Move east, build west"},
                                      {"pawn": "B", "player": "Player 1", "turn": "Place B on row 5, column 1"},
                                      {"pawn": "Y", "player": "Player 2", "turn": "Place Y on row 5, column 5"},
                                      {"pawn": "A", "player": "Player 1", "turn": "Move east, build north"}]
        assert seen["your_pawns"] == [["A", "B"], ["X", "Y"]][player]
        assert seen["opponents_pawns"] == [["X", "Y"], ["A", "B"]][player]
    assert seen["pawns"][0] == {"pawn": "A", "owner": "Player 1", "row": 2, "column": 3, "level": 1}


@pytest.mark.parametrize("game_string", [
    "santorini", "santorini(size=3)", "santorini(size=4,win_level=2,pawns=1)", "santorini(size=9,win_level=9)"])
def test_each_turn_adds_a_block_a_pawn_always_can_build_and_nobody_draws(game_string):
    game = pyspiel.load_game(game_string)
    rules = game.rules
    for seed in range(8):
        *others, end = states(game, seed)
        for state in others:
            now = state.node.position
            assert (len(set(now.pawns)), sum(now.levels)) == (len(now.pawns), max(0, now.turns - len(rules.order)))
            assert max(now.levels) <= rules.win_level + 1
            assert all(now.levels[place] < rules.win_level for place in now.pawns)
            assert state.legal_actions()
        assert sorted(end.returns()) == [0, 1]
        last = end.node.position
        stands = last.levels[last.pawns[(last.turns - 1) % len(rules.order)]]
        if stands < rules.win_level:  # Nobody has reached the top: the pawn to move is blocked.
            assert rules.legal_actions(last) == ()


def test_every_pawn_that_can_move_can_build():
    rng = random.Random(3)
    for _ in range(600):
        pawns = rng.sample(range(25), 4)
        # A pawn on level 3 has won.
        levels = tuple(rng.randrange(3 if place in pawns else 5) for place in range(25))
        position = Position(levels, tuple(pawns), 4, (0, 0, 0, 0))
        pawn, others = position.pawns[0], position.pawns[1:]
        row, column = divmod(pawn, 5)
        free = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} - {(row, column)}
        reached = {5 * r + c for r, c in free if 0 <= r < 5 and 0 <= c < 5}
        can_move = [place for place in reached - set(others) if levels[place] <= min(3, levels[pawn] + 1)]
        assert len(directions(position)) == len(can_move)


def test_random_matches_are_even_and_last_about_as_long_as_the_published_ones():
    # The reference's have 14 to 70 decisions.
    game, lengths = pyspiel.load_game("santorini"), []
    for seed in range(60):
        *_, end = states(game, seed)
        lengths.append(end.node.position.turns)
    assert 35 <= statistics.median(lengths) <= 65
    assert 5 <= min(lengths) <= max(lengths) <= 104
    scores = [RULES.random_returns(RULES.initial_state(), random.Random(seed))[0] for seed in range(600)]
    assert set(scores) == {0, 1}
    assert abs(statistics.fmean(scores) - 0.5) < 0.08


CELLS = 25
SOUTH_WEST_EAST = CELLS + 8 * 5 + 2
TURNS = move_spec(CELLS, (CELLS + 8 * 5, SOUTH_WEST_EAST, CELLS + 8 * 6 + 2, CELLS + 64))


def test_turns_are_named_by_the_directions_of_the_move_and_of_the_build_and_cells_by_row_and_column():
    assert turn_name(CELLS, SOUTH_WEST_EAST) == "Move south-west, build east"
    assert (turn_name(CELLS, CELLS), turn_name(CELLS, CELLS + 71)) == ("Move north, build north", "Move north-west")
    assert DIRECTIONS[0::2] == ("north", "east", "south", "west")
    assert TURNS.patterns() == [
        "Move south-west, build north", "Move south-west, build east", "Move west, build east", "Move north"]
    assert TURNS.read({"move": "move southwest, build east"}) == [SOUTH_WEST_EAST]
    assert [placement_name("X", 5, place) for place in (0, 9, 24)] == [
        "Place X on row 1, column 1", "Place X on row 2, column 5", "Place X on row 5, column 5"]


@pytest.mark.parametrize(("spec", "name"), [
    *((TURNS, name) for name in ("Move south-west", "Move east, build west", "Move A south-west, build east", "")),
    *((placement_spec("X", 5, (0, 7, 24)), f"Place {name}") for name in (
        "X on row 1, column 2", "X on row 6, column 1", "B on row 2, column 3"))])
def test_what_is_no_possible_turn_or_placement_is_refused(spec, name):
    with pytest.raises(ValueError, match='"move" must be'):
        spec.read({"move": name})


def test_all_turns_have_different_names():
    every = tuple(range(CELLS, CELLS + 72))
    names = [turn_name(CELLS, action) for action in every]
    assert [move_spec(CELLS, every).read({"move": name}) for name in names] == [[action] for action in every]
    assert placement_spec("X", 5, (0, 7)) == placement_spec("X", 5, (0, 7)) != placement_spec("B", 5, (0, 7))
