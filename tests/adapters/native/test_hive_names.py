import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.native._hive_board import Described, Position
from adapters.native._hive_names import listed, meant, shown

# wG1 stands in the middle, bB1 on top of bQ in the east of it, wA2 in the west.
HIVE = Position({(0, 0): ("wG1",), (1, 0): ("bQ", "bB1"), (-1, 0): ("wA2",)}, None)
AROUND_WHITE = [(-2, 0), (-2, 1), (-1, -1), (-1, 1), (0, -1), (0, 1)]
LEGAL = [("wA2", (0, 1)), ("wA2", (1, -1)), ("wB1", (-2, 0)), ("wB2", (-2, 0)), ("wQ", (-2, 0)), ("wQ", (-2, 1)),
         ("wS1", (1, 0)), ("wM", (1, 1))]


def read(answer: str) -> list[tuple[str, tuple[int, int]]]:
    return meant(answer, HIVE, LEGAL, "w")


@pytest.mark.parametrize(("move", "name"), [
    (Described("wQ"), "wQ"),
    (Described("bA1", "bQ", "south-east"), "bA1 south-east of bQ"),
    (Described("wB1", "wG1", "on top"), "wB1 on top of wG1"),
    (None, "pass"),
])
def test_a_name_says_where_the_piece_goes(move, name):
    assert shown(move) == name


@pytest.mark.parametrize("answer", [
    "wA2 south-east of wG1", "wA2 southeast of wG1", "wa2 SE of wg1", "wA2 se wG1", "wA2 lower right of wG1",
    "wA2 south-west of bB1", "wA2 south-west of bQ", "wA2 SW of bB1", "wA2 wG1 se", "wA2 wG1's south-east",
    "wA2 wG1\\", "wA2 wG1\\\\", "wA2 /bQ", "wA2 /bB1", "wA2 (0, 1)", "wA2 to (0,1)", "wA2 -> (0, 1)", "wA2: 0, 1",
    "wA2 q=0, r=1", "move wA2 from (-1, 0) to (0, 1)", "I move wA2 south-east of wG1", "A2 south-east of wG1",
    "ant 2 south-east of grasshopper 1", "white ant south-east of the white grasshopper",
    "slide my ant to the lower-right side of wG1", "wA2 south-east of wG1 and south-west of bQ",
    "wA2 south-east of wG1 (0, 1)", "**wA2 south-east of wG1.**",
])
def test_a_cell_may_be_stated_in_many_ways(answer):
    assert read(answer) == [("wA2", (0, 1))]


@pytest.mark.parametrize(("answer", "target"), [
    ("wS1 on top of bB1", ("wS1", (1, 0))), ("wS1 onto bQ", ("wS1", (1, 0))), ("wS1 bQ", ("wS1", (1, 0))),
    ("climb wS1 over the black beetle", ("wS1", (1, 0))), ("wS1 east of wG1", ("wS1", (1, 0))),
    ("wS1 wG1-", ("wS1", (1, 0))), ("wM", ("wM", (1, 1))), ("mosquito", ("wM", (1, 1))),
    ("wM \x08Q", None),  # what JSON makes of a single backslash before bQ
    ("wA2 \x08Q", ("wA2", (1, -1))), ("wQ -wA2", ("wQ", (-2, 0))), ("queen bee left of wA2", ("wQ", (-2, 0))),
    ("the queen lower left of my ant", ("wQ", (-2, 1))), ("place a beetle west of wA2", ("wB1", (-2, 0))),
    ("wB2 west of wA2", ("wB2", (-2, 0))),
])
def test_an_answer_means_one_legal_move_or_none(answer, target):
    assert read(answer) == ([] if target is None else [target])


def test_a_backslash_that_was_lost_is_understood_where_one_meaning_is_legal():
    assert read("wA2 bQ") == [("wA2", (1, -1))]
    assert meant("wA2 bQ", HIVE, [*LEGAL, ("wA2", (1, 0))], "w") == [("wA2", (1, -1)), ("wA2", (1, 0))]


@pytest.mark.parametrize("answer", [
    "", "east of wG1", "wA2 north of wG1", "wA2 east of wG1", "wA2 (7, 7)", "wA2 next to the hive", "bA2 east of wG1",
    "wA2 south-east of wG1 or west of wG1", "not wA2 south-east of wG1", "wA2 from (5, 5) to (0, 1)", "wX1 east of wG1",
    "wA2 south-east of wG1 and east of wA2", "wA2 south-east of wG1, then wQ", "wA2 wG1/ wrong", "wA2 /wG1/",
])
def test_anything_else_means_no_move(answer):
    assert read(answer) == []


def test_a_piece_alone_may_mean_each_of_its_moves():
    assert read("wQ") == [("wQ", (-2, 0)), ("wQ", (-2, 1))]


def test_of_twins_in_reserve_the_first_is_listed_and_meant():
    assert listed(frozenset(LEGAL), HIVE) == set(LEGAL) - {("wB2", (-2, 0))}
    assert read("beetle (-2, 0)") == [("wB1", (-2, 0))]


@given(st.text(max_size=80))
def test_no_answer_breaks_the_reading(answer):
    assert set(read(answer)) <= set(LEGAL)


@given(st.lists(st.sampled_from(["wA2", "bQ", " ", "\\", "/", "-", "of", "east", "se", "(0, 1)", "from ", "on top of",
                                 "ant", "the", ",", "and"]), max_size=12).map("".join))
def test_only_legal_moves_are_meant(answer):
    assert set(read(answer)) <= set(LEGAL)
