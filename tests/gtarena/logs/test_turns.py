import pytest

from gtarena.logs.records import Step
from gtarena.logs.turns import NAME_LIMIT, Turn, seat_name, turns
from tests.support.records import call, llm, record, seat, steps

DUEL = [llm(), seat("random")]


def test_the_actions_of_a_compound_move_are_one_turn_and_those_of_others_are_not():
    moves = [(0, "a"), (0, "b"), (0, "c"), (-1, "d"), (1, "e"), (1, "f")]
    history = [Step(player=player, action=0, name=name) for player, name in moves]
    calls = [call(0, 0, failure="empty"), call(0, 0, actions=[0, 0]), call(0, 2)]
    found = turns(record("m", DUEL, None, outcome="invalid", history=history, calls=calls))
    assert [(turn.player, turn.first, turn.move, len(turn.calls)) for turn in found] == [
        (0, 0, "a b", 2), (0, 2, "c", 1), (-1, 3, "d", 0), (1, 4, "e", 0), (1, 5, "f", 0)]


def test_calls_at_a_simultaneous_node_stand_with_the_move_of_their_own_player():
    calls = [call(player, number) for number in (0, 2) for player in (0, 1)]
    found = turns(record("m", DUEL, None, history=steps((0, 5), (1, 6), (0, 7), (1, 8)), calls=calls))
    assert [(turn.player, turn.move, [c.player for c in turn.calls]) for turn in found] == [
        (0, "move 5", [0]), (1, "move 6", [1]), (0, "move 7", [0]), (1, "move 8", [1])]


def test_a_decision_without_a_move_comes_last_and_says_so():
    calls = [call(1, 1, failure="illegal"), call(0, 0)]
    *_, last = turns(record("m", DUEL, None, outcome="forfeit", history=steps((0, 5)), calls=calls))
    assert (last.player, last.first, last.steps, last.calls) == (1, 1, (), (calls[0],))
    assert last.move == "(nothing played)"


def test_the_name_of_a_move_is_one_line_of_limited_length():
    step = Step(player=0, action=0, name="a\n" * 1000)
    (turn,) = turns(record("m", DUEL, None, history=[step]))
    assert turn.move.startswith("a a a ")
    assert len(turn.move) == NAME_LIMIT


def test_a_seat_is_named_by_its_agent_and_its_model():
    assert [seat_name(each) for each in DUEL] == ["llm offline/random", "random"]


@pytest.mark.parametrize(
    ("names", "move"),
    [(("TRASH", "Spear", "confirm"), "TRASH Spear"), (("TRASH", "confirm"), "TRASH"), (("confirm",), "confirm"),
     (("confirm", "TRASH"), "confirm TRASH")])
def test_the_action_that_ends_a_selection_is_no_part_of_the_moves_name(names, move):
    made = tuple(Step(player=0, action=action, name=name) for action, name in enumerate(names))
    assert Turn(0, 0, made, ()).move == move


def test_a_text_that_says_confirm_is_kept():
    made = (Step(player=0, action=1, name="TELL"), Step(player=0, action=None, name="confirm"))
    assert Turn(0, 0, made, ()).move == 'TELL "confirm"'
