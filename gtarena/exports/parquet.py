"""Parquet files of decisions, matches, seats and prompt texts, written in parts of bounded memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import iterate_texts
from gtarena.logs.reader import Records
from gtarena.logs.records import MatchRecord
from gtarena.metrics import decisions
from gtarena.metrics.arrow_tables import CONVERTED
from gtarena.metrics.columns import Column, batched, schema
from gtarena.metrics.frames import logged_rows, seats_frame
from gtarena.system.files import atomic_write

if TYPE_CHECKING:
    import pyarrow as pa

_COUNTS = (
    Column("calls", "whole", "replies of models"),
    Column("requests", "whole", "requests sent for them, retries included"),
    Column("retries", "whole", "requests beyond the first of a call"),
    Column("cached", "whole", "replies that came from the cache"),
)
_TOTALS = (
    Column("tokens_in", "number", "tokens of prompts, missing if unknown for a call"),
    Column("tokens_cache_read", "number", "tokens of prompts that providers read from caches of their own"),
    Column("tokens_out", "number", "tokens of replies, reasoning included"),
    Column("tokens_reasoning", "number", "tokens of reasoning"),
    Column("cost", "number", "US dollars, missing if unknown for a call"),
)
MATCHES = (
    Column("match_id", "text", "id of the match"),
    Column("suite", "text", "the benchmark that the match was played for, if any"),
    Column("game", "text", "OpenSpiel's short name of the game"),
    Column("params", "text", "parameters of the game, as JSON"),
    Column("seed", "whole", "seed of chance and of the agents' own draws"),
    Column("unit", "text", "equal for matches of a game that were dealt the same chance"),
    Column("source", "text", "gtarena, or the publication that the match is from"),
    Column("outcome", "text", "finished, forfeit or invalid"),
    Column("offender", "whole", "seat whose replies ended an unfinished match"),
    Column("error", "text", "how an unfinished match ended"),
    Column("started", "text", "time of the start, UTC"),
    Column("seconds", "number", "duration of the match"),
    Column("players", "whole", "number of seats"),
    Column("teams", "wholes", "number of each seat's team"),
    Column("agents", "texts", "name of each seat's agent"),
    Column("models", "texts", "model of each seat, missing for agents without one"),
    Column("settings", "texts", "those settings of each seat's agent that vary among these matches"),
    Column("returns", "numbers", "return of each seat"),
    *_COUNTS,
    *_TOTALS,
    Column("tags", "text", "remarks, such as the number of the run, as JSON"),
    Column("history", "steps", "every move: player (-1 for chance), action (missing for a text), and its name or text"),
)
SEATS = (
    Column("match_id", "text", "id of the match"),
    Column("unit", "text", "equal for matches of a game that were dealt the same chance"),
    Column("game", "text", "the game, with its parameters that are not the default"),
    Column("players", "whole", "number of seats of the match"),
    Column("team_count", "whole", "number of teams of the match"),
    Column("seat", "whole", "the seat, counted from 0"),
    Column("team", "whole", "its team, counted from 0"),
    Column("agent", "text", "name of the agent"),
    Column("model", "text", "its model, empty for agents without one"),
    Column("settings", "text", "those settings of the agent that vary among these matches"),
    Column("outcome", "text", "outcome of the match: finished, forfeit or invalid"),
    Column("return", "number", "return of the seat"),
    Column("result", "text", "win, draw or loss of its team, missing where there is none"),
    Column("opponents_return", "number", "mean return over the seats of other teams"),
    Column("decisions", "whole", "decisions that a model was asked for"),
    Column("move_calls", "whole", "replies of models that had to state a move"),
    Column("look_ups", "whole", "replies that asked for a topic of the rules or for what a move does"),
    *_COUNTS,
    Column("truncated", "whole", "replies without a move because they were cut off"),
    Column("empty", "whole", "empty replies"),
    Column("unparsable", "whole", "replies in which no move was found"),
    Column("illegal", "whole", "replies with an illegal move"),
    Column("ambiguous", "whole", "replies that state different moves"),
    Column("read_as_json", "whole", "replies with a move in a JSON object, without a schema"),
    Column("read_as_line", "whole", "replies with a move on a line with a label"),
    Column("read_as_box", "whole", "replies with a move in tags or a box"),
    Column("read_as_whole", "whole", "replies that are nothing but the move"),
    Column("read_as_schema", "whole", "replies with a move in a JSON object, to which a schema held them"),
    Column("nudges", "whole", "times that the model was asked again"),
    Column("unread", "whole", "predictions and estimates of a search that had a failure"),
    Column("overlong", "whole", "replies with a text beyond its limit"),
    *_TOTALS,
    Column("seconds", "number", "time spent waiting for the model"),
)
TEXTS = (
    Column("sha256", "text", "SHA-256 of the text, as the column messages of the decisions has it"),
    Column("text", "text", "text of a message, or the base64 of a picture in one"),
)
ROWS = 1000  # of matches or texts at a time; their sizes differ more than those of decisions


def write_decisions(paths: Sequence[Path], out: Path) -> int:
    """Writes a row per call of a model, with all columns of :func:`gtarena.load_decisions`, in the order of the files.

    Returns:
        The number of rows.

    Raises:
        UsageError: a path does not exist, a log cannot be read, or no model was called.
        OSError: the file cannot be written.
    """
    records = Records(*paths)
    records.require_some("export")
    return _write(out, schema(decisions.COLUMNS), decisions.tables(records), "no match has a call of a model")


def write_matches(records: Iterable[MatchRecord], out: Path) -> int:
    """Writes a row per match with the columns ``MATCHES``; the records are iterated twice. Returns the number of rows.

    Raises:
        UsageError: there are no matches.
        OSError: the file cannot be written.
    """
    rows = ({**row, **{name: convert(row[name]) for name, convert in CONVERTED.items()}}
            for row in logged_rows(records))
    return _write(out, schema(MATCHES), _tables(rows, MATCHES), "there are no matches")


def write_seats(records: Iterable[MatchRecord], out: Path) -> int:
    """Writes a row per seat of every match, as :func:`gtarena.metrics.frames.seats_frame` has them.

    Raises:
        OSError: the file cannot be written.
    """
    import pyarrow as pa

    kinds = schema(SEATS)
    table = pa.Table.from_pandas(seats_frame(records), kinds, preserve_index=False)
    return _write(out, kinds, iter([table.replace_schema_metadata()]))


def write_texts(paths: Sequence[Path], out: Path) -> int:
    """Writes every stored prompt text below the paths once, under its SHA-256. Returns the number of rows.

    Raises:
        OSError: the file cannot be written.
    """
    rows = ({"sha256": digest, "text": text} for digest, text in iterate_texts(*paths))
    return _write(out, schema(TEXTS), _tables(rows, TEXTS))


def _tables(rows: Iterable[dict[str, Any]], columns: Sequence[Column]) -> Iterator[pa.Table]:
    import pyarrow as pa

    kinds = schema(columns)
    return (pa.Table.from_pylist(part, kinds) for part in batched(rows, ROWS))


def _write(out: Path, kinds: pa.Schema, tables: Iterator[pa.Table], without: str = "") -> int:
    """Writes tables one after another and returns the number of rows; ``without`` says what is wrong if there are none.

    Raises:
        UsageError: there are no rows, and that is a mistake.
    """
    import pyarrow.parquet as pq

    rows = 0
    with atomic_write(out) as file, pq.ParquetWriter(file, kinds, compression="zstd") as writer:
        for table in tables:
            writer.write_table(table)
            rows += table.num_rows
        if without and not rows:
            raise UsageError(f"nothing to write to {out.name}: {without}")
    return rows
