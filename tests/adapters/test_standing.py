import pytest

from adapters.standing import Lines, is_denied, is_doubted

MARK = "@"


def place(text):
    """Returns the lines of a text and the place of the answer in it, which the marks enclose."""
    before, answer, after = text.split(MARK)
    return Lines(before + answer + after), len(before), len(before + answer)


@pytest.mark.parametrize("text", [
    "@{}@", "So.\n@{}@\nYes.", "**@{}@**.", "Answer: @{}@", "My final answer is: @{}@", "- @{}@",
    "<answer>@{}@</answer>",
    "Here is my reply: @{}@", "$$@{}@$$", "```json @{}@ ```", "`@{}@`", "a\n  @{\n}@,\nb",
])
def test_an_answer_is_alone_with_a_label_and_marks(text):
    lines, start, end = place(text)
    assert lines.is_alone(start, end)


@pytest.mark.parametrize("text", [
    "Note that @{}@ is bad.", "@{}@ is bad", "I say @{}@", '"@{}@"', "1. @{}@", "@{}@ or {}", "x @{}@", "Wait: @{}@"])
def test_an_answer_in_a_sentence_is_not_alone(text):
    lines, start, end = place(text)
    assert not lines.is_alone(start, end)


@pytest.mark.parametrize(("text", "doubted"), [
    ("I would not say @{}@.", True), ("@{}@ would be bad", True), ("If so, @{}@.", True), ("I don't say @{}@.", True),
    ("Not that. I say @{}@. It would do.", False), ("I say @{}@, good luck!", False), ("Knot @{}@", False),
])
def test_words_of_doubt_count_in_the_sentence_of_an_answer(text, doubted):
    lines, start, end = place(text)
    assert lines.is_doubted(start, end) == doubted


def test_a_denial_takes_something_back_and_a_doubt_need_not():
    assert is_denied("I do not go")
    assert is_denied("something else instead")
    assert not is_denied("I would get nothing")
    assert is_doubted("I would get nothing")
    assert not is_doubted("I know nothing")


@pytest.mark.parametrize(("between", "beside"), [
    (" or ", True), (",\n", True), ("\n - ", True), ("\n", False), ("\nNo:\n", False), ("\n\n", False),
    (" x" * 200, False)])
def test_answers_stand_together_on_a_line_or_in_a_list(between, beside):
    lines = Lines(f"a{between}b")
    assert lines.are_together(1, 1 + len(between)) == beside
    assert not lines.are_together(1 + len(between), 1)
