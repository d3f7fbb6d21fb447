"""Rows that logs have gained since they were last read."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Generic, TypeVar

from gtarena.logs.damage import DamagedLineError
from gtarena.system.redaction import hide_byte_secrets

Row = TypeVar("Row")


class NewRows(Generic[Row]):
    """Rows in the files of some folders that match a pattern; a line that cannot be read is passed over.

    Whoever reads the whole log tells of such lines.
    """

    def __init__(self, folders: Sequence[Path], pattern: str, parse: Callable[[bytes], Row]) -> None:
        self._folders, self._pattern, self._parse = folders, pattern, parse
        self._read: dict[Path, int] = defaultdict(int)  # bytes

    def __iter__(self) -> Iterator[Row]:
        for file in sorted(path for folder in self._folders for path in folder.glob(self._pattern)):
            with file.open("rb") as lines:
                lines.seek(self._read[file])
                for line in lines:
                    if not line.endswith(b"\n"):
                        break  # it is being written
                    self._read[file] += len(line)
                    try:
                        row = self._parse(hide_byte_secrets(line))
                    except DamagedLineError:
                        continue
                    yield row
