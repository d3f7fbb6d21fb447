"""Turns worked out by hand, each for the rule that it shows, and every turn a second time by a slow resolver.

In the tests a ship is (x, y, heading, order) and perhaps its damage; orders are short: ``f<`` is "Forward, shoot left",
``l>`` "Turn left, shoot right", and ``-`` stays. The first step happens along the heading, so that of ships with no
rock and nobody in their way one that goes north from (4, 4) is on (4, 5).
"""

import random

import pytest

from custom_games.sea_battle.turns import HEADINGS, ORDER, Ship, order_name, play_turn, waters
from tests.support import plain_sea_battle

SIZE = 12
EAST, NORTH, WEST, SOUTH = HEADINGS
MANOEUVRES = "-lfr"


def order(short):
    return 2 * MANOEUVRES.index(short[0]) + "<>".index(short[1])


def turn(*ships, rocks=(), sinking=10):
    """Returns x, y, heading and damage of each ship after a turn."""
    after, _ = played(*ships, rocks=rocks, sinking=sinking)
    return [(ship.cell % SIZE, ship.cell // SIZE, HEADINGS[ship.heading], ship.damage) for ship in after]


def played(*ships, rocks=(), sinking=10):
    before = [Ship(seat, y * SIZE + x, HEADINGS.index(heading), damage[0] if damage else 0)
              for seat, (x, y, heading, _, *damage) in enumerate(ships)]
    sea = waters(SIZE, [y * SIZE + x for x, y in rocks])
    return play_turn(before, [order(ship[3]) for ship in ships], sea, sinking)


@pytest.mark.parametrize(("heading", "short", "after"), [
    (NORTH, "-<", (5, 5, NORTH, 0)), (NORTH, "f<", (5, 6, NORTH, 0)), (SOUTH, "f<", (5, 4, SOUTH, 0)),
    (EAST, "f<", (6, 5, EAST, 0)), (WEST, "f<", (4, 5, WEST, 0)),
    (NORTH, "l<", (4, 6, WEST, 0)), (NORTH, "r<", (6, 6, EAST, 0)), (EAST, "l<", (6, 6, NORTH, 0)),
    (EAST, "r<", (6, 4, SOUTH, 0)), (SOUTH, "l>", (6, 4, EAST, 0)), (WEST, "r>", (4, 6, NORTH, 0))])
def test_forward_is_one_cell_and_a_turn_is_a_cell_a_quarter_turn_and_a_cell(heading, short, after):
    assert turn((5, 5, heading, short)) == [after]


# Ships, what becomes of them, rocks, and the damage that sinks a ship.
MANOEUVRED = {
    "a ship follows another one that leaves its cell": (
        [(5, 5, NORTH, "f<"), (5, 6, NORTH, "f<"), (5, 7, NORTH, "f>")],
        [(5, 6, NORTH, 0), (5, 7, NORTH, 0), (5, 8, NORTH, 0)], []),
    # Each enters the cell that the next one leaves; the shots then fly outwards, to their right.
    "four ships in a square may rotate": (
        [(5, 5, EAST, "f>"), (6, 5, NORTH, "f>"), (6, 6, WEST, "f>"), (5, 6, SOUTH, "f>")],
        [(6, 5, EAST, 0), (6, 6, NORTH, 0), (5, 6, WEST, 0), (5, 5, SOUTH, 0)], []),
    "a rock in the first step stops a ship and costs 1": ([(5, 5, NORTH, "f<")], [(5, 5, NORTH, 1)], [(5, 6)]),
    "the border is rock": (
        [(10, 3, EAST, "f<"), (1, 8, WEST, "f<"), (4, 10, NORTH, "f<"), (7, 1, SOUTH, "f<")],
        [(10, 3, EAST, 1), (1, 8, WEST, 1), (4, 10, NORTH, 1), (7, 1, SOUTH, 1)], []),
    "a rock in the second step stops a ship after the first and costs 1": (
        [(5, 5, NORTH, "l<")], [(5, 6, WEST, 1)], [(4, 6)]),
    "a ship that is blocked in the first step turns all the same and takes the second": (
        [(5, 5, NORTH, "l<")], [(4, 5, WEST, 1)], [(5, 6)]),
    "a rock in each step costs 2": ([(5, 5, NORTH, "r<")], [(5, 5, EAST, 2)], [(5, 6), (6, 5)]),
    "two ships at one rock do not collide": (
        [(5, 5, NORTH, "f<"), (6, 6, WEST, "f>")], [(5, 5, NORTH, 1), (6, 6, WEST, 1)], [(5, 6)]),
    # collisions of the first step
    "a stationary ship that is rammed takes 1 like the one that rams it": (
        [(5, 5, NORTH, "f<"), (5, 6, EAST, "-<")], [(5, 5, NORTH, 1), (5, 6, EAST, 1)], []),
    "ships that claim one free cell both stay and take 1": (
        [(4, 5, EAST, "f<"), (6, 5, WEST, "f<")], [(4, 5, EAST, 1), (6, 5, WEST, 1)], []),
    "ships head on cannot change places": (
        [(4, 5, EAST, "f<"), (5, 5, WEST, "f<")], [(4, 5, EAST, 1), (5, 5, WEST, 1)], []),
    # The third runs into a rock, keeps its cell and is rammed besides; the second keeps its own, and is rammed too.
    "three in a chain are stopped by the first that cannot leave": (
        [(5, 5, NORTH, "f<"), (5, 6, NORTH, "f<"), (5, 7, NORTH, "f<")],
        [(5, 5, NORTH, 1), (5, 6, NORTH, 1), (5, 7, NORTH, 2)], [(5, 8)]),
    "three in a chain are stopped by one that stays": (
        [(5, 5, NORTH, "f<"), (5, 6, NORTH, "f<"), (5, 7, NORTH, "-<")],
        [(5, 5, NORTH, 1), (5, 6, NORTH, 1), (5, 7, NORTH, 1)], []),
    "a ship behind two that cannot change places is stopped too": (
        [(4, 5, EAST, "f<"), (5, 5, EAST, "f<"), (6, 5, WEST, "f<")],
        [(4, 5, EAST, 1), (5, 5, EAST, 1), (6, 5, WEST, 1)], []),
    "a collision with several ships costs 1": (
        [(4, 5, EAST, "f>"), (6, 5, WEST, "f>"), (5, 4, NORTH, "f>"), (5, 5, NORTH, "-<")],
        [(4, 5, EAST, 1), (6, 5, WEST, 1), (5, 4, NORTH, 1), (5, 5, NORTH, 1)], [], 1),
    "rammed ships turn all the same": (
        [(4, 5, EAST, "l<"), (5, 5, WEST, "l<")], [(4, 6, NORTH, 1), (5, 4, SOUTH, 1)], []),
    "a rotation of four with one that stays moves nobody": (
        [(5, 5, EAST, "f>"), (6, 5, NORTH, "f>"), (6, 6, WEST, "->"), (5, 6, SOUTH, "f>")],
        [(5, 5, EAST, 1), (6, 5, NORTH, 1), (6, 6, WEST, 1), (5, 6, SOUTH, 1)], [], 1),
    # collisions of the second step
    # After the first step they are on (4, 6) and (6, 6), and both claim (5, 6); their shots fly to the south.
    "ships that claim one cell in the second step stay and take nothing": (
        [(4, 5, NORTH, "r>"), (6, 5, NORTH, "l<")], [(4, 6, EAST, 0), (6, 6, WEST, 0)], []),
    "a ship that does not turn keeps its cell in the second step": (
        [(4, 5, NORTH, "r<"), (5, 5, NORTH, "f>")], [(4, 6, EAST, 0), (5, 6, NORTH, 0)], []),
    "ships cannot change places in the second step either": (
        [(4, 5, NORTH, "r<"), (5, 5, NORTH, "l>")], [(4, 6, EAST, 0), (5, 6, WEST, 0)], [])}


@pytest.mark.parametrize("told", MANOEUVRED.values(), ids=MANOEUVRED)
def test_ships_move_or_collide(told):
    ships, after, rocks, *sinking = told
    assert turn(*ships, rocks=rocks, sinking=sinking[0] if sinking else 10) == after


@pytest.mark.parametrize(("distance", "hit"), [(1, 2), (2, 2), (3, 2), (4, 0)])
@pytest.mark.parametrize(("side", "towards"), [("<", -1), (">", 1)])
def test_a_shot_flies_three_cells_at_a_right_angle(distance, hit, side, towards):
    target = (5 + towards * distance, 5, NORTH, "->" if side == "<" else "-<")
    shooter, (*_, damage) = turn((5, 5, NORTH, "-" + side), (*target[:2], EAST, "-<"))
    assert (shooter[3], damage) == (0, hit)


# Ships, rocks, and the damage that each has after the turn.
FIRED = {
    # From (5, 5) it gets to (4, 6) and heads west, so that its right is north.
    "a ship shoots from where its manoeuvre ends in its new heading": (
        [(5, 5, NORTH, "l>"), (4, 9, NORTH, "-<")], [], [0, 2]),
    "a rock stops a shot": ([(5, 5, NORTH, "->"), (8, 5, NORTH, "->")], [(7, 5)], [0, 0]),
    # In the numbers of cells, the one to the east of (11, 4) is (0, 5), and (1, 5) comes next.
    "a shot past the border hits nothing on the other side": ([(10, 4, NORTH, "->"), (1, 5, NORTH, "-<")], [], [0, 0]),
    "the first ship in the way is hit and no other": (
        [(5, 5, NORTH, "->"), (6, 5, EAST, "->"), (7, 5, EAST, "->")], [], [0, 2, 0]),
    "several shots at one ship add up": (
        [(4, 5, NORTH, "->"), (6, 5, NORTH, "-<"), (5, 4, EAST, "-<"), (5, 5, EAST, "-<")], [], [0, 0, 0, 6]),
    # A shot from the west and one from the north: either sinks the ship on (6, 5), and neither flies on to (7, 5),
    # which is hit by the sinking ship alone.
    "a ship that sinks in a volley still shields the one behind it": (
        [(5, 5, NORTH, "->"), (6, 8, EAST, "->"), (6, 5, NORTH, "->", 9), (7, 5, NORTH, "->", 0)], [], [0, 0, 13, 2]),
    # The ship on (6, 5) is sunk by the one that rams it from the south; the shot from the west flies on to (7, 5).
    "a ship sunk by ramming neither shoots nor stops a shot": (
        [(5, 5, NORTH, "->"), (6, 5, SOUTH, "-<", 9), (6, 4, NORTH, "f<"), (7, 5, NORTH, "->")], [], [0, 10, 1, 2]),
    "both ships of a collision take damage though it sinks one": (
        [(4, 5, EAST, "f<", 9), (5, 5, WEST, "f<")], [], [10, 1])}


@pytest.mark.parametrize(("ships", "rocks", "damages"), FIRED.values(), ids=FIRED)
def test_shots_hit_or_miss(ships, rocks, damages):
    assert [damage for *_, damage in turn(*ships, rocks=rocks)] == damages


def test_ships_that_sink_each_other_both_shoot_a_sunk_one_is_in_the_way_and_all_is_told():
    ships, reports = played((5, 5, NORTH, "->", 8), (6, 5, NORTH, "-<", 8))
    assert [(report.target, report.shooters, report.sunk) for report in reports] == [(1, (1,), True), (0, (0,), True)]
    assert [ship.damage for ship in ships] == [10, 10]
    # It is rammed and sunk on (5, 6), and so the ship that turns towards (5, 6) does not get there.
    assert turn((5, 5, NORTH, "f<"), (5, 6, NORTH, "->", 9), (4, 5, NORTH, "r<"))[2] == (4, 6, EAST, 0)
    ships, reports = played((5, 5, NORTH, "r<"), (5, 4, NORTH, "f<"), (2, 5, EAST, "f>"), rocks=[(5, 6), (6, 5)])
    assert [(report.rocks, report.collided) for report in reports] == [(2, True), (0, True), (0, False)]
    assert all((report.target, report.shooters) == (None, ()) for report in reports)
    assert [ship.damage for ship in ships] == [3, 1, 0]


def crowded(rng):
    """Returns a crowded position: size, rocks, ships as (cell, heading, damage, order), and the damage that sinks."""
    size = rng.randint(4, 9)
    free = [(x, y) for x in range(1, size - 1) for y in range(1, size - 1)]
    rng.shuffle(free)
    ships = rng.randint(1, min(10, len(free)))
    told = [(cell, rng.randrange(4), rng.randrange(10), rng.randrange(8)) for cell in free[:ships]]
    return size, free[ships:ships + rng.randint(0, 4)], told, rng.choice((4, 6, 10, 10))


def both(size, rocks, ships, sinking):
    """Returns what two programs make of a turn, as x, y, heading and damage of each ship."""
    before = [Ship(seat, y * size + x, heading, damage) for seat, ((x, y), heading, damage, _) in enumerate(ships)]
    sea = waters(size, [y * size + x for x, y in rocks])
    after, _ = play_turn(before, [ship[3] for ship in ships], sea, sinking)
    slow = plain_sea_battle.resolve(
        [{"cell": cell, "vector": plain_sea_battle.VECTORS[heading], "damage": damage,
          "order": (plain_sea_battle.MANOEUVRES[number // 2], ("left", "right")[number % 2])}
         for cell, heading, damage, number in ships], size, rocks, sinking)
    return ([(cell % size, cell // size, heading, damage) for _, cell, heading, damage in after],
            [(*ship["cell"], plain_sea_battle.VECTORS.index(ship["vector"]), ship["damage"]) for ship in slow])


def test_a_slow_resolver_agrees_on_a_thousand_crowded_positions_and_the_order_of_ships_does_not_matter():
    rng = random.Random(0)
    for _ in range(1000):
        size, rocks, ships, sinking = crowded(rng)
        ours, slow = both(size, rocks, ships, sinking)
        assert ours == slow
        again = rng.sample(range(len(ships)), len(ships))
        shuffled, _ = both(size, rocks, [ships[place] for place in again], sinking)
        assert shuffled == [ours[place] for place in again]


def test_there_are_eight_orders_and_none_is_to_hold_fire():
    assert ORDER.options == (
        "Stay, shoot left", "Stay, shoot right", "Turn left, shoot left", "Turn left, shoot right",
        "Forward, shoot left", "Forward, shoot right", "Turn right, shoot left", "Turn right, shoot right")
    assert [order_name(action) for action in ORDER.legal_actions()] == list(ORDER.options)


@pytest.mark.parametrize("said", [
    "Forward", "left, shoot left", "Forward, shoot", "Turn left, shoot ahead", "Forward, shoot left and right", 4])
def test_half_an_order_and_one_for_both_sides_are_refused(said):
    with pytest.raises(ValueError, match='"order" must be Stay, shoot left or'):
        ORDER.read({"order": said})
