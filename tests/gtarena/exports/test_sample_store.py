import json

import pytest

from gtarena.exports.sample_store import SampleStore
from tests.support.records import call, llm, record, seat, write_log


@pytest.fixture
def store(tmp_path):
    matches = [record("b", [llm(prompt="v1"), llm(prompt="v2")], [1, -1], suite="arena", calls=[call(0), call(1)]),
               record("a", [seat(), llm(prompt="v1")], [1, -1], suite="arena", calls=[call(1, texts=["1" * 64])]),
               record("c", [llm(prompt="v1"), seat()], [1, -1], params={"players": 2}, calls=[call(0)]),
               record("d", [llm(prompt="v1"), seat()], [1, -1], suite="arena")]
    log = write_log(tmp_path / "matches.jsonl", *matches)
    (tmp_path / "texts.jsonl").write_text(json.dumps({"sha256": "1" * 64, "text": "Hello"}) + "\n")
    store = SampleStore(tmp_path / "s.sqlite", [log])
    yield store
    store.close()


def test_seats_are_grouped_by_suite_or_game_agent_model_and_settings_and_texts_found_by_digest(store):
    groups = store.groups()
    assert [(group.task, group.agent, group.model, group.settings) for group in groups] == [
        ("arena", "llm", "offline/random", "prompt=v1"), ("arena", "llm", "offline/random", "prompt=v2"),
        ("kuhn_poker", "llm", "offline/random", "prompt=v1")]
    assert [[(match.match_id, number) for match, number in store.samples(group)] for group in groups] == [
        [("a", 1), ("b", 0)], [("b", 1)], [("c", 0)]]
    assert store.texts(["1" * 64, "2" * 64]) == {"1" * 64: "Hello"}
