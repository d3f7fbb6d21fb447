import errno
import json
import os
from functools import partial
from pathlib import Path

import pytest
from pydantic import ValidationError

from gtarena.logs.ledger import (
    FinishedSpending,
    Ledger,
    logged_spending,
    open_ledger,
    read_ledgers,
    unfinished_spending,
)
from gtarena.logs.records import Attempt, MatchRecord, Step, TreeNode
from gtarena.logs.spending import Spending, sum_attempts
from gtarena.logs.writer import append_line, repair
from gtarena.models.base import Alternative, Reply, TokenLogprob
from tests.support.records import call, llm, record, seat, write_log

# A line of schema 1 as it was first written; old logs must be read for as long as the schema is 1.
LINE = """{"schema_version":1,"match_id":"m","key":{"a":1},"suite":null,"game":"nim","params":{"pile_sizes":"2"},\
"seed":7,"tags":{},"source":"gtarena","seats":[{"agent":"llm","model":"offline/first","params":{"temperature":0.5}},\
{"agent":"random","model":null,"params":{}}],"history":[{"player":0,"action":1,"name":"one"}],"calls":[{"player":0,\
"move_number":0,"purpose":"move","sample":0,"messages":[{"role":"user","sha256":"ab"}],"reply":"Answer: one",\
"reasoning":null,"actions":[1],"failure":null,"retries":1,"tokens_in":10,"tokens_out":2,"tokens_reasoning":null,\
"cost":0.5,"seconds":1.0,"cached":false}],"returns":[1.0,-1.0],"outcome":"finished","offender":null,"error":null,\
"versions":{"gtarena":"0.1.0"},"started":"2026-01-02T03:04:05.000+00:00","seconds":2.0}"""


def test_the_format_of_a_line_is_that_of_schema_1_with_nothing_else_and_a_record_cannot_be_changed() -> None:
    assert MatchRecord.model_validate_json(LINE).line() == LINE
    fields = json.loads(LINE)
    for changed in ({"extra": 1}, {"outcome": "won"}, {"seats": [{"agent": "llm", "colour": "red"}]}):
        with pytest.raises(ValidationError):
            MatchRecord.model_validate(fields | changed)
    with pytest.raises(ValidationError, match="frozen"):
        record("m", [seat()], [0]).seed = 1


LOGPROBS = '"logprobs":[{"token":"Answer","logprob":-0.5,"top":[{"token":"I","logprob":-2.0}]}]'


@pytest.mark.parametrize(("old", "new", "field", "value", "without"), [
    ('"sha256":"ab"}', '"sha256":"ab","image":"cd"}', "hashes", {"ab", "cd"}, {"ab"}),
    *(('"failure"', f'"form":"{form}","failure"', "form", form, None)
      for form in ("json", "line", "box", "whole", "schema")),
    ('"failure"', '"answer_span":[0,12],"failure"', "answer_span", (0, 12), None),
    ('"cached":false', f'"cached":false,{LOGPROBS}', "logprobs",
     (TokenLogprob("Answer", -0.5, (Alternative("I", -2.0),)),), None),
    ('"cached":false', '"cached":false,"beliefs":[[0.25,0.75],[0.5,0.5]]', "beliefs", [[0.25, 0.75], [0.5, 0.5]], None),
    ('"purpose":"move"', '"purpose":"belief"', "purpose", "belief", "move"),
    ('"retries":1', '"nudges":2,"retries":1', "nudges", 2, 0),
    ('"retries":1', '"overlong_bytes":7,"retries":1', "overlong_bytes", 7, 0)])
def test_what_later_versions_log_of_a_call_is_in_the_line_of_those_that_have_it(old, new, field, value, without):
    line = LINE.replace(old, new)
    kept = MatchRecord.model_validate_json(line)
    assert kept.line() == line
    assert getattr(kept.calls[0], field) == value
    assert getattr(MatchRecord.model_validate_json(LINE).calls[0], field) == without


def test_the_tree_of_a_search_is_kept_in_six_digits_and_left_out_where_there_is_none():
    tree = [{}, {"parent": 0, "action": "A", "win": 1 / 3, "visits": 1}]
    searched = record("m", [seat()], [0], calls=[call(tree=tree), call()])
    again = MatchRecord.model_validate_json(searched.line())
    assert again == searched
    assert again.calls[0].tree == (TreeNode(), TreeNode(parent=0, action="A", win=0.333333, visits=1))
    assert ["tree" in line for line in json.loads(searched.line())["calls"]] == [True, False]


@pytest.mark.parametrize("parents", [[0], [None, None], [None, 1], [None, -1], [None, 0, 7]])
def test_a_tree_in_which_a_node_does_not_follow_its_parent_is_refused(parents):
    with pytest.raises(ValidationError, match="of the tree has parent="):
        call(tree=[{"parent": parent} for parent in parents])


def test_a_line_is_one_to_every_program_however_many_lines_a_text_has_and_holds_no_secret(monkeypatch):
    text = "a\nb\u2028c\u2029d\x85e\x0bf"
    kept = record("m", [seat()], [0], calls=[call(reply=text)], history=[Step(player=0, action=None, name=text)])
    assert len(kept.line().splitlines()) == 1
    assert MatchRecord.model_validate_json(kept.line()) == kept
    monkeypatch.setenv("OPENAI_API_KEY", "canary-1234567890")
    assert "canary" not in record("m", [seat()], [0], error="my key is canary-1234567890").line()


@pytest.mark.parametrize(("fields", "requests"), [({}, 1), ({"retries": 2}, 3), ({"cached": True, "retries": 2}, 0)])
def test_a_call_takes_one_request_and_its_retries_or_none_from_the_cache(fields, requests):
    assert call(**fields).requests == requests


def test_teams_are_in_the_line_only_if_seats_share_one_and_an_attempt_costs_nothing_unless_it_says_so() -> None:
    pairs = record("m", [seat()] * 4, [1, 1, 0, 0], teams=[0, 0, 1, 1])
    assert MatchRecord.model_validate_json(pairs.line()) == pairs
    assert pairs.seat_teams == json.loads(pairs.line())["teams"] == [0, 0, 1, 1]
    alone = record("m", [seat()] * 3, [1, 0, 0])
    assert "teams" not in json.loads(alone.line())
    assert (alone.teams, alone.seat_teams) == (None, [0, 1, 2])
    attempt = Attempt(match_id="m", error="no answer", at="now")
    assert (attempt.requests, attempt.tokens_in, attempt.tokens_out, attempt.cost) == (0, 0, 0, 0)


@pytest.mark.parametrize(("fields", "error"), [
    ({"teams": []}, "teams has 0 entries for 2 seats"), ({"teams": [0, 2]}, "not numbers from 0 without gaps"),
    ({"teams": [-1, 0]}, "not numbers from 0 without gaps"), ({"offender": 2}, "offender=2 is not one of the 2 seats"),
    ({"offender": -1}, "offender=-1 is not one of the 2 seats"),
    ({"returns": [1.0]}, "returns has 1 entries for 2 seats")])
def test_what_is_told_seat_by_seat_is_told_of_every_seat(fields, error):
    with pytest.raises(ValidationError, match=error):
        MatchRecord.model_validate_json(json.dumps({**json.loads(LINE), **fields}))


REPLY = Reply(text="a", tokens_in=10, tokens_out=2, cost=0.5)
UNREAD = FinishedSpending()


def spend(folder: Path, *replies: Reply, failed: int = 0, under_way: int = 0, worker: str = "") -> None:
    """Notes a request for every reply, requests that fail, and some whose end is not noted."""
    ledger = Ledger(folder, worker)
    for reply in replies:
        ledger.request()
        ledger.reply(reply)
    for _ in range(failed):
        ledger.request()
        ledger.failed(1)
    for _ in range(under_way):
        ledger.request()
    ledger.close()


def log(folder: Path) -> None:
    """Logs a match of three requests, one of them repeated, and an attempt of two."""
    write_log(folder / "matches.jsonl", record("m", [llm()], [1], calls=[call(retries=1), call(), call(cached=True)]))
    attempt = Attempt(match_id="n", error="gone", at="now", requests=2, tokens_in=5, tokens_out=1, cost=0.25)
    append_line(folder / "attempts.jsonl", attempt.line())


def test_every_request_and_reply_is_written_at_once(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    assert read_ledgers(tmp_path) is None
    ledger.request()
    assert read_ledgers(tmp_path) == Spending(requests=1, under_way=1)
    ledger.reply(REPLY)
    assert read_ledgers(tmp_path) == Spending(requests=1, tokens_in=10, tokens_out=2, cost=0.5)
    ledger.close()


def test_processes_and_commands_add_up_with_unknown_prices_and_requests_without_an_end(tmp_path: Path) -> None:
    spend(tmp_path, REPLY, failed=2, under_way=3)
    spend(tmp_path, REPLY, worker="0", under_way=1)
    spend(tmp_path, REPLY, REPLY)
    assert {path.name for path in tmp_path.iterdir()} == {"spending.jsonl", "spending-0.jsonl"}
    assert read_ledgers(tmp_path) == Spending(requests=10, tokens_in=40, tokens_out=8, cost=2.0, under_way=4)
    spend(tmp_path, REPLY, Reply(text="a"))
    assert read_ledgers(tmp_path) == Spending(requests=12, tokens_in=50, tokens_out=10, cost=None, under_way=4)


def test_a_damaged_line_costs_itself(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    spend(tmp_path, REPLY)
    path = tmp_path / "spending.jsonl"
    path.write_text(path.read_text() + '{"requests": "many"}\n\xff\n{"tokens_in": 1')
    assert read_ledgers(tmp_path) == Spending(requests=1, tokens_in=10, tokens_out=2, cost=0.5)
    assert [message.partition(": the line")[0] for message in caplog.messages] == [f"{path}:{n}" for n in (3, 4, 5)]
    assert repair(path)
    spend(tmp_path, failed=1)
    spent = read_ledgers(tmp_path)
    assert spent is not None
    assert spent.requests == 2


def test_a_call_of_several_requests_ends_them_all_and_one_that_was_kept_back_none(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path)
    for _ in range(5):
        ledger.request()
    ledger.reply(Reply(text="a", tokens_in=10, retries=1, cost=0.0))
    ledger.failed(2)
    ledger.failed(0)
    ledger.close()
    assert read_ledgers(tmp_path) == Spending(requests=5, tokens_in=10, under_way=1)


def test_ledgers_of_earlier_versions_count_a_request_when_it_leaves(tmp_path: Path) -> None:
    (tmp_path / "spending.jsonl").write_text('{"requests":1}\n{"tokens_in":10,"tokens_out":2,"cost":0.5}\n')
    assert read_ledgers(tmp_path) == Spending(requests=1, tokens_in=10, tokens_out=2, cost=0.5)


def test_a_damaged_line_of_a_request_that_left_leaves_no_negative_number(tmp_path: Path) -> None:
    spend(tmp_path, REPLY)
    path = tmp_path / "spending.jsonl"
    path.write_text("}" + path.read_text())
    assert read_ledgers(tmp_path) == Spending(tokens_in=10, tokens_out=2, cost=0.5)


def test_what_cannot_be_noted_raises_and_leaves_no_trace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    ledger = Ledger(tmp_path)
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", full)
        for note in (ledger.request, partial(ledger.reply, REPLY), partial(ledger.failed, 1)):
            with pytest.raises(OSError, match=r"No space left on device: '.*spending\.jsonl'"):
                note()
    ledger.request()
    ledger.close()
    assert read_ledgers(tmp_path) == Spending(requests=1, under_way=1)


def test_a_line_for_which_there_is_half_a_place_leaves_no_trace(tmp_path, monkeypatch):
    write = os.write
    ledger = Ledger(tmp_path)
    ledger.request()
    with monkeypatch.context() as patch:
        patch.setattr(os, "write", lambda descriptor, data: write(descriptor, data[:3]))
        with pytest.raises(OSError, match="no room for a line of 29 bytes"):
            ledger.request()
    ledger.close()
    assert (tmp_path / "spending.jsonl").read_text() == '{"requests":1,"under_way":1}\n'


def test_logs_of_earlier_versions_are_brought_forward_once(tmp_path: Path) -> None:
    open_ledger(tmp_path)
    assert read_ledgers(tmp_path) is None  # nothing was ever played
    log(tmp_path)
    for _ in range(2):
        open_ledger(tmp_path)
        # By hand: 2 + 1 requests of the match and 2 of the attempt.
        assert read_ledgers(tmp_path) == Spending(requests=5, tokens_in=25, tokens_out=5, cost=1.25)
    spend(tmp_path, REPLY)
    assert read_ledgers(tmp_path) == Spending(requests=6, tokens_in=35, tokens_out=7, cost=1.75)


def test_what_is_logged_is_the_sum_of_matches_and_attempts(tmp_path: Path) -> None:
    assert logged_spending(tmp_path, UNREAD) == Spending()
    log(tmp_path)
    assert logged_spending(tmp_path, UNREAD) == Spending(requests=5, cached=1, tokens_in=25, tokens_out=5, cost=1.25)


def test_what_no_match_accounts_for_was_spent_on_unfinished_ones(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    log(tmp_path / "a")
    attempted = Spending(requests=2, tokens_in=5, tokens_out=1, cost=0.25)
    assert unfinished_spending(UNREAD, tmp_path) == attempted  # a run of an earlier version
    open_ledger(tmp_path / "a")
    assert unfinished_spending(UNREAD, tmp_path) == attempted
    spend(tmp_path / "a", REPLY, failed=1)
    assert unfinished_spending(UNREAD, tmp_path) == Spending(requests=4, tokens_in=15, tokens_out=3, cost=0.75)


def attempt(**fields):
    return Attempt(match_id="m", error="", at="", **fields)


def test_spending_adds_up_and_an_unknown_price_makes_the_sum_unknown() -> None:
    spent = Spending()
    spent.add_record(record("m", [llm()], None, calls=[call(retries=2), call(cached=True), call(tokens_in=None)]))
    assert spent == Spending(requests=4, cached=1, tokens_in=10, tokens_out=4, cost=1.0)
    spent = sum_attempts([attempt(cost=None), attempt(cost=0.5)])
    assert spent.cost is None
    both = Spending(requests=1, cached=2, cost=0.5)
    both.add(spent)
    assert both == Spending(requests=1, cached=2, cost=None)
    assert Spending(1234, 5, 20_000, 300, 0.5).text() == (
        "1,234 requests (5 more replies came from the cache), 20.0k tokens in, 300 out, cost $0.5000")
    assert Spending(cost=None).text().endswith("cost unknown")
    less, more = Spending(3, 1, 10, 5, 0.5), Spending(5, 0, 30, 5, 0.75)
    assert more.beyond(less) == Spending(2, 0, 20, 0, 0.25)
    assert less.beyond(more) == Spending()
    known, unknown = Spending(requests=2, cost=0.5), Spending(requests=2, cost=None)
    assert unknown.beyond(known) == unknown.beyond(unknown) == Spending()
    assert Spending(requests=3, cost=None).beyond(known) == Spending(requests=1, cost=None)
