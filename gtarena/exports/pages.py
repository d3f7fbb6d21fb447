"""Texts of a publication: the dataset card and the leaderboard page. All text from logs is made visible and escaped."""

from __future__ import annotations

import base64
import hashlib
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2
import yaml
from markupsafe import Markup

from gtarena import formatting, games
from gtarena.logs.records import OURS, MatchRecord
from gtarena.metrics.columns import Column
from gtarena.reports.leaderboard_rows import (
    RANKS_EXPLAINED,
    Boards,
    leaderboard_rows,
    rank,
    rating,
    rating_reasons,
    shows_ratings,
)
from gtarena.suites import SUITES

TEMPLATES = Path(__file__).parent / "templates"
NO_LICENSE = "CHOOSE-A-LICENSE"
TAGS = ("gtarena", "openspiel", "games", "game-theory", "language-models", "benchmark")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_NOT_CITED = re.compile(r"[^\w\s.,:()-]")  # what means something in BibTeX
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!$])")


@dataclass(frozen=True)
class PublicationFacts:
    """Facts about the published matches."""

    matches: int
    games: Mapping[str, int]
    suites: Sequence[str]
    models: Sequence[str]
    sources: Sequence[str]
    versions: Sequence[str]
    days: tuple[str, str]


def gather_facts(records: Iterable[MatchRecord]) -> PublicationFacts:
    """Returns the facts about matches, of which there is one at least."""
    played: Counter[str] = Counter()
    sets: dict[str, set[str]] = {name: set() for name in ("suites", "models", "sources", "versions", "days")}
    for record in records:
        played[games.label(record.game, record.params)] += 1
        sets["suites"] |= {record.suite} - {None} if record.suite else set()
        sets["models"] |= {seat.model for seat in record.seats if seat.model}
        sets["sources"] |= {record.source} - {OURS}
        sets["versions"] |= {f"{name} {version}" for name, version in record.versions.items()}
        sets["days"].add(record.started[:10])
    listed = {name: tuple(sorted(found)) for name, found in sets.items()}
    days = listed.pop("days")
    return PublicationFacts(
        matches=played.total(), games=dict(sorted(played.items())), days=(days[0], days[-1]), **listed)


def dataset_card(
    title: str, license_name: str | None, found: PublicationFacts, boards: Boards,
    tables: Mapping[str, Sequence[Column]], rows: Mapping[str, int],
) -> str:
    """Returns the dataset card, which the Hugging Face Hub shows as the data set's page.

    Args:
        title: its heading.
        license_name: the license of the data, or ``None`` for a gap to fill in.
        found: facts about the matches.
        boards: the leaderboards.
        tables: the columns of each Parquet file by its name, the one to show first in front.
        rows: the number of rows of each.
    """
    largest = max(rows.values())
    front = {
        "pretty_name": formatting.one_line(title),
        "license": license_name or NO_LICENSE,
        "tags": list(TAGS),
        "size_categories": [next((size for end, size in _SIZES if largest < end), "1M<n<10M")],
        "configs": [{"config_name": name, "data_files": f"data/{name}.parquet", **({"default": True} if not place
                     else {})} for place, name in enumerate(tables)],
    }
    return _environment(_markdown).get_template("README.md.jinja").render(
        front=Markup(yaml.safe_dump(front, sort_keys=False, width=200)), title=title,  # noqa: S704
        cited=Markup(_NOT_CITED.sub("", formatting.one_line(title))),  # noqa: S704
        license=license_name, facts=found, tables=tables, rows=rows,
        overall=leaderboard_rows(boards.overall), year=found.days[1][:4],
        benchmarks=[suite for suite in found.suites if suite in SUITES])


def leaderboard_page(title: str, found: PublicationFacts, boards: Boards, files: Sequence[str]) -> str:
    """Returns the leaderboards as a page without scripts, with links to the report and the data."""
    style = (TEMPLATES / "index.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    overall = leaderboard_rows(boards.overall)
    return _environment(_html).get_template("index.html.jinja").render(
        title=title, facts=found, files=files, style=Markup(style), style_digest=digest, overall=overall,  # noqa: S704
        notes=[RANKS_EXPLAINED, *rating_reasons(overall)],
        games=[(str(label), leaderboard_rows(board), shows_ratings(board))
               for label, board in boards.games.groupby("game")])


def _environment(finalize: Callable[[Any], Any]) -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(TEMPLATES), finalize=finalize,
        autoescape=finalize is _html,  # noqa: S701  (Markdown has an escape of its own)
        undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True, keep_trailing_newline=True)
    filters: tuple[Callable[..., Any], ...] = (
        formatting.format_number, formatting.format_percent, formatting.format_count, formatting.format_dollars,
        formatting.one_line, rank, rating)
    environment.filters |= {function.__name__.removeprefix("format_"): function for function in filters}
    return environment


def _html(value: Any) -> Any:
    return formatting.format_visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _markdown(value: Any) -> Any:
    """Returns text as Markdown that shows it as it is, on one line."""
    if not isinstance(value, str) or isinstance(value, Markup):
        return value
    return _MARKDOWN.sub(r"\\\1", formatting.one_line(value))
