import errno
import os
from functools import partial
from pathlib import Path

import pytest

from gtarena.logs.ledger import (
    FinishedSpending,
    Ledger,
    logged_spending,
    open_ledger,
    read_ledgers,
    unfinished_spending,
)
from gtarena.logs.records import Attempt
from gtarena.logs.spending import Spending, sum_attempts
from gtarena.logs.writer import append_line, repair
from gtarena.models.base import Reply
from tests.support.records import call, llm, record, write_log

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


def test_processes_and_commands_add_up(tmp_path: Path) -> None:
    spend(tmp_path, REPLY, REPLY)
    spend(tmp_path, REPLY, failed=2)
    spend(tmp_path, REPLY, worker="0")
    assert {path.name for path in tmp_path.iterdir()} == {"spending.jsonl", "spending-0.jsonl"}
    assert read_ledgers(tmp_path) == Spending(requests=6, tokens_in=40, tokens_out=8, cost=2.0)


def test_an_unknown_price_and_unknown_tokens_stay_so(tmp_path: Path) -> None:
    spend(tmp_path, REPLY, Reply(text="a"))
    assert read_ledgers(tmp_path) == Spending(requests=2, tokens_in=10, tokens_out=2, cost=None)


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


def test_requests_without_an_end_are_told_apart_whoever_else_goes_on(tmp_path: Path) -> None:
    spend(tmp_path, REPLY, failed=1, under_way=3)
    spend(tmp_path, REPLY, worker="0", under_way=1)
    spend(tmp_path, REPLY, REPLY)
    assert read_ledgers(tmp_path) == Spending(requests=9, tokens_in=40, tokens_out=8, cost=2.0, under_way=4)


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


def test_a_line_for_which_there_is_half_a_place_leaves_no_trace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_attempts_and_calls_add_up_and_an_unknown_price_makes_the_sum_unknown_for_good():
    spent = Spending()
    spent.add_record(record("m", [llm()], None, calls=[call(retries=2), call(cached=True), call(tokens_in=None)]))
    assert spent == Spending(requests=4, cached=1, tokens_in=10, tokens_out=4, cost=1.0)
    spent = sum_attempts([attempt(cost=None), attempt(cost=0.5)])
    assert spent.cost is None
    both = Spending(requests=1, cached=2, cost=0.5)
    both.add(spent)
    assert both == Spending(requests=1, cached=2, cost=None)


def test_a_sum_reads_as_a_sentence():
    assert Spending(1234, 5, 20_000, 300, 0.5).text() == (
        "1,234 requests (5 more replies came from the cache), 20.0k tokens in, 300 out, cost $0.5000")
    assert Spending(cost=None).text().endswith("cost unknown")


def test_what_was_spent_beyond_is_the_difference_never_below_nothing_and_unknown_if_a_cost_is():
    less, more = Spending(3, 1, 10, 5, 0.5), Spending(5, 0, 30, 5, 0.75)
    assert more.beyond(less) == Spending(2, 0, 20, 0, 0.25)
    assert less.beyond(more) == Spending()
    known, unknown = Spending(requests=2, cost=0.5), Spending(requests=2, cost=None)
    assert unknown.beyond(known) == unknown.beyond(unknown) == Spending()
    assert Spending(requests=3, cost=None).beyond(known) == Spending(requests=1, cost=None)
