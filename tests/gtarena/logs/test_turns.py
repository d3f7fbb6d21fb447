import pytest

from gtarena.logs.move_names import _replayed_names, name_moves, played_turns
from gtarena.logs.records import Step
from gtarena.logs.turns import NAME_LIMIT, Turn, seat_name, turns
from gtarena.runs.api import play
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


def test_the_name_of_a_move_is_one_line_of_limited_length_and_that_of_a_seat_its_agent_and_model():
    step = Step(player=0, action=0, name="a\n" * 1000)
    (turn,) = turns(record("m", DUEL, None, history=[step]))
    assert turn.move.startswith("a a a ")
    assert len(turn.move) == NAME_LIMIT
    assert [seat_name(each) for each in DUEL] == ["llm offline/random", "random"]


@pytest.mark.parametrize(
    ("names", "move"),
    [(("TRASH", "Spear", "confirm"), "TRASH Spear"), (("TRASH", "confirm"), "TRASH"), (("confirm",), "confirm"),
     (("confirm", "TRASH"), "confirm TRASH")])
def test_the_action_that_ends_a_selection_is_no_part_of_the_moves_name_but_a_text_that_says_confirm_is(names, move):
    made = tuple(Step(player=0, action=action, name=name) for action, name in enumerate(names))
    assert Turn(0, 0, made, ()).move == move
    made = (Step(player=0, action=1, name="TELL"), Step(player=0, action=None, name="confirm"))
    assert Turn(0, 0, made, ()).move == 'TELL "confirm"'


def test_the_move_of_a_played_reply_is_named_as_it_was_played():
    match = record("a", [llm(), seat()], [1, -1], history=steps((-1, 2), (0, 1)),
                   calls=[call(0, 1, failure="illegal"), call(0, 1, actions=[1])])
    assert name_moves(match) == [None, "move 1"]
    assert played_turns(match)[0, 1].move == "move 1"


def test_a_stated_move_that_was_not_played_is_named_by_a_replay_if_there_can_be_one():
    history = [Step(player=-1, action=2, name="Deal 2"), Step(player=-1, action=0, name="Deal 0"),
               Step(player=0, action=1, name="Bet")]
    match = record("a", [llm(), seat()], None, outcome="invalid", history=history,
                   calls=[call(0, 2, actions=[0], purpose="vote"), call(0, 2, actions=[1])])
    assert name_moves(match) == ["Pass", "Bet"]
    match = record("a", [llm(), seat()], None, outcome="invalid", history=steps((0, 99)),
                   calls=[call(0, 1, actions=[0])])
    assert name_moves(match) == [None]


@pytest.mark.parametrize(("game", "seats"), [
    ("pirate_game(players=3)", 3), ("codenames(rows=3,columns=3,first=2,second=2,assassins=1)", 2)])
def test_a_replay_names_compound_moves_and_texts_as_they_were_played(game, seats):
    match = play(game, [f"llm*{seats}"], seed=3)
    played = played_turns(match)
    asked = {place: each for place, each in enumerate(match.calls) if each.actions}
    assert len(asked) > 1
    assert dict(_replayed_names(match, asked)) == {
        place: played[each.player, each.move_number].move for place, each in asked.items()}
