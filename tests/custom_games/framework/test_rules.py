import pytest

from custom_games import GAMES
from custom_games.framework import rules
from custom_games.framework.rules import CHANCE, Facts, allowed_values, game, parameter
from tests.support.team_games import LoneBidding


@pytest.mark.parametrize(("default", "limits", "words"), [
    (3, {"low": 1, "high": 5}, "a whole number from 1 to 5"),
    (0.5, {"low": 0.0, "high": 1.0}, "a number from 0.0 to 1.0"), (3, {"low": 1}, "a whole number of at least 1"),
    (3, {"high": 5}, "a whole number of at most 5"), (3, {}, "a whole number"), ("a", {}, "any text"),
    ("a", {"choices": ("a", "b")}, "a or b")])
def test_the_allowed_values_of_a_parameter_are_told_in_words(default, limits, words):
    assert allowed_values(parameter(default, "meaning", **limits)) == words


def test_the_decorators_defaults_are_the_facts_of_a_game_in_rounds_and_each_can_be_stated(monkeypatch):
    listed: dict[str, type] = {}
    monkeypatch.setattr(rules, "GAMES", listed)

    @game("usual", "Usual")
    class Usual:
        facts: Facts

    @game("other", "Other", players=(1, 2), dynamics="sequential", information="perfect_information",
          utility="zero_sum", chance=False)
    class Other:
        facts: Facts

    assert Usual.facts == Facts(
        "usual", "Usual", "simultaneous", "imperfect_information", "general_sum", chance=True, players=(2, 100))
    assert Other.facts == Facts(
        "other", "Other", "sequential", "perfect_information", "zero_sum", chance=False, players=(1, 2))
    assert listed == {"usual": Usual, "other": Other}


def test_a_parameter_can_say_which_seat_plays_a_role_alone():
    assert [LoneBidding(lone).teams() for lone in range(3)] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def state_text(name, params, chances, actions=()):
    """The text of the position after these first chance outcomes, or else the lowest, and then these actions."""
    rules = GAMES[name](**params)
    state, drawn = rules.initial_state(), iter(chances)
    while rules.current_player(state) == CHANCE:
        state = rules.apply_action(state, next(drawn, rules.chance_outcomes(state)[0][0]))
    for action in actions:
        state = rules.apply_action(state, action)
    return rules.text(state)


def test_the_texts_of_games_with_large_positions_tell_all_that_lies_on_the_table():
    assert state_text("santorini", {"size": 3, "pawns": 1}, (), (0, 8)).splitlines() == [
        "row 1: 0A 0. 0.", "row 2: 0. 0. 0.", "row 3: 0. 0. 0X", "A of Player 1 is next"]
    assert state_text("sea_battle", {"size": 6, "ships": 1, "rocks": 1}, (0, 1, 15, 2)).splitlines() == [
        "Ship 1 at (1, 1), heading north, damage 0", "Ship 2 at (4, 4), heading west, damage 0", "rocks: (2, 1)"]
    # Cards 0 to 5 go to both seats in turn.
    assert state_text("air_land_sea", {"hand_size": 3, "theaters": "fixed"}, (0,)).splitlines() == [
        "Player 0 is first; victory points 0 and 0",
        *(f"{theater}: Player 0 has 0; Player 1 has 0" for theater in ("Air", "Land", "Sea")),
        "hand of Player 0: Support (Air 1), Maneuver (Air 3), Containment (Air 5)",
        "hand of Player 1: Air Drop (Air 2), Aerodrome (Air 4), Heavy Bombers (Air 6)"]
    pit = {"corner_size": 2, "commodities": 2, "cards": 3}
    # Cards go to Players 1, 3, 2, 4 in turn; Player 1 offers the Bull.
    assert state_text("pit", pit, (2, 0, 0, 0, 3, 1, 1, 1), (9,)).splitlines() == [
        "Player 1: 0 points; the Bull, the Bear; offers the Bull", "Player 2: 0 points; 1 Wheat, 1 Barley",
        "Player 3: 0 points; 1 Wheat, 1 Barley", "Player 4: 0 points; 1 Wheat, 1 Barley"]
    scavengers = state_text("arctic_scavengers", {"rounds": 1, "hand_size": 3, "supply": "small"}, ())
    assert scavengers.splitlines()[:2] == [
        "round 1, turn of Player 0; food 0",
        "Player 0: 8 people; deck: 1 Refugee, 3 Scavenger, 1 Brawler, 1 Spear, 1 Shovel; hand: 3 Refugee; "
        "discard: none"]
