"""Published matches: their ids, and the files to which their records are imported."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gtarena.errors import UsageError
from gtarena.logs.reader import Records
from gtarena.runs.schedule import MatchSpec


@dataclass(frozen=True)
class PublishedSpec(MatchSpec):
    """Match played elsewhere; its key names the source, so that matches with the same settings stay apart.

    ``source`` is the place within the published data, and ``sha256`` the digest of the file.
    """

    source: str = ""
    sha256: str = ""

    @property
    def key(self) -> dict[str, Any]:
        return {**super().key, "source": self.source, "sha256": self.sha256}


def require_replaceable(out: Path, suite: str, benchmark: str) -> None:
    """Checks that a file of matches is free, or holds an earlier import for the same suite.

    Args:
        out: the file to write.
        suite: the suite's name in match records.
        benchmark: its name in messages.

    Raises:
        UsageError: the file must not be replaced.
    """
    if out.suffix != ".jsonl":
        raise UsageError(f"{out} does not end in .jsonl, as a file of matches has to")
    if not out.exists():
        return
    try:
        # Matches that were played have no source in their key, and may have cost something.
        kinds = {(record.suite, "source" in record.key) for record in Records(out)} if out.is_file() else set()
    except (UsageError, UnicodeError):
        kinds = set()
    if kinds != {(suite, True)}:
        raise UsageError(f"{out} exists and is not a file of imported {benchmark} matches; pass another --out")
