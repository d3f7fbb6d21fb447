import re

import pytest

from adapters.suspicion_words import FIRST_PLAYER, LABEL, NAMED_AFTERWARDS, change, players_in

ONE, TWO = chr(FIRST_PLAYER), chr(FIRST_PLAYER + 1)


def stated(sentence: str, denied: bool = False) -> int | None:
    label = re.search(LABEL, sentence)
    assert label
    return change(label, sentence[:label.start()], denied)


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("is more suspicious", 1), ("is less suspicious", -1), ("is suspicious", 1), ("is very suspicious", 1),
        ("is not suspicious", -1), ("is not more suspicious", 0), ("is not less suspicious", 0),
        ("is no more suspicious", 0), ("is no longer suspicious", -1), ("is not as suspicious", -1),
        ("is as suspicious", 0), ("is equally suspicious", 0), ("is increasingly suspicious", 1),
        ("is not the most suspicious", 0), ("no change", 0), ("is unchanged", 0), ("is innocent", -1),
        ("is not innocent", 1), ("is a non-culprit", -1), ("is an innocent", -1), ("is the culprit", 1),
        ("is not the culprit", -1), ("is unlikely to be the culprit", -1), ("is most likely the culprit", 1),
        ("is less likely to be the culprit", -1), ("did not fit, so is more suspicious", 1),
        ("suspicion has increased", 1), ("suspicion decreases", -1), ("neither more nor less suspicious", 0),
    ],
)
def test_labels_are_read_with_what_modifies_them(sentence, expected):
    assert stated(sentence) == expected


@pytest.mark.parametrize("sentence", ["tries to find the culprit", "the culprit's clue", "the heat increases"])
def test_words_that_judge_nobody_are_no_judgement(sentence):
    label = re.search(LABEL, sentence)
    assert label is None or change(label, sentence[:label.start()], False) is None


def test_a_sentence_that_denies_what_it_says_turns_it_round():
    assert stated("is the culprit", denied=True) == -1
    assert stated("is more suspicious", denied=True) == 0
    assert stated("is not suspicious", denied=True) == 1


def test_a_culprit_may_be_named_after_its_label():
    sentence = f"the culprit is {TWO}"
    assert stated(sentence) == 1
    named = NAMED_AFTERWARDS.search(sentence)
    assert named
    assert players_in(named[1]) == (1,)


def test_players_are_listed_in_the_order_of_the_text():
    assert players_in(f"{TWO}, and {ONE}") == (1, 0)
    assert players_in("nobody") == ()
