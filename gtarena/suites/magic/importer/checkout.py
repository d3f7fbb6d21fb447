"""Files of a checkout of MAgIC's program (github.com/cathyxl/MAgIC), which is never run."""

import ast
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtarena.suites.importing.source_texts import SourceTexts, either, escaped
from gtarena.suites.importing.wordings import read_published

MOST_LEFT_OUT = 20  # lines of a module; the released ones that are no Python need 1 and 8


@dataclass(frozen=True)
class Checkout:
    """Folder with the program."""

    folder: Path

    def module(self, place: str, values: Mapping[str, str]) -> SourceTexts:
        """Returns the texts of a module; ``values`` has a template for every expression in those that are used.

        Raises:
            ValueError: there is no such file, or it is no Python.
        """
        return SourceTexts(place, leave_out_faults(read_published(self.folder / place)), values)

    def settings(self, place: str) -> Mapping[str, Any]:
        """Returns a file of settings.

        Raises:
            ValueError: there is no such file, or it is no JSON object.
        """
        try:
            found = json.loads(read_published(self.folder / place))
        except (json.JSONDecodeError, RecursionError) as error:
            raise ValueError(f"{place} is no JSON: {error}") from error
        if not isinstance(found, dict):
            raise ValueError(f"{place} is no JSON object")
        return found

    def roles(self, place: str) -> str:
        """Returns a template for the text of each player's role in a file of settings.

        Raises:
            ValueError: the file does not have one for each of three players.
        """
        match self.settings(place):
            case {"players": [{"role_desc": str(first)}, {"role_desc": str(second)}, {"role_desc": str(third)}]}:
                return either("player == 0", escaped(first), either("player == 1", escaped(second), escaped(third)))
        raise ValueError(f"{place} does not tell the roles of three players")


def leave_out_faults(source: str) -> str:
    """Returns the source of a module without the lines at which Python cannot go on.

    Two of the released modules are no Python: one has a text without its end, and one a block that is indented too far.
    None of the texts that are imported stand in these lines.
    """
    lines = source.splitlines()
    for _ in range(MOST_LEFT_OUT):
        try:
            ast.parse("\n".join(lines))
        except (RecursionError, MemoryError, ValueError):
            break
        except SyntaxError as error:
            if not 0 < (error.lineno or 0) <= len(lines):
                break
            lines[(error.lineno or 0) - 1] = ""
        else:
            return "\n".join(lines)
    return source
