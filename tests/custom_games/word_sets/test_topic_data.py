"""The topic sets that are shipped: enough of everything, no clue that gives a word away, shares that sum to 100."""

import json
import re
from collections import Counter

import pyspiel
import pytest

import custom_games  # noqa: F401
from custom_games.word_sets.word_lists import DATA

SEATS = ["Player 1", "Player 2", "Player 3"]
PUBLISHED_CHAMELEON = {"topic", "code", "chameleon_name", "first clue"}
PUBLISHED_UNDERCOVER = {"undercover_code", "non_undercover_code", "undercover_name", "first clue"}
LIMIT = 200  # bytes of a clue in either game


def read(name):
    return json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))


TOPICS, PAIRS, AIRLINES = read("chameleon"), read("undercover"), read("cost_sharing")
CHAMELEON, UNDERCOVER = read("magic_chameleon"), read("magic_undercover")
by_topic = pytest.mark.parametrize("topic", TOPICS, ids=lambda topic: topic["topic"])
by_pair = pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: " and ".join(pair["words"]))
chameleon_settings = pytest.mark.parametrize("setting", CHAMELEON, ids=lambda setting: setting["topic"])
undercover_settings = pytest.mark.parametrize("setting", UNDERCOVER, ids=lambda setting: setting["undercover_code"])


def says(text, word):
    """True if the word is in the text as a whole word or in the plural, without letter case."""
    return re.search(rf"(?<!\w){re.escape(word)}(?:s|es)?(?!\w)", text, re.IGNORECASE) is not None


def all_differ(entries):
    return len({entry.casefold() for entry in entries}) == len(entries)


def strings(value):
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return strings([*value, *value.values()])
    return [text for child in value for text in strings(child)] if isinstance(value, list) else []


@pytest.mark.parametrize("file", sorted(DATA.glob("*.json")), ids=lambda file: file.name)
def test_texts_are_printable_without_spaces_around_them(file):
    texts = strings(json.loads(file.read_text(encoding="utf-8")))
    assert texts
    assert [text for text in texts if not text.isprintable() or text != text.strip() or not text] == []


def test_there_are_at_least_44_topics_64_pairs_and_20_airlines_and_all_of_each_differ():
    assert len(TOPICS) >= 44
    assert all_differ([topic["topic"] for topic in TOPICS])
    assert len(PAIRS) >= 64
    assert len({frozenset(map(str.casefold, pair["words"])) for pair in PAIRS}) == len(PAIRS)
    assert len(AIRLINES["airlines"]) == 20
    assert all_differ(AIRLINES["airlines"])


@by_topic
def test_a_topic_has_16_to_20_words_and_as_many_clues_which_differ_and_contain_none(topic):
    assert set(topic) == {"topic", "words", "clues"}
    assert max(len(clue.encode()) for clue in topic["clues"]) <= LIMIT
    assert [(clue, word) for clue in topic["clues"] for word in topic["words"] if says(clue, word)] == []
    for entries in (topic["words"], topic["clues"]):
        assert 16 <= len(entries) <= 20
        assert all_differ(entries)


@by_pair
def test_a_pair_has_two_different_words_and_8_to_12_clues_that_contain_neither(pair):
    assert (set(pair), len(pair["words"])) == ({"words", "clues"}, 2)
    assert all_differ(pair["words"])
    assert 8 <= len(pair["clues"]) <= 12
    assert [(clue, word) for clue in pair["clues"] for word in pair["words"] if says(clue, word)] == []
    assert all_differ(pair["clues"])


def test_every_airline_tells_its_flights_and_aircraft_and_seven_groups_of_three_use_each_of_the_twenty():
    for usage in AIRLINES["airlines"]:
        assert re.search(r"^[1-9]\d* flights a month", usage)
        assert re.search(r"\d passengers\.", usage)
        assert re.search(r"A flight lasts \d+(\.\d+)? (hours?|minutes) on average\.", usage)
        assert re.search(r"(?i)\b(small|medium|large) aircraft\b", usage)
    groups = [tuple(group["airlines"]) for group in AIRLINES["groups"]]
    assert len(groups) == 7
    assert len({frozenset(group) for group in groups}) == 7
    assert all(len(set(group)) == 3 for group in groups)
    assert {airline for group in groups for airline in group} == set(range(1, 21))


@pytest.mark.parametrize("group", AIRLINES["groups"], ids=lambda group: str(group["airlines"]))
def test_first_proposals_are_multiples_of_5_that_sum_to_100_and_favour_the_proposer(group):
    proposals = group["first proposal"]
    assert list(proposals) == SEATS
    for shares in proposals.values():
        assert [share for share in shares if share % 5 or share <= 0] == []
        assert (len(shares), sum(shares)) == (3, 100)
    for seat, name in enumerate(SEATS):
        assert proposals[name][seat] < min([proposals[other][seat] for other in SEATS if other != name])


def test_the_deduction_games_have_20_settings_each_with_the_role_7_7_and_6_times_in_the_three_seats():
    for settings, key in ((CHAMELEON, "chameleon_name"), (UNDERCOVER, "undercover_name")):
        assert len(settings) == 20
        assert Counter(setting[key] for setting in settings) == {"Player 1": 7, "Player 2": 7, "Player 3": 6}


@chameleon_settings
def test_a_chameleon_setting_has_the_published_keys_a_word_of_its_topic_and_a_first_clue_of_each_seat(setting):
    assert set(setting) == PUBLISHED_CHAMELEON
    (topic,) = [topic for topic in TOPICS if topic["topic"] == setting["topic"]]
    assert setting["code"] in topic["words"]
    clues = setting["first clue"]
    assert list(clues) == SEATS
    assert all_differ(list(clues.values()))
    assert [clue for clue in clues.values() if says(clue, setting["code"])] == []


@undercover_settings
def test_an_undercover_setting_has_the_published_keys_a_shipped_pair_and_two_clues_of_each_seat(setting):
    assert set(setting) == PUBLISHED_UNDERCOVER
    words = {setting["undercover_code"], setting["non_undercover_code"]}
    assert words in [set(pair["words"]) for pair in PAIRS]
    clues = setting["first clue"]
    assert list(clues) == SEATS
    said = [clue for of_seat in clues.values() for clue in of_seat]
    assert [len(of_seat) for of_seat in clues.values()] == [2, 2, 2]
    assert all_differ(said)
    assert [(clue, word) for clue in said for word in words if says(clue, word)] == []


def recorded_clues(game):
    """Returns the clues that the data records, said one after the other by the actions that the game accepts."""
    state = pyspiel.load_game(game).new_initial_state()
    while not state.is_simultaneous_node():
        for action in state.recorded_move(state.current_player()):
            assert action in state.legal_actions()
            state.apply_action(action)
    return list(state.node.position.clues)


@pytest.mark.parametrize("number", range(1, 21))
def test_the_recorded_clues_can_be_said_one_after_the_other(number):
    stored = CHAMELEON[number - 1]["first clue"]
    assert recorded_clues(f"chameleon(topics=magic_chameleon,topic={number},questions=skipped)") == [*stored.values()]
    both = UNDERCOVER[number - 1]["first clue"]
    assert recorded_clues(f"undercover(pairs=magic_undercover,pair={number},questions=skipped)") == [
        both[seat][turn] for turn in range(2) for seat in SEATS]
