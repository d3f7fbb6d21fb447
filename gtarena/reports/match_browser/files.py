"""Files of matches beside the page of a report, each with its digest as its name."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from gtarena import files
from gtarena.formatting import agent_name
from gtarena.logs.places import Place, TextPlaces, read_record, record_places
from gtarena.reports.match_browser.index import Index, Row, row_of
from gtarena.reports.match_browser.matches import Json, Shelf, match_json
from gtarena.reports.match_browser.packing import packed

if TYPE_CHECKING:
    import pandas as pd

FOLDER = "report_files"
MATCHES_IN_FILE = 50

_NAME = re.compile(r"[0-9a-f]{16}\.js")


@dataclass(frozen=True)
class Browser:
    """Match browser of a report: its index as the page embeds it, and the names of its files.

    ``index`` is the base64 of gzip of JSON; ``matches`` is the number of matches in it.
    """

    index: str
    matches: int
    files: frozenset[str]


class Listed(NamedTuple):
    """Match that is to be written: its id, the names of its agents by seat, and where its record may stand."""

    match_id: str
    names: tuple[str, ...]
    places: tuple[Place, ...]


def write_files(seats: pd.DataFrame, out: Path, paths: Sequence[str | Path]) -> Browser:
    """Writes the files of all matches of a frame of seats into ``out / FOLDER``; those that are there stay.

    Args:
        seats: the frame that :func:`gtarena.metrics.frames.seats_frame` returns.
        out: the folder of the report.
        paths: folders or files of matches.
    """
    folder = files.make_subfolder(out, FOLDER)
    index = Index()
    listed = list(_listed(seats, paths))
    with tempfile.TemporaryDirectory() as temporary:
        texts = TextPlaces.written(Path(temporary) / "texts", *paths)
        for start in range(0, len(listed), MATCHES_IN_FILE):
            index.add(*_write_file(listed[start : start + MATCHES_IN_FILE], texts, folder))
        texts.close()
    return Browser(index.text(), index.matches, frozenset(f"{digest}.js" for digest in index.files))


def _listed(seats: pd.DataFrame, paths: Sequence[str | Path]) -> Iterator[Listed]:
    """Yields the matches of a frame in the order of their ids."""
    names: dict[str, list[str]] = {}
    for match_id, *agent in seats[["match_id", "agent", "model", "settings"]].itertuples(index=False, name=None):
        names.setdefault(match_id, []).append(agent_name(*agent))
    places = record_places(names, *paths)
    for match_id in sorted(places):
        yield Listed(match_id, tuple(names[match_id]), tuple(places[match_id]))


def _write_file(listed: Sequence[Listed], texts: TextPlaces, folder: Path) -> tuple[str, list[Row]]:
    """Writes a file of matches; returns its digest and the rows of the index."""
    shelf, rows, matches = Shelf(texts), list[Row](), list[Json]()
    for each in listed:
        record = read_record(each.match_id, each.places)
        matches.append(match_json(record, each.names, shelf))
        rows.append(row_of(record, each.names, len(matches[-1]["turns"])))
    data = packed(shelf.content(matches))
    digest = hashlib.sha256(data.encode()).hexdigest()[:16]
    files.write_text(folder / f"{digest}.js", f'gtarena_matches("{digest}","{data}");\n', "ascii")
    return digest, rows


def remove_others(out: Path, kept: Mapping[str, object] | frozenset[str]) -> None:
    """Removes files of matches that are not among the kept names from ``out / FOLDER``; other files stay."""
    folder = out / FOLDER
    if folder.is_symlink() or not folder.is_dir():
        return
    for path in folder.iterdir():
        if _NAME.fullmatch(path.name) and path.name not in kept:
            path.unlink()
