"""Frames of what models were asked and replied, with one row per call of a model."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from gtarena import games, plugins
from gtarena.logs.move_names import name_moves, played_turns
from gtarena.logs.reader import Records
from gtarena.logs.records import Call, MatchRecord
from gtarena.logs.replay import tell_turns
from gtarena.metrics.agent_settings import DifferentSeats
from gtarena.metrics.columns import Column, batched, check_batches, choose_columns, pick_columns, schema
from gtarena.system.extras import require_extra

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

COLUMNS = (
    Column("match_id", "text", "id of the match"),
    Column("suite", "text", "the benchmark that the match was played for, if any"),
    Column("game", "text", "the game, with its parameters that are not the default"),
    Column("seat", "whole", "the player's seat, counted from 0"),
    Column("agent", "text", "name of the agent"),
    Column("model", "text", "the model that was called"),
    Column("settings", "text", "those settings of the agent that vary among these matches"),
    Column("move_number", "whole", "entries of the match's history before the decision; with match_id and seat, the "
                                   "decision"),
    Column("call", "whole", "place of the call in its match, counted from 0"),
    Column("last", "truth", "true for the last call of a decision: one row for each"),
    Column("purpose", "text", "move, thought, vote, look_up, belief, description, estimate or prediction"),
    Column("sample", "whole", "tells samples of one decision apart"),
    Column("prompt", "text", "prompt version"),
    Column("wording", "text", "digest of all prompt texts that the agent can be shown"),
    Column("prompt_digest", "text", "SHA-256 of the messages of this call: equal for equal prompts"),
    Column("roles", "texts", "role of each message: system, user or assistant"),
    Column("messages", "texts", "SHA-256 of each message's text"),
    Column("reply", "text", "the reply as it came"),
    Column("reasoning", "text", "the model's reasoning, where the provider tells it"),
    Column("move", "text", "the move that the reply states"),
    Column("played", "text", "the move that the player made in this decision"),
    Column("form", "text", "the form in which it states the move: json, line, box, whole or schema (JSON by a schema)"),
    Column("failure", "text", "why the reply gave no move: truncated, empty, unparsable, illegal or ambiguous"),
    Column("overlong_bytes", "whole", "bytes by which a text in the reply exceeded its limit"),
    Column("nudges", "whole", "messages in the chat that asked again after a reply without a usable move"),
    Column("retries", "whole", "requests beyond the first"),
    Column("cached", "truth", "true for a reply from the cache, which cost nothing"),
    Column("tokens_in", "whole", "tokens of the messages"),
    Column("tokens_cache_read", "whole", "tokens of them that the provider read from a cache of its own"),
    Column("tokens_out", "whole", "tokens of the reply, reasoning included"),
    Column("tokens_reasoning", "whole", "tokens of the reasoning"),
    Column("cost", "number", "US dollars, missing if the price is unknown"),
    Column("seconds", "number", "wall time of the call"),
    Column("outcome", "text", "outcome of the match: finished, forfeit or invalid"),
    Column("return", "number", "return of the seat in the match"),
)
NAMES = tuple(column.name for column in COLUMNS)
BATCH = 2000  # rows at a time

_SAME = ("move_number", "purpose", "sample", "reply", "reasoning", "form", "failure", "overlong_bytes", "nudges",
         "retries", "cached", "tokens_in", "tokens_cache_read", "tokens_out", "tokens_reasoning", "cost", "seconds")


@overload
def load_decisions(
    *paths: str | Path, columns: Collection[str] | None = None, batches: None = None) -> pd.DataFrame: ...


@overload
def load_decisions(
    *paths: str | Path, columns: Collection[str] | None = None, batches: int) -> Iterator[pd.DataFrame]: ...


def load_decisions(
    *paths: str | Path, columns: Collection[str] | None = None, batches: int | None = None,
) -> pd.DataFrame | Iterator[pd.DataFrame]:
    """Returns what models were asked and replied as a frame, one row per call of a model.

    A decision may take several calls: thoughts, samples, votes, and another try after a reply without a move. The rows
    of one decision share ``match_id``, ``seat`` and ``move_number``, and ``last`` is true for the last of them, so
    that ``frame[frame["last"]]`` has one row per decision. ``move`` is the move that the reply states, ``played`` the
    one that the player then made. :data:`COLUMNS` says what each column is. Rows are in the order of match ids and
    calls, with batches in the order of the files; a missing whole number is ``<NA>``.

    Args:
        paths: run folders, searched to the bottom, or files of matches.
        columns: the columns to return, in this order; by default all.
        batches: with a number, an iterator over frames of that many rows is returned, for logs that do not fit into
            memory. With ``settings`` among the columns the files are read twice.

    Raises:
        UsageError: a column or a path does not exist, a log cannot be read, or pyarrow is not installed.
    """
    require_extra("load_decisions", "report")
    plugins.load()  # whose games name their moves
    names = choose_columns(columns, NAMES)
    if batches is None:
        frame = _as_frame(whole_table(Records(*paths), {*names, "match_id", "call"}))
        return frame.sort_values(["match_id", "call"], ignore_index=True)[list(names)]
    check_batches(batches)
    return map(_as_frame, tables(Records(*paths), names, batches))


def whole_table(records: Iterable[MatchRecord], names: Collection[str]) -> pa.Table:
    """Returns the columns of all calls as a table of Arrow, in the order of the records, which are read once."""
    import pyarrow as pa

    wanted, seats = [column for column in COLUMNS if column.name in names], DifferentSeats()
    numbered = [Column("settings", "whole", "") if column.name == "settings" else column for column in wanted]
    found = pick_columns(_rows(records, seats), [column.name for column in wanted])
    parts = [pa.Table.from_pylist(rows, schema(numbered)) for rows in batched(found, BATCH)]
    table = pa.concat_tables(parts) if parts else schema(numbered).empty_table()
    if "settings" not in names:
        return table
    labels = pa.array(seats.labels(), pa.string())
    return table.set_column(
        table.column_names.index("settings"), "settings", labels.take(table["settings"].combine_chunks()))


def tables(records: Iterable[MatchRecord], names: Sequence[str] = NAMES, rows: int = BATCH) -> Iterator[pa.Table]:
    """Yields the columns of all calls as tables of Arrow with ``rows`` rows each, in the order of the records.

    Where ``settings`` is among the columns the records are read twice, first to learn which settings vary.
    """
    import pyarrow as pa

    by_name, seats = {column.name: column for column in COLUMNS}, DifferentSeats()
    if "settings" in names:
        for record in records:
            seats.add(record)
    labels, kinds = seats.labels(), schema(by_name[name] for name in names)
    for part in batched(_rows(records, seats), rows):
        for row in part:
            row["settings"] = labels[row["settings"]] if labels else None
        yield pa.Table.from_pylist(list(pick_columns(part, names)), kinds)


def _rows(records: Iterable[MatchRecord], seats: DifferentSeats) -> Iterator[dict[str, Any]]:
    """Yields a row per call; its ``settings`` are the number of the seat among the different ones."""
    for record in records:
        yield from _rows_of(record, seats.add(record))


def _rows_of(record: MatchRecord, settings: Sequence[int]) -> Iterator[dict[str, Any]]:
    if not record.calls:
        return
    label, told = games.label(record.game, record.params), tell_turns(record)
    played = played_turns(told)
    last = {(call.player, call.move_number): place for place, call in enumerate(record.calls)}
    for place, (call, move) in enumerate(zip(record.calls, name_moves(record, told), strict=True)):
        seat, decision = record.seats[call.player], (call.player, call.move_number)
        turn = played[decision]
        yield {
            "match_id": record.match_id,
            "suite": record.suite,
            "game": label,
            "seat": call.player,
            "agent": seat.agent,
            "model": call.model or seat.model,
            "settings": settings[call.player],
            "call": place,
            "last": last[decision] == place,
            "prompt": _text(seat.params.get("prompt")),
            "wording": _text(seat.params.get("wording")),
            "prompt_digest": _digest(call),
            "roles": [message.role for message in call.messages],
            "messages": [message.sha256 for message in call.messages],
            "move": move,
            "played": turn.move if turn.steps else None,
            "outcome": record.outcome,
            "return": record.returns[call.player] if record.returns else None,
            **{name: getattr(call, name) for name in _SAME},
        }


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _digest(call: Call) -> str:
    messages = [(message.role, message.sha256, message.image) for message in call.messages]
    return hashlib.sha256(json.dumps(messages).encode()).hexdigest()


def _as_frame(table: pa.Table) -> pd.DataFrame:
    import pandas as pd
    import pyarrow as pa

    frame: pd.DataFrame = table.to_pandas(types_mapper={pa.int64(): pd.Int64Dtype()}.get)
    return frame
