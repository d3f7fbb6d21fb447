"""Plants API keys wherever users put them and searches every byte written for them."""

import base64
import html
import itertools
import json
import random
import sqlite3
import string
import urllib.parse
from collections.abc import Iterator
from pathlib import Path

import pandas as pd
import pytest

from gtarena.logs.reader import read_records
from gtarena.runs.matches import match_records
from tests.gtarena.conftest import command, without_pictures  # noqa: F401 - the fixtures
from tests.support.commands import Shown
from tests.support.openai_server import Answer, OpenAIServer, Payload, chat, error, random_move

CANARY = "sk-canary" + "0123456789abcdef" * 2
# A key without a known shape is recognised by the name of its variable alone.
SHAPELESS = "Zx81canary" + "fedcba9876543210"
SECRETS = (CANARY, SHAPELESS)


@pytest.fixture
def planted(monkeypatch, command):  # noqa: F811
    """Command line with API keys in the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", SHAPELESS)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SHAPELESS[::-1])
    return command


def spellings(secret: str) -> Iterator[str]:
    """Yields a secret in the forms in which it may stand in a file."""
    yield from (secret, json.dumps(secret)[1:-1], json.dumps(json.dumps(secret)[1:-1])[1:-1], html.escape(secret))
    yield from (urllib.parse.quote(secret), urllib.parse.quote(secret, safe=""), secret.encode().hex())
    for number in range(3):
        # Of the base64 of a text that holds the secret, what its neighbours do not change.
        code = base64.b64encode(("x" * number + secret).encode()).decode().rstrip("=")
        yield from (code[4 if number else 0 : -2], code[4 if number else 0 : -2].translate(str.maketrans("+/", "-_")))


def leaks(folder: Path, shown: Shown, secrets: tuple[str, ...] = (*SECRETS, SHAPELESS[::-1])) -> list[str]:
    """Returns the names of the files below the folder, and of the output streams, that hold a key."""
    needles = [spelling.encode() for secret in secrets for spelling in spellings(secret)]
    places = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    places |= {f"{name} unpacked": pd.read_parquet(folder / name).to_csv().encode()
               for name in places if name.endswith(".parquet")}
    places |= {"stdout": shown.out.encode(), "stderr": shown.err.encode(), "names": repr(sorted(places)).encode()}
    return [name for name, content in places.items() if any(needle in content for needle in needles)]


def words(server: OpenAIServer, folder: Path) -> list[str]:
    return ["game=kuhn_poker", "agents=[llm,cot,random]", "matches=2", "model.name=openai/x", "model.retries=1",
            f"model.api_base={server.api_base}", f"cache.path={folder / 'replies.sqlite'}"]


def echo(server: OpenAIServer, status: int) -> Answer:
    """Returns an error that repeats the header with the key, as some gateways do."""
    header = server.received[-1].headers["authorization"]
    return error(status, f"refused: {header} (also {SHAPELESS})", header)


def test_nothing_that_an_ordinary_run_writes_holds_the_key(planted, openai_server, tmp_path):
    with sqlite3.connect(tmp_path / "replies.sqlite") as reader:
        # An open reader keeps SQLite from merging its log into the file.
        reader.executescript("PRAGMA journal_mode=WAL; CREATE TABLE mine (x); BEGIN; SELECT * FROM mine;")
        shown = planted(*words(openai_server, tmp_path))
        assert (tmp_path / "replies.sqlite-wal").stat().st_size > 0
        assert leaks(tmp_path, shown) == []
    reader.close()
    assert shown.code == 0
    assert openai_server.received[0].headers["authorization"] == f"Bearer {CANARY}"
    written = {path.name for path in tmp_path.rglob("*")}
    assert {"matches.jsonl", "texts.jsonl", "plan.json", "report.html", "leaderboard.csv", "replies.sqlite", ".hydra",
            "config.yaml", "overrides.yaml", "hydra.yaml"} <= written
    with sqlite3.connect(tmp_path / "replies.sqlite") as replies:
        assert replies.execute("SELECT count(*) FROM replies").fetchone()[0] == len(openai_server.received)
    assert leaks(tmp_path, shown) == []


@pytest.mark.parametrize(("status", "debug"), [(401, []), (400, []), (500, []), (429, []), (401, ["--debug"])])
@pytest.mark.usefixtures("without_pictures")
def test_a_server_that_echoes_the_key_does_not_get_it_written_down(
    planted, openai_server, tmp_path, status, debug, monkeypatch):
    monkeypatch.setattr("gtarena.models.retry.FIRST_WAIT", 0.01)

    def reply(payload: Payload) -> str | Answer:
        return echo(openai_server, status) if len(openai_server.received) > 2 else random_move(payload)

    openai_server.reply = reply
    shown = planted(*words(openai_server, tmp_path), *debug)
    assert shown.code == 3
    assert "[hidden]" in shown.err
    assert "[hidden]" in (tmp_path / "results" / "kuhn_poker" / "attempts.jsonl").read_text()
    assert (leaks(tmp_path, shown), leaks(tmp_path, planted("status", "results"))) == ([], [])


KEYS_IN_PLACES = [
    "model.api_key={}", "+model.api_key={}", "+model.headers.Authorization={}", "+api_key={}", "++agent.llm.api_key={}",
    "model={{name:openai/x,api_key:{}}}", "model.name={}", "model.name=openai/{}",
    "model.api_base=http://user:{}@127.0.0.1:9/v1", "name={}", "+openai_api_key={}",
    "model.api_base=http://127.0.0.1:9/v1?subscription={}", "hydra.job.env_copy=[OPENAI_API_KEY]",
    "hydra.job.env_set={{MINE:{}}}", "seed=${{oc.env:OPENAI_API_KEY}}", "name=${{oc.env:${{v}}}} +v=OPENAI_API_KEY"]
MODES = [[], ["-m"], ["--cfg=all", "--resolve"]]


@pytest.mark.parametrize(("word", "mode"), list(zip(KEYS_IN_PLACES, itertools.cycle(MODES), strict=False)))
def test_a_key_on_the_command_line_is_refused_and_written_nowhere(planted, tmp_path, word, mode):
    shown = planted(*mode, "game=kuhn_poker", "matches=1", *word.format(CANARY).split())
    assert shown.code == 2
    assert leaks(tmp_path, shown) == []


@pytest.mark.parametrize("status", [200, 401])
def test_the_doctor_does_not_tell_the_key(planted, openai_server, tmp_path, status):
    if status != 200:
        openai_server.reply = lambda payload: echo(openai_server, status)
    shown = planted("doctor", *words(openai_server, tmp_path))
    assert shown.code == (0 if status == 200 else 3)
    assert "OPENAI_API_KEY" in shown.out
    assert leaks(tmp_path, shown) == []


def test_an_unforeseen_error_does_not_tell_the_key(planted, openai_server, tmp_path, monkeypatch):
    async def broken(*_: object) -> None:
        raise RuntimeError(f"got {CANARY} and {SHAPELESS}")

    monkeypatch.setattr(match_records, "play_match", broken)
    shown = planted(*words(openai_server, tmp_path))
    assert shown.code == 3
    assert "RuntimeError" in (tmp_path / "results" / "kuhn_poker" / "errors.log").read_text()
    assert leaks(tmp_path, shown) == []


def everything(server: OpenAIServer, payload: Payload, more: tuple[str, ...]) -> str:
    """Returns all that a request held and more, in the forms in which servers repeat it, before a legal move."""
    received = server.received[-1]
    told = json.dumps({"headers": received.headers, "path": received.path, "payload": payload, "more": more})
    forms = [*received.headers.values(), *more, told, json.dumps(told), html.escape(told), urllib.parse.quote(told),
             base64.b64encode(told.encode()).decode(), base64.urlsafe_b64encode(told.encode()).decode(),
             told.encode().hex()]
    return "\n".join([*forms, *SHAPES, random_move(payload)])


def echoed(server: OpenAIServer, payload: Payload, more: tuple[str, ...]) -> Answer:
    """Returns an answer with all of a request in its text, its thinking and its tokens, or an error with it."""
    text = everything(server, payload, more)
    if len(server.received) % 5 == 0:
        return error(500, text, text)
    places = [{"token": token, "logprob": -1.0, "top_logprobs": []}
              for token in (text[start : start + 5] for start in range(0, 2000, 5))]
    places[0]["top_logprobs"] = [{"token": text, "logprob": -2.0}]  # only once: too long an answer is not read
    message = {"role": "assistant", "content": text, "reasoning_content": text}
    choice = {"index": 0, "message": message, "finish_reason": "stop", "logprobs": {"content": places}}
    return chat("", choices=[choice], model=text, id=text, system_fingerprint=text)


SHAPES = ("sk-" + "unknown0123456789abcdef", "Bearer " + "unknown/0123456789+abcdef=")
ALPHABETS = (string.ascii_letters + string.digits, string.ascii_letters + string.digits + "-_./+=",
             string.ascii_letters + string.digits + "\"'\\&<>%#~!")


@pytest.fixture
def drawn(request, planted, monkeypatch):
    """Secrets of random length and characters, in variables that a model's request sends, or does not."""
    draw = random.Random(request.param)
    key, password, other = (
        "".join(draw.choices(ALPHABETS[(request.param + shift) % 3], k=draw.randint(8, 80))) for shift in range(3))
    monkeypatch.setenv("OPENAI_API_KEY", key + draw.choice(["", "", " "]).strip())
    monkeypatch.setenv("GATEWAY_PASSWORD", password)
    monkeypatch.setenv("AZURE_CLIENT_SECRET", f"{other}\n")
    return key, password, other


@pytest.mark.parametrize(("drawn", "more"), [
    (1, ["-m", "seed=0,1"]), (2, ["--debug", "model.logprobs=2", "hydra.verbose=true"]),
], ids=["sweep", "debug"], indirect=["drawn"])
@pytest.mark.usefixtures("without_pictures")
def test_a_server_that_repeats_all_it_gets_has_no_secret_written_or_shown(
    planted, openai_server, tmp_path, monkeypatch, drawn, more):
    monkeypatch.setattr("gtarena.models.retry.FIRST_WAIT", 0.001)
    openai_server.reply = lambda payload: echoed(openai_server, payload, drawn)
    shown = planted(*more, *words(openai_server, tmp_path), "matches=1")
    assert shown.code in (0, 3)
    assert openai_server.received[0].headers["authorization"] == f"Bearer {drawn[0]}"
    secrets = (*drawn, *(shape.removeprefix("Bearer ") for shape in SHAPES))
    assert leaks(tmp_path, shown, secrets) == []
    assert all("[hidden]" in call.reply for record in read_records(tmp_path / "results") for call in record.calls)
    # A reply from the cache is the one that was played and logged.
    again = planted(*words(openai_server, tmp_path), "name=again", "seed=0", "matches=1")
    assert leaks(tmp_path, again, secrets) == []
    played = {record.match_id: [call.reply for call in record.calls] for record in read_records(tmp_path / "results")}
    for record in read_records(tmp_path / "results" / "again"):
        assert [call.reply for call in record.calls] == played[record.match_id]
    (folder,) = (path.parent for path in (tmp_path / "results" / "again").rglob("matches.jsonl"))
    assert leaks(tmp_path, planted("replay", str(folder)), secrets) == []
    assert leaks(tmp_path, planted("report", str(folder), "--out", "out"), secrets) == []
