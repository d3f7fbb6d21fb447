import asyncio
import errno
import hashlib
import json
import multiprocessing
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from gtarena.errors import NoMoreCalls, UsageError
from gtarena.models import cache
from gtarena.models.base import Alternative, ModelError, Reply, Request, TokenLogprob
from gtarena.models.cache import CachedModel, Claims, ResponseCache, request_fields
from gtarena.models.settings import ModelSettings
from gtarena.models.shared_file import BusyError, SharedFile, retry_while_busy
from gtarena.models.stop import Stop
from tests.support import virtual_time
from tests.support.scripted import ScriptedModel

SETTINGS = ModelSettings("openai/x")
ASK = Request(messages=({"role": "user", "content": "Legal moves: a"},))
LOGPROBS = (TokenLogprob("Answer", -0.25, (Alternative("Answer", -0.25), Alternative("ä", -9999.0))),)
FULL = Reply(text="Answer: ä\n\x00😀", reasoning="hm", truncated=True, tokens_in=3, tokens_out=2, tokens_reasoning=1,
             logprobs=LOGPROBS, cost=0.5, seconds=2.0, retries=4, structured=True)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "deep" / "responses.sqlite"


def ask(path: Path, *replies: str | Reply | ModelError, settings: ModelSettings = SETTINGS, request: Request = ASK,
        ) -> tuple[Reply, int]:
    """Returns the reply through a newly opened cache and the number of requests that it took."""
    inner, cache = ScriptedModel(*replies), ResponseCache(path)
    try:
        return asyncio.run(CachedModel(inner, settings, cache, Stop()).complete(request)), len(inner.requests)
    finally:
        cache.close()


def sql(path: Path, statement: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as database, database:
        return database.execute(statement, values).fetchall()


@pytest.mark.parametrize("reply", [FULL, Reply(text="")])
def test_a_reply_is_paid_for_once_and_comes_back_whole(reply: Reply, path: Path) -> None:
    assert ask(path, reply) == (reply, 1)
    assert ask(path) == (replace(reply, cost=0.0, seconds=0.0, retries=0, cached=True), 0)


def test_an_older_reply_is_found_and_one_moved_to_another_key_is_missing(path: Path) -> None:
    ask(path, FULL)
    ((key, stored),) = sql(path, "SELECT key, reply FROM replies")
    older = json.dumps({name: value for name, value in json.loads(stored).items() if name != "structured"})
    sql(path, "UPDATE replies SET reply = ?, digest = ?", older, hashlib.sha256(f"{key}{older}".encode()).hexdigest())
    assert ask(path) == (replace(FULL, cost=0.0, seconds=0.0, retries=0, cached=True, structured=False), 0)
    ask(path, "one")
    ((key,),) = sql(path, "SELECT key FROM replies")
    sql(path, "UPDATE replies SET key = ?", "f" * 64)
    cache = ResponseCache(path)
    assert cache.get("f" * 64) is None
    assert cache.get(key) is None
    cache.close()


@pytest.mark.parametrize("changes", [
    {"sample": 1}, {"seed": 1}, {"messages": ({"role": "system", "content": "x"},)}, {"max_tokens": 9},
    {"messages": (*ASK.messages, *ASK.messages)}, {"messages": ({**ASK.messages[0], "image": "iVBORw0K"},)}], ids=repr)
def test_another_request_is_another_call(changes: dict[str, Any], path: Path) -> None:
    ask(path, "one")
    assert ask(path, "two", request=replace(ASK, **changes)) == (Reply(text="two"), 1)
    assert ask(path)[0].text == "one"


@pytest.mark.parametrize(
    "changes",
    [{"name": "openai/y"}, {"api_base": "http://h/v1"}, {"temperature": 0.5}, {"temperature": None}, {"max_tokens": 9},
     {"reasoning_effort": "low"}, {"logprobs": 0}], ids=repr)
def test_settings_that_can_change_the_reply_make_another_call(changes: dict[str, Any], path: Path) -> None:
    ask(path, "one")
    assert ask(path, "two", settings=replace(SETTINGS, **changes))[1] == 1


@pytest.mark.parametrize(
    "changes", [{"timeout": 5.0}, {"concurrency": 1}, {"retries": 0}, {"requests_per_minute": 5}, {"structured": "on"}],
    ids=repr)
def test_settings_that_cannot_change_the_reply_do_not(changes: dict[str, Any], path: Path) -> None:
    ask(path, "one")
    assert ask(path, settings=replace(SETTINGS, **changes))[0].text == "one"


SCHEMA = {"type": "object"}


def test_with_a_schema_it_matters_whether_it_is_to_be_sent(path: Path) -> None:
    request = replace(ASK, schema=SCHEMA)
    for number, structured in enumerate(("auto", "off", "on")):
        assert ask(path, str(number), request=request, settings=replace(SETTINGS, structured=structured))[1] == 1
        assert ask(path, request=request, settings=replace(SETTINGS, structured=structured))[0].text == str(number)
    assert ask(path, "other", request=replace(ASK, schema={"type": "array"}))[1] == 1
    assert ask(path, "none", request=ASK)[1] == 1


@pytest.mark.parametrize(("structured", "requests"), [("auto", 0), ("off", 0), ("on", 1)])
def test_a_chat_that_was_answered_before_it_had_a_schema_is_not_paid_for_again_unless_it_matters(
        path, structured, requests):
    ask(path, "one")
    settings = replace(SETTINGS, structured=structured)
    assert ask(path, "two", settings=settings, request=replace(ASK, schema=SCHEMA))[1] == requests


def test_the_key_holds_a_picture_by_its_hash_and_newer_settings_only_where_they_are_used(path: Path) -> None:
    (message,) = request_fields(SETTINGS, replace(ASK, messages=({**ASK.messages[0], "image": "abc"},)))["messages"]
    # FIPS 180's example
    assert message == {**ASK.messages[0], "image": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"}
    assert sorted(request_fields(SETTINGS, ASK)) == [
        "api_base", "max_tokens", "messages", "model", "reasoning_effort", "sample", "schema", "seed", "structured",
        "temperature"]
    assert request_fields(replace(SETTINGS, logprobs=3), ASK)["logprobs"] == 3


def test_what_a_request_asks_for_counts_as_the_settings_do(path: Path) -> None:
    asked = replace(ASK, logprobs=3)
    assert request_fields(SETTINGS, asked) == {**request_fields(SETTINGS, ASK), "logprobs": 3}
    assert request_fields(replace(SETTINGS, logprobs=1), asked)["logprobs"] == 3
    assert [ask(path, FULL, request=request)[1] for request in (ASK, asked, asked)] == [1, 1, 0]
    ask(path, "nine", settings=replace(SETTINGS, max_tokens=9))
    assert ask(path, request=replace(ASK, max_tokens=9))[0].text == "nine"


def test_an_error_is_not_kept_and_a_server_named_by_the_environment_is_another(path, monkeypatch):
    with pytest.raises(ModelError):
        ask(path, ModelError("boom"))
    assert ask(path, "one")[1] == 1
    monkeypatch.delenv("OPENAI_API_BASE", raising=False)
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    ask(path, "one")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:8000/v1")
    assert ask(path, "two")[1] == 1


class Slow:
    """Model that answers after a second, the first request with the error if one is given."""

    def __init__(self, error: ModelError | None = None) -> None:
        self._error = error
        self.requests: list[Request] = []

    async def complete(self, request: Request) -> Reply:
        self.requests.append(request)
        await asyncio.sleep(1)
        if self._error and len(self.requests) == 1:
            raise self._error
        return Reply(text=str(request.seed))


def simultaneous(path: Path, inner: Slow, requests: list[Request]) -> list[Reply | BaseException]:
    async def gather() -> list[Reply | BaseException]:
        model = CachedModel(inner, SETTINGS, cache, Stop())
        return await asyncio.gather(*map(model.complete, requests), return_exceptions=True)

    cache = ResponseCache(path)
    replies = virtual_time.run(gather())
    cache.close()
    return replies


def test_equal_requests_at_the_same_time_are_one_unless_it_fails(path: Path) -> None:
    inner = Slow()
    replies = simultaneous(path, inner, [replace(ASK, seed=seed) for seed in (1, 2, 1, 2, 1)])
    assert [reply.text for reply in replies if isinstance(reply, Reply)] == ["1", "2", "1", "2", "1"]
    assert [reply.cached for reply in replies if isinstance(reply, Reply)] == [False, False, True, True, True]
    assert len(inner.requests) == 2
    inner = Slow(ModelError("boom"))
    first, *others = simultaneous(path, inner, [ASK] * 3)
    assert isinstance(first, ModelError)
    assert others == [Reply(text="0"), Reply(text="0", cost=0.0, cached=True)]
    assert len(inner.requests) == 2


class Other:
    """Process that does some work beside this one, with a pipe to it."""

    def __init__(self, work: Callable[..., None], *given: object) -> None:
        context = multiprocessing.get_context("fork")
        self.pipe, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, *given), daemon=True)
        self._process.start()
        theirs.close()

    def does(self, *words: object) -> Any:
        self.pipe.send(words)
        return self.pipe.recv()

    def die(self) -> None:
        self._process.kill()
        self._process.join()


def call(pipe: Connection, path: Path, key: str) -> None:
    cache = ResponseCache(path)
    pipe.send(cache.claim(key))
    (word,) = pipe.recv()
    cache.put(key, "m", "{}", Reply(text="theirs", cost=0.5)) if word == "put" else cache.release(key)
    pipe.send("done")
    pipe.recv()


def beside_another_process(path: Path, word: str) -> tuple[Reply, float]:
    """Asks while another process makes the same call, which it ends as the word says after five seconds.

    Returns the reply and the second at which it was there.
    """
    fields = json.dumps(request_fields(SETTINGS, ASK), sort_keys=True, separators=(",", ":"))
    process = Other(call, path, hashlib.sha256(fields.encode()).hexdigest())
    assert process.pipe.recv() is True
    cache = ResponseCache(path)

    async def end() -> None:
        await asyncio.sleep(5)
        if word == "kill":
            process.die()
        else:
            assert process.does(word) == "done"

    async def ask() -> tuple[Reply, float]:
        reply = await CachedModel(ScriptedModel("ours"), SETTINGS, cache, Stop()).complete(ASK)
        return reply, virtual_time.now()

    async def together() -> tuple[Reply, float]:
        return (await asyncio.gather(ask(), end()))[0]

    answered = virtual_time.run(together())
    process.die()
    cache.close()
    return answered


def test_a_call_that_another_process_is_making_is_not_paid_for_twice(path: Path) -> None:
    reply, second = beside_another_process(path, "put")
    assert reply == Reply(text="theirs", cost=0.0, cached=True)
    assert 5 <= second < 6


@pytest.mark.parametrize("word", ["release", "kill"])
def test_a_call_that_another_process_gave_up_is_made(path: Path, word: str) -> None:
    reply, second = beside_another_process(path, word)
    assert reply == Reply(text="ours")
    assert 5 <= second < 6


class Busy(ResponseCache):
    """Cache to which another process writes when a claim is first given up."""

    tries = 0

    def release(self, key: str) -> None:
        self.tries += 1
        if self.tries == 1:
            raise BusyError("locked")
        super().release(key)


def test_claims_are_given_up_as_soon_as_others_have_written_and_leave_nothing_behind(path: Path) -> None:
    cache = Busy(path)
    with pytest.raises(ModelError):
        asyncio.run(CachedModel(ScriptedModel(ModelError("boom")), SETTINGS, cache, Stop()).complete(ASK))
    cache.close()
    assert sql(path, "SELECT count(*) FROM claims") == [(0,)]
    ask(path, "one")
    with pytest.raises(ModelError):
        ask(path, ModelError("boom"), request=replace(ASK, seed=1))
    assert sql(path, "SELECT count(*) FROM claims") == [(0,)]


class Full(ResponseCache):
    """Cache on a disk that is full for replies, or for claims too."""

    def __init__(self, path: Path, claims: bool) -> None:
        super().__init__(path)
        self._full_for_claims, self.tries = claims, 0

    def claim(self, key: str) -> bool:
        if self._full_for_claims:
            raise OSError(errno.ENOSPC, "database or disk is full", str(self.path))
        return super().claim(key)

    def put(self, key: str, model: str, request: str, reply: Reply) -> None:
        self.tries += 1
        raise OSError(errno.ENOSPC, "database or disk is full", str(self.path))


def test_a_reply_that_cannot_be_stored_is_used_but_none_is_bought_where_nothing_can_be_claimed(path: Path) -> None:
    inner, cache, stop = ScriptedModel("one", "two"), Full(path, claims=False), Stop()
    model = CachedModel(inner, SETTINGS, cache, stop)
    assert asyncio.run(model.complete(ASK)) == Reply(text="one")
    assert f"({path}: database or disk is full): make room" in stop.closing
    # A match under way goes on without the cache, because its replies could not be had again.
    assert asyncio.run(model.complete(replace(ASK, seed=1))) == Reply(text="two")
    assert (cache.tries, stop.reason) == (1, "")
    cache.close()
    inner, cache = ScriptedModel("one"), Full(path, claims=True)
    with pytest.raises(NoMoreCalls, match=r"database or disk is full\): make room"):
        asyncio.run(CachedModel(inner, SETTINGS, cache, Stop()).complete(ASK))
    assert inner.requests == []
    cache.close()


def test_a_stored_reply_is_still_found_when_the_run_is_stopped(path: Path) -> None:
    ask(path, "one")
    cache, stop = ResponseCache(path), Stop()
    stop.halt_if_ended(MemoryError())
    assert asyncio.run(CachedModel(ScriptedModel(), SETTINGS, cache, stop).complete(ASK)).text == "one"
    with pytest.raises(NoMoreCalls, match="no more memory"):
        asyncio.run(CachedModel(ScriptedModel(), SETTINGS, cache, stop).complete(replace(ASK, seed=1)))
    cache.close()


@pytest.mark.parametrize(("column", "value"), [
    ("reply", '{"text": "Answer: b"}'), ("reply", "{"), ("reply", ""), ("reply", b"\xff\xfe"), ("reply", 7),
    ("digest", "0" * 64), ("digest", b"\xff"), ("request", b"\xff\xfe"), ("created", "long ago")])
def test_an_entry_that_was_changed_is_missing_and_then_replaced(column: str, value: object, path: Path) -> None:
    ask(path, "one")
    sql(path, f"UPDATE replies SET {column} = CAST(? AS TEXT)", value)
    matters = column in ("reply", "digest")
    assert ask(path, "two") == ((Reply(text="two"), 1) if matters else (Reply(text="one", cost=0.0, cached=True), 0))
    assert ask(path)[1] == 0
    assert sql(path, "SELECT count(*) FROM replies") == [(1,)]


def test_places_that_cannot_hold_the_file_or_its_claims_are_named_before_the_first_call(tmp_path, path):
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file" / "cache.sqlite", tmp_path):
        with pytest.raises(UsageError, match=r"cannot be opened: .*cache\.path=FILE .* cache\.enabled=false"):
            ResponseCache(place).check()
    path.with_name(f"{path.name}-owners").mkdir(parents=True)
    cache = ResponseCache(path)
    with pytest.raises(OSError, match=r"-owners: Is a directory, so that calls cannot be claimed \(remove it; .*\)$"):
        cache.check()
    cache.close()


def test_what_is_stored_can_be_looked_at_with_sql(path: Path) -> None:
    ask(path, FULL)
    ask(path, "two", settings=ModelSettings("openai/y"))
    first, second = sql(path, "SELECT model, request, reply, created FROM replies ORDER BY created, model")
    assert (first[0], second[0]) == ("openai/x", "openai/y")
    assert json.loads(first[1]) == request_fields(SETTINGS, ASK)
    assert json.loads(first[2])["text"] == FULL.text
    assert datetime.fromisoformat(first[3]).utcoffset() == timedelta(0)


def test_a_summary_counts_replies_and_bytes(path: Path) -> None:
    cache = ResponseCache(path)
    assert cache.summary().entries == 0
    for key in "ab":
        cache.put(key, "m", "x" * 100_000, Reply(text=""))
    summary = cache.summary()
    assert summary.entries == 2
    assert 200_000 < summary.bytes < 400_000
    cache.close()


def test_no_secret_reaches_the_file(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "canary-key")
    api_base = "http://canary-user:canary-password@127.0.0.1:9/canary-key/v1?api-key=canary-query"
    ask(path, "one", settings=replace(SETTINGS, api_base=api_base))
    cache = ResponseCache(path)
    ((request,),) = sql(path, "SELECT request FROM replies")
    assert json.loads(request)["api_base"] == "http://127.0.0.1:9/[hidden]/v1"
    written = b"".join(file.read_bytes() for file in path.parent.iterdir())
    cache.close()
    assert b"Legal moves" in written
    assert b"canary" not in written


def write(pipe: Connection, path: Path, me: str, count: int) -> None:
    """Writes replies of its own and such as the others write too, and tells the number of each."""
    pipe.recv()
    cache = ResponseCache(path)
    for number in range(count):
        for key, model, text in ((f"{me}-{number}", me, f"{me} {number}"), (f"both-{number}", "both", str(number))):
            asyncio.run(retry_while_busy(partial(cache.put, key, model, "{}", Reply(text=text))))
        pipe.send(number)
    cache.close()


def writers(path: Path, count: int) -> list[Other]:
    started = [Other(write, path, me, count) for me in ("one", "two")]
    for process in started:
        process.pipe.send("begin")
    return started


def read_to_end(process: Other) -> Iterator[int]:
    with suppress(EOFError, ConnectionResetError):
        while True:
            yield process.pipe.recv()


def test_processes_that_write_at_the_same_time_lose_and_double_nothing(path: Path) -> None:
    count = 100
    assert [list(read_to_end(process)) for process in writers(path, count)] == [list(range(count))] * 2
    assert sql(path, "SELECT model, count(*) FROM replies GROUP BY model ORDER BY model") == [
        ("both", count), ("one", count), ("two", count)]
    cache = ResponseCache(path)
    for number in range(count):
        for key, text in ((f"one-{number}", f"one {number}"), (f"both-{number}", str(number))):
            assert cache.get(key).text == text
    cache.close()


def test_a_killed_process_loses_nothing_that_it_had_stored(path: Path) -> None:
    done = []
    for process in writers(path, 1_000_000):
        numbers = read_to_end(process)
        while next(numbers) < 30:
            pass
        process.die()
        done.append(max(numbers, default=30))
    cache = ResponseCache(path)
    for me, last_one in zip(("one", "two"), done, strict=True):
        assert all(cache.get(f"{me}-{number}") for number in range(last_one + 1))
    cache.put("still", "m", "{}", Reply(text="works"))
    cache.close()


def change_claims(pipe: Connection, path: Path) -> None:
    """Takes and releases claims as it is told; its clock stands at 1000 seconds."""
    file, own = SharedFile(path, (cache.CLAIMS_TABLE,), "", ""), Claims(path, lambda: 1000.0)
    while True:
        word, key = pipe.recv()
        with file.changing() as database:
            answer = getattr(own, word)(database, key)
        pipe.send(answer)


@pytest.fixture
def other(path: Path) -> Iterator[Other]:
    process = Other(change_claims, path)
    yield process
    process.die()


def take(path: Path, key: str, now: float = 1000.0) -> bool:
    file = SharedFile(path, (cache.CLAIMS_TABLE,), "", "")
    with file.changing() as database:
        taken = Claims(path, lambda: now).take(database, key)
    file.close()
    return taken


def test_a_claim_is_had_by_one_process_until_that_one_gives_it_up(path: Path, other: Other) -> None:
    assert other.does("take", "a")
    assert not take(path, "a")
    assert take(path, "b")
    assert not other.does("take", "b")
    other.does("release", "b")
    assert not other.does("take", "b")
    assert take(path, "b")  # a process keeps its calls apart itself


@pytest.mark.parametrize(("now", "taken"), [
    (1000.0 + cache.CLAIM_LIFETIME - 1, False), (1000.0 + cache.CLAIM_LIFETIME, True),
    (500.0, True),  # the clock was put back, so that the claim would seem to last for longer than any
])
def test_a_process_that_does_not_get_on_loses_its_claim_in_the_end(path, other, now, taken):
    other.does("take", "a")
    assert take(path, "a", now) == taken
