import pytest

from adapters import withdrawals


@pytest.mark.parametrize("words", [
    "Wait, no.", "Wait - that's wrong.", "Hmm, wait, no, 3.", "No, wait.", "Scratch that.", "On second thought, 3.",
    "On reflection, no.", "Correction: 3", "I take that back.", "Actually, no.", "Actually, let me change that: 3",
    "**Wait, no.**", "I changed my mind.", "Hold on, actually it is 3.",
])
def test_words_at_the_start_of_a_sentence_take_back_what_stands_before_them(words):
    assert withdrawals.taken_back_at(f"Answer: 2\n{words}") == len("Answer: 2\n")
    assert withdrawals.taken_back_at(f"I say 2. {words}") == len("I say 2. ")


@pytest.mark.parametrize("words", [
    "No need to change my mind.", "I have not changed my mind.", "Wait and see.", "Let me check: yes.",
    "I cannot wait.", "Actually, I'll stick with 2.", "Actually, no further words are needed.",
    "No explanation needed.", "It is actually good.", "Sorry for the length.",
])
def test_other_words_take_nothing_back(words):
    assert withdrawals.taken_back_at(f"Answer: 2\n{words}") == 0


def test_a_remark_may_take_its_answer_back():
    assert withdrawals.turns(".. no wait, 3")
    assert withdrawals.turns("Actually 3")
    assert not withdrawals.turns("not 3")
    assert not withdrawals.turns("It is the best.")


def test_turns_of_somebody_else_are_found_where_they_begin():
    assert withdrawals.made_up_turns("Answer: 2\n\nUser: Now?\nAssistant: 3\n**Human:** Now?") == [11, 35]
    assert withdrawals.made_up_turns("Action: 2\nObservation: You won.") == [10]
    assert withdrawals.made_up_turns("The user: me. Users: 3") == []
