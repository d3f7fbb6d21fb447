import pytest

from custom_games.codenames.game import clue_spec, guess_spec

CLUE = clue_spec(("beach", "boat", "shark"), 30, 9)
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


def test_the_highest_number_is_the_games():
    with pytest.raises(ValueError, match="from 0 to 3"):
        clue_spec(("beach",), 30, 3).read({"clue": "ocean", "number": 4})


@pytest.mark.parametrize("answer", ["boat", "Boat", "BOAT", "boat."])
def test_a_guess_is_read_in_any_letter_case(answer):
    assert guess_spec(BOARD, (0, 1, 3), may_end=True).read({"guess": answer}) == [1]


@pytest.mark.parametrize("answer", ["end turn", "End turn", "end_turn"])
def test_a_turn_is_ended_if_it_may_be(answer):
    assert guess_spec(BOARD, (0, 1, 3), may_end=True).read({"guess": answer}) == [len(BOARD)]
    with pytest.raises(ValueError, match="must be beach or boat or shark"):
        guess_spec(BOARD, (0, 1, 3), may_end=False).read({"guess": answer})


def test_the_same_guess_is_an_equal_decision():
    assert guess_spec(BOARD, (0, 2), may_end=True) == guess_spec(BOARD, (0, 2), may_end=True)
