"""Writes the tables of what models are told otherwise than in papers: `python scripts/write_facts.py` changes docs.

A table stands in the page of its suite, between `<!-- differences of v1, v2 -->` and `<!-- end -->`. Its rows are in
the suite's `facts.yaml`.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from gtarena.suites import SUITES
from gtarena.suites.facts import Differences, facts_of

DOCS = Path(__file__).resolve().parents[1] / "docs"


def page_of(suite: str) -> Path:
    """Returns the page of a suite."""
    return DOCS / f"{suite}.md"


def table(differences: Differences) -> str:
    """Returns the table of what some wordings tell otherwise, in Markdown."""
    ours = ", ".join(f"`{wording}`" for wording in differences.wordings)
    rows = (f"| {row.about} | {row.published} | {row.ours} | {row.why} |" for row in differences.rows)
    return "\n".join((f"| | published | {ours} | why |", "|---|---|---|---|", *rows))


def with_tables(suite: str, page: str) -> str:
    """Returns the page of a suite with its tables as they are in the suite's facts.

    Raises:
        ValueError: the page has no place for a table, or more than one.
    """
    facts = facts_of(suite)
    for differences in facts.differences if facts else ():
        opening = f"<!-- differences of {', '.join(differences.wordings)} -->"
        place = re.compile(rf"{re.escape(opening)}\n((?!<!--).)*<!-- end -->", re.DOTALL)
        new = f"{opening}\n\n{table(differences)}\n\n<!-- end -->"
        page, places = place.subn(lambda _, new=new: new, page)
        if places != 1:
            raise ValueError(f"{page_of(suite).name} needs one line {opening}, followed by a line <!-- end -->")
    return page


def pages() -> Iterator[tuple[Path, str]]:
    """Yields the suites' pages, each with the text that it should have."""
    for suite in SUITES:
        if facts_of(suite):
            page = page_of(suite)
            yield page, with_tables(suite, page.read_text(encoding="utf-8"))


if __name__ == "__main__":
    for page, text in pages():
        page.write_text(text, encoding="utf-8")
