import re
from pathlib import Path

import pytest

from gtarena.errors import UsageError
from gtarena.logs import writer
from gtarena.logs.records import Attempt
from gtarena.runs import status
from gtarena.runs.schedule import MatchSpec, schedule
from tests.support.records import call, llm, record, seat

RANDOM = seat("random", kind="random")
NOTHING = "  spent: 0 requests (0 more replies came from the cache), 0 tokens in, 0 out, cost $0.00"


def planned(folder: Path, game: str = "kuhn_poker", matches: int = 4) -> list[MatchSpec]:
    folder.mkdir(parents=True, exist_ok=True)
    specs = schedule(game, {}, [RANDOM, RANDOM], matches=matches, seed=0)
    status.write_plan(folder, specs)
    return list(specs)


def log(folder: Path, match_id: str, **fields) -> None:
    returns = [1, -1] if fields.get("outcome", "finished") == "finished" else None
    writer.append_line(folder / "matches.jsonl", record(match_id, [llm(), RANDOM], returns, **fields).line())


def note(folder: Path, match_id: str, error: str, **fields) -> None:
    writer.append_line(folder / "attempts.jsonl", Attempt(match_id=match_id, error=error, at="now", **fields).line())


def test_a_run_that_has_only_begun_misses_everything_and_one_that_is_done_says_no_more(tmp_path):
    planned(tmp_path)
    assert list(status.status_lines(tmp_path)) == [
        f"{tmp_path}: 0 of 4 matches done", "  missing: 4 of kuhn_poker: not played yet", NOTHING,
        "  repeat the command that started the run: it goes on with the missing matches"]
    for spec in planned(tmp_path):
        log(tmp_path, spec.match_id)
        note(tmp_path, spec.match_id, "failed at first")
    assert list(status.status_lines(tmp_path)) == [f"{tmp_path}: 4 of 4 matches done (4 finished)", NOTHING]


def test_what_is_done_missing_and_why_and_spent_is_told(tmp_path):
    first, second, third, _ = planned(tmp_path)
    log(tmp_path, first.match_id, calls=[call(0, 0, retries=2), call(0, 2, cached=True, cost=0.0)])
    log(tmp_path, second.match_id, outcome="forfeit", offender=0, calls=[call(0, 0)])
    note(tmp_path, third.match_id, "an older reason", requests=1)
    note(tmp_path, third.match_id, "openai/x: its server\nfailed", requests=7, tokens_in=1000, tokens_out=50, cost=0.25)
    # By hand: 3 + 1 requests of the matches and 1 + 7 of the attempts; the cached reply took nothing.
    assert list(status.status_lines(tmp_path)) == [
        f"{tmp_path}: 2 of 4 matches done (1 finished, 1 forfeit)", "  missing: 1 of kuhn_poker: not played yet",
        "  missing: 1 of kuhn_poker: openai/x: its server failed",
        "  spent: 12 requests (1 more replies came from the cache), 1,020 tokens in, 54 out, cost $1.25",
        "  repeat the command that started the run: it goes on with the missing matches"]


def test_matches_of_earlier_commands_are_told_apart_and_one_unknown_price_makes_the_cost_unknown(tmp_path):
    earlier = planned(tmp_path, matches=2)
    for spec in earlier:
        log(tmp_path, spec.match_id)
    log(tmp_path, planned(tmp_path, "nim", matches=1)[0].match_id, game="nim")
    assert list(status.status_lines(tmp_path)) == [
        f"{tmp_path}: 1 of 1 matches done (1 finished)", "  also: 2 matches of earlier commands with other settings",
        NOTHING]
    (spec,) = planned(tmp_path, matches=1)
    note(tmp_path, spec.match_id, "gone", requests=1, cost=None)
    assert [line for line in status.status_lines(tmp_path) if "spent" in line] == [
        "  spent: 1 requests (0 more replies came from the cache), 0 tokens in, 0 out, cost unknown"]


def test_each_run_below_the_folder_is_told_with_the_sum_of_what_they_cost_and_one_has_to_be_there(tmp_path):
    for folder in (tmp_path, tmp_path / "nowhere"):
        with pytest.raises(UsageError, match=r"no run has been started there \(it has no plan.json\)"):
            list(status.status_lines(folder))
    for name in ("b", "a"):
        for spec in planned(tmp_path / name, matches=1):
            log(tmp_path / name, spec.match_id, calls=[call(0, 0)])
    spent = "spent: {} requests (0 more replies came from the cache), {} tokens in, {} out, cost {}"
    assert list(status.status_lines(tmp_path)) == [
        f"{tmp_path / 'a'}: 1 of 1 matches done (1 finished)", "  " + spent.format(1, 10, 2, "$0.5000"),
        f"{tmp_path / 'b'}: 1 of 1 matches done (1 finished)", "  " + spent.format(1, 10, 2, "$0.5000"),
        "all 2 runs " + spent.format(2, 20, 4, "$1.00")]


@pytest.mark.parametrize("content", [b'{"a": ', b"", b"[1, 2]", b"3", b"\xff\xfe", b'{"a": 5}'])
def test_a_damaged_plan_is_an_error_that_says_what_to_do(tmp_path, content):
    planned(tmp_path)
    (tmp_path / "plan.json").write_bytes(content)
    with pytest.raises(UsageError, match=r"plan.json: the plan is damaged; repeat the command that started the run"):
        list(status.status_lines(tmp_path))


def test_a_sweep_is_told_job_by_job_and_goes_on_in_its_folders_whatever_its_limits(command):
    assert command("-m", "game=kuhn_poker", "agents=[random]", "matches=2", "game.players=2,3").code == 0
    shown = command("status", "results")
    assert shown.code == 0
    job = r"results/kuhn_poker/game\.players={}-[0-9a-f]{{6}}: 2 of 2 matches done \(2 finished\)"
    lines = shown.out.splitlines()
    assert lines[:4] == [
        "results/kuhn_poker: sweep of 2 jobs: 2 done", "  over game.players (2)",
        "  all with game=kuhn_poker agents=[random] matches=2", "  matches: 4 of 4 done"]
    assert re.fullmatch(job.format(2), lines[5])
    assert re.fullmatch(job.format(3), lines[7])
    assert lines[-1].startswith("all 2 runs spent: 0 requests")
    words = ["-m", "game=kuhn_poker", "agents=[llm]", "matches=1", "prompt=v1,v2"]
    limits = ["model.retries=0", "model.requests_per_minute=600", "model.tokens_per_minute=60000", "budget.calls=100",
              "budget.tokens=100000", "budget.usd=1", "cache.enabled=false", "cache.path=elsewhere.sqlite"]
    assert command(*words).code == 0
    again = command(*words, *limits)
    assert again.code == 0
    assert again.out.startswith("sweep of 2 jobs, 2 of them done already\n")


def test_a_damaged_plan_hides_neither_its_matches_nor_the_other_runs(tmp_path):
    for name in "abc":
        for spec in planned(tmp_path / name, matches=1):
            if name != "a":
                log(tmp_path / name, spec.match_id)
    for name in "ab":
        (tmp_path / name / "plan.json").write_text("[]")
    with (tmp_path / "c" / "matches.jsonl").open("a") as file:
        file.write("{}\n")
    advice = "plan.json: the plan is damaged; repeat the command that started the run"
    told = "\n".join(status.status_lines(tmp_path)).splitlines()
    assert told[:3] == [f"{tmp_path / 'a' / advice}", f"{tmp_path / 'b' / advice}", "  logged: 1 matches (1 finished)"]
    assert told[4:6] == [f"{tmp_path / 'c'}: 1 of 1 matches done (1 finished)", "  1 damaged record skipped"]
    assert told[-1].startswith("all 3 runs spent")


def test_matches_of_a_later_schema_are_done_and_counted_apart(tmp_path):
    first, second, *_ = planned(tmp_path)
    for spec in (first, second):
        log(tmp_path, spec.match_id)
    path = tmp_path / "matches.jsonl"
    path.write_text(path.read_text().replace('"schema_version":2', '"schema_version":99', 1))
    (tmp_path / "attempts.jsonl").write_text('{"schema_version":99,"match":"m"}\n')
    (tmp_path / "spending.jsonl").write_text('{"schema_version":99}\n{"requests":7}\n')
    assert list(status.status_lines(tmp_path)) == [
        f"{tmp_path}: 2 of 4 matches done (1 finished, 1 of a later schema)",
        "  missing: 2 of kuhn_poker: not played yet",
        "  3 records of a later schema (99) skipped; update gtarena to read them",
        NOTHING.replace("0 requests", "7 requests"),
        "  repeat the command that started the run: it goes on with the missing matches"]


def test_a_plan_of_a_later_schema_hides_no_matches(tmp_path):
    (spec,) = planned(tmp_path, matches=1)
    (tmp_path / "plan.json").write_text('{"schema_version": 3, "matches": {}}')
    advice = f"{tmp_path / 'plan.json'}: the plan is of a later schema (3); update gtarena to read it"
    with pytest.raises(UsageError) as error:
        list(status.status_lines(tmp_path))
    assert str(error.value) == advice
    log(tmp_path, spec.match_id)
    assert list(status.status_lines(tmp_path)) == [advice, "  logged: 1 matches (1 finished)", NOTHING]


def test_requests_that_may_have_left_before_a_kill_are_told_apart(tmp_path):
    (spec,) = planned(tmp_path, matches=1)
    log(tmp_path, spec.match_id, calls=[call(0, 0)])
    (tmp_path / "spending.jsonl").write_text(
        '{"requests":1,"under_way":1}\n{"requests":1,"under_way":1}\n{"under_way":-1,"tokens_in":10,"tokens_out":2,"cost":0.5}\n')
    assert list(status.status_lines(tmp_path))[1:] == [
        "  spent: 2 requests, 1 of them under way now or at a kill (0 more replies came from the cache), "
        "10 tokens in, 2 out, cost $0.5000"]
