"""Games of k in a row on m times n cells."""

from adapters.boards._grids import MARKS, squares

draw = squares(MARKS)
