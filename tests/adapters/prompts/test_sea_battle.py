import re

import pyspiel
import pytest

import adapters
from custom_games.sea_battle.game import Position
from custom_games.sea_battle.turns import HEADINGS, ORDER, Report, Ship
from tests.support.named_games import loaded, prompt_parts, some_decisions

NAME = "sea_battle"
SIZE = 24
every_version = pytest.mark.parametrize("version", loaded(NAME).versions())


def cell(x, y):
    return y * SIZE + x


def at(game_string, *ships, rocks=(), turn=3, reports=()):
    """Returns the state of a battle: ships are (seat, x, y, heading, damage)."""
    state = pyspiel.load_game(game_string).new_initial_state()
    placed = tuple(Ship(seat, cell(x, y), HEADINGS.index(heading), damage) for seat, x, y, heading, damage in ships)
    rules = state.node.rules
    state._node = type(state.node)(rules, Position(placed, tuple(cell(*rock) for rock in rocks), turn, reports))
    return state


SHIPS = ((0, 5, 5, "north", 3), (1, 9, 9, "west", 4), (3, 7, 5, "south", 6))
REPORTS = (
    Report(0, ORDER.options.index("Turn left, shoot right"), (cell(6, 4), 0), (cell(5, 5), 1), 2, True, 3, (1, 3),
           False), Report(1, 0, (cell(9, 9), 2), (cell(9, 9), 2), 0, False, None, (), False),
    Report(3, 0, (cell(7, 6), 3), (cell(7, 5), 3), 0, False, 0, (0,), False),
    Report(5, 0, (cell(2, 2), 3), (cell(2, 2), 3), 0, False, None, (), True))
BATTLE = at(NAME, *SHIPS, rocks=[(1, 2), (20, 21)], reports=REPORTS)


@every_version
@pytest.mark.parametrize(("player", "partners", "enemies"), [
    (0, "Ship 1, Ship 2 and Ship 3", "Ship 4, Ship 5 and Ship 6"),
    (3, "Ship 4, Ship 5 and Ship 6", "Ship 1, Ship 2 and Ship 3")])
def test_the_rules_name_ones_own_ship_the_fleets_and_the_aim(version, player, partners, enemies):
    rules = prompt_parts(BATTLE, player, version)[0]
    assert re.search(rf"(captain of|you command) Ship {player + 1}\b", rules)
    assert rules.index(partners) < rules.index(enemies)
    assert re.search(r"\b0\.5\b|half a point", rules)
    assert "200 turns" in rules
    assert re.search(r"(north|y squares north)", rules)


@every_version
def test_the_rules_keep_back_what_is_to_be_looked_up_and_a_duel_has_no_partners(version):
    assert not re.search(r"\b(10|14|3 cells|quarter|90)\b", prompt_parts(BATTLE, 0, version)[0])
    state = at("sea_battle(ships=1)", (0, 5, 5, "north", 0), (1, 7, 7, "east", 0), turn=1)
    text = "\n".join(prompt_parts(state, 0, version))
    assert "Ship 2" in text
    assert not re.search(r"partner|\b1 ships|whole team", text)


def test_the_first_wording_tells_the_position_and_the_damage_that_sinks():
    assert prompt_parts(BATTLE, 0, "v1")[1].split("\n\nLegal moves")[0].splitlines() == [
        "It is turn 3 of 200.", "Ship 1, your ship, is at (5, 5) and heads north. Its damage is 3.",
        "Ship 2, a partner, is at (9, 9) and heads west.", "Ship 4, an enemy, is at (7, 5) and heads south.",
        "Sunk so far: Ship 3, Ship 5 and Ship 6.", "Rocks, besides those along the edge: (1, 2), (20, 21).",
        "A ship whose damage reaches 10 sinks.", "Which order do you give?"]


def test_the_second_wording_tells_the_same_and_draws_a_chart():
    lines = prompt_parts(BATTLE, 0, "v2")[1].splitlines()
    assert lines[:6] == [
        "## Turn 3 of 200", "Damage that sinks a ship: 10",
        "Ship 1 (yours): (5, 5), heading north, damage 3", "Ship 2 (partner): (9, 9), heading west",
        "Ship 4 (enemy): (7, 5), heading south",
        "Lost so far: Ship 3 of your side, Ship 5 and Ship 6 of the enemy's"]


@every_version
def test_the_damage_that_sinks_is_that_of_the_setting_and_told_beside_a_picture_too(version):
    state = at("sea_battle(sinking=7)", *SHIPS)
    adapter = adapters.for_game(state.get_game())
    for shown in (adapter, adapter.with_pictures()):
        text = shown.prompt(state, 0, version)[1]["content"]
        assert re.search(r"damage reaches 7\b|sinks a ship: 7$", text, re.MULTILINE)


def test_the_chart_of_the_second_wording_shows_every_cell():
    lines = prompt_parts(BATTLE, 0, "v2")[1].splitlines()
    top = next(place for place, line in enumerate(lines) if line.split() == list(map(str, range(SIZE))))
    drawn = {}
    for line in lines[top + 1:top + 1 + SIZE]:
        y, *cells = line.split()
        assert len(line) == len(lines[top])
        drawn |= {(x, int(y)): mark for x, mark in enumerate(cells)}
    assert len(drawn) == SIZE**2
    ships = {(5, 5): "1n", (9, 9): "2w", (7, 5): "4s"}
    for (x, y), mark in drawn.items():
        rock = x in (0, 23) or y in (0, 23) or (x, y) in ((1, 2), (20, 21))
        assert mark == ships.get((x, y), "#" if rock else ".")


@every_version
def test_the_last_turn_and_the_damage_of_enemies_are_not_told(version):
    assert prompt_parts(BATTLE, 0, version) == prompt_parts(at(NAME, *SHIPS, rocks=[(1, 2), (20, 21)]), 0, version)
    assert not re.search(r"damage (is )?[46]", prompt_parts(BATTLE, 0, version)[1])
    shown = prompt_parts(at("sea_battle(teammates=shown)", *SHIPS), 0, version)[1]
    assert re.search(r"Ship 2.*damage (is )?4", shown)
    assert not re.search(r"Ship 4.*damage", shown)


def test_topics_are_the_published_headings_and_orders_have_any_name_but_no_parts():
    assert loaded(NAME).topics() == ["board", "damage", "gameplay", "sinking", "teams", "winning"]
    adapter = loaded(NAME)
    assert adapter.explanation("forward, fire left", BATTLE, 0)[0] == "Forward, shoot left"
    assert adapter.explanation("forward", BATTLE, 0) is None


@pytest.mark.parametrize(("game_string", "heading", "told"), [
    (NAME, "damage", r"hits it: 2\."), (NAME, "sinking", "reaches 10"), (NAME, "sinking", "their own ship only"),
    ("sea_battle(sinking=7,teammates=shown)", "sinking", "reaches 7"),
    ("sea_battle(sinking=7,teammates=shown)", "sinking", "partners' ships"), (NAME, "winning", "after 200 turns"),
    ("sea_battle(max_turns=1)", "winning", "after 1 turn,"), (NAME, "board", "14 more rocks"),
    ("sea_battle(rocks=1)", "board", r"and 1 more rock\."), ("sea_battle(rocks=0)", "board", "no more rocks"),
    (NAME, "gameplay", "up to 3 cells"), (NAME, "teams", "Yours is Ship 1, Ship 2 and Ship 3"),
    ("sea_battle(ships=1)", "teams", "You have one ship, Ship 1, and so has your enemy: Ship 2")])
def test_topics_tell_the_numbers_of_the_game_at_hand(game_string, heading, told):
    state = at(game_string, (0, 5, 5, "north", 0))
    text = adapters.for_game(state.get_game()).topic(heading, state, 0)
    assert re.search(told, text)
    assert not re.search(r"\{|None|Undefined", text)


def explained(state, player, name):
    shown, text = adapters.for_game(state.get_game()).explanation(name, state, player)
    assert shown == name
    return text


def test_an_order_is_explained_by_its_way_its_shot_and_the_rocks_in_both():
    assert explained(BATTLE, 0, "Turn left, shoot right").splitlines() == [
        "The ship goes one cell ahead, makes a quarter turn to the left and goes one cell ahead in its new direction, "
        "and then it shoots to its right.",
        "Your ship, which is on (5, 5) and heads north, would go to (5, 6), then turn to head west, then go to (4, 6).",
        "It would then head west and shoot north, at the first ship on (4, 7), (4, 8), (4, 9).",
        "Other ships may stop it on its way."]
    state = at(NAME, (0, 22, 5, "south", 0), (3, 9, 9, "north", 0), rocks=[(22, 4), (21, 7)])
    told = explained(state, 0, "Turn left, shoot left")
    assert ("run into the rock on (22, 4) and stay on (22, 5), then turn to head east, then run into the rock on "
            "(23, 5) and stay on (22, 5)") in told
    assert "shoot north, at the first ship on (22, 6), (22, 7), (22, 8)." in told
    assert "where the rock beside it stops the shot" in explained(state, 0, "Stay, shoot left")
    assert "at the first ship on (21, 5), (20, 5), (19, 5)." in explained(state, 0, "Stay, shoot right")


@pytest.mark.parametrize("player", [0, 3])
def test_explanations_are_true_if_nobody_is_in_the_way(player):
    for state, mover in some_decisions("sea_battle(ships=1,sinking=1000)", seeds=range(2), most=8):
        for action, name in enumerate(ORDER.options):
            position = state.node.position
            alone = position._replace(ships=(position.ships[mover],))
            joint = tuple(action if seat == mover else 0 for seat in range(2))
            after = state.node.rules.apply_actions(alone, joint).ships[0]
            x, y = after.cell % SIZE, after.cell // SIZE
            way = explained(state, mover, name).splitlines()[1]
            assert way.endswith((f"go to ({x}, {y}).", f"stay on ({x}, {y})."))
