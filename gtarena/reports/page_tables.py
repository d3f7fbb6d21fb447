"""Tables of benchmarks as they fit the width of a page: upright, turned, or in parts below each other."""

from itertools import chain

from gtarena.formatting import one_line
from gtarena.reports.tables import Table

PAGE_WIDTH = 126  # characters of a page that is 1,280 pixels wide
_LABEL_WIDTH = 40  # characters; longer labels of rows are broken into lines
_GAP = 3  # characters between columns


def fit_table(table: Table) -> list[Table]:
    """Returns the table in the first layout that fits a page: as it is, turned, or in as few parts as possible.

    Long tables, of which a terminal shows a part, are not turned. One that never fits stays as it is.
    """
    turned = [[table.transpose()]] if table.rows and table.rows_printed is None else []
    divisions = (table.divide(parts) for parts in range(2, len(table.columns) + 1))
    return next(filter(_fits, chain([[table]], turned, divisions)), [table])


def _fits(layout: list[Table]) -> bool:
    return all(_width(table) <= PAGE_WIDTH for table in layout)


def _width(table: Table) -> int:
    """Returns the characters that a table needs with its headings in as many lines as they have words."""
    labels = max((len(one_line(label)) for label, _ in table.rows), default=0)
    columns = zip(table.columns, *(cells for _, cells in table.rows), strict=True)
    widths = (max(map(len, [*heading.split(), *(str(cell or "") for cell in cells)])) for heading, *cells in columns)
    return min(labels, _LABEL_WIDTH) + sum(_GAP + width for width in widths)
