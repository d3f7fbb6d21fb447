import json
import sys

import pytest

from gtarena.errors import UsageError
from gtarena.exports import inspect_logs
from gtarena.exports.inspect_logs import write_logs
from gtarena.logs.prompt_texts import sha256
from tests.support.records import call, llm, record, seat, write_log


@pytest.fixture
def log(tmp_path):
    matches = [record(name, [llm(temperature=0.5, illegal={"retries": 2}), seat()], [value, -value], suite="arena",
                      calls=[call(texts=[sha256("Hello")], reply=f"Answer {name}")])
               for name, value in (("a", 1), ("b", -1), ("c", 1), ("d", 1))]
    (tmp_path / "texts.jsonl").write_text(json.dumps({"sha256": sha256("Hello"), "text": "Hello"}) + "\n")
    return write_log(tmp_path / "matches.jsonl", *matches)


def test_without_inspect_one_line_says_how_to_install_it(log, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "inspect_ai", None)
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    with pytest.raises(UsageError, match=r"needs inspect_ai, which is not installed\. .* --editable '\.\[inspect\]'"):
        list(write_logs([log], tmp_path / "out"))


@pytest.mark.parametrize("name", ["a.eval", "a.json"])
def test_a_log_opens_in_the_reader_of_inspect_with_messages_and_scores(log, tmp_path, name):
    reader = pytest.importorskip("inspect_ai.log")
    assert list(write_logs([log], tmp_path / name)) == [tmp_path / name]
    found = reader.read_eval_log(str(tmp_path / name))
    assert (found.status, found.eval.task, found.eval.model, found.eval.dataset.samples) == (
        "success", "arena", "offline/random", 4)
    assert found.eval.model_generate_config.temperature == 0.5
    assert {score.name: score.metrics["mean"].value for score in found.results.scores} == {
        "return": 0.5, "result": 0.75, "failures": 0.0, "finished": 1.0}
    # Three wins and a loss: the standard deviation is 0.5, and the mean of four has half of it.
    assert found.results.scores[1].metrics["stderr"].value == pytest.approx(0.25)
    first = found.samples[0]
    assert [(message.role, message.text) for message in first.messages] == [
        ("user", "Hello"), ("assistant", "Answer a")]
    assert first.scores["result"].value == 1.0
    assert found.stats.model_usage["offline/random"].input_tokens == 40


def test_a_folder_gets_a_log_for_each_agent_in_parts_that_fit_into_memory(log, tmp_path, monkeypatch):
    reader = pytest.importorskip("inspect_ai.log")
    monkeypatch.setattr(inspect_logs, "MOST_SAMPLES", 3)
    files = list(write_logs([log], tmp_path / "out"))
    assert len(set(files)) == 2
    assert [len(reader.read_eval_log(str(file)).samples) for file in files] == [3, 1]
    assert len(reader.list_eval_logs(str(tmp_path / "out"))) == 2
    with pytest.raises(UsageError, match="pass a folder"):
        list(write_logs([log], tmp_path / "one.eval"))


def test_several_agents_do_not_fit_into_one_file_and_none_make_no_log(log, tmp_path):
    pytest.importorskip("inspect_ai")
    write_log(log, record("e", [seat("cot", "offline/random"), seat()], [1, -1], suite="arena", calls=[call()]))
    with pytest.raises(UsageError, match=r"is one file, and there are 2 logs"):
        list(write_logs([log], tmp_path / "one.json"))
    log = write_log(tmp_path / "none" / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    with pytest.raises(UsageError, match="no match has a call of a model"):
        list(write_logs([log], tmp_path / "out"))
