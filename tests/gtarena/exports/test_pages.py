import base64
import hashlib
import re

import pytest
import yaml

from gtarena.exports.pages import NO_LICENSE, dataset_card, gather_facts, leaderboard_page
from gtarena.exports.parquet import MATCHES
from tests.support.records import call, record, seat
from tests.support.suite_matches import boards_of

HOSTILE = "<script>alert(1)</script>|[x](y)\u202e"
RECORDS = [
    record("a", [seat("llm", HOSTILE), seat()], [1, -1], calls=[call()], suite="gtbench"),
    record("b", [seat("llm", HOSTILE), seat()], [1, -1], started="2026-03-01T00:00:00.000+00:00", source="GTBench")]


@pytest.fixture(scope="module")
def boards():
    return boards_of(RECORDS)


def card(boards, license_name=None, rows=2):
    return dataset_card("A: run", license_name, gather_facts(RECORDS), boards, {"matches": MATCHES}, {"matches": rows})


def front(text):
    return yaml.safe_load(text.split("---\n")[1])


def test_the_card_begins_with_what_the_hub_reads_and_facts_count_what_the_matches_have(boards):
    found = gather_facts(RECORDS)
    assert (found.matches, found.games, found.suites, found.models) == (2, {"kuhn_poker": 2}, ("gtbench",), (HOSTILE,))
    assert (found.days, found.sources) == (("2026-01-02", "2026-03-01"), ("GTBench",))
    told = front(card(boards, "cc-by-4.0", rows=20_000))
    assert (told["pretty_name"], told["license"], told["size_categories"]) == ("A: run", "cc-by-4.0", ["10K<n<100K"])
    assert told["configs"] == [{"config_name": "matches", "data_files": "data/matches.parquet", "default": True}]


def test_the_card_describes_columns_sources_and_how_to_cite_and_asks_for_a_license(boards):
    assert front(card(boards))["license"] == NO_LICENSE
    assert "Choose a license before you publish this" in card(boards)
    assert "Choose a license" not in card(boards, "cc0-1.0")
    text = card(boards)
    assert "| `match_id` | id of the match |" in text
    assert "the papers of the benchmarks (gtbench)" in text
    assert "title = {A: run}" in text


def test_names_from_logs_are_shown_as_they_are_and_do_nothing(boards):
    page, text = leaderboard_page("<b>T</b>", gather_facts(RECORDS), boards, ["README.md"]), card(boards)
    assert "<script" not in page
    assert "<b>" not in page
    assert "&lt;script&gt;" in page
    assert "\u202e" not in page + text
    assert "\\<script\\>" in text
    assert "\\|\\[x\\]" in text


def test_the_page_permits_its_own_style_and_nothing_else(boards):
    page = leaderboard_page("T", gather_facts(RECORDS), boards, ["README.md"])
    style = re.search("<style>(.*)</style>", page, re.DOTALL)[1]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'" in page
    assert '<a href="report.html">' in page
    assert "style=" not in page
