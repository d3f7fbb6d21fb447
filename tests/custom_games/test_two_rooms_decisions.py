import pytest

from custom_games import two_rooms_decisions as decisions

NAMES = tuple(f"Player {number}" for number in range(1, 7))


@pytest.mark.parametrize(("choice", "key"), [(decisions.partner, "partner"), (decisions.hostage, "hostage")])
def test_players_are_listed_in_the_order_of_their_names_and_chosen_by_label(choice, key):
    spec = choice((5, 0, 3), NAMES)
    assert spec.keys == (key,)
    assert spec.options == ("Player 1", "Player 4", "Player 6")
    assert spec.legal_actions() == (0, 3, 5)


@pytest.mark.parametrize("stated", ["Player 4", "player 4", "4", "P4", 4])
def test_a_player_may_be_stated_by_number(stated):
    assert decisions.partner((0, 3), NAMES).read({"partner": stated}) == [3]
    assert decisions.hostage((0, 3), NAMES).read({"hostage": stated}) == [3]


@pytest.mark.parametrize("stated", ["Player 2", "2", "Player", "", 40, None])
def test_anybody_else_is_refused(stated):
    with pytest.raises(ValueError, match="partner"):
        decisions.partner((0, 3), NAMES).read({"partner": stated})


def test_a_text_may_be_empty_and_is_cut_off_at_the_limit_after_a_whole_character():
    spec = decisions.text("question", 5)
    assert [spec.move(spec.read({"question": said})) for said in ("", "Red?\n", "Are you?", "abcdé")] == [
        "", "Red?\n", "Are y", "abcd"]
    assert spec.overlong_bytes({"question": "Are you?"}) == 3
