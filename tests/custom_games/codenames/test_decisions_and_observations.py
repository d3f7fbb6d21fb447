import pytest

from custom_games.codenames.game import Turn, operative_spec, spymaster_spec
from tests.support.codenames_boards import act, dealt

SMALL = "codenames(rows=2,columns=3,first=2,second=2)"
KINDS = (("beach", "boat"), ("piano", "rope"), ("tent",), ("wax",))


def played():
    return act(dealt(SMALL, KINDS), ("ocean", 2), "beach", "end turn", ("music", 0), "tent", ("Ship", 1))


def test_spymasters_see_the_key_operatives_what_is_revealed_and_everybody_all_clues_and_guesses():
    state = played()
    for player, team in enumerate(("Red", "Red", "Blue", "Blue")):
        seen = state.observation(player)
        assert (seen["team"], seen["role"]) == (team, "operative" if player % 2 else "spymaster")
        assert [each["word"] for each in seen["board"]] == ["beach", "boat", "piano", "rope", "tent", "wax"]
        assert [each["revealed"] for each in seen["board"]] == [True, False, False, False, True, False]
        kinds = [each["kind"] for each in seen["board"]]
        assert kinds == (["Red", None, None, None, "neutral", None] if player % 2 else
                         ["Red", "Red", "Blue", "Blue", "neutral", "assassin"])
    state = played()
    for player in range(4):
        seen = state.observation(player)
        assert seen["turns"] == [
            {"team": "Red", "clue": "ocean", "number": 2, "guesses": [{"word": "beach", "kind": "Red"}], "ended": True},
            {"team": "Blue", "clue": "music", "number": 0, "guesses": [{"word": "tent", "kind": "neutral"}],
             "ended": False}, {"team": "Red", "clue": "Ship", "number": 1, "guesses": [], "ended": False}]
        assert (seen["left"], seen["guesses_left"]) == ({"Red": 1, "Blue": 2, "neutral": 0, "assassin": 1}, 2)


def test_guesses_are_counted_from_the_number_and_people_are_shown_the_board_with_the_last_clue():
    assert Turn("ocean", 2, (4,)).guesses_left() == 2
    assert Turn("ocean", 0, (4, 5)).guesses_left() is None
    assert dealt(SMALL, KINDS).observation(0)["guesses_left"] is None
    assert act(dealt(SMALL, KINDS), ("ocean", 2), "tent").observation(2)["guesses_left"] is None
    state = played()
    assert state.node.rules.text(state.node.position).splitlines() == [
        "[beach (Red)]  boat (Red)  piano (Blue)", "rope (Blue)  [tent (neutral)]  wax (assassin)", "Red: Ship 1"]
    start = dealt(SMALL, KINDS).node
    assert start.rules.text(start.position).splitlines() == [
        "beach (Red)  boat (Red)  piano (Blue)", "rope (Blue)  tent (neutral)  wax (assassin)"]


CLUE = spymaster_spec(("beach", "boat", "shark"), 30, 9)
BOARD = ("beach", "boat", "stop", "shark")


@pytest.mark.parametrize("struct", [
    {"clue": "ocean", "number": 2}, {"clue": "ocean", "number": "2"}, {"clue": '"ocean."', "number": 2}])
def test_a_clue_with_its_number_is_read_from_an_object(struct):
    assert CLUE.move(CLUE.read(struct)) == ("ocean", 2)


@pytest.mark.parametrize("struct", [
    {"clue": "ocean"}, {"clue": "ocean 2"}, {"clue": "deep ocean", "number": 2}, {"clue": "boats", "number": 2},
    {"clue": "ocean", "number": 10}, {"clue": "ocean", "number": -1}, {"clue": "ocean", "number": 2.5},
    {"clue": "ocean", "number": "many"}])
def test_a_clue_without_a_number_or_with_two_words_is_refused(struct):
    with pytest.raises(ValueError, match=r"clue|number|text"):
        CLUE.read(struct)
    with pytest.raises(ValueError, match="from 0 to 3"):
        spymaster_spec(("beach",), 30, 3).read({"clue": "ocean", "number": 4})


@pytest.mark.parametrize("answer", ["boat", "Boat", "BOAT", "boat."])
def test_a_guess_is_read_in_any_letter_case(answer):
    assert operative_spec(BOARD, (0, 1, 3), may_end=True).read({"guess": answer}) == [1]


@pytest.mark.parametrize("answer", ["end turn", "End turn", "end_turn"])
def test_a_turn_is_ended_if_it_may_be(answer):
    assert operative_spec(BOARD, (0, 1, 3), may_end=True).read({"guess": answer}) == [len(BOARD)]
    with pytest.raises(ValueError, match="must be beach or boat or shark"):
        operative_spec(BOARD, (0, 1, 3), may_end=False).read({"guess": answer})
