import asyncio
import errno
import os
from collections import Counter

import pytest

from gtarena.cli.sweeps import sweep_results
from gtarena.logs import ledger, writer
from gtarena.logs.writer import Lines
from gtarena.models import offline, stack
from gtarena.models.base import ModelError, Reply
from gtarena.models.cache import ResponseCache
from gtarena.runs.matches import workers
from gtarena.suites import reporting
from gtarena.system.exhaustion import find_exhaustion
from tests.support.runs import check_texts, play_here, untimed

WORDS = ["game=kuhn_poker", "agents=[llm,random]", "matches=8", "model.name=openai/paid", "model.concurrency=2",
         "model.api_base=http://127.0.0.1:9/v1"]
ERRORS = {"memory": lambda: MemoryError(), "bad_alloc": lambda: RuntimeError("std::bad_alloc"),
          "threads": lambda: RuntimeError("can't start new thread"),
          "disk": lambda: OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
          "descriptors": lambda: OSError(errno.EMFILE, os.strerror(errno.EMFILE)),
          "ports": lambda: OSError(errno.EADDRNOTAVAIL, os.strerror(errno.EADDRNOTAVAIL))}


class Paid:
    """Server of which every answer is paid for; ``asked`` counts the answers to each request."""

    def __init__(self):
        self.asked = Counter()
        self.fail = lambda number: None  # called before each answer with its number; may raise

    def model(self, settings, meter, leave):
        served = self

        class Model:
            async def complete(self, request):
                meter.request()
                served.fail(sum(served.asked.values()) + 1)
                await asyncio.sleep(0)
                served.asked[str(request)] += 1
                reply = Reply(text=offline.answer("offline/first", request.messages, request.seed, request.form).text)
                meter.reply(reply)
                return reply

        return Model()


@pytest.fixture
def paid(monkeypatch):
    async def nothing():
        pass

    served = Paid()
    monkeypatch.setattr(stack, "LitellmModel", served.model)
    monkeypatch.setattr(workers.litellm_loader, "warm_up", nothing)
    return served


def nth(number, call, error):
    """Returns a function that does the same as ``call`` until its nth call, from which on it raises."""
    calls = iter(range(1, 10**9))

    def counted(*arguments, **named):
        if next(calls) >= number:
            raise error()
        return call(*arguments, **named)

    return counted


def model_call(told):
    """Returns a fault of the server's answers, from the fourth on; ``told`` is what is raised in its place, if any."""
    def seam(patch, paid, error):
        def fail(number):
            if number >= 4:
                try:
                    raise error()
                except (MemoryError, RuntimeError, OSError) as found:
                    raise told or found from None

        patch.setattr(paid, "fail", fail)

    return seam


def patched(owner, name, number):
    return lambda patch, paid, error: patch.setattr(owner, name, nth(number, getattr(owner, name), error))


def lines_of(name, number):
    """Returns a fault of the lines appended to a file, from the nth on."""
    def seam(patch, paid, error):
        append, failing = Lines.append, nth(number, lambda: None, error)

        def fail(lines, line):
            if lines._path.name.startswith(name):
                failing()
            append(lines, line)

        patch.setattr(Lines, "append", fail)

    return seam


SEAMS = {
    "a model call": model_call(None),
    "a model call, told otherwise": model_call(ModelError("the connection to http://127.0.0.1:9 broke off")),
    "looking into the cache": patched(ResponseCache, "get", 5), "claiming a call": patched(ResponseCache, "claim", 4),
    "storing a reply": patched(ResponseCache, "put", 4), "noting a request": patched(ledger.Ledger, "_append", 7),
    "writing a match": lines_of("matches", 3), "writing a text": lines_of("texts", 1),
    "a sync": patched(writer.LogWriter, "sync", 2), "playing": patched(workers, "record_match", 3),
    "loading a game": patched(workers.LoadedGames, "adapter", 3)}


def told(capfd):
    """Returns the lines of standard error that report an end, of which there may be only one."""
    lines = [line for line in capfd.readouterr().err.splitlines() if line.startswith("gtarena: ")]
    assert len(lines) == 1
    return lines[0]


# Every seam and every resource.
KINDS = [*ERRORS, *["memory"] * (len(SEAMS) - len(ERRORS))]
CASES = list(zip(SEAMS, KINDS, strict=True))


@pytest.mark.parametrize(("seam", "kind"), CASES, ids=[f"{seam}: {kind}" for seam, kind in CASES])
@pytest.mark.usefixtures("without_report")
def test_a_run_stops_in_one_line_and_the_same_command_goes_on(tmp_path, monkeypatch, capfd, paid, seam, kind):
    words, error = [*WORDS, f"cache.path={tmp_path / 'cache.sqlite'}"], ERRORS[kind]
    with monkeypatch.context() as patch:
        SEAMS[seam](patch, paid, error)
        assert play_here(tmp_path / "results", *words) == 3
    line = told(capfd)
    assert "The same command" in line
    assert find_exhaustion(error()).resource.state in line
    kept = untimed(tmp_path / "results")
    assert len(kept) < 8
    assert play_here(tmp_path / "results", *words) == 0
    finished = untimed(tmp_path / "results")
    assert len(finished) == 8
    assert kept.items() <= finished.items()
    check_texts(tmp_path / "results")
    # Of the calls under way, two at a time, the replies may be lost; nothing else is paid for again.
    assert sum(paid.asked.values()) - len(paid.asked) <= 2


def test_a_report_without_memory_costs_no_match_and_is_made_by_the_same_command(tmp_path, monkeypatch, capfd, paid):
    words = [*WORDS, f"cache.path={tmp_path / 'cache.sqlite'}"]
    with monkeypatch.context() as patch:
        patch.setattr(reporting, "write_sections", nth(1, None, MemoryError))
        assert play_here(tmp_path / "results", *words) == 3
    assert "no more memory" in told(capfd)
    assert len(untimed(tmp_path / "results")) == 8
    asked = sum(paid.asked.values())
    assert play_here(tmp_path / "results", *words) == 0
    assert (tmp_path / "results" / "report.html").exists()
    assert sum(paid.asked.values()) == asked


def test_where_not_even_the_failure_can_be_noted_it_is_told_once(tmp_path, monkeypatch, capfd, paid):
    with monkeypatch.context() as patch:
        patch.setattr(reporting, "write_sections", nth(1, None, MemoryError))
        patch.setattr(sweep_results, "write_text", nth(1, None, MemoryError))
        assert play_here(tmp_path / "results", *WORDS, "cache.enabled=false") == 3
    assert "no more memory" in told(capfd)
