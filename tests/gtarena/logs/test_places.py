import json
from pathlib import Path

import pytest

from gtarena.errors import UsageError
from gtarena.logs.damage import DamagedLineError
from gtarena.logs.places import TextPlaces, read_record, record_places, write_text_places
from gtarena.logs.prompt_texts import sha256
from gtarena.logs.writer import append_line, text_line
from tests.support.records import record, seat, write_log
from tests.support.reported_matches import HOSTILE


def append(path: Path, line: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    append_line(path, line)


SEATS = [seat(), seat()]


def test_a_record_is_read_from_its_place_wherever_it_stands(tmp_path):
    a, b, odd = (record(name, SEATS, [1, -1]) for name in ("a", "b", f'c"\\é{HOSTILE}'))
    write_log(tmp_path / "one" / "matches.jsonl", a, odd)
    write_log(tmp_path / "two" / "matches-1.jsonl", b)
    places = record_places({"a", "b", odd.match_id, "missing"}, tmp_path)
    assert set(places) == {"a", "b", odd.match_id}
    assert [read_record(match.match_id, places[match.match_id]) for match in (b, odd, a)] == [b, odd, a]
    assert record_places({"a"}, tmp_path / "two") == {}


def test_a_line_with_its_fields_in_another_order_is_found(tmp_path):
    line = json.loads(record("a", SEATS, [1, -1]).line())
    append(tmp_path / "matches.jsonl", json.dumps(dict(reversed(line.items()))))
    assert read_record("a", record_places({"a"}, tmp_path)["a"]).match_id == "a"


def test_a_damaged_line_gives_way_to_a_later_one_of_the_match(tmp_path):
    a = record("a", SEATS, [1, -1])
    append(tmp_path / "matches.jsonl", a.line()[:-20])
    write_log(tmp_path / "matches.jsonl", a, record("a", SEATS, [-1, 1]))
    places = record_places({"a"}, tmp_path)["a"]
    assert len(places) == 3
    assert read_record("a", places) == a
    with pytest.raises(DamagedLineError, match="match a is no longer in its log"):
        read_record("a", places[:1])


def test_texts_are_found_by_their_digests_and_damaged_ones_are_not(tmp_path):
    texts = ["first", "line\nbreak \u2028 é", HOSTILE, "twice"]
    for place, text in enumerate(texts):
        append(tmp_path / f"run{place % 2}" / "texts.jsonl", text_line(sha256(text), text))
    append(tmp_path / "run0" / "texts.jsonl", text_line(sha256("torn"), "torn")[:-3])
    append(tmp_path / "run0" / "texts.jsonl", text_line(sha256("twice"), "twice")[:-1])
    append(tmp_path / "run0" / "texts.jsonl", json.dumps({"text": "other order", "sha256": sha256("other order")}))
    write_text_places(tmp_path / "places", tmp_path)
    found = TextPlaces(tmp_path / "places")
    assert [found.get(sha256(text)) for text in texts] == texts
    assert found.get(sha256("other order")) == "other order"
    assert found.get(sha256("torn")) is None
    assert found.get(sha256("missing")) is None
    found.close()


def test_texts_beside_a_file_of_matches_are_found_and_their_secrets_hidden(tmp_path, monkeypatch):
    path = write_log(tmp_path / "matches.jsonl", record("a", SEATS, [1, -1]))
    append(tmp_path / "texts.jsonl", text_line(sha256("the key-0123456789"), "the key-0123456789"))
    monkeypatch.setenv("SOME_API_KEY", "key-0123456789")
    write_text_places(tmp_path / "places", path)
    assert TextPlaces(tmp_path / "places").get(sha256("the key-0123456789")) == "the [hidden]"


def test_errors_name_what_cannot_be_read_or_written(tmp_path):
    with pytest.raises(UsageError, match="does not exist"):
        record_places({"a"}, tmp_path / "nothing")
    with pytest.raises(OSError, match="unable to open"):
        write_text_places(tmp_path / "no folder" / "places", tmp_path)
