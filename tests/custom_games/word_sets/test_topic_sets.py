import json
import os
import re
import shutil
from pathlib import Path

import pytest

from custom_games.word_sets.topic_sets import GENERAL_CLUES, pairs, topics
from custom_games.word_sets.word_lists import words

FRUITS = {"topic": "My fruits", "words": [f"fruit{number}" for number in range(16)],
          "clues": [f"It is clue {number}." for number in range(16)]}
CUPS = {"words": ["Cup", "mug"], "clues": [f"It is clue {number}." for number in range(8)]}
GRAPE = {"topic": "Fruits", "code": "Grape", "chameleon_name": "Player 3",
         "first clue": {"Player 1": "It is juicy.", "Player 2": "It is small.", "Player 3": "It is sweet."}}
VIEWER = {"undercover_code": "viewer", "non_undercover_code": "listener", "undercover_name": "Player 1",
          "first clue": {seat: ["They hear it.", "They like it."] for seat in ("Player 1", "Player 2", "Player 3")}}


@pytest.fixture
def own(tmp_path, monkeypatch):
    """Writes a set of the user's own."""
    monkeypatch.setenv("GTARENA_WORDS", str(tmp_path))
    return lambda name, content: (tmp_path / f"{name}.json").write_text(json.dumps(content))


def published(tmp_path, name, *settings):
    (tmp_path / name).mkdir()
    for number, setting in enumerate(settings):
        (tmp_path / name / f"{number}.json").write_text(json.dumps(setting))


def test_a_set_or_pair_of_the_users_own_fixes_what_it_says_and_leaves_the_rest_to_chance(own):
    own("mine", [FRUITS, {**FRUITS, "code": "FRUIT3", "chameleon_name": "Player 2", "first clue": {"Player 1": "Hm."}}])
    free, fixed = topics("mine")
    assert (free.name, len(free.words), len(free.clues), free.word, free.seat) == ("My fruits", 16, 16, None, None)
    assert (fixed.word, fixed.seat, fixed.first_clues) == (3, 1, (("Hm.",), (), ()))
    own("mine", [CUPS, {**CUPS, "undercover_code": "mug", "undercover_name": "Player 3"}])
    free, fixed = pairs("mine")
    assert (free.name, free.words, free.word, free.seat) == ("Cup and mug", ("Cup", "mug"), None, None)
    assert (fixed.word, fixed.seat) == (1, 2)


def test_a_published_topic_is_lent_the_words_and_clues_of_the_shipped_one(own, tmp_path):
    published(tmp_path, "published", GRAPE, {**GRAPE, "code": "durian", "chameleon_name": "Player 1"})
    shipped = topics("chameleon")[0]
    grape, durian = topics("published")
    assert [word.casefold() for word in grape.words] == list(shipped.words)
    assert (grape.words[grape.word], grape.seat) == ("Grape", 2)
    assert grape.clues == shipped.clues
    assert (durian.words[durian.word], len(durian.words)) == ("durian", len(shipped.words) + 1)
    assert list(durian.words) == sorted(durian.words)
    assert [grape.recorded_clue(place) for place in range(4)] == ["It is juicy.", "It is small.", "It is sweet.", None]


def test_a_published_topic_that_is_not_shipped_gets_common_words_and_general_clues(own, tmp_path):
    published(tmp_path, "published", {"topic": "Wonders", "code": "picture", "chameleon_name": "Player 1"})
    (entry,) = topics("published")
    assert set(entry.words) == {*words("common_nouns")[:16], "picture"}
    assert entry.clues == tuple(clue for clue in GENERAL_CLUES if "picture" not in clue)
    assert len(entry.clues) == len(GENERAL_CLUES) - 1
    assert [entry.recorded_clue(place) for place in range(3)] == [None] * 3


def test_a_published_pair_is_lent_the_clues_of_the_shipped_one_or_general_ones(own, tmp_path):
    shipped = pairs("undercover")[0]
    other = {"undercover_code": shipped.words[1].upper(), "non_undercover_code": shipped.words[0]}
    published(tmp_path, "published", VIEWER, other)
    viewer, swapped = pairs("published")
    assert (viewer.words, viewer.word, viewer.seat) == (("viewer", "listener"), 0, 0)
    assert viewer.clues == GENERAL_CLUES
    assert [viewer.recorded_clue(place) for place in (0, 2, 3, 5, 6)] == [
        "They hear it.", "They hear it.", "They like it.", "They like it.", None]
    assert (swapped.word, swapped.clues) == (0, shipped.clues)


def changed(entry, **changes):
    return {key: value for key, value in {**entry, **changes}.items() if value is not ...}


@pytest.mark.parametrize(("entry", "fault"), [
    (changed(FRUITS, words=["kiwi"]), '"words" must be a list of at least 16 texts, not 1'),
    (changed(FRUITS, clues=[*FRUITS["clues"], "A Fruit3!"]),
     "the clue 'A Fruit3!' must not contain 'fruit3', which is one of the words"),
    (changed(FRUITS, words=[*FRUITS["words"], "x" * 61]), f"the word '{'x' * 61}' has more than 60 bytes in UTF-8"),
    (changed(FRUITS, code="plum"), '"code" must be fruit0 or '),
    (changed(FRUITS, chameleon_name="Player 4"), '"chameleon_name" must be Player 1 or Player 2 or Player 3'),
    (changed(FRUITS, word="plum"), "'word' is not a key of it"), (changed(GRAPE, code=...), '"code" is missing'),
    (changed(GRAPE, clues=["x"]), '"words" must be a list of at least 16 texts, not None'),
    ("Fruits", "it must be an object with 'topic' or ")])
def test_a_damaged_topic_is_refused_with_its_place_and_the_reason(own, entry, fault):
    own("mine", [FRUITS, entry])
    with pytest.raises(ValueError, match=f"^entry 2 of mine.json: {re.escape(fault)}"):
        topics("mine")


@pytest.mark.parametrize(("entry", "fault"), [
    (changed(CUPS, words=["cup"]), '"words" must be a list of at least 2 texts, not 1'),
    (changed(CUPS, words=["cup", "mug", "jar"]), '"words" must be a list of 2 words, not 3'),
    (changed(CUPS, clues=["Hm."]), '"clues" must be a list of at least 8 texts, not 1'),
    (changed(VIEWER, non_undercover_code="viewer"), "\"words\" lists 'viewer' twice"),
    (changed(VIEWER, non_undercover_code=...), '"non_undercover_code" is missing')])
def test_a_damaged_pair_is_refused_with_its_place_and_the_reason(own, entry, fault):
    own("mine", [entry, CUPS])
    with pytest.raises(ValueError, match=f"^entry 1 of mine.json: {re.escape(fault)}"):
        pairs("mine")


def test_all_damaged_entries_are_named_in_one_message(own, tmp_path):
    own("mine", [5, FRUITS, changed(FRUITS, code="plum"), 5])
    with pytest.raises(ValueError, match=r"^entry 1 of mine.json, entry 4 of mine.json: it must be .*, not 5; "
                                         r'entry 3 of mine.json: "code" must be'):
        topics("mine")
    own("many", [5] * 20)
    with pytest.raises(ValueError, match=r"entry 8 of many.json, 12 more: it must be"):
        topics("many")
    published(tmp_path, "published", VIEWER, changed(VIEWER, undercover_name="me"))
    with pytest.raises(ValueError, match=r'/published/1.json: "undercover_name" must be Player 1 or'):
        pairs("published")


@pytest.mark.parametrize("content", [{}, [], "Fruits"])
def test_a_set_is_a_list_with_entries(own, content):
    own("mine", content)
    with pytest.raises(ValueError, match=r"^set of topics mine must be a list of one or more entries"):
        topics("mine")


def test_the_authors_files_have_the_clues_beside_the_setting_and_are_read_as_they_are(own, tmp_path):
    for read, first, key in ((topics, GRAPE, "clue"), (pairs, VIEWER, "clues")):
        setting, name = setting_of(first), f"by_{read.__name__}"
        published(tmp_path, name, first, {"game_setting": setting, key: first["first clue"]}, {"game_setting": setting})
        flat, nested, silent = read(name)
        assert nested == flat
        assert silent == flat._replace(first_clues=((), (), ()))
    published(tmp_path, "beside", {**setting_of(GRAPE), "clue": GRAPE["first clue"]}, GRAPE)
    beside, flat = topics("beside")
    assert beside == flat


def setting_of(entry):
    return {key: value for key, value in entry.items() if key != "first clue"}


@pytest.mark.parametrize(("entry", "why"), [
    ({"game_setting": 3}, '"game_setting" must be an object, not 3'),
    ({"game_setting": {"topic": "Fruits", "words": []}}, "'words' is not a key of it")])
def test_a_file_whose_setting_is_damaged_is_refused_with_its_place(own, tmp_path, entry, why):
    published(tmp_path, "published", entry)
    with pytest.raises(ValueError, match=rf"0\.json: {why}"):
        topics("published")


@pytest.mark.skipif("GTARENA_MAGIC" not in os.environ, reason="GTARENA_MAGIC names no checkout of MAgIC")
def test_the_released_files_are_read_as_they_are(own, tmp_path):
    released = Path(os.environ["GTARENA_MAGIC"]) / "topics_release"
    for name, read in (("chameleon", topics), ("undercover", pairs)):
        shutil.copytree(released / name / "settings", tmp_path / f"my_{name}")
        theirs = json.loads((released / name / "settings" / "0.json").read_text())
        entry = read(f"my_{name}")[0]
        said = theirs.get("clue") or theirs["clues"]
        assert [entry.recorded_clue(place) for place in range(3)] == [
            clue if isinstance(clue, str) else clue[0] for clue in said.values()]
        assert entry.seat == int(theirs["game_setting"][f"{name}_name"][-1]) - 1
