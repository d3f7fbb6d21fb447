"""Plan of a run: the matches that it is to play, in a file beside its log."""

from pathlib import Path

from pydantic import TypeAdapter, ValidationError

PLAN = "plan.json"

_PLANNED = TypeAdapter(dict[str, str])


def parse_plan(data: bytes) -> dict[str, str] | None:
    """Returns the planned matches' games by match id, or ``None`` if the data of the file are something else."""
    try:
        return _PLANNED.validate_json(data)
    except ValidationError:
        return None


def read_plan(folder: Path) -> dict[str, str] | None:
    """Returns the games of a folder's planned matches by match id, in the order of the schedule.

    It is ``None`` if there is no plan, or none that can be read.
    """
    try:
        return parse_plan((folder / PLAN).read_bytes())
    except OSError:
        return None
