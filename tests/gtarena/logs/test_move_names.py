from gtarena.logs.records import Step
from gtarena.logs.replay import whole_turns
from gtarena.reports.match_browser.stated_moves import stated_moves
from tests.support.records import call, llm, record, seat, steps

DUEL = [llm(), seat()]
# Chance deals two cards; then player 0 bets (1) and player 1 passes (0).
HISTORY = steps((-1, 0), (-1, 1), (0, 1), (1, 0))


def stated(*calls, **fields):
    match = record("m", DUEL, [1, -1], calls=calls, **({"history": HISTORY} | fields))
    return stated_moves(match, list(whole_turns(match)))


def test_the_move_that_was_played_has_its_name_in_the_history():
    assert stated(call(0, 2, actions=[1])) == [[], [], ["move 1"], []]


def test_votes_for_other_moves_have_the_names_of_the_game():
    assert stated(call(0, 2, actions=[0]), call(0, 2, actions=[1]), call(0, 2)) == [
        [], [], ["Pass", "move 1", None], []]


def test_illegal_moves_have_no_names():
    assert stated(call(0, 2, actions=[7]), call(0, 2, actions=[0, 1])) == [[], [], [None, None], []]


def test_a_decision_that_ended_the_match_has_the_name_of_its_move():
    calls = [call(0, 2, actions=[0])]
    assert stated(*calls, history=HISTORY[:2]) == [[], [], ["Pass"]]


def test_matches_that_cannot_be_replayed_have_the_names_of_their_history_alone():
    calls = [call(0, 2, actions=[1]), call(0, 2, actions=[0])]
    assert stated(*calls, game="gone") == [[], [], ["move 1", None], []]


def test_texts_and_moves_of_several_actions_are_named_as_in_the_history():
    history = [Step(player=0, action=None, name="hello")]
    said = record("m", [llm()] * 3, None, game="undercover", history=history,
                  calls=[call(0, 0, actions=["hello"]), call(0, 0, actions=["other"])])
    assert stated_moves(said, list(whole_turns(said)))[0][0] == '"hello"'
