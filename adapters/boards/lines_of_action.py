"""Lines of Action."""

from adapters.boards._grids import MARKS, squares

draw = squares(MARKS)
