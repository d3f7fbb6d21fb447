import pytest

from gtarena.suites.gamebench.taxonomy import CATEGORIES, GAMES, categories_of, code_of, in_order

HIVE = "hive(uses_ladybug=False,uses_mosquito=False,uses_pillbug=False)"
# Table 1 of the paper, with its totals.
TABLE_1 = {
    "abstract strategy": (6, "ALS ARC CN HV SN SB"),
    "non-deterministic": (3, "ARC TRB SB"),
    "hidden information": (3, "ARC AYT TRB"),
    "language communication": (4, "AYT CN PT TRB"),
    "social deduction": (2, "AYT TRB"),
    "cooperation": (4, "AYT CN TRB SB"),
}


def test_the_categories_are_those_of_table_1():
    found = {category: [game.code for game in GAMES.values() if category in game.categories] for category in CATEGORIES}
    assert {name: (len(codes), " ".join(codes)) for name, codes in found.items()} == TABLE_1


def test_seats_are_those_of_the_paper():
    assert {game.code: game.seats for game in GAMES.values()} == {
        "ALS": (1, 1), "ARC": (1, 1), "AYT": (2, 3), "CN": (2, 2), "HV": (1, 1), "PT": (2, 2), "SN": (1, 1),
        "TRB": (3, 3), "SB": (3, 3)}
    assert GAMES["are_you_the_traitor"].teams == [0, 0, 1, 1, 1]


@pytest.mark.parametrize(("label", "code"), [
    ("codenames", "CN"), (HIVE, "HV"), ("hive", "hive"), ("santorini(size=3)", "santorini(size=3)"), ("nim", "nim")])
def test_a_game_has_its_abbreviation_only_as_the_suite_plays_it(label, code):
    assert code_of(label) == code


def test_games_are_in_the_papers_order_and_others_follow_by_name():
    assert in_order(["nim", "sea_battle", "chess", HIVE, "codenames", HIVE]) == [
        "codenames", HIVE, "sea_battle", "chess", "nim"]


def test_a_game_keeps_its_categories_with_other_settings_and_other_games_have_none():
    assert categories_of("santorini(size=3)") == ("abstract strategy",)
    assert categories_of("nim") == ()
