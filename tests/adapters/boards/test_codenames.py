from adapters.boards.codenames import COLOURS
from tests.support.codenames_boards import ASSASSIN, BLUE, act, dealt
from tests.support.svg_pictures import NAMESPACE, board, fills, parsed, texts

SPYMASTER, OPERATIVE = 0, 1


def test_a_spymaster_sees_the_kind_of_every_word():
    svg = board(dealt(), SPYMASTER)
    shown = texts(svg)
    assert [shown.count(kind) for kind in COLOURS] == [9, 8, 7, 1]
    assert shown[shown.index(ASSASSIN[0]) + 1] == "assassin"


def test_an_operative_sees_the_kinds_of_revealed_words_alone():
    state = act(dealt(), ("ocean", 2))
    before = board(state, OPERATIVE)
    assert not set(texts(before)) & COLOURS.keys()
    assert not set(fills(before, "path")) & set(COLOURS.values())
    strokes = {path.get("stroke") for path in parsed(before).iter(f"{NAMESPACE}path")}
    assert strokes == {"#000"}
    after = board(act(state, "beach"), OPERATIVE)
    assert texts(after)[texts(after).index("beach") + 1] == "Red"
    assert fills(after, "path").count(COLOURS["Red"]) == 1
    assert "Red: ocean 2 > beach" in texts(after)


def test_a_word_that_is_revealed_is_filled_for_a_spymaster_too():
    state = act(dealt(), ("ocean", 2), BLUE[0])
    assert fills(board(state, SPYMASTER), "path").count(COLOURS["Blue"]) == 1
