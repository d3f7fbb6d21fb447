from custom_games.sea_battle.observations import Report, Ship, coordinates, ship_name, told_ship, told_turn
from custom_games.sea_battle.turns import ORDER

FORWARD_LEFT = ORDER.options.index("Forward, shoot left")
# On a grid of 10 by 10 Ship 2 goes north from (3, 4) and Ship 5 sinks where it is.
MOVED = Report(1, FORWARD_LEFT, (43, 1), (53, 1), 0, False, 4, (), False)
SUNK = Report(4, 0, (65, 2), (65, 2), 1, True, None, (1, 3), True)


def test_ships_are_numbered_from_1():
    assert [ship_name(seat) for seat in range(2)] == ["Ship 1", "Ship 2"]


def test_x_grows_to_the_east_and_y_to_the_north():
    assert [coordinates(cell, 10) for cell in (0, 1, 10, 98)] == [[0, 0], [1, 0], [0, 1], [8, 9]]


def test_the_damage_of_a_ship_is_told_to_those_who_may_know_it():
    ship = Ship(2, 43, 3, 7)
    seen = {"name": "Ship 3", "x": 3, "y": 4, "heading": "south"}
    assert told_ship(ship, 10, with_damage=False) == seen
    assert told_ship(ship, 10, with_damage=True) == {**seen, "damage": 7}


def test_a_turn_tells_everybody_where_ships_went_and_each_captain_what_happened_to_its_own():
    moves = [{"name": "Ship 2", "from": [3, 4], "to": [3, 5], "heading": "north", "sunk": False},
             {"name": "Ship 5", "from": [5, 6], "to": [5, 6], "heading": "west", "sunk": True}]
    assert told_turn((MOVED, SUNK), 10, 1) == {
        "moves": moves, "own": {"order": "Forward, shoot left", "rocks": 0, "collided": False, "hit": "Ship 5",
                                "hit_by": []}}
    assert told_turn((MOVED, SUNK), 10, 4) == {
        "moves": moves, "own": {"order": "Stay, shoot left", "rocks": 1, "collided": True, "hit": None,
                                "hit_by": ["Ship 2", "Ship 4"]}}


def test_a_captain_whose_ship_sank_before_has_no_report_of_its_own():
    assert told_turn((MOVED,), 10, 0)["own"] is None
