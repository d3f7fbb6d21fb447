import pytest

from custom_games import GAMES, rules
from custom_games.el_farol import ElFarol
from custom_games.rules import Facts, allowed, game, parameter
from tests.support.team_games import LoneBidding


@pytest.mark.parametrize(("default", "limits", "words"), [
    (3, {"low": 1, "high": 5}, "a whole number from 1 to 5"),
    (0.5, {"low": 0.0, "high": 1.0}, "a number from 0.0 to 1.0"),
    (3, {"low": 1}, "a whole number of at least 1"),
    (3, {"high": 5}, "a whole number of at most 5"),
    (3, {}, "a whole number"),
    ("a", {}, "any text"),
    ("a", {"choices": ("a", "b")}, "a or b"),
])
def test_the_allowed_values_of_a_parameter_are_told_in_words(default, limits, words):
    spec = parameter(default, "meaning", **limits)
    assert allowed(spec) == words


def test_every_game_is_listed_under_its_own_short_name():
    assert all(rules.facts.short_name == name for name, rules in GAMES.items())


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


def test_every_seat_is_a_team_of_its_own_unless_the_rules_say_otherwise():
    assert list(ElFarol(players=4).teams()) == [0, 1, 2, 3]


def test_a_parameter_can_say_which_seat_plays_a_role_alone():
    assert [LoneBidding(lone).teams() for lone in range(3)] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_rules_record_no_moves_unless_they_say_so():
    rules = GAMES["el_farol"]()
    assert rules.recorded_move(rules.initial_state(), 0) is None
