import re

import pytest

import adapters
from adapters.native.hive import VIEW
from tests.support.named_games import VERSIONS, after, prompt_text
from tests.support.test_hive_rules import BASE, LINE, played

TOPICS = ["ant", "beetle", "freedom to move", "grasshopper movement", "max turns", "one-hive", "queen",
          "queen placement", "spider"]
BEETLE = rf"{LINE};wB1 \wG1;bA1 bQ-;wB1 wG1;bA2 bA1-"


def adapter_of(state) -> adapters.Adapter:
    return adapters.for_game(state.get_game())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_prompt_tells_where_all_pieces_are_unless_a_picture_shows_it(version):
    text = prompt_text(played(BEETLE), 0, version)
    for fact in ("wQ (-1, 0), wG1 (0, 0) under wB1, wB1 (0, 0)", "bQ (2, 0), bA1 (3, 0), bA2 (4, 0), bG1 (1, 0)",
                 "(0, 0) wG1, wB1", "wA1, wA2, wA3, wG2, wG3, wS1, wS2, wB2", "bA3, bG2, bG3, bS1, bS2, bB1, bB2",
                 "north-east (3, -1), south-east (2, 1), south-west (1, 1), north-west (2, -1)", "250"):
        assert fact in text
    state = played(BEETLE)
    turn = adapter_of(state).with_pictures().prompt(state, 0, version)[1]
    assert "(0, 0)" not in turn["content"]
    assert "wA1, wA2" not in turn["content"]
    assert "picture" in turn["content"]
    assert "Legal moves: wQ " in turn["content"]


def test_an_empty_board_is_told_with_its_size():
    text = prompt_text(after(BASE), 0)
    assert "White pieces in play: none." in text
    assert "Legal moves: wA1 | wG1 | wS1 | wB1" in text
    assert "a hexagonal board with 9 cells on a side" in prompt_text(after(BASE), 0)
    assert "a hexagon of side 5" in prompt_text(after("hive(board_size=4)"), 0, "v2")
    assert "with 15 cells on a side" in prompt_text(after("hive(board_size=20)"), 0)


@pytest.mark.parametrize(("version", "fact"), [
    ("v1", "You have to place your queen bee now."), ("v2", "This is the last turn to place your queen bee")])
def test_who_has_to_place_the_queen_bee_is_told(version, fact):
    moves = "wG1;bG1 wG1-;wA1 -wG1;bA1 bG1-;wS1 -wA1;bS1 bA1-"
    assert fact in prompt_text(played(moves), 0, version)
    assert fact not in prompt_text(played(moves.rsplit(";", 2)[0]), 0, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_expansion_pieces_and_rests_are_explained_where_they_are_in_the_game(version):
    everything, base = prompt_text(after("hive"), 0, version), prompt_text(after(BASE), 0, version)
    for kind in ("mosquito", "ladybug", "pillbug"):
        assert kind in everything.casefold()
        assert kind not in base.casefold()
    state = after("hive", 209)
    assert ("wA1 has to rest" if version == "v2" else "wA1 cannot be moved") in prompt_text(state, 1, version)
    assert "rest in" not in prompt_text(after(BASE, 209), 1, version)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_game_without_beetles_is_told_without_them_and_lets_the_queen_bee_begin(version):
    state = after("hive_without_beetles")
    adapter = adapter_of(state)
    told = [prompt_text(state, 0, version), adapter.guide("basics", state, 0),
            *(adapter.topic(heading, state, 0) for heading in adapter.topics())]
    assert not re.search(r"beetle|on top|stack|B1|Every match is played", " ".join(told))
    assert adapter.topics() == [topic for topic in TOPICS if topic != "beetle"]
    assert re.search("may be her player's first piece|any of your first four pieces", told[0])
    assert "may also be a player's first piece" in adapter.topic("queen placement", state, 0)
    assert "You place wQ (queen bee)" in adapter.explanation("wQ", state, 0)[1]
    assert not re.search("may be her player's first piece|also the first", prompt_text(after(BASE), 0, version))


def test_every_topic_can_be_looked_up_and_every_offered_move_explained():
    state = played(LINE)
    adapter = adapter_of(state)
    assert adapter.topics() == TOPICS
    for topic in TOPICS:
        assert len(adapter.topic(topic, state, 0).split()) > 20
    assert "250 turns" in adapter.topic("max turns", state, 0)
    assert "Every match is played with them" in adapter.topic("beetle", state, 0)
    assert "never the queen bee" in adapter.topic("queen placement", state, 0)
    state = played(BEETLE)
    for name in VIEW.patterns(state, 0):
        shown, text = adapter_of(state).explanation(str(name), state, 0)
        assert shown == str(name)
        assert text.count(".") > 2


@pytest.mark.parametrize(("move", "explanation"), [
    ("wB1 on top of wQ", "wB1, your beetle, goes from (-2, 0) to (-1, 0), on top of wQ.\nBeside it is then wG1.\n"),
    ("wB1 on top of wG9", None),
    ("wA1 west of wB1", "You place wA1 (ant) from your reserve on (-3, 0).\nBeside it is then wB1.\nAn ant")])
def test_an_offered_move_is_explained_by_its_destination_and_its_piece(move, explanation):
    state = played(f"{LINE};wB1 -wQ;bA1 bQ-")
    found = adapter_of(state).explanation(move, state, 0)
    if explanation is None:
        assert found is None
    else:
        assert found[0] == move
        assert found[1].startswith(explanation)


@pytest.mark.parametrize(("version", "piece", "place"), [
    ("v1", "Choose the piece now", "You have chosen wA1. Say now where it goes."),
    ("v2", "Decide which piece", "wA1 is the piece that you have chosen. Decide where it goes.")])
def test_what_is_decided_is_told_where_the_piece_and_its_place_are_two_decisions(version, piece, place):
    game = "hive_without_beetles(decisions=2)"
    first = after(game)
    second = first.child(next(each for each in first.legal_actions() if first.action_to_string(each) == "wA1"))
    texts = [prompt_text(state, 0, version) for state in (first, second, after("hive_without_beetles"))]
    assert [piece in text for text in texts] == [True, False, False]
    assert [place in text for text in texts] == [False, True, False]
    explained = adapter_of(first).explanation("wA1", first, 0)
    assert explained == ("wA1", "You choose wA1, your ant. Where it goes is your next decision.")
