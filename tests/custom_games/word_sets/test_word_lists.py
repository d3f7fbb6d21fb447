import re
from pathlib import Path

import pyspiel
import pytest

from custom_games.word_sets.word_lists import DATA, words

FILES = sorted(DATA.glob("*.txt"))


@pytest.fixture
def own(tmp_path, monkeypatch) -> Path:
    """The folder of the user's lists."""
    monkeypatch.setenv("GTARENA_WORDS", str(tmp_path))
    return tmp_path


@pytest.fixture(autouse=True)
def _no_own_lists(monkeypatch):
    monkeypatch.delenv("GTARENA_WORDS", raising=False)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_data_files_are_lists_of_entries_that_differ_one_per_line(file):
    text = file.read_text(encoding="utf-8")
    assert re.fullmatch(r"[a-z][a-z0-9_]*\.txt", file.name)
    assert text.endswith("\n")
    assert list(words(file.stem)) == text.splitlines()


def test_the_common_nouns_are_100_lower_case_words_in_alphabetical_order():
    nouns = words("common_nouns")
    assert (len(nouns), list(nouns)) == (100, sorted(set(nouns)))
    assert all(re.fullmatch("[a-z]{2,11}", noun) for noun in nouns)


@pytest.mark.parametrize("name", [
    "nouns", "", "apple,bread", "a=b", "../data/common_nouns", "common_nouns.txt", "Common_Nouns", "true",
    "common_nouns\n"])
def test_any_other_name_is_refused_with_the_names_that_there_are(name):
    with pytest.raises(ValueError, match=r"does not exist: there are .*common_nouns") as error:
        words(name)
    assert repr(name) in str(error.value)


def test_a_list_of_the_users_own_is_found_by_name_in_the_folder_of_the_environment_variable(own):
    (own / "common_nouns.txt").write_text("apple\n")
    assert len(words("common_nouns")) == 100  # a list of the package's is not replaced
    (own / "fruit_1.txt").write_bytes("\ufeffKiwi\r\n\r\n  blood orange \r\nمی‌خواهم".encode())
    assert words("fruit_1") == ("Kiwi", "blood orange", "می‌خواهم")


@pytest.mark.parametrize("name", ["my,list", "a=b", "true", "false", "Capital", "1st", "two words"])
def test_a_file_whose_name_a_game_string_could_not_hold_is_no_list(own, name):
    (own / f"{name}.txt").write_text("apple\n")
    with pytest.raises(ValueError, match=re.escape(f"NAME.txt in the folder that GTARENA_WORDS names (now {own})")):
        words(name)


@pytest.mark.parametrize("name", ["inf", "nan", "e5", "true_words", "x1_", "none"])
def test_the_name_of_a_list_is_read_back_from_a_game_string(own, name):
    (own / f"{name}.txt").write_text("apple\n")
    assert words(name) == ("apple",)
    assert pyspiel.game_parameters_from_string(f"any_game(words={name})")["words"] == name


@pytest.mark.parametrize(("content", "fault"), [
    (b"", "has no words: write one per line"), (b"\n \n", "has no words"),
    (b"apple\nbread\nApple\n", "line 3: 'Apple' is listed twice"),
    (b"apple\nbre\x00ad\n", r"line 2: 'bre\\x00ad' has control characters"),
    ("apple\nbread\u2028butter\n".encode(), r"line 2: 'bread\\u2028butter' has control characters"),
    (b"apple\n\xff\n", "is not UTF-8 text")])
def test_a_file_that_is_not_well_formed_is_refused_with_its_name_and_line(own, content, fault):
    (own / "faulty.txt").write_bytes(content)
    with pytest.raises(ValueError, match=rf"faulty\.txt.*{fault}"):
        words("faulty")


def test_a_file_is_read_when_it_is_first_asked_for_and_a_folder_that_does_not_exist_has_no_lists(own, monkeypatch):
    file = own / "late.txt"
    with pytest.raises(ValueError, match="'late' does not exist"):
        words("late")
    file.write_text("apple\n")
    assert words("late") == ("apple",)
    file.write_text("bread\n")
    assert words("late") == ("apple",)
    monkeypatch.setenv("GTARENA_WORDS", str(own / "missing"))
    with pytest.raises(ValueError, match="there are codenames, common_nouns"):
        words("fruit_1")
