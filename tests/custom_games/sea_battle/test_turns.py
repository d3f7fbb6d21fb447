"""Turns worked out by hand, each for the rule that it shows, and every turn a second time by a slow resolver.

In the tests a ship is (x, y, heading, order) and perhaps its damage; orders are short: ``f<`` is "Forward, shoot left",
``l>`` "Turn left, shoot right", and ``-`` stays. The first step happens along the heading, so that of ships with no
rock and nobody in their way one that goes north from (4, 4) is on (4, 5).
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.sea_battle import turns
from custom_games.sea_battle.observations import HEADINGS
from tests.support import plain_sea_battle

SIZE = 12
EAST, NORTH, WEST, SOUTH = HEADINGS
MANOEUVRES = "-lfr"


def order(short):
    return 2 * MANOEUVRES.index(short[0]) + "<>".index(short[1])


def turn(*ships, rocks=(), sinking=10):
    """Returns x, y, heading and damage of each ship after a turn."""
    done = resolved(*ships, rocks=rocks, sinking=sinking)
    return [(cell % SIZE, cell // SIZE, HEADINGS[heading], damage)
            for cell, heading, damage in zip(done.cells, done.headings, done.damage, strict=True)]


def resolved(*ships, rocks=(), sinking=10):
    sea = turns.waters(SIZE, [y * SIZE + x for x, y in rocks])
    return turns.resolved(
        [y * SIZE + x for x, y, *_ in ships], [HEADINGS.index(ship[2]) for ship in ships],
        [ship[4] if len(ship) > 4 else 0 for ship in ships], [order(ship[3]) for ship in ships], sea, sinking)


# moving


@pytest.mark.parametrize(("heading", "short", "after"), [
    (NORTH, "-<", (5, 5, NORTH, 0)), (NORTH, "f<", (5, 6, NORTH, 0)), (SOUTH, "f<", (5, 4, SOUTH, 0)),
    (EAST, "f<", (6, 5, EAST, 0)), (WEST, "f<", (4, 5, WEST, 0)),
    (NORTH, "l<", (4, 6, WEST, 0)), (NORTH, "r<", (6, 6, EAST, 0)), (EAST, "l<", (6, 6, NORTH, 0)),
    (EAST, "r<", (6, 4, SOUTH, 0)), (SOUTH, "l>", (6, 4, EAST, 0)), (WEST, "r>", (4, 6, NORTH, 0)),
])
def test_forward_is_one_cell_and_a_turn_is_a_cell_a_quarter_turn_and_a_cell(heading, short, after):
    assert turn((5, 5, heading, short)) == [after]


def test_a_ship_follows_another_one_that_leaves_its_cell():
    assert turn((5, 5, NORTH, "f<"), (5, 6, NORTH, "f<"), (5, 7, NORTH, "f>")) == [
        (5, 6, NORTH, 0), (5, 7, NORTH, 0), (5, 8, NORTH, 0)]


def test_four_ships_in_a_square_may_rotate():
    # Each enters the cell that the next one leaves; the shots then fly outwards, to their right.
    assert turn((5, 5, EAST, "f>"), (6, 5, NORTH, "f>"), (6, 6, WEST, "f>"), (5, 6, SOUTH, "f>")) == [
        (6, 5, EAST, 0), (6, 6, NORTH, 0), (5, 6, WEST, 0), (5, 5, SOUTH, 0)]


# rocks


def test_a_rock_in_the_first_step_stops_a_ship_and_costs_1():
    assert turn((5, 5, NORTH, "f<"), rocks=[(5, 6)]) == [(5, 5, NORTH, 1)]


def test_the_border_is_rock():
    assert turn((10, 3, EAST, "f<"), (1, 8, WEST, "f<"), (4, 10, NORTH, "f<"), (7, 1, SOUTH, "f<")) == [
        (10, 3, EAST, 1), (1, 8, WEST, 1), (4, 10, NORTH, 1), (7, 1, SOUTH, 1)]


def test_a_rock_in_the_second_step_stops_a_ship_after_the_first_and_costs_1():
    assert turn((5, 5, NORTH, "l<"), rocks=[(4, 6)]) == [(5, 6, WEST, 1)]


def test_a_ship_that_is_blocked_in_the_first_step_turns_all_the_same_and_takes_the_second():
    assert turn((5, 5, NORTH, "l<"), rocks=[(5, 6)]) == [(4, 5, WEST, 1)]


def test_a_rock_in_each_step_costs_2():
    assert turn((5, 5, NORTH, "r<"), rocks=[(5, 6), (6, 5)]) == [(5, 5, EAST, 2)]


def test_two_ships_at_one_rock_do_not_collide():
    assert turn((5, 5, NORTH, "f<"), (6, 6, WEST, "f>"), rocks=[(5, 6)]) == [(5, 5, NORTH, 1), (6, 6, WEST, 1)]


# collisions of the first step


def test_a_stationary_ship_that_is_rammed_takes_1_like_the_one_that_rams_it():
    assert turn((5, 5, NORTH, "f<"), (5, 6, EAST, "-<")) == [(5, 5, NORTH, 1), (5, 6, EAST, 1)]


def test_ships_that_claim_one_free_cell_both_stay_and_take_1():
    assert turn((4, 5, EAST, "f<"), (6, 5, WEST, "f<")) == [(4, 5, EAST, 1), (6, 5, WEST, 1)]


def test_ships_head_on_cannot_change_places():
    assert turn((4, 5, EAST, "f<"), (5, 5, WEST, "f<")) == [(4, 5, EAST, 1), (5, 5, WEST, 1)]


def test_three_in_a_chain_are_stopped_by_the_first_that_cannot_leave():
    # The third runs into a rock, keeps its cell and is rammed besides; the second keeps its own, and is rammed too.
    assert turn((5, 5, NORTH, "f<"), (5, 6, NORTH, "f<"), (5, 7, NORTH, "f<"), rocks=[(5, 8)]) == [
        (5, 5, NORTH, 1), (5, 6, NORTH, 1), (5, 7, NORTH, 2)]


def test_three_in_a_chain_are_stopped_by_one_that_stays():
    assert turn((5, 5, NORTH, "f<"), (5, 6, NORTH, "f<"), (5, 7, NORTH, "-<")) == [
        (5, 5, NORTH, 1), (5, 6, NORTH, 1), (5, 7, NORTH, 1)]


def test_a_ship_behind_two_that_cannot_change_places_is_stopped_too():
    assert turn((4, 5, EAST, "f<"), (5, 5, EAST, "f<"), (6, 5, WEST, "f<")) == [
        (4, 5, EAST, 1), (5, 5, EAST, 1), (6, 5, WEST, 1)]


def test_a_collision_with_several_ships_costs_1():
    around = [(4, 5, EAST, "f>"), (6, 5, WEST, "f>"), (5, 4, NORTH, "f>")]
    assert [damage for *_, damage in turn(*around, (5, 5, NORTH, "-<"), sinking=1)] == [1, 1, 1, 1]


def test_rammed_ships_turn_all_the_same():
    assert turn((4, 5, EAST, "l<"), (5, 5, WEST, "l<")) == [(4, 6, NORTH, 1), (5, 4, SOUTH, 1)]


def test_a_rotation_of_four_with_one_that_stays_moves_nobody():
    assert turn((5, 5, EAST, "f>"), (6, 5, NORTH, "f>"), (6, 6, WEST, "->"), (5, 6, SOUTH, "f>"), sinking=1) == [
        (5, 5, EAST, 1), (6, 5, NORTH, 1), (6, 6, WEST, 1), (5, 6, SOUTH, 1)]


# collisions of the second step


def test_ships_that_claim_one_cell_in_the_second_step_stay_and_take_nothing():
    # After the first step they are on (4, 6) and (6, 6), and both claim (5, 6); their shots fly to the south.
    assert turn((4, 5, NORTH, "r>"), (6, 5, NORTH, "l<")) == [(4, 6, EAST, 0), (6, 6, WEST, 0)]


def test_a_ship_that_does_not_turn_keeps_its_cell_in_the_second_step():
    assert turn((4, 5, NORTH, "r<"), (5, 5, NORTH, "f>")) == [(4, 6, EAST, 0), (5, 6, NORTH, 0)]


def test_ships_cannot_change_places_in_the_second_step_either():
    assert turn((4, 5, NORTH, "r<"), (5, 5, NORTH, "l>")) == [(4, 6, EAST, 0), (5, 6, WEST, 0)]


# shooting


@pytest.mark.parametrize(("distance", "hit"), [(1, 2), (2, 2), (3, 2), (4, 0)])
@pytest.mark.parametrize(("side", "towards"), [("<", -1), (">", 1)])
def test_a_shot_flies_three_cells_at_a_right_angle(distance, hit, side, towards):
    target = (5 + towards * distance, 5, NORTH, "->" if side == "<" else "-<")
    shooter, (*_, damage) = turn((5, 5, NORTH, "-" + side), (*target[:2], EAST, "-<"))
    assert (shooter[3], damage) == (0, hit)


def test_a_ship_shoots_from_where_its_manoeuvre_ends_in_its_new_heading():
    # From (5, 5) it gets to (4, 6) and heads west, so that its right is north.
    assert turn((5, 5, NORTH, "l>"), (4, 9, NORTH, "-<"))[1] == (4, 9, NORTH, 2)


def test_a_rock_stops_a_shot():
    assert turn((5, 5, NORTH, "->"), (8, 5, NORTH, "->"), rocks=[(7, 5)]) == [(5, 5, NORTH, 0), (8, 5, NORTH, 0)]


def test_a_shot_past_the_border_hits_nothing_on_the_other_side():
    # In the numbers of cells, the one to the east of (11, 4) is (0, 5), and (1, 5) comes next.
    assert turn((10, 4, NORTH, "->"), (1, 5, NORTH, "-<")) == [(10, 4, NORTH, 0), (1, 5, NORTH, 0)]


def test_the_first_ship_in_the_way_is_hit_and_no_other():
    assert [damage for *_, damage in turn((5, 5, NORTH, "->"), (6, 5, EAST, "->"), (7, 5, EAST, "->"))] == [0, 2, 0]


def test_several_shots_at_one_ship_add_up():
    shooters = [(4, 5, NORTH, "->"), (6, 5, NORTH, "-<"), (5, 4, EAST, "-<")]
    assert turn(*shooters, (5, 5, EAST, "-<"))[3] == (5, 5, EAST, 6)


def test_ships_that_sink_each_other_both_shoot():
    done = resolved((5, 5, NORTH, "->", 8), (6, 5, NORTH, "-<", 8))
    assert done.shots == [(0, 1), (1, 0)]
    assert done.damage == [10, 10]


def test_a_ship_that_sinks_in_a_volley_still_shields_the_one_behind_it():
    # A shot from the west and one from the north: either sinks the ship on (6, 5), and neither flies on to (7, 5),
    # which is hit by the sinking ship alone.
    done = turn((5, 5, NORTH, "->"), (6, 8, EAST, "->"), (6, 5, NORTH, "->", 9), (7, 5, NORTH, "->", 0))
    assert [damage for *_, damage in done] == [0, 0, 13, 2]


def test_a_ship_sunk_by_ramming_neither_shoots_nor_stops_a_shot():
    # The ship on (6, 5) is sunk by the one that rams it from the south; the shot from the west flies on to (7, 5).
    done = turn((5, 5, NORTH, "->"), (6, 5, SOUTH, "-<", 9), (6, 4, NORTH, "f<"), (7, 5, NORTH, "->"))
    assert [damage for *_, damage in done] == [0, 10, 1, 2]


def test_a_ship_sunk_in_the_first_step_is_in_the_way_in_the_second():
    # It is rammed and sunk on (5, 6), and so the ship that turns towards (5, 6) does not get there.
    done = turn((5, 5, NORTH, "f<"), (5, 6, NORTH, "->", 9), (4, 5, NORTH, "r<"))
    assert done[2] == (4, 6, EAST, 0)


def test_both_ships_of_a_collision_take_damage_though_it_sinks_one():
    assert turn((4, 5, EAST, "f<", 9), (5, 5, WEST, "f<")) == [(4, 5, EAST, 10), (5, 5, WEST, 1)]


def test_a_turn_tells_rocks_collisions_and_shots():
    done = resolved((5, 5, NORTH, "r<"), (5, 4, NORTH, "f<"), (2, 5, EAST, "f>"), rocks=[(5, 6), (6, 5)])
    assert done.rocks == (0, 0)
    assert done.collided == {0, 1}
    assert done.shots == []
    assert done.damage == [3, 1, 0]


# every turn a second time


@st.composite
def positions(draw):
    """Draws a crowded position: size, rocks, ships as (cell, heading, damage), orders, and the damage that sinks."""
    size = draw(st.integers(4, 8))
    free = [(x, y) for x in range(1, size - 1) for y in range(1, size - 1)]
    placed = draw(st.permutations(free))
    ships = draw(st.integers(1, min(10, len(free))))
    rocks = draw(st.integers(0, min(3, len(free) - ships)))
    told = [(cell, *(draw(st.integers(0, most)) for most in (3, 3, 7))) for cell in placed[:ships]]
    return size, placed[ships:ships + rocks], told, draw(st.integers(4, 6))


def both(size, rocks, ships, sinking):
    """Returns what two programs make of a turn, as x, y, heading and damage of each ship."""
    sea = turns.waters(size, [y * size + x for x, y in rocks])
    done = turns.resolved([y * size + x for (x, y), *_ in ships], [ship[1] for ship in ships],
                              [ship[2] for ship in ships], [ship[3] for ship in ships], sea, sinking)
    slow = plain_sea_battle.resolve(
        [{"cell": cell, "vector": plain_sea_battle.VECTORS[heading], "damage": damage,
          "order": (plain_sea_battle.MANOEUVRES[number // 2], ("left", "right")[number % 2])}
         for cell, heading, damage, number in ships], size, rocks, sinking)
    return ([(cell % size, cell // size, heading, damage) for cell, heading, damage in zip(*done[:3], strict=True)],
            [(*ship["cell"], plain_sea_battle.VECTORS.index(ship["vector"]), ship["damage"]) for ship in slow])


@given(position=positions())
def test_a_slow_resolver_agrees(position):
    ours, slow = both(*position)
    assert ours == slow


def test_a_slow_resolver_agrees_on_thousands_of_crowded_positions():
    rng = random.Random(0)
    for _ in range(5000):
        size = rng.randint(4, 9)
        free = [(x, y) for x in range(1, size - 1) for y in range(1, size - 1)]
        rng.shuffle(free)
        ships = rng.randint(1, min(10, len(free)))
        told = [(cell, rng.randrange(4), rng.randrange(10), rng.randrange(8)) for cell in free[:ships]]
        ours, slow = both(size, free[ships:ships + rng.randint(0, 4)], told, 10)
        assert ours == slow


@given(position=positions())
def test_no_two_ships_are_on_a_cell_none_is_on_rock_and_damage_never_shrinks(position):
    size, rocks, ships, _ = position
    ours, _ = both(*position)
    cells = [(x, y) for x, y, *_ in ours]
    assert len(set(cells)) == len(ships)
    assert all(0 < x < size - 1 and 0 < y < size - 1 and (x, y) not in rocks for x, y in cells)
    for (*_, after), (_, _, before, _) in zip(ours, ships, strict=True):
        assert before <= after


@given(position=positions(), rng=st.randoms(use_true_random=False))
def test_the_order_of_ships_does_not_matter(position, rng):
    size, rocks, ships, sinking = position
    again = list(range(len(ships)))
    rng.shuffle(again)
    ours, _ = both(*position)
    shuffled, _ = both(size, rocks, [ships[place] for place in again], sinking)
    assert shuffled == [ours[place] for place in again]
