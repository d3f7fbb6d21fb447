import json
import struct

import pytest

from gtarena.trackers.contract import TrackedRun

pytest.importorskip("wandb")
import wandb
from wandb.proto.wandb_internal_pb2 import Record

from gtarena.trackers.wandb import WandbRun

BLOCK, HEAD = 32768, struct.Struct("<IHB")  # of the log that wandb writes: blocks of chunks with a checksum, size, kind
KEY = "0123456789abcdef"


@pytest.fixture
def offline(tmp_path, monkeypatch):
    monkeypatch.setenv("WANDB_MODE", "offline")
    for name in ("WANDB_PROJECT", "WANDB_DIR", "WANDB_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    for name in ("WANDB_CACHE_DIR", "WANDB_CONFIG_DIR", "WANDB_DATA_DIR"):
        monkeypatch.setenv(name, str(tmp_path / "own"))


def run_of(folder, **settings):
    return TrackedRun("prompt=v1", "sweep", folder, settings, KEY)


def logs_of(folder):
    """Returns the logs of the runs in a folder, once wandb's own process has written them to their ends."""
    wandb.teardown()
    return sorted(folder.glob(f"wandb/offline-run-*-{KEY}*/run-{KEY}.wandb"), key=lambda log: log.stat().st_mtime_ns)


def records_of(log):
    data, at, held = log.read_bytes(), 7, b""
    while at + HEAD.size <= len(data):
        if BLOCK - at % BLOCK < HEAD.size:
            at += BLOCK - at % BLOCK
        _, size, kind = HEAD.unpack_from(data, at)
        held += data[at + HEAD.size:at + HEAD.size + size]
        at += HEAD.size + size
        if kind in (1, 4):  # a whole one, or the last chunk of one
            yield Record.FromString(held)
            held = b""


def points_of(log):
    for each in records_of(log):
        if each.WhichOneof("record_type") == "history":
            yield {"/".join(item.nested_key) or item.key: json.loads(item.value_json) for item in each.history.item}


def test_scores_settings_and_the_report_are_in_a_run_of_the_sweeps_group(offline, tmp_path):
    run = WandbRun(run_of(tmp_path, **{"model.temperature": 0.5}))
    run.send({"rating/llm": 0.25}, 3)
    (tmp_path / "report.html").write_text("<p>")
    run.end("finished", [tmp_path / "report.html"])
    [log] = logs_of(tmp_path)
    begun = next(each.run for each in records_of(log) if each.WhichOneof("record_type") == "run")
    assert (begun.project, begun.run_group, begun.display_name, begun.run_id) == ("gtarena", "sweep", "prompt=v1", KEY)
    assert {each.key: json.loads(each.value_json) for each in begun.config.update}["model.temperature"] == 0.5
    [point] = points_of(log)
    assert (point["rating/llm"], point["matches/done"]) == (0.25, 3)
    assert (log.parent / "files" / "report.html").read_text() == "<p>"
    ends = [each.exit.exit_code for each in records_of(log) if each.WhichOneof("record_type") == "exit"]
    assert ends == [0]


def test_a_resumed_run_has_the_same_id_and_goes_on(offline, tmp_path):
    for matches in (3, 5):
        run = WandbRun(run_of(tmp_path, workers=matches))
        run.send({}, matches)
        run.end("failed", [])
    points = [point["matches/done"] for log in logs_of(tmp_path) for point in points_of(log)]
    assert points == [3, 5]


def test_a_user_who_is_not_logged_in_gets_files_and_no_question(offline, tmp_path, monkeypatch):
    monkeypatch.delenv("WANDB_MODE")
    monkeypatch.setenv("NETRC", str(tmp_path / "none"))
    WandbRun(run_of(tmp_path)).end("finished", [])
    assert len(logs_of(tmp_path)) == 1


def test_its_folder_and_project_can_be_named(offline, tmp_path, monkeypatch):
    monkeypatch.setenv("WANDB_DIR", str(tmp_path / "mine"))
    (tmp_path / "mine").mkdir()
    monkeypatch.setenv("WANDB_PROJECT", "games")
    WandbRun(run_of(tmp_path)).end("finished", [])
    [log] = logs_of(tmp_path / "mine")
    assert next(each.run.project for each in records_of(log) if each.WhichOneof("record_type") == "run") == "games"
