import errno
import json
import threading
from pathlib import Path

import pytest

from gtarena.models.cache import ResponseCache, default_cache_path
from gtarena.system.exhaustion import ExhaustedError, Resource
from tests.support.commands import Command
from tests.support.openai_server import Payload, random_move
from tests.support.runs import kill_when, match_lines

WORDS = ["agents=[llm,random]", "matches=6", "model.name=openai/x", "model.concurrency=2", "illegal.policy=random"]


def requests_in(folder: Path) -> int:
    """Returns the number of requests in the logs of the folder."""
    calls = [call for line in match_lines(folder) for call in json.loads(line)["calls"]]
    attempts = [json.loads(line) for path in folder.glob("attempts*.jsonl") for line in path.open()]
    made = [1 + call["retries"] for call in calls if not call["cached"]]
    return sum(made) + sum(attempt["requests"] for attempt in attempts)


@pytest.mark.usefixtures("without_report")
def test_a_run_whose_budget_is_spent_ends_with_what_it_has_and_goes_on_later(command, openai_server, tmp_path):
    words = [*WORDS, "game=kuhn_poker", "name=short", f"model.api_base={openai_server.api_base}"]
    folder = tmp_path / "results" / "short"
    stopped = command(*words, "budget.calls=5")
    assert stopped.code == 3
    before = list(match_lines(folder))
    left = 6 - len(before)
    assert 0 < left < 6
    matches = "1 match" if left == 1 else f"{left} matches"
    assert stopped.complaints == [
        f"gtarena: {matches} could not be finished ({left} x budget.calls=5 is spent: 5 used). "
        "The same command plays them again; finished ones are kept."]
    assert len(openai_server.received) == requests_in(folder) == 5
    told = command("status", str(folder)).out
    assert f"{6 - left} of 6 matches done" in told
    assert "of kuhn_poker: budget.calls=5 is spent: 5 used\n" in told
    assert "spent: 5 requests" in told

    finished = command(*words, "budget.calls=500")
    assert (finished.code, finished.complaints) == (0, [])
    lines = list(match_lines(folder))
    assert (lines[: len(before)], len(lines)) == (before, 6)
    # What was paid for in matches that were broken off is not paid for again.
    assert len(openai_server.received) == requests_in(folder)
    cached = sum(call["cached"] for line in lines for call in json.loads(line)["calls"])
    assert cached == 5 - sum(len(json.loads(line)["calls"]) for line in before)


@pytest.mark.usefixtures("without_report")
def test_a_budget_of_many_tokens_is_not_exceeded_by_more_than_what_was_under_way(command, openai_server, tmp_path):
    words = [*WORDS, "game=tic_tac_toe", f"model.api_base={openai_server.api_base}", "cache.enabled=false"]
    shown = command(*words, "budget.tokens=100")
    assert (shown.code, shown.complaints[-1].count("budget.tokens=100 is spent")) == (3, 1)
    # Each request takes 18 tokens: the sixth passes the limit, and one more may be under way then.
    assert 6 <= len(openai_server.received) <= 7


@pytest.mark.parametrize("workers", [1, 2])
def test_dollars_cannot_be_counted_for_a_model_without_a_price(command, openai_server, tmp_path, workers):
    words = [*WORDS, "game=tic_tac_toe", f"model.api_base={openai_server.api_base}", f"workers={workers}"]
    shown = command(*words, "budget.usd=1")
    assert shown.code == 2
    assert shown.complaints == [
        f"gtarena: the price of openai/x at {openai_server.api_base} is unknown, so budget.usd cannot be kept; "
        "set budget.tokens or budget.calls instead, or state the price in a file (model.prices=FILE)"]
    assert openai_server.received == []
    assert list(match_lines(tmp_path / "results" / "tic_tac_toe")) == []


@pytest.mark.usefixtures("without_report")
def test_a_run_on_the_cache_alone_costs_nothing_and_is_the_same(command, openai_server, tmp_path):
    words = [*WORDS, "game=tic_tac_toe", "matches=2", f"model.api_base={openai_server.api_base}"]
    assert command(*words, "name=first").code == 0
    made = len(openai_server.received)
    # What costs nothing needs no budget.
    assert command(*words, "name=second", "budget.calls=1").code == 0
    assert len(openai_server.received) == made
    first, second = (
        {row["match_id"]: (row["history"], row["returns"]) for row in map(json.loads, match_lines(tmp_path / folder))}
        for folder in ("results/first", "results/second"))
    assert first == second
    told = command("status", "results/second").out
    assert f"spent: 0 requests ({made} more replies came from the cache), 0 tokens in, 0 out, cost $0.00" in told


def spent(command: Command, folder: Path) -> int:
    """Returns the number of requests that ``gtarena status`` tells."""
    (line,) = [line for line in command("status", str(folder)).out.splitlines() if "  spent: " in line]
    return int(line.split()[1])


@pytest.mark.parametrize("cache", ["true", "false"])
def test_what_killed_runs_have_spent_is_counted_once(command, openai_server, tmp_path, cache):
    words = ["game=tic_tac_toe", "agents=[llm,random]", "matches=6", "model.name=openai/x", "model.concurrency=1",
             f"model.api_base={openai_server.api_base}", f"cache.enabled={cache}"]
    folder = tmp_path / "killed"
    dead = threading.Event()
    for made in (8, 16):
        stuck = threading.Event()

        def reply(payload: Payload, made: int = made, stuck: threading.Event = stuck) -> str:
            if len(openai_server.received) >= made:
                stuck.set()
                dead.wait(60)
            return random_move(payload)

        openai_server.reply = reply
        kill_when(stuck, folder, *words)
        # The request under way at the kill is counted too: it may have been charged.
        assert spent(command, folder) == len(openai_server.received) == made
    dead.set()
    openai_server.reply = random_move
    assert command(*words, f"hydra.run.dir={folder}").code == 0
    assert spent(command, folder) == len(openai_server.received)
    in_matches = sum(1 for line in match_lines(folder) for call in json.loads(line)["calls"] if not call["cached"])
    page = (folder / "report.html").read_text()
    assert f"{len(openai_server.received) - in_matches} for unfinished matches" in page


def full(self: ResponseCache, key: str, *row: object) -> bool:
    raise OSError(errno.ENOSPC, "database or disk is full", str(self.path))


def full_disk() -> str:
    return str(ExhaustedError(Resource.DISK, f"{default_cache_path()}: database or disk is full"))


@pytest.mark.usefixtures("without_report")
def test_a_cache_that_is_full_ends_a_run_with_one_line_and_no_reply_is_paid_for_twice(
    command, openai_server, tmp_path, monkeypatch):
    words = [*WORDS, "game=tic_tac_toe", "matches=4", "name=full", f"model.api_base={openai_server.api_base}"]
    folder = tmp_path / "results" / "full"
    with monkeypatch.context() as patch:
        patch.setattr(ResponseCache, "put", full)
        stopped = command(*words)
        assert stopped.code == 3
        # The matches under way are played to their end, because their replies are nowhere else.
        kept = list(match_lines(folder))
        assert len(kept) == 2
        assert stopped.complaints == [f"gtarena: 2 matches could not be finished (2 x {full_disk()}). "
                                      "The same command plays them again; finished ones are kept."]
        made = len(openai_server.received)
        assert spent(command, folder) == made == sum(len(json.loads(line)["calls"]) for line in kept)

        patch.setattr(ResponseCache, "claim", full)
        for _ in range(2):
            assert command(*words).code == 3
        assert len(openai_server.received) == spent(command, folder) == made
    assert command(*words).code == 0
    lines = list(match_lines(folder))
    assert (lines[:2], len(lines)) == (kept, 4)
    assert len(openai_server.received) == sum(len(json.loads(line)["calls"]) for line in lines)


@pytest.mark.usefixtures("without_report")
def test_a_cache_that_is_full_at_the_last_match_is_told(command, openai_server, monkeypatch, caplog):
    monkeypatch.setattr(ResponseCache, "put", full)
    # Its own seed, as a server of another test may have had the same port, and its replies would be in the cache.
    words = [*WORDS, "game=tic_tac_toe", "matches=2", "seed=41", f"model.api_base={openai_server.api_base}"]
    assert command(*words).code == 0
    assert caplog.messages == [full_disk()]
