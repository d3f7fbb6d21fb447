import pytest

from custom_games.codenames_decisions import clue_spec, guess_spec

CLUE = clue_spec(("beach", "boat", "shark"), 30, 9)
BOARD = ("beach", "boat", "stop", "shark")


@pytest.mark.parametrize("answer", [
    "ocean 2", "ocean, 2", "ocean (2)", "OCEAN (2)", "ocean: 2", "ocean - 2", "ocean = 2", "ocean for 2", "ocean x2",
    "ocean two", "ocean, for two", "Clue: ocean, number: 2", "my clue is ocean, 2", '"ocean" 2', "(ocean, 2)",
    "[ocean, 2]", "ocean and the number is 2", "<ocean> <2>"])
def test_a_clue_with_its_number_is_read_from_a_line(answer):
    word, number = CLUE.move(CLUE.read_line(answer))
    assert (word.lower(), number) == ("ocean", 2)


@pytest.mark.parametrize("struct", [
    {"clue": "ocean", "number": 2}, {"clue": "ocean", "number": "2"}, {"clue": "ocean", "number": "two"},
    {"clue": "ocean 2"}, {"clue": "ocean, for 2"}, {"clue": ["ocean", 2]}])
def test_a_clue_with_its_number_is_read_from_an_object(struct):
    assert CLUE.move(CLUE.read(struct)) == ("ocean", 2)


@pytest.mark.parametrize("answer", [
    "ocean", "2", "ocean 10", "ocean -1", "ocean 2.5", "deep ocean 2", "ocean 2 or water 3", "ocean or water 2",
    "boats 2", "2 ocean", "ocean many", "ocean ten"])
def test_a_clue_without_a_number_or_with_two_words_is_refused(answer):
    with pytest.raises(ValueError, match=r"clue|number|text"):
        CLUE.read_line(answer)


@pytest.mark.parametrize(("answer", "word"), [
    ("clue 2", "clue"), ("clue: clue 2", "clue"), ("number 2", "number"), ("two 2", "two"), ("for, 2", "for")])
def test_words_that_may_stand_around_a_clue_are_clues_themselves(answer, word):
    assert CLUE.move(CLUE.read_line(answer)) == (word, 2)


def test_the_highest_number_is_the_games():
    spec = clue_spec(("beach",), 30, 3)
    assert spec.move(spec.read_line("ocean three")) == ("ocean", 3)
    with pytest.raises(ValueError, match="from 0 to 3"):
        spec.read_line("ocean four")


@pytest.mark.parametrize("answer", ["Boat", "BOAT", "the boat", "boat."])
def test_a_guess_is_read_in_any_letter_case(answer):
    assert guess_spec(BOARD, (0, 1, 3), may_end=True).read({"guess": answer}) == [1]


@pytest.mark.parametrize("answer", ["pass", "End turn", "end_turn", "end my turn", "I pass", "done"])
def test_a_turn_is_ended_in_many_words_if_it_may_be(answer):
    assert guess_spec(BOARD, (0, 1, 3), may_end=True).read({"guess": answer}) == [len(BOARD)]
    with pytest.raises(ValueError, match="must be beach or boat or shark"):
        guess_spec(BOARD, (0, 1, 3), may_end=False).read({"guess": answer})


def test_a_word_on_the_board_is_never_taken_for_the_end_of_the_turn():
    assert guess_spec(BOARD, (0, 2), may_end=True).read({"guess": "Stop"}) == [2]
    with pytest.raises(ValueError, match="must be beach or end turn"):
        guess_spec(BOARD, (0,), may_end=True).read({"guess": "stop"})
