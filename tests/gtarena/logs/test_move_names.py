import pytest

from gtarena.logs.move_names import _replayed_names, played_turns, stated_moves
from gtarena.logs.records import Step
from gtarena.runs.api import play
from tests.support.records import call, llm, record, seat, steps


def test_the_move_of_a_played_reply_is_named_as_it_was_played():
    match = record("a", [llm(), seat()], [1, -1], history=steps((-1, 2), (0, 1)),
                   calls=[call(0, 1, failure="illegal"), call(0, 1, actions=[1])])
    assert stated_moves(match) == [None, "move 1"]
    assert played_turns(match)[0, 1].move == "move 1"


def test_a_stated_move_that_was_not_played_is_named_by_a_replay():
    history = [Step(player=-1, action=2, name="Deal 2"), Step(player=-1, action=0, name="Deal 0"),
               Step(player=0, action=1, name="Bet")]
    match = record("a", [llm(), seat()], None, outcome="invalid", history=history,
                   calls=[call(0, 2, actions=[0], purpose="vote"), call(0, 2, actions=[1])])
    assert stated_moves(match) == ["Pass", "Bet"]


def test_what_cannot_be_replayed_has_no_name():
    match = record("a", [llm(), seat()], None, outcome="invalid", history=steps((0, 99)),
                   calls=[call(0, 1, actions=[0])])
    assert stated_moves(match) == [None]


@pytest.mark.parametrize(("game", "seats"), [
    ("pirate_game(players=3)", 3), ("codenames(rows=3,columns=3,first=2,second=2,assassins=1)", 2)])
def test_a_replay_names_compound_moves_and_texts_as_they_were_played(game, seats):
    match = play(game, [f"llm*{seats}"], seed=3)
    played = played_turns(match)
    asked = {place: each for place, each in enumerate(match.calls) if each.actions}
    assert len(asked) > 1
    assert dict(_replayed_names(match, asked)) == {
        place: played[each.player, each.move_number].move for place, each in asked.items()}
