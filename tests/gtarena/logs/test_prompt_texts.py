import json

import pytest

from gtarena.errors import UsageError
from gtarena.logs import damage
from gtarena.logs.prompt_texts import (
    InMemoryTexts,
    TextPlaces,
    read_prompt_texts,
    read_text_hashes,
    refer,
    sha256,
    write_text_places,
)
from gtarena.logs.writer import append_line, text_line
from tests.support.records import record, seat, write_log
from tests.support.reported_matches import HOSTILE

ABC = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"  # FIPS 180's example


def test_messages_refer_to_texts_and_pictures_by_sha256_that_are_stored_once():
    assert sha256("abc") == ABC
    assert sha256("\ud800") != sha256("?")  # half a character has a hash too
    texts = InMemoryTexts()
    (ref,) = refer(texts, [{"role": "user", "content": "Look.", "image": "abc"}])
    assert (texts[ref.sha256], ref.image, texts[ref.image]) == ("Look.", ABC, "abc")
    texts = InMemoryTexts()
    refs = refer(texts, [{"role": "system", "content": "abc"}, {"role": "user", "content": "abc"}])
    assert [(ref.role, ref.sha256) for ref in refs] == [("system", ABC), ("user", ABC)]
    assert texts == {ABC: "abc"}


def test_texts_are_found_by_their_digests_and_damaged_ones_are_not(tmp_path):
    texts = ["first", "line\nbreak \u2028 é", HOSTILE, "twice"]
    for run in ("run0", "run1"):
        (tmp_path / run).mkdir()
    for place, text in enumerate(texts):
        append_line(tmp_path / f"run{place % 2}" / "texts.jsonl", text_line(sha256(text), text))
    append_line(tmp_path / "run0" / "texts.jsonl", text_line(sha256("torn"), "torn")[:-3])
    append_line(tmp_path / "run0" / "texts.jsonl", text_line(sha256("twice"), "twice")[:-1])
    append_line(tmp_path / "run0" / "texts.jsonl", json.dumps({"text": "other order", "sha256": sha256("other order")}))
    write_text_places(tmp_path / "places", tmp_path)
    found = TextPlaces(tmp_path / "places")
    assert [found.get(sha256(text)) for text in texts] == texts
    assert found.get(sha256("other order")) == "other order"
    assert found.get(sha256("torn")) is None
    assert found.get(sha256("missing")) is None
    found.close()


def test_texts_beside_a_file_of_matches_are_found_with_secrets_hidden_and_errors_name_what_cannot_be_read(
    tmp_path, monkeypatch
):
    path = write_log(tmp_path / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    append_line(tmp_path / "texts.jsonl", text_line(sha256("the key-0123456789"), "the key-0123456789"))
    monkeypatch.setenv("SOME_API_KEY", "key-0123456789")
    write_text_places(tmp_path / "places", path)
    assert TextPlaces(tmp_path / "places").get(sha256("the key-0123456789")) == "the [hidden]"
    with pytest.raises(UsageError, match="does not exist"):
        write_text_places(tmp_path / "other places", tmp_path / "nothing")
    with pytest.raises(OSError, match="unable to open"):
        write_text_places(tmp_path / "no folder" / "places", tmp_path)


def test_damaged_texts_are_skipped(tmp_path):
    (tmp_path / "texts.jsonl").write_text("{}\n[1]\n" + text_line("d", "text") + '\n{"sha256": 1, "text": 2}\n')
    assert read_text_hashes(tmp_path) == {"d"}
    assert damage.count_skipped(tmp_path) == 3


def test_texts_are_found_below_a_folder_and_beside_a_file_of_matches(tmp_path):
    path = write_log(tmp_path / "job" / "matches.jsonl", record("a", [seat(), seat()], [1, -1]))
    kept, other = "You play.\n\u2028é", "another"
    for text in (kept, other):
        append_line(tmp_path / "job" / "texts-0.jsonl", text_line(sha256(text), text))
    wanted = {sha256(kept), sha256("never stored")}
    assert read_prompt_texts(wanted, tmp_path) == read_prompt_texts(wanted, path) == {sha256(kept): kept}
