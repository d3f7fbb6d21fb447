import re
from base64 import b64encode

import pytest

from gtarena.logs import store
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import Attempt
from gtarena.logs.spending import Spending
from gtarena.metrics.frames import seats_frame
from gtarena.reports import html
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.reports.tables import Cell, Table
from gtarena.reports.write import write_report
from tests.support.pages import Elements
from tests.support.records import call, record, steps
from tests.support.reported_matches import HOSTILE, RANDOM, SWEPT, hostile, swept


@pytest.fixture
def sweep():
    return swept()


def page_of(records, tmp_path, logged=()):
    return write_report(records, tmp_path / "out", "A title", logged).page.read_text(encoding="utf-8")


PNG = b"\x89PNG"


def section(folder, tables=1, pictures=1):
    """A section with so many tables and pictures, whose names are markup."""
    shown = [Table("t", f"Scores <b>{number}</b>", ("<b>n</b>",), (("nim <b>", (Cell(number),)),))
             for number in range(tables)]
    (folder / "picture.png").write_bytes(PNG)
    named = {f"Picture <i>{number}</i>": folder / "picture.png" for number in range(pictures)}
    return Section("bench <b>", frozenset({"nim"}), shown, named, folder)


def facts(html):
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html))


def test_every_job_of_a_sweep_has_its_row_on_the_page(sweep, tmp_path):
    page = page_of(sweep, tmp_path)
    for settings in ("v1 temperature=0", "v1 temperature=1", "v2 temperature=0", "v2 temperature=1"):
        assert f"prompt={settings}</span>" in page


def test_an_unknown_cost_stays_unknown_on_the_page(sweep, tmp_path):
    page = page_of(sweep, tmp_path)
    assert '<td class="num">?</td>' in page
    assert facts(page)["Cost"] == "not known for every call"


def test_what_was_spent_is_summed_up_for_the_run_with_the_matches_that_were_broken_off(tmp_path):
    calls = [
        call(0, 0, retries=2, tokens_reasoning=1),
        call(0, 2, cached=True, cost=0.0, seconds=0.0, tokens_in=5_000, tokens_out=5_000),
    ]
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], calls=calls)]
    for match_id in ("n", "o"):
        attempt = Attempt(match_id=match_id, error="e", at="t", requests=2, tokens_in=20, tokens_out=3, cost=0.25)
        store.append_line(tmp_path / "attempts.jsonl", attempt.line())
    found = facts(page_of(records, tmp_path, [tmp_path]))
    # By hand: three requests for the call that was paid for, and two for each match that was broken off.
    assert found["Replies of models"] == "2 (1 of them from the cache)"
    assert found["Requests"] == "7, of which 2 retries and 4 requests for matches that were broken off"
    assert found["Tokens"] == "50 in, 8 out"
    assert found["Cost"] == "$1.00"
    assert found["Waiting for models"] == "1.0 s in all"
    # A log that is given as a file has its attempts beside it.
    (tmp_path / "matches.jsonl").touch()
    assert facts(page_of(records, tmp_path, [tmp_path / "matches.jsonl"]))["Requests"] == found["Requests"]
    assert facts(page_of(records, tmp_path))["Requests"] == "3, of which 2 retries"


def test_an_unknown_cost_of_a_match_that_was_broken_off_makes_the_sum_unknown(tmp_path):
    attempt = Attempt(match_id="n", error="e", at="t", requests=1, cost=None)
    store.append_line(tmp_path / "attempts.jsonl", attempt.line())
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], calls=[call(0, 0)])]
    assert facts(page_of(records, tmp_path, [tmp_path]))["Cost"] == "not known for every call"


def test_matches_without_models_have_spent_nothing(tmp_path):
    html = page_of([record("m", [RANDOM, RANDOM], [1, -1])], tmp_path)
    assert facts(html)["Model calls"] == "none"
    assert "Tokens and cost" not in html


def test_the_page_says_what_each_agent_and_each_game_took(tmp_path):
    calls = [call(0, 0, retries=3, tokens_reasoning=1), call(0, 2, cached=True, cost=0.0)]
    other = record("n", [SWEPT[0], RANDOM], [1, -1], game="nim", calls=[call(0, 0)])
    html = page_of([record("m", [SWEPT[0], RANDOM], [1, -1], calls=calls), other], tmp_path)
    table = html.partition("Tokens and cost")[2].partition("</section>")[0]
    numbers = [re.findall(r'class="num[^"]*">([^<]*)</td>', row) for row in table.split("<tr>")]
    headings = "Replies Cached Requests Retries in out Reasoning Cost Seconds"
    assert [row for row in numbers if row] == [
        ["3", "1", "5", "3", "20", "4", "?", "$1.00", "1"],
        ["2", "1", "4", "3", "10", "2", "1", "$0.5000", "1"],
        ["1", "0", "1", "0", "10", "2", "?", "$0.5000", "1"],
    ], headings


def test_nothing_that_a_log_says_becomes_part_of_the_page(tmp_path):
    store.append_line(tmp_path / "texts.jsonl", store.text_line(sha256(HOSTILE), HOSTILE))
    ordinary = record("m", SWEPT[:2], [1, -1], calls=[call(0, 0, failure="empty")], history=steps((0, 1)))
    usual = page_of([ordinary], tmp_path)
    html = page_of([hostile()], tmp_path, [tmp_path])
    assert Elements(html).tags <= Elements(usual).tags
    assert Elements(html).attributes <= Elements(usual).attributes
    for mark in "\x1b\x07\x00\u202e\u2066":
        assert mark not in html
    words = "".join(Elements(html).texts)
    assert "{{7*7}}" in words
    assert "${oc.env:HOME}" in words
    assert "<script>alert(1)</script>" in words
    assert "49" not in words.replace(sha256(HOSTILE)[:16], "")


def test_a_template_that_takes_no_care_is_harmless_all_the_same(sweep, tmp_path, monkeypatch):
    (tmp_path / "report.html.jinja").write_text("{{ title }}")
    monkeypatch.setattr(html, "TEMPLATES", tmp_path)
    page = html.render(sweep, seats_frame(sweep), [], "<b>\x1b\u202e", {}, Spending())
    assert page == "&lt;b&gt;&lt;U+001B&gt;&lt;U+202E&gt;"


def test_the_prompt_of_a_sample_match_is_shown_when_it_is_at_hand(tmp_path):
    prompt = "You are <b>x</b>."
    store.append_line(tmp_path / "texts.jsonl", store.text_line(sha256(prompt), prompt))
    asked = call(0, 0, texts=[sha256(prompt)])
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], history=steps((0, 1)), calls=[asked])]
    assert "You are &lt;b&gt;x&lt;/b&gt;." in page_of(records, tmp_path, [tmp_path])
    assert "The text is not at hand" in page_of(records, tmp_path)


def test_the_page_asks_for_nothing_from_outside(sweep, tmp_path):
    html = page_of(sweep, tmp_path)
    assert "default-src 'none'; style-src 'unsafe-inline'; img-src data:" in html
    assert not {"src", "href", "onclick"} & Elements(html).attributes
    assert not {"script", "link", "img", "iframe"} & Elements(html).tags
    assert "url(" not in html
    assert "@import" not in html


def test_long_words_and_long_matches_are_cut(tmp_path):
    moves, rambling = [(0, 1), *[(1, 7)] * 2000], call(0, 0, reply="x" * 10**6, reasoning="y" * 10**6)
    html = page_of([record("m", [SWEPT[0], RANDOM], [1, -1], history=steps(*moves), calls=[rambling])], tmp_path)
    assert len(html) < 50_000
    assert "xxx…" in html
    assert "yyy…" in html
    assert "and 1941 more turns" in html


def test_a_section_shows_its_tables_and_pictures_and_escapes_their_names(sweep, tmp_path):
    page = write_report(sweep, tmp_path / "out", "A title", sections=[section(tmp_path)]).page.read_text()
    assert "<h2>bench &lt;b&gt;</h2>" in page
    assert "<h3>Scores &lt;b&gt;0&lt;/b&gt;</h3>" in page
    assert '<th scope="row">nim &lt;b&gt;</th><td class="num">0.0</td>' in page
    assert f'<img src="data:image/png;base64,{b64encode(PNG).decode()}"' in page
    assert "<figcaption>Picture &lt;i&gt;0&lt;/i&gt;</figcaption>" in page
    assert "<b>n" not in page


@pytest.mark.parametrize(("tables", "pictures", "cut"), [
    (TABLES_SHOWN, html.PICTURES_SHOWN, False), (TABLES_SHOWN + 1, 0, True), (0, html.PICTURES_SHOWN + 1, True)])
def test_the_page_shows_the_first_tables_and_pictures_and_says_so(sweep, tmp_path, tables, pictures, cut):
    sections = [section(tmp_path, tables, pictures)]
    page = write_report(sweep, tmp_path / "out", "A title", sections=sections).page.read_text()
    assert page.count("<h3>Scores") == min(tables, TABLES_SHOWN)
    assert page.count("data:image/png;base64,") == min(pictures, html.PICTURES_SHOWN)
    assert ("here are the first of them" in page) == cut
