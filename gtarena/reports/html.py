"""The report as one self-contained page, in which every word from a log is taken for hostile."""

from __future__ import annotations

import base64
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup

from gtarena import formatting, games
from gtarena.logs.records import MatchRecord
from gtarena.logs.spending import Spending
from gtarena.logs.turns import turns
from gtarena.metrics import leaderboard
from gtarena.metrics.frames import records_frame
from gtarena.reports.sections import Section

if TYPE_CHECKING:
    import pandas as pd

TEMPLATES = Path(__file__).parent / "templates"
TURNS_SHOWN = 60
CALLS_SHOWN = 4
TABLES_SHOWN = 40
PICTURES_SHOWN = 12

Row = Mapping[str, Any]


def render(
    records: Iterable[MatchRecord],
    seats: pd.DataFrame,
    samples: Iterable[MatchRecord],
    title: str,
    texts: Mapping[str, str],
    broken_off: Spending,
    sections: Sequence[Section] = (),
) -> str:
    """The page for these matches; the samples are shown move by move, the sections are the benchmarks' own scores.

    ``texts`` holds prompts by their SHA-256, as far as they are known; ``broken_off`` is what matches without a result
    have taken.
    """
    board = leaderboard.leaderboard(seats)
    standing = rows(leaderboard.overall(seats))
    return _template().render(
        title=title,
        facts=[*_facts(records), *_spent(seats, broken_off), ("Page made", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC")],
        standing=standing,
        sections=[_benchmark(section) for section in sections],
        played_by_models=[row for row in standing if row["calls"]],
        played_with_models=_spent_per_game(seats),
        games=[{"label": label, "rows": rows(part)} for label, part in board.groupby("game")],
        heat_maps=list(_heat_maps(seats)),
        samples=[_sample(record, seats, texts) for record in samples],
        turns_shown=TURNS_SHOWN,
    )


def _benchmark(section: Section) -> Row:
    pictures = [
        {"title": title, "data": base64.b64encode(file.read_bytes()).decode()}
        for title, file in islice(section.pictures.items(), PICTURES_SHOWN)]
    return {
        "name": section.name, "folder": section.folder.name,
        "tables": section.tables[:TABLES_SHOWN], "pictures": pictures,
        "left_out": len(section.tables) + len(section.pictures) > TABLES_SHOWN + PICTURES_SHOWN}


def sample_matches(records: Iterable[MatchRecord]) -> list[MatchRecord]:
    """One match of each game: with model calls and finished, if there is such a match."""
    chosen: dict[str, MatchRecord] = {}
    for record in records:
        label = games.label(record.game, record.params)
        chosen[label] = min(chosen.get(label, record), record, key=_dullness)
    return [chosen[label] for label in sorted(chosen)]


def _dullness(record: MatchRecord) -> tuple[bool, bool, str]:
    return not record.calls, record.outcome != "finished", record.match_id


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=_harmless,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    shown: tuple[Callable[..., str], ...] = (
        formatting.number, formatting.signed, formatting.percent, formatting.count, formatting.dollars,
        formatting.one_line, formatting.visible)
    environment.filters |= {function.__name__: function for function in shown}
    environment.tests["known"] = lambda value: not math.isnan(value)
    return environment.get_template("report.html.jinja")


def _harmless(value: Any) -> Any:
    """What is put into the page: any text with its invisible characters shown, before it is escaped."""
    return formatting.visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def rows(frame: pd.DataFrame) -> list[Row]:
    """The rows of a frame of scores, each with its agent's ``name`` in one line."""
    named = [(row, [row[column] for column in leaderboard.AGENT_COLUMNS]) for row in frame.to_dict("records")]
    return [{**{str(key): value for key, value in row.items()}, "name": formatting.agent_name(*who)}
            for row, who in named]


def _facts(records: Iterable[MatchRecord]) -> list[tuple[str, str]]:
    """What the page says of the matches as a whole, as pairs of a heading and a line."""
    frame = records_frame(records)
    outcomes = frame["outcome"].value_counts()
    words = {"finished": "finished", "forfeit": "forfeited", "invalid": "invalid"}
    ended = ", ".join(f"{outcomes[key]:,} {word}" for key, word in words.items() if key in outcomes)
    days = sorted({started[:10] for started in frame["started"]})
    versions = sorted({f"{package} {version}" for record in records for package, version in record.versions.items()})
    listed = {
        "Matches": f"{len(frame):,} ({ended})",
        "Played": days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}",
        "Suite": ", ".join(sorted(set(frame["suite"].dropna()))),
        "Source": ", ".join(sorted(set(frame["source"]) - {"gtarena"})),
        "Versions": ", ".join(versions),
    }
    return [(heading, formatting.one_line(line, 300)) for heading, line in listed.items() if line]


def _spent(seats: pd.DataFrame, broken_off: Spending) -> list[tuple[str, str]]:
    """What model calls took in all, as pairs of a heading and a line."""
    total = seats[leaderboard.SPENT].sum(skipna=False)
    if not total["calls"] and not broken_off.requests:
        return [("Model calls", "none")]
    listed = {"Replies of models": f"{total['calls']:,.0f} ({total['cached']:,.0f} of them from the cache)"}
    requests, parts = total["requests"] + broken_off.requests, []
    if total["retries"]:
        parts.append(f"{total['retries']:,.0f} retries")
    if broken_off.requests:
        parts.append(f"{broken_off.requests:,} requests for matches that were broken off")
    listed["Requests"] = f"{requests:,.0f}" + (f", of which {' and '.join(parts)}" if parts else "")
    read, written = total["tokens_in"] + broken_off.tokens_in, total["tokens_out"] + broken_off.tokens_out
    listed["Tokens"] = f"{formatting.count(read)} in, {formatting.count(written)} out"
    cost = math.nan if broken_off.cost is None else total["cost"] + broken_off.cost
    listed["Cost"] = "not known for every call" if math.isnan(cost) else formatting.dollars(cost)
    listed["Waiting for models"] = f"{total['seconds']:,.1f} s in all"
    return list(listed.items())


def _spent_per_game(seats: pd.DataFrame) -> list[Row]:
    spent = leaderboard.spent(seats, ["game"]).reset_index().to_dict("records")
    return [{str(key): value for key, value in row.items()} for row in spent if row["calls"]]


def _heat_maps(seats: pd.DataFrame) -> Iterable[Mapping[str, Any]]:
    """Agents against agents, first over all games, then game by game; none if no two agents met."""
    per_game = list(leaderboard.pairings(seats).groupby("game"))
    if len(per_game) > 1:
        yield _heat_map("All games", leaderboard.overall_pairings(seats))
    for label, pairs in per_game:
        yield _heat_map(label, pairs)


def _heat_map(label: Any, pairs: pd.DataFrame) -> Mapping[str, Any]:
    sides = (leaderboard.AGENT_COLUMNS, leaderboard.OPPONENT_COLUMNS)
    own, other = (pairs[columns].itertuples(index=False, name=None) for columns in sides)
    cells = dict(zip(zip(own, other, strict=True), pairs.to_dict("records"), strict=True))
    agents = sorted({agent for agent, _ in cells})
    return {
        "label": label,
        "names": [formatting.agent_name(*agent) for agent in agents],
        "rows": [[cells.get((agent, opponent)) for opponent in agents] for agent in agents],
    }


def _sample(record: MatchRecord, seats: pd.DataFrame, texts: Mapping[str, str]) -> Mapping[str, Any]:
    everything = list(turns(record))
    own = seats[seats["match_id"] == record.match_id]
    return {
        "record": record,
        "label": own["game"].iloc[0],
        "seats": [row["name"] for row in rows(own)],
        "turns": everything[:TURNS_SHOWN],
        "left_out": max(0, len(everything) - TURNS_SHOWN),
        "calls_shown": CALLS_SHOWN,
        "texts": texts,
    }
