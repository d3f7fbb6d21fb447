from hypothesis import given
from hypothesis import strategies as st

from gtarena.reports.page_tables import PAGE_WIDTH, fit_table
from gtarena.reports.tables import CONTINUED, Cell, Table


def table(columns, rows, **fields):
    return Table("t", "Title", tuple(f"column {number}" for number in range(columns)), tuple(
        (f"row {number}", tuple(Cell(10 * number + column) for column in range(columns)))
        for number in range(rows)), **fields)


def test_a_narrow_table_stays_a_wide_one_is_turned_and_one_that_is_wide_both_ways_comes_in_parts():
    assert fit_table(narrow := table(3, 40)) == [narrow]
    (turned,) = fit_table(wide := table(40, 3))
    assert (turned.columns, len(turned.rows)) == (("row 0", "row 1", "row 2"), 40)
    assert turned.transpose() == wide
    parts = fit_table(both := table(40, 40, notes=("note",)))
    assert len(parts) > 1
    assert [part.title for part in parts] == ["Title", *[CONTINUED] * (len(parts) - 1)]
    assert [part.notes for part in parts] == [()] * (len(parts) - 1) + [("note",)]
    assert tuple(column for part in parts for column in part.columns) == both.columns
    assert [cells for _, cells in both.rows] == [
        tuple(cell for part in parts for cell in part.rows[number][1]) for number in range(40)]


def test_a_long_table_is_divided_and_not_turned():
    assert all(part.rows_printed == 2 and len(part.rows) == 3 for part in fit_table(table(40, 3, rows_printed=2)))


def test_what_fits_in_no_layout_stays_as_it_is():
    widest = Table("t", "Title", ("x" * (PAGE_WIDTH + 1), "y"), (("x" * (PAGE_WIDTH + 1), (Cell(1), Cell(2))),))
    assert fit_table(widest) == [widest]


@given(st.integers(0, 60), st.integers(0, 60))
def test_every_cell_is_shown_once(columns, rows):
    shown = fit_table(table(columns, rows))
    cells = sorted(cell.mean for part in shown for _, row in part.rows for cell in row)
    assert cells == sorted(10 * number + column for number in range(rows) for column in range(columns))
