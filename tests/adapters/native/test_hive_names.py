import pytest

from adapters.native._hive_board import Described, Position
from adapters.native._hive_names import listed, shown

# wG1 stands in the middle, bB1 on top of bQ in the east of it, wA2 in the west.
HIVE = Position({(0, 0): ("wG1",), (1, 0): ("bQ", "bB1"), (-1, 0): ("wA2",)}, None)
AROUND_WHITE = [(-2, 0), (-2, 1), (-1, -1), (-1, 1), (0, -1), (0, 1)]
LEGAL = [("wA2", (0, 1)), ("wA2", (1, -1)), ("wB1", (-2, 0)), ("wB2", (-2, 0)), ("wQ", (-2, 0)), ("wQ", (-2, 1)),
         ("wS1", (1, 0)), ("wM", (1, 1))]


@pytest.mark.parametrize(("move", "name"), [
    (Described("wQ"), "wQ"),
    (Described("bA1", "bQ", "south-east"), "bA1 south-east of bQ"),
    (Described("wB1", "wG1", "on top"), "wB1 on top of wG1"),
    (None, "pass"),
])
def test_a_name_says_where_the_piece_goes(move, name):
    assert shown(move) == name


def test_of_twins_in_reserve_the_first_is_listed():
    assert listed(frozenset(LEGAL), HIVE) == set(LEGAL) - {("wB2", (-2, 0))}
