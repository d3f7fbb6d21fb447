import pytest

from adapters.disguises.exchanges import Exchange

CARDS = Exchange.of_pairs({"card": "blick", "pass": "dax", "die": "toma", "dice": "tomas", "Kuhn poker": "Orvane"})


@pytest.mark.parametrize(("text", "exchanged"), [
    ("Your card is K, and two cards are left.", "Your blick is K, and two blicks are left."),
    ("If all pass, nobody passes. PASS | Pass", "If all dax, nobody daxes. DAX | Dax"),
    ("a discard, cardboard, card-like, card's, card_name", "a discard, cardboard, blick-like, blick's, card_name"),
    ("a die, two dice; Dice: DICE", "a toma, two tomas; Tomas: TOMAS"),
    ("You play Kuhn poker, not poker.", "You play Orvane, not poker."),
])
def test_whole_words_are_exchanged_in_their_case_and_in_their_other_forms(text: str, exchanged: str) -> None:
    assert CARDS.apply(text) == exchanged
    assert CARDS.apply(exchanged) == text


def test_a_word_that_is_not_shown_any_more_comes_back_whole_as_well() -> None:
    said = "By card I mean a blick."
    assert CARDS.apply(said) == "By blick I mean a card."
    assert CARDS.apply(CARDS.apply(said)) == said


def test_one_letter_is_a_word_that_a_digit_ends_and_has_no_other_forms() -> None:
    letters = Exchange.of_pairs({"x": "h", "C": "K", "R": "W"})
    assert letters.apply("x at C1R2, X, xs, Cx") == "h at K1W2, X, xs, Cx"


def test_a_phrase_ends_with_its_number() -> None:
    players = Exchange.of_pairs({"player 0": "player 1"})
    assert players.apply("Player 0, player 1, player 10, player 0's") == "Player 1, player 0, player 10, player 1's"


def test_a_line_break_inside_of_json_ends_no_word() -> None:
    assert CARDS.apply(r'{"say": "Look\ncard\tpass"}') == r'{"say": "Look\nblick\tdax"}'


def test_a_phrase_that_is_paired_with_itself_stays() -> None:
    kept = Exchange.of_pairs({"line": "vosk", "on a line of its own": "on a line of its own"})
    assert kept.apply("a line, on a line of its own") == "a vosk, on a line of its own"


@pytest.mark.parametrize("pairs", [{"a": "c", "b": "c"}, {"a": "b", "b": "c"}])
def test_no_word_is_exchanged_for_two_others(pairs: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="no word can be exchanged for two others"):
        Exchange.of_pairs(pairs)
