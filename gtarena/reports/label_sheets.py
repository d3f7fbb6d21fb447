"""Sheets for labels given by hand: a CSV file with a row per turn of a model, which people fill in."""

import csv
import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from gtarena import games, seeds
from gtarena.errors import UsageError, unknown
from gtarena.formatting import agent_name, format_visible
from gtarena.logs import damage
from gtarena.logs.prompt_texts import read_prompt_texts
from gtarena.logs.reader import Records, read_records
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import tell_turns
from gtarena.logs.turns import Turn, disguise_note, seat_name
from gtarena.metrics.agent_settings import settings_labels
from gtarena.reports.spreadsheets import csv_text, unguard_cell
from gtarena.system.files import write_text

COLUMNS = ("match_id", "move_number", "seat", "game", "agent", "model", "settings", "opponents", "situation", "reply",
           "move", "labels")
NONE = "none"  # label of a turn that was examined and is without a mistake
SEPARATOR = ";"

_ENCODING = "utf-8-sig"  # spreadsheets take files without the mark for another encoding
_CELL_LIMIT = 32_000  # characters; spreadsheets break up cells of more than 32,767


@dataclass(frozen=True)
class Judgement:
    """Labels that a person gave to a turn; ``labels`` is empty if the turn is without a mistake.

    ``turn`` tells turns of one or several sheets apart: the match, the move number and the seat. ``agent`` is the name
    of the agent with its model and settings.
    """

    turn: tuple[str, str, str]
    agent: str
    labels: frozenset[str]


def write_sheet(paths: Sequence[Path], out: Path, sample: int | None = None, seed: int = 0) -> tuple[int, int]:
    """Writes a sheet with every turn in which a model was asked, in files of matches and below folders.

    Texts are written as :func:`gtarena.formatting.format_visible` shows them, and what a spreadsheet would take for a
    formula follows an apostrophe.

    Args:
        paths: files of matches and folders.
        out: the file to write; its folder is made if it is missing.
        sample: number of matches to draw; all of them by default.
        seed: draws the matches; the same seed draws the same ones.

    Returns:
        The numbers of turns and matches.

    Raises:
        UsageError: the file exists, a path does not, or too few matches have turns of a model.
    """
    if out.exists():
        raise UsageError(f"{out} exists, and may hold labels: choose another file")
    Records(*paths).require_some("label")
    records = [record for record in read_records(*paths) if any(_model_turns(record))]
    if not records:
        raise UsageError("no match has a turn of a model")
    drawn = records if sample is None else _drawn(records, sample, seed)
    rows = list(_rows(drawn, settings_labels(records), paths))
    out.parent.mkdir(parents=True, exist_ok=True)
    write_text(out, csv_text([COLUMNS, *rows], csv.QUOTE_NONNUMERIC), _ENCODING)
    damage.warn_of_skipped(*paths)
    return len(rows), len(drawn)


def read_sheet(path: Path, allowed: Collection[str]) -> list[Judgement]:
    """Returns the judgements of a filled sheet, in its order; turns without any label have not been examined.

    Args:
        path: the sheet.
        allowed: the labels; several of them are separated by semicolons. ``none`` stands alone.

    Raises:
        OSError: the file cannot be read.
        UsageError: the file is not a sheet, it has no labels, a label is not allowed, ``none`` stands beside another
            label, or a turn has two rows.
    """
    found: dict[tuple[str, str, str], Judgement] = {}
    for number, row in _filled_rows(path):
        labels = _labels(row["labels"], (*allowed, NONE), f"{path}, row {number}")
        if labels:
            turn = (unguard_cell(row["match_id"]), row["move_number"], row["seat"])
            if turn in found:
                raise UsageError(f"{path}, row {number}: the turn has a row before: keep one of them")
            agent, model, settings = (unguard_cell(row[column]) for column in ("agent", "model", "settings"))
            found[turn] = Judgement(turn, agent_name(agent, model, settings), labels - {NONE})
    if not found:
        raise UsageError(f"{path} has no labels yet: fill in its column `labels`")
    return list(found.values())


def _model_turns(record: MatchRecord) -> Iterator[Turn]:
    """Yields the turns in which a model was asked."""
    for turn in tell_turns(record):
        if turn.calls and 0 <= turn.player < len(record.seats) and record.seats[turn.player].model is not None:
            yield turn


def _drawn(records: Sequence[MatchRecord], sample: int, seed: int) -> list[MatchRecord]:
    if not 1 <= sample <= len(records):
        raise UsageError(f"{sample} matches cannot be drawn: {len(records)} have turns of a model")
    indices = random.Random(seeds.derive("label sheet", seed)).sample(range(len(records)), sample)
    return [records[index] for index in sorted(indices)]


def _rows(
    records: Sequence[MatchRecord], settings: Mapping[tuple[str, int], str], logs: Sequence[Path]
) -> Iterator[tuple[str | int, ...]]:
    """Yields the rows of the sheet, with empty labels."""
    texts = read_prompt_texts({digest for record in records for call in record.calls for digest in call.hashes}, *logs)
    for record in records:
        for turn in _model_turns(record):
            seat = record.seats[turn.player]
            others = [seat_name(other) for player, other in enumerate(record.seats) if player != turn.player]
            game = f"{games.label(record.game, record.params)}{disguise_note(seat)}"
            described = (game, seat.agent, seat.model or "",
                         settings[record.match_id, turn.player], ", ".join(others), _situation(turn, texts),
                         _replies(turn), turn.move, "")
            match_id, *shown = (format_visible(text, _CELL_LIMIT) for text in (record.match_id, *described))
            yield match_id, turn.first, turn.player, *shown


def _situation(turn: Turn, texts: Mapping[str, str]) -> str:
    """Returns the last message to the model before its first reply, in which the situation is described."""
    asked = [ref for ref in turn.calls[0].messages if ref.role == "user"]
    return texts.get(asked[-1].sha256, "(not in the logs)") if asked else ""


def _replies(turn: Turn) -> str:
    """Returns the model's replies, each after its reasoning; several of them are numbered."""
    said = ["\n\n".join(filter(None, (call.reasoning, call.reply))) for call in turn.calls]
    if len(said) == 1:
        return said[0]
    return "\n\n".join(
        f"[{number}, {call.failure or call.purpose}]\n{text}"
        for number, (call, text) in enumerate(zip(turn.calls, said, strict=True), start=1))


def _filled_rows(path: Path) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yields the rows below the heading with their numbers in a spreadsheet."""
    try:
        with path.open(newline="", encoding=_ENCODING) as file:
            rows = csv.DictReader(file, restval="", strict=True)
            missing = [column for column in COLUMNS if column not in (rows.fieldnames or ())]
            if missing:
                raise UsageError(f"{path} has no column {missing[0]!r}: pass a sheet that `gtarena labels` has "
                                 "written, saved as CSV with commas")
            yield from enumerate(rows, start=2)
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8: save the sheet as CSV in UTF-8") from error
    except csv.Error as error:
        raise UsageError(f"{path} is not a CSV file: {error}") from error


def _labels(cell: str, allowed: Sequence[str], place: str) -> frozenset[str]:
    """Returns the labels of a cell, which may be spelled with capitals."""
    labels = frozenset(filter(None, (part.strip().lower() for part in cell.split(SEPARATOR))))
    for label in sorted(labels - set(allowed)):
        raise unknown(f"label in {place}:", label, allowed, f"(allowed: {', '.join(allowed)})")
    if NONE in labels and len(labels) > 1:
        raise UsageError(f"{place}: {NONE!r} stands beside other labels; leave it out if there is a mistake")
    return labels
