"""Lines of JSON in the files of a run, read strictly and written without secrets."""

from typing import ClassVar

from pydantic import BaseModel, ConfigDict

from gtarena.system.redaction import hidden_json

_LINE_BREAKS = "\x85\u2028\u2029"  # of Unicode, which JSON does not escape, and at which some programs split lines


def is_none(value: object) -> bool:
    """Returns whether a field is to be left out, so that lines without those that came later stay as they were."""
    return value is None


class StrictModel(BaseModel):
    """Immutable model that rejects unknown fields, so that a damaged line is noticed when it is read."""

    NAME: ClassVar[str] = "a line"

    model_config = ConfigDict(frozen=True, extra="forbid")

    def line(self) -> str:
        """Returns the model as one line of JSON, without the line break and without secrets."""
        line = hidden_json(self.model_dump_json())
        for character in _LINE_BREAKS:
            line = line.replace(character, f"\\u{ord(character):04x}")
        return line
