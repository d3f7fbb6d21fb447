"""Numbers of MAgIC's paper (Xu et al., Tables 1 and 4), from the data that is shipped."""

from gtarena.suites.magic.scores import ABILITIES
from gtarena.suites.paper_numbers import paper_of

COLUMNS = ("win_rate", *ABILITIES)
MEAN = "Average improvement"


def printed_rows(place: str) -> dict[str, list[float]]:
    """Returns the rows of a table: of every challenger the win rate and the seven abilities in per cent."""
    paper = paper_of("magic")
    assert paper is not None
    (table,) = (each for each in paper.tables if each.place == place)
    return {row: list(map(float, cells)) for row, cells in table.rows.items()}


TABLE_1 = printed_rows("Table 1")
TABLE_4 = printed_rows("Table 4")
AVERAGE_IMPROVEMENT = TABLE_4.pop(MEAN)
