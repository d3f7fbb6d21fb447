import pytest

import adapters
from adapters import ReplyError
from adapters.replies.published.gamebench import read
from tests.support.gamebench_decisions import decisions
from tests.support.gamebench_replies import CASES
from tests.support.named_games import after, load

LINES = ("left\tstay", "don't\tgo", "far\t?", "say")


@pytest.mark.parametrize(("reply", "found"), [case for case in CASES if case[1].get("played") != "say"])
def test_a_reply_is_read_as_the_program_reads_it(reply, found):
    state = after("el_farol")
    view = adapters.for_game(state.get_game()).view
    if "played" in found:
        assert ["left", "don't"][read(reply, view, state, 0, *LINES).actions[0]] == found["played"]
        return
    with pytest.raises(ReplyError) as caught:
        read(reply, view, state, 0, *LINES)
    assert caught.value.found == found
    assert caught.value.reason == ("illegal" if "action" in found else "unparsable")


def test_an_action_that_is_no_move_here_and_one_that_is_no_key_are_refused_without_a_word():
    state = after("el_farol")
    view = adapters.for_game(state.get_game()).view
    for reply, reason in (('{"action": "far"}', "illegal"), ('{"action": ["left"]}', "unparsable")):
        with pytest.raises(ReplyError) as caught:
            read(reply, view, state, 0, *LINES)
        assert (caught.value.reason, caught.value.found) == (reason, {})


@pytest.mark.parametrize(("response", "clue"), [
    ('"zebras,2"', ("zebras", 2)), ('"zebras, 0"', ("zebras", 0)), ('"Zebras,2"', ("Zebras", 2)),
    ('"zebras"', ("None", 1)), ('"zebras,two"', ("None", 1)), ('"zebras,2,3"', ("None", 1)), ("7", ("None", 1)),
    ('"two words,2"', None), ('"zebras,99"', None)])
def test_the_response_to_an_open_ended_action_is_a_clue(response, clue):
    adapter = adapters.for_game(load("codenames(rows=2,columns=3,first=2,second=2)"))
    state = adapter.game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    reply = '{"action": "say", "openended_response": ' + response + "}"
    if clue is None:
        with pytest.raises(ReplyError) as caught:
            read(reply, adapter.view, state, 0, *LINES)
        assert (caught.value.reason, caught.value.found) == ("illegal", {})
    else:
        actions = read(reply, adapter.view, state, 0, *LINES).actions
        assert tuple(adapter.view.action_spec(state, 0).values(actions).values()) == clue


@pytest.mark.parametrize(("decision", "key", "response", "move"), [
    ("arc_pay", "DRAW", '["DRAW", ["Scavenger"]]', "DRAW with Scavenger"),
    ("arc_pay", "DRAW", "'[\"DIG\", [\"Scavenger\"]]'", "DRAW with Scavenger"),
    ("arc_pay", "TRASH", '("", ["Junk", "Pills"])', "TRASH Pills and Junk"),
    ("arc_pay", "HIRE", '["HIRE", ["Pills"], "Hunter"]', "HIRE Hunter with Pills"),
    ("arc_pay", "HIRE", '["HIRE", [], "Brawler"]', "HIRE Brawler"), ("arc_pay", "STOP", "None", "STOP"),
    ("arc_pay", "HIRE", '["HIRE", ["Pills"]]', None), ("arc_pay", "HIRE", '["HIRE", [], "Hunter"]', None),
    ("arc_pay", "DRAW", '["DRAW", "Scavenger"]', None), ("arc_pay", "DRAW", '["DRAW", ["scavenger"]]', None),
    ("arc_pay", "DRAW", '"Scavenger"', None), ("arc_pay", "DRAW", '["DRAW", ["Brawler"]]', None),
    ("arc_pay", "DRAW", '["DRAW", [["Scavenger"]]]', None),
    ("arc_react", "SNIPER", '"Scavenger"', "snipe Scavenger"), ("arc_react", "SABOTEUR", '"Spear"', "disarm Spear"),
    ("arc_react", "SNIPER", '["SNIPER", "Scavenger"]', "decline"), ("arc_react", "SNIPER", '"Spear"', "decline"),
    ("arc_react", "STOP", '"STOP"', "decline"), ("arc_skirmish", "STOP", '""', "stop"),
    ("arc_skirmish", "SNIPER", '"Thug"', "snipe Thug"), ("arc_skirmish", "SABOTEUR", '"Net"', None)])
def test_the_response_to_an_open_ended_action_is_a_list_of_cards_or_a_target(decision, key, response, move):
    adapter, state, player = decisions()[decision]
    spec = adapter.view.action_spec(state, player)
    reply = f'{{"action": "{key}", "openended_response": {response}}}'
    if move is None:
        with pytest.raises(ReplyError) as caught:
            read(reply, adapter.view, state, player, key)
        assert (caught.value.reason, caught.value.found) == ("illegal", {})
    else:
        assert list(read(reply, adapter.view, state, player, key).actions) == spec.read_line(move)
