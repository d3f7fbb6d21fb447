import pytest

from adapters.speaker_names import own_words


@pytest.mark.parametrize("reply", [
    "Player 2: sweet", "**Player 2:** sweet", "player 2: sweet", "Player 2 => sweet", "[Player 2]: sweet",
    "Player 2 -> sweet", "\n\nPlayer 2:\nsweet",
])
def test_behind_the_players_own_name_stands_what_it_says(reply):
    assert list(own_words(reply, "Player 2", as_text=False)) == ["sweet"]
    assert list(own_words(reply, "Player 2", as_text=True)) == ["sweet", "Answer: sweet"]


@pytest.mark.parametrize("reply", [
    "Player 1: sweet", "Player 2 says sweet", "I am Player 2: sweet", "Player 2:", "Player 22: sweet", ""])
def test_behind_any_other_opening_it_says_nothing_of_the_kind(reply):
    assert list(own_words(reply, "Player 2", as_text=True)) == []


@pytest.mark.parametrize("name", [None, 2, "", "x" * 101])
def test_a_player_without_a_name_speaks_under_none(name):
    assert list(own_words(f"{name}: sweet", name, as_text=True)) == []
