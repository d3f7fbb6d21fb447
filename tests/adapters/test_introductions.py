import pytest

from adapters import introductions


def place(text: str) -> tuple[str, int, int]:
    """Returns the text without the two marks, and the positions between which what they enclose stands."""
    before, inside, after = text.split("@")
    return before + inside + after, len(before), len(before) + len(inside)


@pytest.mark.parametrize("text", [
    "For example:\n@{}@", "An example of a bid:\n\n@{}@", "E.g.:\n@{}@", "The others will reply:\n@{}@",
    "I expect that my opponent will play:\n@{}@", "If they are careless:\n@{}@", "I would have replied:\n@{}@",
    "In the last round I chose:\n@{}@", "In contrast, a cautious player's answer:\n@{}@", "This is better than\n@{}@",
    "My friend says @{}@.", "Results of the last round:\n{1}\n@{}@", "My options:\n- Answer: a\n@- Answer: b@",
    "Round 1:\n@- Action: a@\n- Result: lost.", "Later, if the price rises, my answer is:\n@{}@",
    "Alternatively:\n@{}@",
])
def test_examples_and_answers_of_others_or_of_other_times_are_foreign(text):
    assert introductions.is_foreign(*place(text))


@pytest.mark.parametrize("text", [
    "For example, I lost.\n@{}@", "For example. My bid:\n@{}@", "Now:\n@{}@", "@{}@", "My answer:\n@{}@",
    "Since most will choose 33, I choose:\n@{}@", "If all choose 33, two thirds is 22, so I choose:\n@{}@",
    "They will choose 33.\n@{}@", "My reply to the others:\n@{}@", "I would choose:\n@{}@",
    "- Player 2: 33\n@{}@", "Others expect 33. So my reply is @{}@", "Round 2:\n@{}@",
    "Given the last round, my answer:\n@{}@",
])
def test_an_answer_of_the_writer_s_own_is_not_foreign(text):
    assert not introductions.is_foreign(*place(text))


@pytest.mark.parametrize(("before", "other"), [
    ("The expected average is:\n\n", True), ("If everyone picks 50, the average is\n\n", True),
    ("My valuation\n\n", True), ("What they will do:\n\f\n", True), ("That is too\n\n", True),
    ("My answer is:\n\n", False), ("I choose:\n\n", False), ("My final pick\n\n", False),
    ("## Level two thinking\n\n", False),
    ("- 33 is too high\n- 22 is right\n\n", False), ("The corner is strong.\n\n", False), ("", False),
])
def test_the_line_before_a_bare_move_may_say_that_it_is_something_else(before, other):
    assert introductions.announces_other(before + "22", len(before)) == other
