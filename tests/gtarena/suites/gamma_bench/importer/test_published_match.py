import pytest

from custom_games.framework.rules import CHANCE
from gtarena.suites.gamma_bench.importer.published_match import PublishedMatch

BAR = {"players": 3, "rounds": 2}


def test_simultaneous_choices_stand_in_the_history_by_name_and_change_the_position():
    match = PublishedMatch("el_farol", BAR)
    match.simultaneous({0: 1, 1: 0, 2: 0})
    assert [(step.player, step.action, step.name) for step in match.history] == [
        (0, 1, "go"), (1, 0, "stay"), (2, 0, "stay")]
    assert match.position.rounds == ((1, 0, 0),)
    assert not match.is_over
    match.simultaneous({0: 0, 1: 0, 2: 0})
    assert (match.is_over, match.returns) == (True, [10 + 5, 5 + 5, 5 + 5])


def test_what_cannot_be_played_is_an_error_that_names_the_round_and_the_player():
    match = PublishedMatch("el_farol", BAR)
    match.round = 1
    with pytest.raises(ValueError, match=r"^round 2: 2 players have chosen instead of 3$"):
        match.simultaneous({0: 1, 1: 0})
    with pytest.raises(ValueError, match=r"^round 2: action 2 of player_0 is not legal$"):
        match.simultaneous({0: 2, 1: 0, 2: 0})
    with pytest.raises(ValueError, match=r"^round 2: it is not the turn of player_1$"):
        match.act(1, 0)
    with pytest.raises(ValueError, match=r"^round 2: 0 is not an outcome of chance here$"):
        match.chance(0)
    assert match.history == []


def test_chance_and_players_take_turns_in_a_battle():
    match = PublishedMatch("battle_royale", {"players": 2})
    match.act(0, 1)
    match.chance(0)
    assert [step.player for step in match.history] == [0, CHANCE]


def test_numbers_are_the_nearest_allowed_ones_and_what_was_stated_is_kept():
    match = PublishedMatch("divide_dollar", BAR)
    assert match.numbers(["7", 2.6, -3, 101], 0, 100) == [7, 3, 0, 100]
    assert match.stated == [[0, 1, 2.6], [0, 2, -3], [0, 3, 101]]
    with pytest.raises(ValueError, match=r"^round 1: player_1 stated True, which is not a number$"):
        match.numbers([1, True], 0, 100)


def test_only_what_differs_is_a_difference():
    match = PublishedMatch("divide_dollar", BAR)
    match.compare("sum", 1 / 3, 0.33333333)
    match.compare("list", [1, 2.0], (1, 2))
    match.compare("word", "go", "go")
    assert match.differences == []
    match.compare("sum", 1 / 3, 0.3333)
    match.compare("list", [1], (1, 2))
    assert [(each["what"], each["ours"]) for each in match.differences] == [("sum", 0.3333), ("list", [1, 2])]


def test_notes_count_rounds_from_one():
    match = PublishedMatch("divide_dollar", BAR)
    match.note("odd")
    assert match.notes == ["round 1: odd"]
