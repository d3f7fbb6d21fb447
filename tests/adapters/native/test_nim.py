import pytest

from adapters import ReplyError
from tests.support.named_games import after, loaded, prompt_text

TWO_PILES = "nim(pile_sizes=2;12,is_misere=False)"


def take(pile, number, piles=4):
    return (number - 1) * piles + pile - 1


@pytest.mark.parametrize(("game_string", "version", "fact"), [
    ("nim", "v1", "The player who takes the very last object loses"),
    ("nim", "v2", "Whoever took the last object of all loses."),
    (TWO_PILES, "v1", "The player who takes the very last object wins"),
    (TWO_PILES, "v2", "Whoever took the last object of all wins."),
])
def test_the_rules_say_whether_the_last_object_wins(game_string, version, fact):
    assert fact in prompt_text(after(game_string), 0, version)


def test_the_last_object_loses_or_wins_as_the_rules_say():
    assert after("nim(pile_sizes=2;1)", take(1, 2, 2), take(2, 1, 2)).returns() == [1, -1]
    assert after("nim(pile_sizes=2;1,is_misere=False)", take(1, 2, 2), take(2, 1, 2)).returns() == [-1, 1]


@pytest.mark.parametrize(("version", "facts"), [
    ("v1", ["Their sizes at the start, in this order, are 1, 3, 5, 7.", "Pile 2 now holds 0 objects.",
            "Pile 4 now holds 6 objects.", "pile:2, take:3 (your opponent); pile:4, take:1 (you)."]),
    ("v2", ["- Pile 4: 7\n", "- Pile 2: 0\n", "- Pile 4: 6\n",
            "1. your opponent: pile:2, take:3\n2. you: pile:4, take:1\n"]),
])
def test_the_second_player_is_told_the_piles_and_who_took_what(version, facts):
    text = prompt_text(after("nim", take(2, 3), take(4, 1)), 1, version)
    assert [fact for fact in facts if fact not in text] == []


def test_the_list_of_moves_leaves_out_empty_piles():
    assert loaded("nim").view.patterns(after("nim", take(2, 3), take(3, 4)), 0) == [
        "pile:1, take:1", "pile:3, take:1", "pile:4, take:1..7"]


@pytest.mark.parametrize("reply", [
    "Answer: pile:4, take:2", "Answer: <pile:4, take:2>", "Answer: PILE: 4, TAKE: 2.", '{"move": "pile:4, take:2"}',
    '{"move": "take 2 from pile 4"}',
])
def test_a_move_is_read_as_text_or_as_json(reply):
    assert loaded("nim").parse(reply, after("nim"), 0) == [take(4, 2)]


@pytest.mark.parametrize("reply", [
    '{"move": "pile:1, take:2"}', '{"move": "pile:0, take:1"}', '{"move": ["pile:1", "take:1"]}',
    "Answer: pile:1, take:2", "Answer: pile:1, take:1..3", "Answer: take 2 from pile 1",
])
def test_a_move_that_is_not_legal_is_never_replaced(reply):
    with pytest.raises(ReplyError) as caught:
        loaded("nim").parse(reply, after("nim"), 0)
    assert caught.value.reason == "illegal"
