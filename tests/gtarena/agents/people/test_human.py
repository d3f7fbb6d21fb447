import asyncio

import pytest

import adapters
from gtarena import games
from gtarena.agents.base import Move
from gtarena.agents.people.human import SINCE, HumanAgent
from gtarena.errors import UsageError
from tests.support.people import ScriptedPerson, decision_of

ADAPTER = adapters.for_game(games.load("tic_tac_toe", {}))


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    person = ScriptedPerson("\n", "C9R9", "I do not know", "C1R1")
    move = asyncio.run(HumanAgent("v1", person).act(decision_of(ADAPTER, ADAPTER.game.new_initial_state())))
    assert move == Move((0,))
    errors = ["", "Nothing was typed.", "Your answer 'C9R9' is not a", "Your answer 'I do not know' is not a"]
    assert all(turn.error.startswith(start) for turn, start in zip(person.turns, errors, strict=True))


def test_news_are_told_before_the_turn_and_not_again_after_an_error() -> None:
    person, state = ScriptedPerson("5", "C9R9", "2"), ADAPTER.game.new_initial_state()
    agent = HumanAgent("v1", person)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    for action in (4, 0):
        state.apply_action(action)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    assert person.told == [SINCE, "Your opponent: C1R1"]


def test_turns_of_an_earlier_sitting_are_no_news() -> None:
    person, state = ScriptedPerson("1"), ADAPTER.game.new_initial_state()
    agent = HumanAgent("v1", person)
    for action in (4, 0):
        agent.remember(decision_of(ADAPTER, state))
        state.apply_action(action)
        state.apply_action(action + 1)
    asyncio.run(agent.act(decision_of(ADAPTER, state)))
    assert person.told == [SINCE, "Your opponent: C2R1"]


def test_in_a_run_the_end_of_the_input_is_the_person_s_mistake() -> None:
    agent = HumanAgent("v1", ScriptedPerson())
    with pytest.raises(UsageError, match="agent human: the input ended before the match did"):
        asyncio.run(agent.act(decision_of(ADAPTER, ADAPTER.game.new_initial_state())))
