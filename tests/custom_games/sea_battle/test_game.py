import statistics

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.framework.rules import TERMINAL
from custom_games.sea_battle.game import Position, SeaBattle
from custom_games.sea_battle.observations import turn_view
from custom_games.sea_battle.turns import HEADINGS, ORDER, Report, Ship
from gtarena.checks.playouts import states

SIZE = 24
STAY_LEFT, STAY_RIGHT, FORWARD_LEFT, FORWARD_RIGHT = (
    ORDER.options.index(name) for name in (
        "Stay, shoot left", "Stay, shoot right", "Forward, shoot left", "Forward, shoot right"))
RULES = SeaBattle()


def ship(seat, x, y, heading, damage=0):
    return Ship(seat, y * SIZE + x, HEADINGS.index(heading), damage)


def position(*ships, rocks=(), turn=1):
    return Position(ships, tuple(y * SIZE + x for x, y in rocks), turn)


def orders(**given):
    """Returns a joint move; ``s2=5`` orders 5 to Ship 2, and the others stay and shoot left."""
    return tuple(given.get(f"s{seat + 1}", STAY_LEFT) for seat in RULES.seats)


def test_six_ships_and_fourteen_rocks_are_drawn_on_different_cells_named_and_halved_into_fleets():
    state = pyspiel.load_game("sea_battle").new_initial_state()
    sizes = []
    while state.is_chance_node():
        sizes.append(len(state.chance_outcomes()))
        state.apply_action(state.legal_actions()[0])
    assert sizes == [484, 4, 483, 4, 482, 4, 481, 4, 480, 4, 479, 4, *range(478, 464, -1)]
    seen = state.observation(0)
    cells = [(one["x"], one["y"]) for one in (seen["ship"], *seen["partners"], *seen["enemies"])]
    # The first of the free cells each time: those of the southernmost row inside the border, from the west.
    assert cells == [(x, 1) for x in range(1, 7)]
    assert seen["rocks"] == [[x, 1] for x in range(7, 21)]
    assert seen["ship"] == {"name": "Ship 1", "x": 1, "y": 1, "heading": "east", "damage": 0}
    state = pyspiel.load_game("sea_battle(size=5,ships=1,rocks=1)").new_initial_state()
    said = []
    for outcome in (0, 1, 5, 3, 8):
        said.append(state.action_to_string(outcome))
        state.apply_action(outcome)
    assert said == [
        "Ship 1 at (1, 1)", "Ship 1 heads north", "Ship 2 at (3, 2)", "Ship 2 heads south", "Rock at (3, 3)"]
    assert list(RULES.teams()) == [0, 0, 0, 1, 1, 1]
    assert list(SeaBattle(ships=1).teams()) == [0, 1]


@pytest.mark.parametrize(("settings", "message"), [
    ({"size": 4, "rocks": 0}, "sea_battle: ships=3 is not at most 2, for which the grid has room"),
    ({"size": 5, "ships": 2, "rocks": 6}, "sea_battle: rocks=6 is not at most 5, for which the grid has room besides")])
def test_what_does_not_fit_on_the_grid_is_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        SeaBattle(**settings)


def test_a_shot_at_a_partner_counts_and_a_ship_sinks_at_a_damage_of_10_and_has_nothing_to_decide_any_more():
    before = position(ship(0, 5, 5, "north"), ship(1, 7, 5, "north"), ship(2, 20, 20, "north"), ship(3, 5, 8, "east"))
    after = RULES.apply_actions(before, orders(s1=STAY_RIGHT, s4=STAY_RIGHT))
    # Ship 2 shoots back at Ship 1, which Ship 4 hits from the north.
    assert [one.damage for one in after.ships] == [4, 2, 0, 0]
    before = position(*(ship(seat, 3 * seat + 1, 5, "east") for seat in (0, 1, 3)), ship(4, 20, 5, "east", 9))
    after = RULES.apply_actions(before._replace(rocks=(5 * SIZE + 21,)), orders(s5=FORWARD_LEFT))
    assert [one.seat for one in after.ships] == [0, 1, 3]
    assert [spec is not None for spec in RULES.action_specs(after)] == [True, True, False, True, False, False]
    assert RULES.action_spec(after, 4) is None
    assert RULES.current_player(after) != TERMINAL
    before = position(ship(0, 5, 5, "north"), ship(4, 15, 15, "north"))
    assert RULES.apply_actions(before, orders()) == RULES.apply_actions(before, orders(s2=FORWARD_LEFT, s6=7))


@pytest.mark.parametrize(("ships", "moves", "turn", "returns"), [
    # Ship 1 sinks Ship 4, which shoots the other way; in the last turn too.
    ([(0, 5, 5, "north", 0), (3, 6, 5, "north", 9)], {"s1": STAY_RIGHT, "s4": STAY_RIGHT}, 1, [1, 1, 1, 0, 0, 0]),
    ([(0, 5, 5, "north", 0), (3, 6, 5, "north", 9)], {"s1": STAY_RIGHT, "s4": STAY_RIGHT}, 200, [1, 1, 1, 0, 0, 0]),
    ([(0, 5, 5, "north", 9), (3, 6, 5, "north", 0)], {"s1": STAY_LEFT, "s4": STAY_LEFT}, 1, [0, 0, 0, 1, 1, 1]),
    # Ship 2 wins although it is sunk by a partner's shot in the same turn: Ship 1 is left.
    ([(0, 5, 5, "north", 0), (1, 7, 5, "north", 9), (3, 8, 5, "north", 9)], {"s1": STAY_RIGHT, "s2": STAY_RIGHT}, 1,
     [1, 1, 1, 0, 0, 0]),
    # They sink each other, by shots and by ramming.
    ([(0, 5, 5, "north", 9), (3, 6, 5, "north", 9)], {"s1": STAY_RIGHT, "s4": STAY_LEFT}, 1, [0.5] * 6),
    ([(2, 5, 5, "east", 9), (5, 6, 5, "west", 9)], {"s3": FORWARD_LEFT, "s6": FORWARD_LEFT}, 1, [0.5] * 6),
    # After the last turn both get a half whatever the damage.
    ([(0, 5, 5, "north", 0), (3, 15, 15, "north", 9)], {}, 200, [0.5] * 6)])
def test_who_is_left_wins_and_if_nobody_is_both_get_a_half(ships, moves, turn, returns):
    before = position(*(ship(*told) for told in ships), turn=turn)
    assert RULES.current_player(before) != TERMINAL
    after = RULES.apply_actions(before, orders(**moves))
    assert (RULES.current_player(after), RULES.returns(after)) == (TERMINAL, returns)


def test_a_captain_knows_its_own_damage_and_with_shown_teammates_that_of_its_partners():
    now = position(*(ship(seat, 3 * seat + 1, 5, "north", seat) for seat in (0, 1, 3, 5)))
    for teammates, known in (("hidden", {1: 1}), ("shown", {0: 0, 1: 1})):
        seen = SeaBattle(teammates=teammates).observation(now, 1)
        told = (seen["ship"], *seen["partners"], *seen["enemies"])
        assert {int(one["name"][-1]) - 1: one["damage"] for one in told if "damage" in one} == known
        assert [one["name"] for one in told] == ["Ship 2", "Ship 1", "Ship 4", "Ship 6"]
        assert seen["sunk"] == {"partners": ["Ship 3"], "enemies": ["Ship 5"]}


def test_after_a_turn_all_see_where_ships_went_and_each_what_became_of_its_own():
    before = position(ship(0, 5, 5, "north", 8), ship(3, 7, 5, "north"), ship(4, 20, 8, "east"), rocks=[(5, 6), (9, 9)])
    after = RULES.apply_actions(before, orders(s1=FORWARD_RIGHT, s4=STAY_LEFT))
    moves = [{"name": "Ship 1", "from": [5, 5], "to": [5, 5], "heading": "north", "sunk": True},
             {"name": "Ship 4", "from": [7, 5], "to": [7, 5], "heading": "north", "sunk": False},
             {"name": "Ship 5", "from": [20, 8], "to": [20, 8], "heading": "east", "sunk": False}]
    seen = {seat: RULES.observation(after, seat) for seat in RULES.seats}
    assert all(each["last"]["moves"] == moves for each in seen.values())
    assert seen[0]["ship"] is None
    # Its ship had 8, took 1 from the rock and 2 from a shot, and so it still shot itself.
    assert seen[0]["last"]["own"] == {
        "order": "Forward, shoot right", "rocks": 1, "collided": False, "hit": "Ship 4", "hit_by": ["Ship 4"]}
    assert seen[3]["last"]["own"] == {
        "order": "Stay, shoot left", "rocks": 0, "collided": False, "hit": "Ship 1", "hit_by": ["Ship 1"]}
    assert seen[3]["ship"]["damage"] == 2
    assert seen[1]["last"]["own"] is None
    assert seen[4] == {
        "you": "Ship 5", "turn": 2, "ship": {"name": "Ship 5", "x": 20, "y": 8, "heading": "east", "damage": 0},
        "partners": [{"name": "Ship 4", "x": 7, "y": 5, "heading": "north"}], "enemies": [],
        "sunk": {"partners": ["Ship 6"], "enemies": ["Ship 1", "Ship 2", "Ship 3"]}, "rocks": [[5, 6], [9, 9]],
        "last": {"moves": moves, "own": {"order": "Stay, shoot left", "rocks": 0, "collided": False, "hit": None,
                                         "hit_by": []}}}


def test_what_befalls_another_ship_tells_nobody_else_of_damage():
    # Ship 4 hits Ship 2 or the water beside it: nobody but these two can tell, unless by what is public.
    seen = []
    for side in (STAY_LEFT, STAY_RIGHT):
        before = position(ship(0, 20, 20, "north"), ship(1, 5, 5, "east"), ship(3, 7, 5, "north"))
        seen.append(RULES.observation(RULES.apply_actions(before, orders(s4=side)), 0))
    assert seen[0] == seen[1]


# On a grid of 10 by 10 Ship 2 goes north from (3, 4) and Ship 5 sinks where it is.
MOVED = Report(1, FORWARD_LEFT, (43, 1), (53, 1), 0, False, 4, (), False)
SUNK = Report(4, 0, (65, 2), (65, 2), 1, True, None, (1, 3), True)


def test_a_turn_tells_everybody_where_ships_went_and_each_captain_what_happened_to_its_own():
    moves = [{"name": "Ship 2", "from": [3, 4], "to": [3, 5], "heading": "north", "sunk": False},
             {"name": "Ship 5", "from": [5, 6], "to": [5, 6], "heading": "west", "sunk": True}]
    assert turn_view((MOVED, SUNK), 10, 1) == {
        "moves": moves, "own": {"order": "Forward, shoot left", "rocks": 0, "collided": False, "hit": "Ship 5",
                                "hit_by": []}}
    assert turn_view((MOVED, SUNK), 10, 4) == {
        "moves": moves, "own": {"order": "Stay, shoot left", "rocks": 1, "collided": True, "hit": None,
                                "hit_by": ["Ship 2", "Ship 4"]}}
    assert turn_view((MOVED,), 10, 0)["own"] is None  # sunk before


@pytest.mark.parametrize("game_string", [
    "sea_battle", "sea_battle(size=6,rocks=4)", "sea_battle(size=5,ships=2,rocks=1,sinking=4,max_turns=30)"])
def test_ships_never_share_a_cell_or_stand_on_rock_damage_grows_and_scores_sum_to_one_a_pair(game_string):
    game = pyspiel.load_game(game_string)
    rules = game.rules
    for seed in range(10):
        damage, placed = {}, []
        for state in states(game, seed):
            now = state.node.position
            if not now.turn:
                continue
            cells = [one.cell for one in now.ships]
            assert len(set(cells)) == len(cells)
            assert not set(cells) & set(now.rocks)
            assert set(cells) <= set(rules._inside)
            assert len(now.rocks) == rules.rocks
            assert all(damage.get(one.seat, 0) <= one.damage < rules.sinking for one in now.ships)
            damage = {one.seat: one.damage for one in now.ships}
            placed.append(now.turn)
        assert placed == list(range(1, len(placed) + 1))
        assert len(placed) <= rules.max_turns + 1
        assert sum(state.returns()) == rules.ships
        assert set(state.returns()) <= {0, 0.5, 1}


def test_random_matches_last_about_as_long_as_the_published_ones():
    # The reference's have 18 to 153 turns with a median of 61.
    game, lengths = pyspiel.load_game("sea_battle"), []
    for seed in range(25):
        *_, end = states(game, seed)
        lengths.append(end.node.position.turn - 1)
    assert 45 <= statistics.median(lengths) <= 70
    assert 15 <= min(lengths) <= max(lengths) < 200
