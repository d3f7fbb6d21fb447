import re

from gtarena.logs import writer
from gtarena.logs.records import Attempt
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.write import write_report
from tests.support.records import call, record
from tests.support.reported_matches import RANDOM, SWEPT


def page_of(records, tmp_path, logged=()):
    report = write_report(records, reported_boards(records), tmp_path / "out", "A title", logged)
    return report.page.read_text(encoding="utf-8")


def facts(html):
    return dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", html))


def test_an_unknown_cost_of_an_unfinished_match_makes_the_sum_unknown(tmp_path):
    attempt = Attempt(match_id="n", error="e", at="t", requests=1, cost=None)
    writer.append_line(tmp_path / "attempts.jsonl", attempt.line())
    records = [record("m", [SWEPT[0], RANDOM], [1, -1], calls=[call(0, 0)])]
    assert facts(page_of(records, tmp_path, [tmp_path]))["Cost"] == "unknown for some calls"


def test_spending_is_summed_up_over_finished_and_unfinished_matches(tmp_path):
    calls = [
        call(0, 0, retries=2, tokens_reasoning=1),
        call(0, 2, cached=True, cost=0.0, seconds=0.0, tokens_in=5_000, tokens_out=5_000),
    ]
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


def test_matches_without_models_have_spent_nothing(tmp_path):
    html = page_of([record("m", [RANDOM, RANDOM], [1, -1])], tmp_path)
    assert facts(html)["Model calls"] == "none"
    assert "Tokens and cost" not in html


def test_the_facts_count_outcomes_and_name_suites_sources_and_days(tmp_path):
    matches = [
        record("a", [RANDOM] * 2, [1, -1], suite="arena", started="2026-01-02T03:04:05.000+00:00"),
        record("b", [RANDOM] * 2, None, outcome="forfeit", offender=0, source="paper", started="2026-01-04T00:00:00"),
        record("c", [RANDOM] * 2, None, outcome="invalid", offender=0)]
    found = facts(page_of(matches, tmp_path))
    assert found["Matches"] == "3 (1 finished, 1 forfeited, 1 invalid)"
    assert (found["Suite"], found["Source"]) == ("arena", "paper")
    assert found["Played"] == "2026-01-02 to 2026-01-04"
    assert found["Versions"] == "gtarena 0.1.0"
