import json

import pytest

from custom_games.word_sets.json_sets import FileEntry, read_json, read_set


def test_a_set_of_the_users_own_is_a_file_in_the_folder(tmp_path):
    (tmp_path / "mine.json").write_bytes("\ufeff[\"Grün\"]".encode())
    assert read_set("mine", tmp_path, "set of topics") == ["Grün"]


def test_a_folder_of_published_settings_is_read_in_the_order_of_its_numbers(tmp_path):
    folder = tmp_path / "published"
    folder.mkdir()
    for number in (10, 0, 2):
        (folder / f"{number}.json").write_text(str(number))
    for other in ("notes.json", "1.txt"):
        (folder / other).write_text("?")
    assert read_set("published", tmp_path, "set of topics") == [
        FileEntry(str(folder / f"{number}.json"), number) for number in (0, 2, 10)]


def test_a_set_of_the_packages_is_not_replaced(tmp_path):
    (tmp_path / "chameleon.json").write_text("[]")
    assert read_set("chameleon", tmp_path, "set of topics")[0]["topic"] == "Fruits"


@pytest.mark.parametrize("name", ["nope", "", "../mine", "Mine", "true", "a,b", "mine.json", "empty"])
def test_any_other_name_is_refused_with_those_that_are_shipped(tmp_path, name):
    (tmp_path / "Mine.json").write_text("[]")
    (tmp_path / "true.json").write_text("[]")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=r"^set of pairs '.*' does not exist: shipped are chameleon, .*undercover\. "):
        read_set(name, tmp_path, "set of pairs")


@pytest.mark.parametrize("content", [b"[", b"\xff", b"", b"[" * 100_000])
def test_a_file_that_is_not_json_is_refused_by_name(tmp_path, content):
    (tmp_path / "faulty.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"faulty\.json is not JSON in UTF-8"):
        read_json(tmp_path / "faulty.json")


def test_a_file_may_hold_anything_in_json(tmp_path):
    (tmp_path / "any.json").write_text(json.dumps({"a": [1, None, "é"]}))
    assert read_json(tmp_path / "any.json") == {"a": [1, None, "é"]}
