import pytest

from adapters import ReplyError
from tests.support.named_games import VERSIONS, after, loaded, prompt_text

FOURTH_COLUMN = 3


@pytest.mark.parametrize("reply", ["Answer: C4", "Answer: <C4>", "Answer: column 4", "Answer: 4", "Answer: c4."])
def test_columns_count_from_one(reply):
    assert loaded("connect_four").parse(reply, after("connect_four"), 0) == [FOURTH_COLUMN]


def test_openspiels_own_names_which_count_from_zero_are_not_understood():
    with pytest.raises(ReplyError, match="not a legal move"):
        loaded("connect_four").parse("Answer: x3", after("connect_four"), 0)


def test_a_full_column_is_illegal():
    state = after("connect_four", *[FOURTH_COLUMN] * 6)
    with pytest.raises(ReplyError, match=r"C1 \| C2 \| C3 \| C5") as caught:
        loaded("connect_four").parse("Answer: C4", state, 0)
    assert caught.value.reason == "illegal"


@pytest.mark.parametrize("version", VERSIONS)
def test_the_board_is_drawn_below_its_column_numbers(version):
    state = after("connect_four(rows=3,columns=10,x_in_row=3)", 0, 9, 0)
    assert ("  1  2  3  4  5  6  7  8  9 10\n"
            "  .  .  .  .  .  .  .  .  .  .\n"
            "  x  .  .  .  .  .  .  .  .  .\n"
            "  x  .  .  .  .  .  .  .  .  o\n") in prompt_text(state, 1, version)


@pytest.mark.parametrize(("version", "fact"), [
    ("v1", "have 3 of their discs next to one another"), ("v1", "10 columns and 5 rows"), ("v1", "C1 to C10"),
    ("v2", "3 of their discs into an unbroken line"),
    ("v2", "10 columns, C1 (far left) to C10 (far right), each 5 cells"),
])
def test_the_rules_state_the_size_of_the_board_and_the_length_of_the_line(version, fact):
    assert fact in prompt_text(after("connect_four(rows=5,columns=10,x_in_row=3)"), 0, version)
