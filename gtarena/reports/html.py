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

from gtarena import formatting
from gtarena.logs.records import MatchRecord
from gtarena.logs.spending import Spending
from gtarena.metrics.leaderboard import RATES
from gtarena.reports import facts
from gtarena.reports.comparisons import heat_maps, noise
from gtarena.reports.comparisons.section import Comparisons, matrices_alone
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
from gtarena.reports.match_browser.links import match_link, matches_link
from gtarena.reports.png_texts import is_png
from gtarena.reports.provenance import Origins, provenance
from gtarena.reports.replies_table import FORM_TITLES, NOTE
from gtarena.reports.sample_matches import TURNS_SHOWN, shown_sample
from gtarena.reports.search_trees import as_branches
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.system.redaction import hidden

if TYPE_CHECKING:
    import pandas as pd

TEMPLATES = Path(__file__).parent / "templates"
PICTURES_SHOWN = 12


def render(
    found: Origins,
    boards: Boards,
    samples: Iterable[MatchRecord],
    title: str,
    texts: Mapping[str, str],
    unfinished: Spending,
    sections: Sequence[Section] = (),
    browser: Browser | None = None,
    comparisons: Comparisons | None = None,
    logs: Sequence[str | Path] = (),
) -> str:
    """Returns the page as HTML.

    Args:
        found: where the matches come from.
        boards: their leaderboards.
        samples: matches to show move by move.
        title: the heading of the page.
        texts: prompts of the samples by SHA-256, as far as they are known.
        unfinished: tokens, requests and cost of matches that have no record.
        sections: scores as benchmarks define them, from :func:`gtarena.reports.sections.write_section`.
        browser: the match browser, if the report has one.
        comparisons: comparisons of the agents; by default each with each alone.
        logs: folders or log files that the records come from.
    """
    seats, overall = boards.seats, leaderboard_rows(boards.overall)
    return _template().render(
        title=title,
        facts=[*facts.match_facts(found), *facts.spending_facts(seats, unfinished),
               ("Generated", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC")],
        **_boards(boards, overall),
        sections=[_section(section) for section in sections],
        **_compared(comparisons or matrices_alone(boards)),
        samples=[shown_sample(record, seats, texts) for record in samples],
        turns_shown=TURNS_SHOWN,
        provenance=provenance(found, logs),
        browser=browser,
    )


def _boards(boards: Boards, overall: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Returns the variables of the template for leaderboards and what the models in them took."""
    return {
        "overall": overall,
        "overall_notes": rating_notes(overall),
        "games": [_game(str(label), board) for label, board in boards.games.groupby("game")],
        "model_agents": [row for row in overall if row["calls"]],
        "rates": RATES,
        "forms": FORM_TITLES,
        "forms_note": NOTE,
        "model_games": facts.spending_per_game(boards.seats),
    }


def _compared(found: Comparisons) -> Mapping[str, Any]:
    """Returns the variables of the template for comparisons."""
    return {
        "compared": found,
        "heat_maps": heat_maps.shown(found.pairings),
        "differences": list(noise.shown(found.differences)),
        "rule": noise.rule(found.differences),
        "most_compared": noise.MOST_COMPARED,
        "compared_pictures": _embedded(found.pictures),
    }


def _game(label: str, board: pd.DataFrame) -> Mapping[str, Any]:
    rows, rated = leaderboard_rows(board), shows_ratings(board)
    return {"label": label, "rows": rows, "rated": rated,
            "notes": rating_notes(rows, GAME_RANKS_EXPLAINED) if rated else []}


def _embedded(pictures: Mapping[str, Path]) -> list[Mapping[str, str]]:
    """Returns the first pictures with their titles, as base64."""
    return [{"title": title, "data": base64.b64encode(file.read_bytes()).decode()}
            for title, file in islice(pictures.items(), PICTURES_SHOWN)]


def _section(section: Section) -> Mapping[str, Any]:
    """Returns the variables of the template for a section."""
    return {
        "name": section.name, "folder": section.folder.name,
        "tables": section.tables[:TABLES_SHOWN], "pictures": _embedded(section.pictures),
        "shortened": len(section.tables) > TABLES_SHOWN or len(section.pictures) > PICTURES_SHOWN}


def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES),
        autoescape=True,
        finalize=_made_harmless,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: tuple[Callable[..., Any], ...] = (
        formatting.number, formatting.signed, formatting.percent, formatting.count, formatting.dollars,
        formatting.one_line, formatting.visible, rank, rating, as_branches, shade)
    environment.filters |= {function.__name__: function for function in filters}
    environment.globals |= {**INLINE_PARTS, "match_link": match_link, "matches_link": matches_link}
    environment.tests["known"] = lambda value: not math.isnan(value)
    environment.tests["png"] = is_png
    return environment.get_template("report.html.jinja")


def shade(score: float) -> int:
    """Returns the strength of a heat map's colour, from 0 to 10, for a score from -1 to 1."""
    return round(10 * min(1.0, abs(score)))


def _made_harmless(value: Any) -> Any:
    """Shows the invisible characters of any text and hides its secrets, before Jinja escapes it.

    Secrets are not looked for in the whole page, since the policy allows the script and the style sheet as they are.
    """
    return hidden(formatting.visible(value)) if isinstance(value, str) and not isinstance(value, Markup) else value
