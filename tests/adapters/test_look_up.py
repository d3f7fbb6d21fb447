import pyspiel
import pytest
from hypothesis import given
from hypothesis import strategies as st

import adapters
from adapters import look_up, templates
from tests.support.named_games import SETTINGS
from tests.support.withheld_rules import HEADINGS, TOPICS, withhold_rules

GAME = "tic_tac_toe"


@pytest.fixture
def _withheld(monkeypatch, tmp_path):
    withhold_rules(monkeypatch, tmp_path)


def adapter_and_state():
    game = pyspiel.load_game(GAME)
    return adapters.for_game(game), game.new_initial_state()


@pytest.mark.parametrize(("reply", "topic"), [
    ("Look up: winning", "winning"),
    ("I am not sure.\nlook up: Order of play", "Order of play"),
    ("**Look up:** winning", "winning"),
    ("> LOOK-UP: winning  \n\n", "winning"),
    ("Look_up = winning", "winning"),
    ("Look up:", ""),
    ("Answer: C1R1\n\nLook up: winning", "winning"),
    ('{"answer": "C1R1"}\nLook up: winning', "winning"),
    ("```\nLook up: winning\n```", "winning"),
    ("<think>Answer: C1R1</think>Look up: winning", "winning"),
    ('{"look_up": "winning"}', "winning"),
    ('Let me see.\n```json\n{\n  "Look up": "winning"\n}\n```\nThat will help.', "winning"),
    ('{"answer": "C1R1"}\n{"look_up": "winning"}', "winning"),
    ('{"reason": "unsure", "look_up": "winning"}', "winning"),
])
def test_a_reply_asks_for_a_topic_with_the_last_thing_that_it_states(reply, topic):
    assert look_up.requested(reply) == topic


@pytest.mark.parametrize("reply", [
    "",
    "   ",
    "Answer: C1R1",
    "Look up: winning\n\nAnswer: C1R1",
    "Look up: winning\nOn reflection I need not.",
    "I would like to look up: winning",
    "Should I look up winning?",
    '{"look_up": "winning"}\nAnswer: C1R1',
    '{"look_up": "winning"}\n{"answer": "C1R1"}',
    '{"look_up": null, "answer": "C1R1"}',
    '{"look_up": ""}',
    '{"look_up": 3}',
    '{"look_up": ["winning"]}',
    '{"message": "{\\"look_up\\": \\"winning\\"}"}',
    '{"message": "I say\\nLook up: winning"}',
    '{"message": "I say\nLook up: winning"}',
    "<think>Look up: winning</think>Answer: C1R1",
    "<think>I was cut off.\nLook up: winning",
])
def test_any_other_reply_asks_for_none(reply):
    assert look_up.requested(reply) is None


@given(st.text(max_size=60))
def test_whatever_a_reply_says_before_its_request_the_topic_is_found(before):
    if "<" not in before:  # thinking tags apart
        assert look_up.requested(f"{before}\nLook up: winning") == "winning"


@given(st.text())
def test_no_reply_breaks_the_search_for_a_request(reply):
    asked = look_up.requested(reply)
    assert asked is None or "up" in reply.casefold() or "ᵘᵖ" in reply


@pytest.mark.parametrize("reply", ["Look up:" + " " * 100_000 + "{", "look up: a\n" * 10_000 + "x", "- " * 90_000])
def test_long_replies_are_searched_at_once(reply):
    assert look_up.requested(reply) is None


@pytest.mark.usefixtures("_withheld")
@pytest.mark.parametrize(("name", "heading"), [
    ("winning", "winning"),
    ("WINNING.", "winning"),
    ('"Winning"', "winning"),
    ("<winning>", "winning"),
    ("winning (I forgot)", "winning"),
    ("order of play", "Order of play"),
    ("Order_of_play", "Order of play"),
    ("Full board draws", "full-board draws"),
    ("losing", None),
    ("", None),
    ("winning and losing", None),
])
def test_a_topic_is_known_by_the_letters_and_digits_of_its_heading(name, heading):
    assert look_up.find(GAME, name) == heading


@pytest.mark.usefixtures("_withheld")
def test_an_adapter_lists_and_renders_the_topics_of_its_game():
    adapter, state = adapter_and_state()
    assert adapter.topics() == HEADINGS
    assert adapter.topic("winning", state, 0) == TOPICS["winning"]
    assert adapter.topic("ORDER OF PLAY", state, 0) == "Player 0 moves among 9 free cells."
    with pytest.raises(ValueError, match=r"^'losing' is not a topic of tic_tac_toe: it has Order of play, full-board"):
        adapter.topic("losing", state, 0)


def test_an_adapter_keeps_the_topics_that_it_had_first(monkeypatch, tmp_path):
    adapter, _ = adapter_and_state()
    assert adapter.topics() == []
    withhold_rules(monkeypatch, tmp_path, GAME)
    assert adapter.topics() == []
    assert adapter_and_state()[0].topics() == HEADINGS


def test_a_game_without_topics_says_so():
    adapter, state = adapter_and_state()
    assert adapter.topics() == []
    with pytest.raises(ValueError, match=r"^'winning' is not a topic of tic_tac_toe: it has none$"):
        adapter.topic("winning", state, 0)


@pytest.mark.usefixtures("_withheld")
def test_topics_are_no_prompt_versions_and_change_no_digest_of_one(monkeypatch):
    adapter, _ = adapter_and_state()
    withheld = adapter.versions(), adapter.digest()
    monkeypatch.delenv(templates.FOLDER_VARIABLE)
    assert (adapter.versions(), adapter.digest()) == withheld


def test_a_game_that_is_played_with_the_generic_prompts_may_have_topics(monkeypatch, tmp_path):
    withhold_rules(monkeypatch, tmp_path, "othello")
    assert adapters.for_game(pyspiel.load_game("othello")).topics() == HEADINGS


@pytest.mark.usefixtures("_withheld")
def test_the_digest_covers_names_and_texts_of_topics_and_the_texts_around_them(monkeypatch, tmp_path):
    digests = {look_up.digest(GAME, ["offer"]), look_up.digest(GAME, ["full"])}
    for number, (old, new, text) in enumerate([("winning", "winning", "Other words."), ("winning", "victory", None)]):
        folder = tmp_path / str(number)
        withhold_rules(monkeypatch, folder)
        file = folder / GAME / "topics" / f"{old}.jinja"
        written = file.read_text()
        file.unlink()
        file.with_stem(new).write_text(text or written)
        digests.add(look_up.digest(GAME, ["offer"]))
    assert len(digests) == 4
    assert look_up.digest("nim", ["offer"]) == ""


@pytest.mark.parametrize("name", sorted({setting.split("(")[0] for setting in SETTINGS}))
def test_the_headings_of_a_game_are_told_apart_by_their_letters(name):
    headings = list(look_up.topics(name))
    assert [look_up.find(name, heading.upper()) for heading in headings] == headings


@pytest.mark.parametrize("wording", templates.versions(look_up.WORDINGS))
def test_no_text_around_topics_passes_for_a_reply_form_or_a_list_of_legal_moves(wording):
    text = look_up.wording(wording, headings=HEADINGS, limit=3, left=2, heading="winning", text="Three.", asked="x",
                           topics=[("winning", "Three.")])
    lines = [line.strip() for line in text.splitlines()]
    assert not [line for line in lines if line.startswith(("{", "Legal moves:", "Answer:"))]
    assert text
