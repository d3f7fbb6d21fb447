"""Self-contained HTML page of a report. All text from logs is untrusted: it is escaped and made visible."""

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
from gtarena.logs.records import OURS, MatchRecord
from gtarena.logs.replay import whole_turns
from gtarena.logs.spending import Spending
from gtarena.metrics import leaderboard
from gtarena.metrics.frames import records_frame
from gtarena.reports.inline_parts import INLINE_PARTS
from gtarena.reports.leaderboard_rows import (
    GAME_RANKS_EXPLAINED,
    Boards,
    leaderboard_rows,
    rank,
    rating,
    rating_notes,
    shows_ratings,
)
from gtarena.reports.match_browser.files import Browser
from gtarena.reports.png_texts import is_png
from gtarena.reports.search_trees import as_branches
from gtarena.reports.sections import TABLES_SHOWN, Section

if TYPE_CHECKING:
    import pandas as pd

TEMPLATES = Path(__file__).parent / "templates"
TURNS_SHOWN = 60
CALLS_SHOWN = 4
PICTURES_SHOWN = 12


def render(
    records: Iterable[MatchRecord],
    boards: Boards,
    samples: Iterable[MatchRecord],
    title: str,
    texts: Mapping[str, str],
    unfinished: Spending,
    sections: Sequence[Section] = (),
<<<<<<< HEAD
    matches: str = "",
=======
    browser: Browser | None = None,
>>>>>>> ee82b5bb1f9f09fc4ff1ecc97e7b5fa548ba9f4b
) -> str:
    """Returns the page as HTML.

    Args:
        records: the matches.
        boards: their leaderboards.
        samples: matches to show move by move.
        title: the heading of the page.
        texts: prompts of the samples by SHA-256, as far as they are known.
        unfinished: tokens, requests and cost of matches that have no record.
        sections: scores as benchmarks define them, from :func:`gtarena.reports.sections.write_section`.
<<<<<<< HEAD
        matches: the index of the match browser, as base64; without one the page has no match browser.
=======
        browser: the match browser, if the report has one.
>>>>>>> ee82b5bb1f9f09fc4ff1ecc97e7b5fa548ba9f4b
    """
    seats, overall = boards.seats, leaderboard_rows(boards.overall)
    return _template().render(
        title=title,
        matches=matches,
        facts=[*_match_facts(records), *_spending_facts(seats, unfinished),
               ("Generated", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC")],
        overall=overall,
        overall_notes=rating_notes(overall),
        sections=[_section(section) for section in sections],
        model_agents=[row for row in overall if row["calls"]],
        model_games=_spending_per_game(seats),
        games=[_game(str(label), board) for label, board in boards.games.groupby("game")],
        heat_maps=list(_heat_maps(seats)),
        samples=[_sample(record, seats, texts) for record in samples],
        turns_shown=TURNS_SHOWN,
        browser=browser,
    )


def _game(label: str, board: pd.DataFrame) -> Mapping[str, Any]:
    rows, rated = leaderboard_rows(board), shows_ratings(board)
    return {"label": label, "rows": rows, "rated": rated,
            "notes": rating_notes(rows, GAME_RANKS_EXPLAINED) if rated else []}


def _section(section: Section) -> Mapping[str, Any]:
    """Variables of the template for a section. Pictures are embedded as base64."""
    pictures = [
        {"title": title, "data": base64.b64encode(file.read_bytes()).decode()}
        for title, file in islice(section.pictures.items(), PICTURES_SHOWN)]
    return {
        "name": section.name, "folder": section.folder.name,
        "tables": section.tables[:TABLES_SHOWN], "pictures": pictures,
        "shortened": len(section.tables) > TABLES_SHOWN or len(section.pictures) > PICTURES_SHOWN}


def sample_matches(records: Iterable[MatchRecord]) -> list[MatchRecord]:
    """Returns one match per game, preferably with model calls, then preferably finished."""
    chosen: dict[str, MatchRecord] = {}
    for record in records:
        label = games.label(record.game, record.params)
        chosen[label] = min(chosen.get(label, record), record, key=_preference)
    return [chosen[label] for label in sorted(chosen)]


def _preference(record: MatchRecord) -> tuple[bool, bool, str]:
    """Sort key of sample matches, the best first."""
    return not record.calls, record.outcome != "finished", record.match_id


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=_made_visible,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: tuple[Callable[..., Any], ...] = (
        formatting.number, formatting.signed, formatting.percent, formatting.count, formatting.dollars,
        formatting.one_line, formatting.visible, rank, rating, as_branches, shade)
    environment.filters |= {function.__name__: function for function in filters}
    environment.globals |= INLINE_PARTS
    environment.tests["known"] = lambda value: not math.isnan(value)
    environment.tests["png"] = is_png
    return environment.get_template("report.html.jinja")


<<<<<<< HEAD
def shade(score: float) -> int:
    """Returns the strength of a heat map's colour, from 0 to 10, for a score from -1 to 1."""
    return round(10 * min(1.0, abs(score)))


def _is_png(text: str) -> bool:
    """Returns whether a logged text is the base64 of a PNG file of moderate size."""
    return len(text) <= LARGEST_PICTURE and text.startswith(_PNG) and bool(_BASE64.fullmatch(text))


=======
>>>>>>> ee82b5bb1f9f09fc4ff1ecc97e7b5fa548ba9f4b
def _made_visible(value: Any) -> Any:
    """Shows the invisible characters of any text, before Jinja escapes it."""
    return formatting.visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _match_facts(records: Iterable[MatchRecord]) -> list[tuple[str, str]]:
    """Headings and lines that summarise the matches."""
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
        "Source": ", ".join(sorted(set(frame["source"]) - {OURS})),
        "Versions": ", ".join(versions),
    }
    return [(heading, formatting.one_line(line, 300)) for heading, line in listed.items() if line]


def _spending_facts(seats: pd.DataFrame, unfinished: Spending) -> list[tuple[str, str]]:
    """Headings and lines that sum up the model calls."""
    total = seats[leaderboard.SPENT].sum(skipna=False)
    if not total["calls"] and not unfinished.requests:
        return [("Model calls", "none")]
    listed = {"Model replies": f"{total['calls']:,.0f} ({total['cached']:,.0f} from the cache)"}
    requests, parts = total["requests"] + unfinished.requests, []
    if total["retries"]:
        parts.append(f"{total['retries']:,.0f} retries")
    if unfinished.requests:
        parts.append(f"{unfinished.requests:,} for unfinished matches")
    listed["Requests"] = f"{requests:,.0f}" + (f", including {' and '.join(parts)}" if parts else "")
    read, written = total["tokens_in"] + unfinished.tokens_in, total["tokens_out"] + unfinished.tokens_out
    listed["Tokens"] = f"{formatting.count(read)} in, {formatting.count(written)} out"
    cost = math.nan if unfinished.cost is None else total["cost"] + unfinished.cost
    listed["Cost"] = "unknown for some calls" if math.isnan(cost) else formatting.dollars(cost)
    listed["Waiting for models"] = f"{total['seconds']:,.1f} s"
    return list(listed.items())


def _spending_per_game(seats: pd.DataFrame) -> list[Mapping[str, Any]]:
    spent = leaderboard.spent(seats, ["game"]).reset_index().to_dict("records")
    return [{str(key): value for key, value in row.items()} for row in spent if row["calls"]]


def _heat_maps(seats: pd.DataFrame) -> Iterable[Mapping[str, Any]]:
    """Heat maps of agents against agents: over all games if there are several, then per game."""
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
    every_turn = list(whole_turns(record))
    own = seats[seats["match_id"] == record.match_id]
    return {
        "record": record,
        "label": own["game"].iloc[0],
        "seats": [row["name"] for row in leaderboard_rows(own)],
        "turns": every_turn[:TURNS_SHOWN],
        "left_out": max(0, len(every_turn) - TURNS_SHOWN),
        "calls_shown": CALLS_SHOWN,
        "texts": texts,
    }
