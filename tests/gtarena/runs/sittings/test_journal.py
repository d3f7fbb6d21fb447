import asyncio

import pytest

import adapters
from gtarena import games
from gtarena.agents.base import Move, NoMove
from gtarena.agents.people.human import HumanAgent
from gtarena.errors import UsageError
from gtarena.models.base import Reply, Request
from gtarena.runs.sittings.journal import Journal, JournalledAgent, JournalledModel
from tests.support.people import ScriptedPerson, decision_of
from tests.support.scripted import Script, ScriptedModel

REQUEST = Request(messages=({"role": "user", "content": "Move!"},), seed=7)
DECISION = decision_of(ADAPTER := adapters.for_game(games.load("tic_tac_toe", {})), ADAPTER.game.new_initial_state())


def test_moves_and_replies_are_there_after_a_return(tmp_path):
    path = tmp_path / "journal.jsonl"
    journal = Journal(path)
    journal.begin("today")
    journal.add_move(1, [3, 4])
    journal.add_move(0, [5])
    journal.add_move(1, [6])
    journal.add_reply(1, REQUEST, Reply(text="Answer: C1R1", tokens_in=3, cost=0.5))
    again = Journal(path)
    assert (again.moves, again.started) == (3, ["today"])
    assert [again.next_move(1) for _ in range(3)] == [(3, 4), (6,), None]
    assert again.next_move(0) == (5,)
    assert again.reply(1, REQUEST) == Reply(text="Answer: C1R1", tokens_in=3, cost=0.5)
    assert again.reply(0, REQUEST) is None
    again.finish()
    assert not path.exists()


def test_a_line_that_a_kill_has_torn_is_removed_and_any_other_damage_is_told(tmp_path):
    path = tmp_path / "journal.jsonl"
    path.write_text('{"seat": 0, "actions": [4]}\n{"seat": 1, "act')
    assert (Journal(path).moves, path.read_text()) == (1, '{"seat": 0, "actions": [4]}\n')
    path.write_text('{"seat": 0}\n{"seat": 0, "actions": [4]}\n')
    with pytest.raises(UsageError, match=r"journal\.jsonl:1: not a line of a journal; remove the file"):
        Journal(path)


def test_a_model_is_asked_once_for_each_request(tmp_path):
    path = tmp_path / "journal.jsonl"
    assert asyncio.run(JournalledModel(ScriptedModel("one"), 1, Journal(path)).complete(REQUEST)).text == "one"
    later = JournalledModel(ScriptedModel("two"), 1, Journal(path))
    assert asyncio.run(later.complete(REQUEST)).text == "one"
    assert asyncio.run(later.complete(Request(messages=REQUEST.messages, seed=8))).text == "two"


def test_a_move_is_in_the_journal_before_it_is_applied_a_failure_is_not_and_others_moves_are_told_on(tmp_path):
    path = tmp_path / "journal.jsonl"
    agent = JournalledAgent(Script([4, NoMove("invalid", "no")]), 0, Journal(path), decides_again=False)
    assert asyncio.run(agent.act(DECISION)) == Move((4,))
    assert isinstance(asyncio.run(agent.act(DECISION)), NoMove)
    assert path.read_text() == '{"seat": 0, "actions": [4]}\n'
    inner = Script([])
    JournalledAgent(inner, 0, Journal(tmp_path / "j"), decides_again=False).inform(DECISION.state, {1: (3,)})
    assert inner.told == [(1, 3)]


def test_an_agent_is_asked_once_for_each_move_and_one_that_decides_again_has_to_decide_the_same(tmp_path):
    path = tmp_path / "journal.jsonl"
    Journal(path).add_move(0, [4])
    person = ScriptedPerson("1")
    agent = JournalledAgent(HumanAgent("v1", person), 0, Journal(path), decides_again=False)
    assert asyncio.run(agent.act(DECISION)) == Move((4,))
    assert person.turns == []
    assert asyncio.run(agent.act(DECISION)) == Move((0,))
    again = tmp_path / "again.jsonl"
    Journal(again).add_move(0, [4])
    same = JournalledAgent(Script([4]), 0, Journal(again), decides_again=True)
    assert asyncio.run(same.act(DECISION)) == Move((4,))
    other = JournalledAgent(Script([5]), 0, Journal(again), decides_again=True)
    with pytest.raises(UsageError, match="no longer makes the move that it made"):
        asyncio.run(other.act(DECISION))
