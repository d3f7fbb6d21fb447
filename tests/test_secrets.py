"""Plants API keys wherever users put them and searches every byte written for them."""

import sqlite3
from pathlib import Path

import pytest

from gtarena.runs import recording
from tests.gtarena.conftest import Command, Shown, command  # noqa: F401 - the fixture
from tests.support.openai_server import Answer, OpenAIServer, Payload, error, random_move

CANARY = "sk-canary" + "0123456789abcdef" * 2
# A key without a known shape is recognised by the name of its variable alone.
SHAPELESS = "Zx81canary" + "fedcba9876543210"
SECRETS = (CANARY, SHAPELESS)


@pytest.fixture
def planted(monkeypatch: pytest.MonkeyPatch, command: Command) -> Command:  # noqa: F811
    """Command line with API keys in the environment."""
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", SHAPELESS)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", SHAPELESS[::-1])
    return command


def leaks(folder: Path, shown: Shown) -> list[str]:
    """Returns the names of the files below the folder, and of the output streams, that hold a key."""
    needles = [secret.encode() for secret in (*SECRETS, SHAPELESS[::-1])]
    places = {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    places |= {"stdout": shown.out.encode(), "stderr": shown.err.encode(), "names": repr(sorted(places)).encode()}
    return [name for name, content in places.items() if any(needle in content for needle in needles)]


def words(server: OpenAIServer, folder: Path) -> list[str]:
    return ["game=kuhn_poker", "agents=[llm,cot,random]", "matches=2", "model.name=openai/x", "model.retries=1",
            f"model.api_base={server.api_base}", f"cache.path={folder / 'replies.sqlite'}"]


def echo(server: OpenAIServer, status: int) -> Answer:
    """Returns an error that repeats the header with the key, as some gateways do."""
    header = server.received[-1].headers["authorization"]
    return error(status, f"refused: {header} (also {SHAPELESS})", header)


def test_nothing_that_an_ordinary_run_writes_holds_the_key(
    planted: Command, openai_server: OpenAIServer, tmp_path: Path
) -> None:
    shown = planted(*words(openai_server, tmp_path))
    assert shown.code == 0
    assert openai_server.received[0].headers["authorization"] == f"Bearer {CANARY}"
    written = {path.name for path in tmp_path.rglob("*")}
    assert {"matches.jsonl", "texts.jsonl", "plan.json", "report.html", "leaderboard.csv", "replies.sqlite", ".hydra",
            "config.yaml", "overrides.yaml", "hydra.yaml"} <= written
    assert leaks(tmp_path, shown) == []
    with sqlite3.connect(tmp_path / "replies.sqlite") as replies:
        assert replies.execute("SELECT count(*) FROM replies").fetchone()[0] == len(openai_server.received)


def test_nothing_that_is_written_while_the_cache_is_open_holds_the_key(
    planted: Command, openai_server: OpenAIServer, tmp_path: Path
) -> None:
    with sqlite3.connect(tmp_path / "replies.sqlite") as reader:
        # An open reader keeps SQLite from merging its log into the file.
        reader.executescript("PRAGMA journal_mode=WAL; CREATE TABLE mine (x); BEGIN; SELECT * FROM mine;")
        shown = planted(*words(openai_server, tmp_path))
        assert (tmp_path / "replies.sqlite-wal").stat().st_size > 0
        assert leaks(tmp_path, shown) == []
    reader.close()


@pytest.mark.parametrize(("status", "debug"), [(401, []), (400, []), (500, []), (429, []), (401, ["--debug"])])
def test_a_server_that_echoes_the_key_does_not_get_it_written_down(
    planted: Command, openai_server: OpenAIServer, tmp_path: Path, status: int, debug: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("gtarena.models.retry.FIRST_WAIT", 0.01)

    def reply(payload: Payload) -> str | Answer:
        return echo(openai_server, status) if len(openai_server.received) > 2 else random_move(payload)

    openai_server.reply = reply
    shown = planted(*words(openai_server, tmp_path), *debug)
    assert shown.code == 3
    assert "[hidden]" in shown.err
    assert "[hidden]" in (tmp_path / "results" / "kuhn_poker" / "attempts.jsonl").read_text()
    assert leaks(tmp_path, shown) == []
    assert leaks(tmp_path, planted("status", "results")) == []


@pytest.mark.parametrize(
    "word",
    [
        "model.api_key={}", "+model.api_key={}", "+model.headers.Authorization={}", "+api_key={}",
        "++agent.llm.api_key={}", "model={{name:openai/x,api_key:{}}}", "model.name={}", "model.name=openai/{}",
        "model.api_base=http://user:{}@127.0.0.1:9/v1", "name={}", "+openai_api_key={}",
    ],
)
def test_a_key_on_the_command_line_is_refused_and_written_nowhere(planted: Command, tmp_path: Path, word: str) -> None:
    shown = planted("game=kuhn_poker", "matches=1", word.format(CANARY))
    assert shown.code == 2
    assert leaks(tmp_path, shown) == []


@pytest.mark.parametrize("status", [200, 401])
def test_the_doctor_does_not_tell_the_key(
    planted: Command, openai_server: OpenAIServer, tmp_path: Path, status: int
) -> None:
    if status != 200:
        openai_server.reply = lambda payload: echo(openai_server, status)
    shown = planted("doctor", *words(openai_server, tmp_path))
    assert shown.code == (0 if status == 200 else 3)
    assert "OPENAI_API_KEY" in shown.out
    assert leaks(tmp_path, shown) == []


def test_an_unforeseen_error_does_not_tell_the_key(
    planted: Command, openai_server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError(f"got {CANARY} and {SHAPELESS}")

    monkeypatch.setattr(recording, "play_match", broken)
    shown = planted(*words(openai_server, tmp_path))
    assert shown.code == 3
    assert "RuntimeError" in (tmp_path / "results" / "kuhn_poker" / "errors.log").read_text()
    assert leaks(tmp_path, shown) == []
