import re

import pytest

from custom_games.word_sets import json_sets


def test_sets_of_the_users_own_are_files_or_folders_of_settings_and_replace_none_of_the_packages(tmp_path):
    (tmp_path / "mine.json").write_bytes("\ufeff[\"Grün\"]".encode())
    assert json_sets.read_set("mine", (tmp_path,), "set of topics") == ["Grün"]
    folder = tmp_path / "published"
    folder.mkdir()
    for number in (10, 0, 2):
        (folder / f"{number}.json").write_text(str(number))
    for other in ("notes.json", "1.txt"):
        (folder / other).write_text("?")
    assert json_sets.read_set("published", (tmp_path,), "set of topics") == [
        json_sets.FileEntry(str(folder / f"{number}.json"), number) for number in (0, 2, 10)]
    (tmp_path / "chameleon.json").write_text("[]")
    assert json_sets.read_set("chameleon", (tmp_path,), "set of topics")[0]["topic"] == "Fruits"


@pytest.mark.parametrize("name", ["nope", "", "../mine", "Mine", "true", "a,b", "mine.json", "empty"])
def test_any_other_name_is_refused_with_those_that_are_shipped(tmp_path, name):
    (tmp_path / "Mine.json").write_text("[]")
    (tmp_path / "true.json").write_text("[]")
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match=r"^set of pairs '.*' does not exist: shipped are chameleon, .*undercover\. "):
        json_sets.read_set(name, (tmp_path,), "set of pairs")


@pytest.mark.parametrize("content", [b"[", b"\xff", b"", b"[" * 100_000])
def test_a_file_that_is_not_json_is_refused_by_name(tmp_path, content):
    (tmp_path / "faulty.json").write_bytes(content)
    with pytest.raises(ValueError, match=r"faulty\.json is not JSON in UTF-8"):
        json_sets.read_json(tmp_path / "faulty.json")


@pytest.mark.parametrize(("entry", "fault"), [
    ({}, '"code" is missing'), ({"code": None}, '"code" must be a text, not None'),
    ({"code": ["Grape"]}, '"code" must be a text, not [\'Grape\']'),
    ({"code": "Gra\npe"}, '"code" has control characters: \'Gra\\npe\''),
    ({"code": "Grape\x00"}, '"code" has control characters'),
    ({"code": "Grape\ud800"}, '"code" has control characters'),
    ({"code": " Grape"}, '"code" must have no spaces around it: \' Grape\''),
    ({"code": "!"}, '"code" must have a letter or a digit'), ({"code": ""}, '"code" must have a letter or a digit'),
    ({"code": 5 * ["x" * 100]}, "...")])
def test_anything_else_is_refused_with_the_key_and_the_reason(entry, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        json_sets.text(entry, "code")
    for value in ("Kiwi", "ice  cream", "ｇｒａｐｅ", "می‌خواهم", "e\u0301", "C3-PO!"):
        assert json_sets.text({"code": value}, "code") == value


@pytest.mark.parametrize(("listed", "fault"), [
    (["Kiwi"], '"words" must be a list of at least 2 texts, not 1'),
    ("Kiwi", '"words" must be a list of at least 2 texts, not \'Kiwi\''),
    (None, '"words" must be a list of at least 2 texts, not None'),
    (["Kiwi", "kiwi!"], "\"words\" lists 'kiwi!' twice"), (["Kiwi", 5], '"words" must be a text, not 5')])
def test_a_list_of_texts_has_enough_of_them_and_they_differ(listed, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        json_sets.texts({"words": listed}, "words", 2)
    assert json_sets.texts({"words": ["Kiwi", "Plum"]}, "words", 2) == ("Kiwi", "Plum")


def test_a_name_has_any_letter_case_and_recorded_clues_are_one_or_a_list_for_each_seat_or_missing():
    seats = ("Player 1", "Player 2")
    assert json_sets.one_of({"who": "player 2"}, "who", seats) == 1
    assert json_sets.one_of({}, "who", seats) is None
    for value in ("Player 3", 2, None):
        with pytest.raises(ValueError, match='"who" must be Player 1 or Player 2, not '):
            json_sets.one_of({"who": value}, "who", seats)
    assert json_sets.clues_by_seat({}) == ((), (), ())
    recorded = {"first clue": {"Player 3": ["One.", "Two."], "Player 1": " It's it.  "}}
    assert json_sets.clues_by_seat(recorded) == ((" It's it.  ",), (), ("One.", "Two."))


@pytest.mark.parametrize(("recorded", "fault"), [
    ("It is red.", '"first clue" must be an object with clues by the names Player 1, Player 2, Player 3, not'),
    ({"Player 4": "It is red."}, '"first clue" must be an object with clues by the names Player 1, Player 2, Player 3'),
    ({"Player 2": 5}, '"first clue of Player 2" must be a text, not 5'),
    ({"Player 2": ["One.", "Two."]}, '"first clue of Player 2" must be one clue, not 2')])
def test_other_recorded_clues_are_refused(recorded, fault):
    with pytest.raises(ValueError, match=re.escape(fault)):
        json_sets.clues_by_seat({"first clue": recorded}, rounds=1)
