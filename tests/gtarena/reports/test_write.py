import io
import math
import re
import subprocess
import sys
from html.parser import HTMLParser

import pandas as pd
import pytest
from rich.console import Console

from gtarena.logs import writer
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import Attempt
from gtarena.logs.spending import Spending
from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.reports import html
from gtarena.reports.write import print_leaderboard, write_report
from tests.support import ROOT
from tests.support.records import call, llm, record, seat, steps

RANDOM = seat("random")
SWEPT = [llm(prompt=prompt, temperature=t) for prompt in ("v1", "v2") for t in (0.0, 1.0)]
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>&lt; [red]red[/red] \x1b[31m \x1b]8;;http://evil\x07link "
    "\u202egnp.exe \u2066 {{7*7}} {% raw %} ${oc.env:HOME} ${{7*7}} </pre></details> \" onmouseover='x' \x00"
)


@pytest.fixture
def sweep():
    return [
        record(f"m{number}", [each, RANDOM], [1, -1], calls=[call(0, 0, cost=None if number else 0.5)])
        for number, each in enumerate(SWEPT)
    ] + [record("n", [RANDOM, RANDOM, RANDOM], [1, 2, 3], game="el_farol", params={"players": 3})]


def hostile_record():
    fields = {
        "history": [steps((0, 1))[0].model_copy(update={"name": HOSTILE})],
        "calls": [call(0, 0, reply=HOSTILE, reasoning=HOSTILE, texts=[sha256(HOSTILE)])],
        "outcome": "forfeit", "offender": 0, "error": HOSTILE, "suite": HOSTILE, "source": HOSTILE, "started": HOSTILE,
        "game": HOSTILE, "params": {HOSTILE: HOSTILE}, "versions": {HOSTILE: HOSTILE},
    }
    seats = [seat(HOSTILE, HOSTILE, prompt=HOSTILE), seat(HOSTILE, HOSTILE, prompt="v1")]
    return record(HOSTILE, seats, None, **fields)


def page_of(records, tmp_path, logged=()):
    return write_report(records, tmp_path / "out", "A title", logged).page.read_text(encoding="utf-8")


def printed(records, width):
    console = Console(file=io.StringIO(), width=width, force_terminal=True, color_system="truecolor")
    print_leaderboard(records, console)
    return console.file.getvalue()


class Elements(HTMLParser):
    """The elements, attributes and texts of a page."""

    def __init__(self, html):
        super().__init__()
        self.tags, self.attributes, self.texts = set(), set(), []
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attributes}

    def handle_data(self, data):
        self.texts.append(data)


def test_tables_read_back_equal_from_csv_and_parquet(sweep, tmp_path):
    report = write_report(sweep, tmp_path / "deep" / "out", "A title")
    seats = seats_frame(sweep)
    assert sorted(path.name for path in report.tables) == [
        "leaderboard.csv", "leaderboard.parquet", "overall.csv", "overall.parquet"]
    for name, expected in (("leaderboard", leaderboard.leaderboard(seats)), ("overall", leaderboard.overall(seats))):
        texts = dict.fromkeys(("model", "settings"), "")
        from_csv = pd.read_csv(tmp_path / "deep" / "out" / f"{name}.csv").fillna(texts)
        pd.testing.assert_frame_equal(from_csv, expected, check_dtype=False)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "deep" / "out" / f"{name}.parquet"), expected)


def test_every_job_of_a_sweep_has_its_row_in_page_and_terminal(sweep, tmp_path):
    html, terminal = page_of(sweep, tmp_path), printed(sweep, 200)
    for settings in ("v1 temperature=0", "v1 temperature=1", "v2 temperature=0", "v2 temperature=1"):
        assert f"prompt={settings}</span>" in html
        assert f"prompt={settings}" in terminal


def test_an_unknown_cost_stays_unknown_everywhere(sweep, tmp_path):
    assert '<td class="num">?</td>' in page_of(sweep, tmp_path)
    assert "not known for every call" in page_of(sweep, tmp_path)
    rows = {line.split("prompt=")[1][:16]: line for line in printed(sweep, 200).splitlines() if "prompt=" in line}
    assert rows["v1 temperature=0"].rstrip().endswith("$0.5000")
    assert rows["v1 temperature=1"].rstrip().endswith("?")
    costs = pd.read_csv(tmp_path / "out" / "leaderboard.csv").set_index("settings")["cost"]
    assert costs["prompt=v1 temperature=0"] == 0.5
    assert math.isnan(costs["prompt=v1 temperature=1"])


def facts(html):
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html))


def test_what_was_spent_is_summed_up_for_the_run_with_the_matches_that_were_broken_off(tmp_path):
    calls = [
        call(0, 0, retries=2, tokens_reasoning=1),
        call(0, 2, cached=True, cost=0.0, seconds=0.0, tokens_in=5_000, tokens_out=5_000),
    ]
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], calls=calls)]
    for match_id in ("n", "o"):
        attempt = Attempt(match_id=match_id, error="e", at="t", requests=2, tokens_in=20, tokens_out=3, cost=0.25)
        writer.append_line(tmp_path / "attempts.jsonl", attempt.line())
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
    writer.append_line(tmp_path / "attempts.jsonl", attempt.line())
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
    writer.append_line(tmp_path / "texts.jsonl", writer.text_line(sha256(HOSTILE), HOSTILE))
    ordinary = record("m", SWEPT[:2], [1, -1], calls=[call(0, 0, failure="empty")], history=steps((0, 1)))
    usual = page_of([ordinary], tmp_path)
    html = page_of([hostile_record()], tmp_path, [tmp_path])
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
    writer.append_line(tmp_path / "texts.jsonl", writer.text_line(sha256(prompt), prompt))
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


def test_the_terminal_shows_what_a_log_says_and_does_not_act_on_it():
    output = printed([hostile_record()], 100)
    assert "[red]red[/red]" in output
    for mark in ("\x1b[31m", "\x1b]8", "\x07", "\x00", "\u202e", "\u2066"):
        assert mark not in output


@pytest.mark.parametrize("width", [80, 160])
def test_the_leaderboard_fits_the_terminal(sweep, width):
    console = Console(file=io.StringIO(), width=width)
    print_leaderboard(sweep, console)
    lines = console.file.getvalue().splitlines()
    assert max(map(len, lines)) <= width
    assert "…" not in console.file.getvalue()
    assert any("NRA" in line and "Cost" in line for line in lines)
    assert any("Tokens" in line for line in lines) == (width > 100)
    assert "All games" in console.file.getvalue()


def test_no_matches_are_an_error_and_not_an_empty_leaderboard(tmp_path):
    with pytest.raises(ValueError, match="there are no matches to report"):
        write_report([], tmp_path, "A title")
    with pytest.raises(ValueError, match="there are no matches to report"):
        print_leaderboard([])
    assert list(tmp_path.iterdir()) == []


def test_importing_the_report_does_not_import_what_only_its_use_needs():
    late = {"pandas", "rich", "matplotlib", "litellm"}
    code = f"import sys, gtarena.reports.write, gtarena.reports.transcript; print({late} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
