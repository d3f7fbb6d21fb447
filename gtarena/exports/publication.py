"""Publications: folders with the matches of a run, its report and a leaderboard page, without secrets."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from gtarena.errors import UsageError
from gtarena.exports import pages, parquet
from gtarena.exports.clean_logs import PUBLISHED, PrivateNames, copy_logs
from gtarena.exports.secret_scan import SecretScan
from gtarena.logs.reader import Records
from gtarena.logs.writer import only_writer
from gtarena.metrics import decisions
from gtarena.metrics.columns import Column
from gtarena.suites.reporting import write_run_report
from gtarena.system.files import TEMPORARY, keep_if_filled, make_subfolder, refuse_link, write_text
from gtarena.system.redaction import redact

MANIFEST = "publication.json"
LOGS, DATA = "logs", "data"
_CARD, _PAGE = "README.md", "index.html"


@dataclass(frozen=True)
class Wishes:
    """The title of a publication, the license of its data (``None``: a gap to fill in), and whether logs are in it."""

    title: str
    license_name: str | None = None
    logs: bool = False


def publish(paths: Sequence[Path], out: Path, wishes: Wishes) -> int:
    """Makes a folder to publish, or replaces an earlier publication in it.

    The folder is made beside ``out`` and moved there only when it is whole and no file of it holds a secret. Files in
    ``out`` that an earlier publication has not written, such as those of git, stay. After a kill in the middle, the
    same call begins anew.

    Returns:
        The number of files.

    Raises:
        UsageError: there are no matches, a secret was found, or ``out`` holds something else, is part of the logs, or
            has files of an earlier publication that were changed by hand, or another process is publishing to it.
        OSError: a file cannot be read or written.
    """
    Records(*paths).require_some("publish")
    earlier = _earlier(paths, out)
    names = PrivateNames(paths)
    scan = SecretScan(names.home)
    _refuse([f"the title would hold {kind}" for kind in scan.kinds(wishes.title.encode())])
    with _workshop(out) as (logs, made):
        copy_logs(paths, logs, scan, names)
        _fill(logs, made, wishes)
        if wishes.logs:
            _add_logs(logs, made / LOGS)
        files = {file.relative_to(made).as_posix(): _sha256(file) for file in sorted(made.rglob("*")) if file.is_file()}
        _check(made, files, scan)
        write_text(made / MANIFEST, json.dumps({"made_by": "gtarena publish", "files": files}, indent=1) + "\n")
        _move(made, list(files), out, earlier)
    return len(files) + 1


@contextmanager
def _workshop(out: Path) -> Iterator[tuple[Path, Path]]:
    """Makes a folder beside ``out`` for the logs and the files, and removes it at the end with all in it.

    Yields:
        The path for the logs, and an empty folder for the files.
    """
    place = out.resolve()
    folder = place.parent / f"{TEMPORARY}{place.name}"
    refuse_link(folder)
    with keep_if_filled(place.parent):
        folder.mkdir(exist_ok=True)
        with only_writer(folder):
            logs, made = folder / LOGS, folder / "made"
            for left in (logs, made):  # by a kill
                shutil.rmtree(left, ignore_errors=True)
            try:
                made.mkdir()
                yield logs, made
            finally:
                shutil.rmtree(folder, ignore_errors=True)


def _earlier(paths: Sequence[Path], out: Path) -> Mapping[str, str]:
    """Returns the files of the earlier publication at ``out`` with their SHA-256.

    Raises:
        UsageError: as in :func:`publish`.
    """
    refuse_link(out)
    place = out.resolve()
    for path in paths:
        source = path.resolve().parent if path.is_file() else path.resolve()
        if place.is_relative_to(source) or source.is_relative_to(place):
            raise UsageError(f"--out {out} and {path} are in one another: choose a folder beside the logs")
    if not out.exists() or (out.is_dir() and not any(out.iterdir())):
        return {}
    try:
        found = json.loads((out / MANIFEST).read_text(encoding="utf-8"))
        files: dict[str, str] = {str(name): str(digest) for name, digest in found["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise UsageError(f"{out} is no earlier publication: choose a folder that is empty or does not exist") from error
    for name, digest in files.items():
        file = out / name
        if not file.resolve().is_relative_to(place) or file.is_symlink():
            raise UsageError(f"{out / MANIFEST} names {name}, which is not a file of that folder")
        if file.exists() and _sha256(file) != digest:
            raise UsageError(f"{file} was changed after it was published: move it away, then publish again")
    return files


def _fill(logs: Path, made: Path, wishes: Wishes) -> None:
    """Writes data, report and pages from cleaned logs."""
    records = Records.so_far(logs)
    report, found = write_run_report([logs], made, wishes.title), pages.gather_facts(records)
    data = made / DATA
    data.mkdir()
    asked = bool(report.boards.seats["calls"].sum())
    tables: dict[str, Sequence[Column]] = {"matches": parquet.MATCHES, "seats": parquet.SEATS}
    rows = {"matches": parquet.write_matches(records, data / "matches.parquet"),
            "seats": parquet.write_seats(records, data / "seats.parquet")}
    if asked:
        tables = {**tables, "decisions": decisions.COLUMNS, "texts": parquet.TEXTS}
        rows["decisions"] = parquet.write_decisions([logs], data / "decisions.parquet")
        rows["texts"] = parquet.write_texts([logs], data / "texts.parquet")
    linked = [_CARD, *(f"{DATA}/{name}.parquet" for name in tables)]
    write_text(made / _PAGE, pages.leaderboard_page(wishes.title, found, report.boards, linked))
    write_text(made / _CARD, pages.dataset_card(wishes.title, wishes.license_name, found, report.boards, tables, rows))


def _add_logs(logs: Path, place: Path) -> None:
    for file in sorted(logs.rglob("*.jsonl")):
        if any(fnmatch(file.name, pattern) for pattern in PUBLISHED):
            copy = place / file.relative_to(logs)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copy)


def _sha256(file: Path) -> str:
    with file.open("rb") as data:
        return hashlib.file_digest(data, "sha256").hexdigest()


def _check(made: Path, files: Iterable[str], scan: SecretScan) -> None:
    """Checks every file for secrets.

    Raises:
        UsageError: one was found; the error names the file and the kind.
    """
    _refuse([f"{redact(name)} would hold {kind}" for name in files
             for kind in dict.fromkeys((*scan.kinds(name.encode(errors="replace")), *scan.kinds_in_file(made / name)))])


def _refuse(found: Sequence[str]) -> None:
    """Checks that no secret was found.

    Raises:
        UsageError: one was.
    """
    if found:
        raise UsageError(f"nothing was published: {'; '.join(found)}. Take it out of the logs, the title or the "
                         "license, and publish again")


def _move(made: Path, files: Sequence[str], out: Path, earlier: Mapping[str, str]) -> None:
    """Puts the files in place of those of the earlier publication, after the list of them.

    Raises:
        UsageError: a file or a link of somebody else is in the way; then nothing was moved.
    """
    for name in files:
        if name not in earlier and (out / name).exists():
            raise UsageError(f"{out / name} is in the way, and no earlier publication wrote it: move it away, then "
                             "publish again")
        make_subfolder(out, *Path(name).parent.parts)
        refuse_link(out / name)
    for name in earlier:
        (out / name).unlink(missing_ok=True)
    for name in (MANIFEST, *files):  # the list first: after a kill it tells that the files are a publication's
        (made / name).replace(out / name)
    emptied = {folder for name in earlier for folder in Path(name).parents} - {Path()}
    for folder in sorted(emptied, reverse=True):  # those below others first
        if (out / folder).is_dir() and not any((out / folder).iterdir()):
            (out / folder).rmdir()
