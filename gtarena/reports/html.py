"""Self-contained HTML page of a report. All text from logs is untrusted: it is escaped and made visible."""

from __future__ import annotations

import base64
import hashlib
import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2
from markupsafe import Markup, escape

from gtarena import formatting
from gtarena.logs.records import MatchRecord
from gtarena.logs.replay import tell_match
from gtarena.logs.spending import Spending
from gtarena.metrics.leaderboard import RATES
from gtarena.reports import facts
from gtarena.reports.comparisons import heat_maps, noise
from gtarena.reports.comparisons.result_matrix import show_matrix
from gtarena.reports.comparisons.section import Comparisons, matrices_alone
from gtarena.reports.comparisons.setting_effects import show_effects
from gtarena.reports.forest import plot_ratings
from gtarena.reports.headline import state_differences
from gtarena.reports.leaderboard_rows import (
    FORM_TITLES,
    FORMS_NOTE,
    Boards,
    leaderboard_rows,
    rank,
    rating,
    rating_reasons,
    shows_ratings,
)
from gtarena.reports.match_browser.files import Browser
from gtarena.reports.match_browser.links import match_link, matches_link
from gtarena.reports.match_browser.matches import is_png
from gtarena.reports.measures import explain_measures
from gtarena.reports.page_tables import fit_table
from gtarena.reports.provenance import provenance
from gtarena.reports.reported_log import ReportedLog
from gtarena.reports.search_trees import as_branches
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.system.redaction import hide_secrets

if TYPE_CHECKING:
    import pandas as pd

TEMPLATES = Path(__file__).parent / "templates"
_BROWSER = Path(__file__).parent / "match_browser" / "page"
_SCRIPTS = [_BROWSER / f"{name}.js" for name in (
    "make", "packed", "search", "address", "list", "seats", "places", "positions", "changes", "calls", "autoplay",
    "match", "keys", "start")]
STYLE, SCRIPT = ("".join(file.read_text(encoding="utf-8") for file in files)
                 for files in ((TEMPLATES / "report.css", _BROWSER / "browser.css"), _SCRIPTS))
PICTURES_SHOWN = 12
TURNS_SHOWN, CALLS_SHOWN = 60, 4  # of a sample match


@dataclass(frozen=True, eq=False)
class ReportContents:
    """Everything that the page of a report shows, under a ``title``.

    ``log`` has been read, and ``boards`` are its leaderboards. ``sections`` are scores as benchmarks define them, from
    :func:`gtarena.reports.sections.write_section`; ``browser`` is the match browser, from
    :func:`gtarena.reports.match_browser.files.write_files`, if there is one; ``comparisons`` are those of
    :func:`gtarena.reports.comparisons.section.write_comparisons`, by default each agent with each alone.
    """

    title: str
    log: ReportedLog
    boards: Boards
    sections: Sequence[Section] = ()
    browser: Browser | None = None
    comparisons: Comparisons | None = None


def render(report: ReportContents, texts: Mapping[str, str], unfinished: Spending) -> str:
    """Returns the page as HTML.

    Args:
        report: what it shows.
        texts: prompts of the sample matches by SHA-256, as far as they are known.
        unfinished: tokens, requests and cost of matches that have no record.
    """
    boards, log = report.boards, report.log
    overall = leaderboard_rows(boards.overall)
    return page_template("report.html.jinja").render(
        title=report.title,
        headline=state_differences(boards),
        measures=explain_measures(boards.differences),
        effects=list(show_effects(boards.effects)),
        effects_needed=noise.state_needed([each.difference for each in boards.effects]),
        facts=[*facts.match_facts(log.origins), *facts.spending_facts(boards.seats, unfinished),
               ("Generated", f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC")],
        **_boards(boards, overall),
        sections=[_section(section) for section in report.sections],
        **_compared(report.comparisons or matrices_alone(boards)),
        samples=[_sample(record, boards.seats, texts) for record in log.samples],
        turns_shown=TURNS_SHOWN,
        provenance=provenance(log.origins, log.paths),
        browser=report.browser,
    )


def _sample(record: MatchRecord, seats: pd.DataFrame, texts: Mapping[str, str]) -> Mapping[str, Any]:
    """Returns the variables of the template for a sample match; ``texts`` has the prompts by SHA-256."""
    told = tell_match(record)
    own = seats[seats["match_id"] == record.match_id]
    return {
        "record": record,
        "label": own["game"].iloc[0],
        "seats": [row["name"] for row in leaderboard_rows(own)],
        "called": told.seats,
        "turns": told.turns[:TURNS_SHOWN],
        "left_out": max(0, len(told.turns) - TURNS_SHOWN),
        "calls_shown": CALLS_SHOWN,
        "texts": texts,
    }


def _boards(boards: Boards, overall: Sequence[Mapping[str, Any]]) -> Mapping[str, Any]:
    """Returns the variables of the template for leaderboards and what the models in them took."""
    return {
        "overall": overall,
        "reasons": rating_reasons(overall),
        "forest": plot_ratings(overall),
        "matrix": list(show_matrix(boards.results, boards.agents)),
        "games": [_game(str(label), board) for label, board in boards.games.groupby("game")],
        "model_agents": [row for row in overall if row["calls"]],
        "rates": RATES,
        "forms": FORM_TITLES,
        "forms_note": FORMS_NOTE,
        "model_games": facts.spending_per_game(boards.seats),
    }


def _compared(found: Comparisons) -> Mapping[str, Any]:
    """Returns the variables of the template for comparisons."""
    return {
        "compared": found,
        "heat_maps": heat_maps.show_matrices(found.pairings),
        "differences": list(noise.show_differences(found.differences)),
        "sweep_pictures": _embedded(found.sweep_pictures),
        "cost_pictures": _embedded(found.cost_pictures),
    }


def _game(label: str, board: pd.DataFrame) -> Mapping[str, Any]:
    rows, rated = leaderboard_rows(board), shows_ratings(board)
    return {"label": label, "rows": rows, "rated": rated,
            "reasons": rating_reasons(rows) if rated else []}


def _embedded(pictures: Mapping[str, Path]) -> list[Mapping[str, str]]:
    """Returns the first pictures with their titles, as base64."""
    return [{"title": title, "data": base64.b64encode(file.read_bytes()).decode()}
            for title, file in islice(pictures.items(), PICTURES_SHOWN)]


def _section(section: Section) -> Mapping[str, Any]:
    """Returns the variables of the template for a section."""
    return {
        "name": section.name, "about": section.about, "folder": section.folder.name,
        "tables": section.tables[:TABLES_SHOWN], "pictures": _embedded(section.pictures),
        "shortened": len(section.tables) > TABLES_SHOWN or len(section.pictures) > PICTURES_SHOWN}


def page_template(name: str, style: str = STYLE, script: str = SCRIPT) -> jinja2.Template:
    """Returns a template of a page with this style sheet and script, which makes all texts harmless."""
    return _template(TEMPLATES, name, style, script)


@cache
def _template(folder: Path, name: str, style: str, script: str) -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(folder),
        autoescape=True,
        finalize=_made_harmless,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: tuple[Callable[..., Any], ...] = (
        formatting.format_number, formatting.format_signed, formatting.format_percent, formatting.format_count,
        formatting.format_dollars, formatting.one_line, formatting.format_visible, rank, rating, as_branches, shade,
        fit_table, breakable)
    environment.filters |= {function.__name__.removeprefix("format_"): function for function in filters}
    # The texts are files of ours, and have to stay as they are, to the character.
    inline = {"style": style, "script": script, "policy": security_policy(style, script)}
    environment.globals |= {name: Markup(text) for name, text in inline.items()}  # noqa: S704
    environment.globals |= {"match_link": match_link, "matches_link": matches_link}
    environment.tests["known"] = lambda value: not math.isnan(value)
    environment.tests["png"] = is_png
    return environment.get_template(name)


def security_policy(style: str, *scripts: str) -> str:
    """Returns the page's content security policy (CSP level 3).

    The page loads nothing but the pictures in it, and runs these scripts and what they load; attributes for styles and
    events are ignored. ``'strict-dynamic'`` lets a page from ``file://`` load the files beside it, which have no origin
    that a policy could name.
    """
    allowed = " ".join(map(_source, scripts))
    return ("default-src 'none'; "
            f"script-src {allowed} 'strict-dynamic'; style-src {_source(style)}; img-src data:; "
            "base-uri 'none'; form-action 'none'")


def _source(text: str) -> str:
    """Returns the expression that allows exactly this text between tags."""
    digest = hashlib.sha256(text.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def breakable(text: str) -> Markup:
    """Returns a name that may be broken into lines after its underscores and brackets."""
    return Markup(re.sub(r"([_(,])", r"\1<wbr>", str(escape(_made_harmless(text)))))  # noqa: S704


def shade(score: float) -> int:
    """Returns the strength of a heat map's colour, from 0 to 10, for a score from -1 to 1."""
    return round(10 * min(1.0, abs(score)))


def _made_harmless(value: Any) -> Any:
    """Shows the invisible characters of any text and hides its secrets, before Jinja escapes it.

    Secrets are not looked for in the whole page, since the policy allows the script and the style sheet as they are.
    """
    unsafe = isinstance(value, str) and not isinstance(value, Markup)
    return hide_secrets(formatting.format_visible(value)) if unsafe else value
