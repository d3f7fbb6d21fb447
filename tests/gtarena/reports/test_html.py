import hashlib
import re
from base64 import b64encode
from dataclasses import replace

import pytest

from gtarena.formatting import format_signed
from gtarena.logs import writer
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.records import Attempt, TextRef, TreeNode
from gtarena.logs.spending import Spending
from gtarena.models.base import Alternative, TokenLogprob
from gtarena.reports import html
from gtarena.reports.headline import state_differences
from gtarena.reports.html import SCRIPT, STYLE, render, security_policy
from gtarena.reports.match_browser.files import Browser
from gtarena.reports.sections import TABLES_SHOWN, Section
from gtarena.reports.tables import Cell, Table
from gtarena.reports.write import write_report
from tests.support.pages import Elements
from tests.support.records import call, record, seat, steps
from tests.support.reported_matches import HOSTILE, RANDOM, SWEPT, graded, hostile, swept
from tests.support.search_trees import SEARCHED
from tests.support.suite_matches import boards_of, report_of

SVG = b"<svg/>"


def page_of(records, tmp_path, logged=()):
    report = write_report(report_of(records, "A title", logged), tmp_path / "out")
    return report.page.read_text(encoding="utf-8")


def section(folder, tables=1, pictures=1):
    """A section with this number of tables and of pictures, named in markup."""
    shown = [Table("t", f"Scores <b>{number}</b>", ("<b>n</b>",), (("nim <b>", (Cell(number),)),))
             for number in range(tables)]
    (folder / "picture.svg").write_bytes(SVG)
    titled = {f"Picture <i>{number}</i>": folder / "picture.svg" for number in range(pictures)}
    return Section("bench <b>", frozenset({"nim"}), shown, titled, folder)


def facts(html):
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html))


def test_the_page_has_the_sentence_rows_for_jobs_agents_and_games_unknown_costs_and_why_replies_had_no_move(tmp_path):
    page = page_of(swept(), tmp_path)
    assert f'</h1>\n<p class="headline">{state_differences(boards_of(swept()))}</p>\n' in page
    for settings in ("v1 temperature=0", "v1 temperature=1", "v2 temperature=0", "v2 temperature=1"):
        assert f"prompt={settings}</span>" in page
    assert '<td class="num">?</td>' in page
    assert facts(page)["Cost"] == "unknown for some calls"
    calls = [call(0, 0, retries=3, tokens_reasoning=1), call(0, 2, cached=True, cost=0.0)]
    other = record("n", [SWEPT[0], RANDOM], [1, -1], game="nim", calls=[call(0, 0)])
    html = page_of([record("m", [SWEPT[0], RANDOM], [1, -1], calls=calls), other], tmp_path)
    table = html.partition("Tokens and cost")[2].partition("</section>")[0]
    numbers = [re.findall(r'class="num[^"]*">([^<]*)</td>', row) for row in table.split("<tr>")]
    headings = "Replies Cached Requests Retries in out Reasoning Cost Seconds"
    assert [row for row in numbers if row] == [
        ["3", "1", "5", "3", "20", "?", "4", "?", "$1.00", "1"],
        ["2", "1", "4", "3", "10", "?", "2", "1", "$0.5000", "1"],
        ["1", "0", "1", "0", "10", "?", "2", "?", "$0.5000", "1"]], headings
    calls = [call(failure="ambiguous"), call(form="schema"), call(0, 2, form="schema"), call(0, 4, form="line")]
    html = page_of([record("m", [SWEPT[0], RANDOM], [1, -1], calls=calls)], tmp_path)
    tables = html.partition("Replies without a legal move")[2].partition("</section>")[0].split("<table>")[1:]
    cells = [re.findall(r'class="num[^"]*">([^<]*)</t[hd]>', table) for table in tables]
    assert cells == [
        ["All replies", "Total", "Truncated", "Empty", "Unparsable", "Illegal", "Ambiguous",
         "4", "25%", "0%", "0%", "0%", "0%", "25%"],
        ["JSON", "Line", "Tags or box", "Whole reply", "JSON by schema", "0%", "33%", "0%", "0%", "67%"]]
    assert '<span class="quiet">schema, 1 s' in html


def test_no_text_of_a_log_becomes_markup_of_the_page(tmp_path):
    writer.append_line(tmp_path / "texts.jsonl", writer.text_line(sha256(HOSTILE), HOSTILE))
    ordinary = record("m", SWEPT[:2], [1, -1], calls=[call(0, 0, failure="empty", tree=SEARCHED)],
                      history=steps((0, 1)))
    usual = page_of([ordinary], tmp_path)
    html = page_of([hostile()], tmp_path, [tmp_path])
    assert Elements(html).tags <= Elements(usual).tags
    assert Elements(html).attributes <= Elements(usual).attributes
    for mark in "\x1b\x07\x00\u202e\u2066":
        assert mark not in html
    words = "".join(Elements(html).texts)
    for text in ("{{1234*5678}}", "${oc.env:HOME}", "<script>alert(1)</script>"):
        assert text in words
    assert "7006652" not in words


def test_a_tree_is_drawn_with_its_best_path_and_an_estimate_shows_the_most_probable_tokens(tmp_path):
    asked = [call(0, 0, purpose="estimate", reply="yes") for _ in range(6)]
    tree = [*SEARCHED, TreeNode(parent=0, action="<b>" + "D" * 200, visits=1)]
    searched = record("m", SWEPT[:2], [1, -1], calls=[*asked, call(0, 0, tree=tree)], history=steps((0, 1)))
    page = page_of([searched], tmp_path)
    drawn = page[page.index('<ul class="tree root">'):]
    assert re.findall(r'<li class="(best|tried|untried)">\s*<(?:details><summary|p)>\s*<b>(.*?)</b>', drawn) == [
        ("best", "The position"), ("tried", "A"), ("tried", "B"), ("tried", "C"), ("best", "B"), ("best", "C"),
        ("untried", "C"), ("tried", "&lt;b&gt;" + "D" * 116 + "…")]
    assert "<pre>A board with nothing on it.\nYou are to move.</pre>" in drawn
    assert "<h4>what the others do</h4><pre>The other one takes A.</pre>" in drawn
    assert "intuition 0.25 · self-evaluation 0.25 · win 0.5 · reward 0.5 · value 1.75" in drawn
    assert f"<h4>action</h4><pre>&lt;b&gt;{'D' * 200}</pre>" in drawn.replace("<pre>\n", "<pre>")
    logprobs = (TokenLogprob("yes", -0.5, (Alternative("yes", -0.5), Alternative("<b>\n", -1.25))),)
    asked = call(0, 0, purpose="estimate", reply="yes", logprobs=logprobs)
    page = page_of([record("m", SWEPT[:2], [1, -1], calls=[asked], history=steps((0, 1)))], tmp_path)
    assert "<pre>yes −0.5\n&lt;b&gt; −1.25</pre>" in page


PICTURES = {  # as they are stored, and if they are shown
    b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").decode(): True,
    "abc": False,
    b64encode(b"GIF89a_not_a_png").decode(): False,
    b64encode(b"\x89PNG\r\n\x1a\n\0\0\0\r").decode() + '" onload="x': False,
    b64encode(b"\x89PNG\r\n\x1a\n\0" + bytes(400_000)).decode(): False,
    "not in the logs": False,
}


def test_secrets_are_hidden_and_invisible_characters_shown_also_by_a_template_without_filters(tmp_path, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "prefers-color-scheme")
    secret = record("m", [seat("llm", "x prefers-color-scheme"), RANDOM], [1, -1], calls=[call(0, 0)])
    page = page_of([secret], tmp_path)
    assert f"<style>{STYLE}</style>" in page
    assert "x prefers-color-scheme" not in page
    assert "x [hidden]" in page
    (tmp_path / "report.html.jinja").write_text("{{ title }}")
    monkeypatch.setattr(html, "TEMPLATES", tmp_path)
    page = render(report_of(swept(), "<b>\x1b\u202e"), {}, Spending())
    assert page == "&lt;b&gt;&lt;U+001B&gt;&lt;U+202E&gt;"


def test_prompts_and_pictures_of_messages_are_shown_if_the_logs_have_them_and_long_words_are_cut(tmp_path):
    prompt = "You are <b>x</b>."
    writer.append_line(tmp_path / "texts.jsonl", writer.text_line(sha256(prompt), prompt))
    asked = call(0, 0, texts=[sha256(prompt)])
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], history=steps((0, 1)), calls=[asked])]
    assert "You are &lt;b&gt;x&lt;/b&gt;." in page_of(records, tmp_path, [tmp_path])
    assert "The logs do not have this text" in page_of(records, tmp_path)
    for stored in PICTURES:
        if stored != "not in the logs":
            writer.append_line(tmp_path / "texts.jsonl", writer.text_line(sha256(stored), stored))
    asked = call(messages=[TextRef(role="user", sha256="0" * 64, image=sha256(stored)) for stored in PICTURES])
    page = page_of([record("m", [seat("llm"), seat()], [1, -1], calls=[asked])], tmp_path, [tmp_path])
    for stored, shown in PICTURES.items():
        assert (f'<img class="drawn" src="data:image/png;base64,{stored}"' in page) == shown, stored[:40]
        assert (f"[picture {sha256(stored)[:15]}" in page) != shown, stored[:40]
    assert "onload" not in Elements(page).attributes
    moves, rambling = [(0, 1), *[(1, 7)] * 2000], call(0, 0, reply="x" * 10**6, reasoning="y" * 10**6)
    html = page_of([record("m", [SWEPT[0], RANDOM], [1, -1], history=steps(*moves), calls=[rambling])], tmp_path)
    assert len(html) < 50_000
    for text in ("xxx…", "yyy…", "and 1941 more turns"):
        assert text in html


def test_a_section_shows_its_tables_and_pictures_and_escapes_their_names(tmp_path):
    page = write_report(report_of(swept(), sections=[section(tmp_path)]), tmp_path / "out").page.read_text()
    assert "<h2>bench &lt;b&gt;</h2>" in page
    assert "<h3>Scores &lt;b&gt;0&lt;/b&gt;</h3>" in page
    assert '<th scope="row">nim &lt;b&gt;</th><td class="num">0.0</td>' in page
    assert f'<img src="data:image/svg+xml;base64,{b64encode(SVG).decode()}"' in page
    assert "<figcaption>Picture &lt;i&gt;0&lt;/i&gt;</figcaption>" in page
    assert "<b>n" not in page


@pytest.mark.parametrize(("tables", "pictures", "cut"), [
    (TABLES_SHOWN, html.PICTURES_SHOWN, False), (TABLES_SHOWN + 1, 0, True), (0, html.PICTURES_SHOWN + 1, True)])
def test_the_page_shows_the_first_tables_and_pictures_and_says_so(tmp_path, tables, pictures, cut):
    sections = [section(tmp_path, tables, pictures)]
    page = write_report(report_of(swept(), sections=sections), tmp_path / "out").page.read_text()
    assert page.count("<h3>Scores") == min(tables, TABLES_SHOWN)
    assert page.count("data:image/svg+xml;base64,") == min(pictures, html.PICTURES_SHOWN)
    assert ("only the first ones are shown here" in page) == cut


def test_agents_that_met_have_a_heat_map_per_game_below_the_one_over_all_games(tmp_path):
    duel = [seat("mcts"), RANDOM]
    results = {"kuhn_poker": [1, 1], "nim": [1, -1]}
    matches = [record(f"{game}{number}", duel, [gain, -gain], game=game)
               for game, gains in results.items() for number, gain in enumerate(gains)]
    section = page_of(matches, tmp_path).partition("<h2>Head to head</h2>")[2].partition("</section>")[0]
    assert re.findall(r"<h3>(.*?)</h3>|<summary><b>(.*?)</b>", section) == [
        ("All games", ""), ("", "kuhn_poker"), ("", "nim")]
    cells = re.findall(r'title="(against [^"]*)">([^<]*)</td>', section)
    # The mean of 1 and 0, without an interval, for there is a single deal in each game.
    assert cells[:2] == [("against random: win rate 75% in 4 matches", "+0.50"),
                         ("against mcts: win rate 25% in 4 matches", "−0.50")]
    assert "Head to head" not in page_of([record("m", [RANDOM, RANDOM], [1, -1])], tmp_path)


# Of "console.log(1)", by `printf 'console.log(1)' | openssl dgst -sha256 -binary | base64`.
DIGEST = "'sha256-CihokcEcBW4atb/CW/XWsvWwbTjqwQlE9nj9ii5ww5M='"


def test_the_page_asks_for_nothing_from_outside_and_its_policy_allows_exactly_its_parts(tmp_path):
    html = page_of(swept(), tmp_path)
    assert f'<meta http-equiv="Content-Security-Policy" content="{security_policy(STYLE, SCRIPT)}">' in html
    assert not {"src", "href", "onclick", "style"} & Elements(html).attributes
    assert not {"script", "link", "img", "iframe"} & Elements(html).tags
    assert "url(" not in html
    assert "@import" not in html
    page = render(report_of(swept(), browser=Browser("QUJD", 1234, frozenset())), {}, Spending())
    parts = dict(re.findall(r"<(script|style)>(.*?)</", page, flags=re.DOTALL))
    digests = {name: b64encode(hashlib.sha256(text.encode()).digest()).decode() for name, text in parts.items()}
    allowed = f"script-src 'sha256-{digests['script']}' 'strict-dynamic'; style-src 'sha256-{digests['style']}';"
    assert allowed in page
    assert '<script type="application/json" id="matches">QUJD</script>' in page
    assert "Browse all 1,234 matches" in page
    allowed = security_policy("console.log(1)", "console.log(1)")
    assert allowed == (f"default-src 'none'; script-src {DIGEST} 'strict-dynamic'; style-src {DIGEST}; "
                       "img-src data:; base-uri 'none'; form-action 'none'")
    for part in (STYLE, SCRIPT):
        assert "</" not in part
        assert "<!--" not in part
    assert "url(" not in STYLE
    assert "@import" not in STYLE


def test_spending_is_summed_up_over_finished_and_unfinished_matches_and_unknown_if_one_is(tmp_path):
    calls = [
        call(0, 0, retries=2, tokens_reasoning=1),
        call(0, 2, cached=True, cost=0.0, seconds=0.0, tokens_in=5_000, tokens_out=5_000)]
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], calls=calls)]
    for match_id in ("n", "o"):
        attempt = Attempt(match_id=match_id, error="e", at="t", requests=2, tokens_in=20, tokens_out=3, cost=0.25)
        writer.append_line(tmp_path / "attempts.jsonl", attempt.line())
    found = facts(page_of(records, tmp_path, [tmp_path]))
    # By hand: three requests for the call that was paid for, and two for each unfinished match.
    assert found["Model replies"] == "2 (1 from the cache)"
    assert found["Requests"] == "7, including 2 retries and 4 for unfinished matches"
    assert found["Tokens"] == "50 in, 8 out"
    assert found["Cost"] == "$1.00"
    assert found["Waiting for models"] == "1.0 s"
    # A log that is given as a file has its attempts beside it.
    (tmp_path / "matches.jsonl").touch()
    assert facts(page_of(records, tmp_path, [tmp_path / "matches.jsonl"]))["Requests"] == found["Requests"]
    assert facts(page_of(records, tmp_path))["Requests"] == "3, including 2 retries"
    attempt = Attempt(match_id="n", error="e", at="t", requests=1, cost=None)
    writer.append_line(tmp_path / "attempts.jsonl", attempt.line())
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], calls=[call(0, 0)])]
    assert facts(page_of(records, tmp_path, [tmp_path]))["Cost"] == "unknown for some calls"


def test_the_facts_count_outcomes_and_name_suites_sources_and_days_and_no_models_have_spent_nothing(tmp_path):
    matches = [
        record("a", [RANDOM] * 2, [1, -1], suite="arena", started="2026-01-02T03:04:05.000+00:00"),
        record("b", [RANDOM] * 2, None, outcome="forfeit", offender=0, source="paper", started="2026-01-04T00:00:00"),
        record("c", [RANDOM] * 2, None, outcome="invalid", offender=0)]
    found = facts(page_of(matches, tmp_path))
    assert found["Matches"] == "3 (1 finished, 1 forfeited, 1 invalid)"
    assert (found["Suite"], found["Source"]) == ("arena", "paper")
    assert found["Played"] == "2026-01-02 to 2026-01-04"
    assert found["Versions"] == "gtarena 0.1.0"
    html = page_of([record("m", [RANDOM, RANDOM], [1, -1])], tmp_path)
    assert facts(html)["Model calls"] == "none"
    assert "Tokens and cost" not in html


def test_the_page_goes_from_what_was_found_to_the_facts_of_the_run(tmp_path):
    page = write_report(report_of(swept(), sections=[section(tmp_path)]), tmp_path / "out").page.read_text()
    assert re.findall("<h2>(.*?)</h2>", page) == [
        "What the settings changed", "bench &lt;b&gt;", "Overall", "Results by game", "Head to head",
        "Replies without a legal move", "Tokens and cost", "Sample matches", "Matches and spending", "Provenance"]
    still = page_of([record("m", [seat("a"), RANDOM], [1, -1])], tmp_path)
    assert "What the settings changed" not in still


def test_ratings_stand_on_one_axis_in_the_colours_of_their_agents_and_results_link_to_their_matches(tmp_path):
    report = report_of(graded())
    boards = report.boards
    page = render(replace(report, browser=Browser("QUJD", 8, frozenset())), {}, Spending())
    board = page.partition('<table class="board">')[2].partition("</table>")[0]
    assert re.findall(r'<tr class="(colour\d)">', board) == [f"colour{place}" for place in range(len(boards.agents))]
    assert board.count("<circle") == int(boards.overall["rating"].notna().sum())
    matrix = page.partition("<h2>Results by game</h2>")[2].partition("</table>")[0]
    found = dict(zip(re.findall(r'href="#matches&amp;game=([^"]*)"', matrix), re.findall(r">([+−][\d.]+)</a>", matrix),
                     strict=True))
    assert found == {f"{game}&amp;agent={agent}": format_signed(each.advantage)
                     for (agent, game), each in boards.results.items()}


def test_a_name_may_be_broken_after_its_underscores_and_brackets_and_stays_text():
    assert html.breakable("a_b(c=1,d=2) <i>") == "a_<wbr>b(<wbr>c=1,<wbr>d=2) &lt;i&gt;"
