import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Decision, Move
from gtarena.agents.human import HumanAgent
from gtarena.errors import UsageError
from tests.support.withheld_rules import withhold_rules

ADAPTER = adapters.for_game(pyspiel.load_game("tic_tac_toe"))


class Person:
    """Person who types the given lines; keeps the text shown before each."""

    def __init__(self, *lines: str) -> None:
        self._lines = iter(lines)
        self.shown: list[str] = []

    async def __call__(self, question: str) -> str:
        self.shown.append(question)
        try:
            return next(self._lines)
        except StopIteration:
            raise EOFError from None


def answers(ask: Callable[[str], Awaitable[str]], decisions: int = 1) -> list[Move]:
    adapter = adapters.for_game(ADAPTER.game)  # a new one, which has not listed the topics of another test yet
    agent, state = HumanAgent("v1", ask), adapter.game.new_initial_state()
    return [asyncio.run(agent.act(Decision(state, 0, adapter, 0))) for _ in range(decisions)]


# C2R1 is the second cell of the first row, which OpenSpiel numbers 1.
@pytest.mark.parametrize("typed", ["C2R1", "c2r1\n", " C2R1 ", "Answer: C2R1", '{"answer": "C2R1"}'])
def test_a_move_is_understood_alone_and_in_every_form_that_models_use(typed: str) -> None:
    assert answers(Person(typed)) == [Move((1,))]


def test_a_person_is_asked_until_the_move_is_legal() -> None:
    person = Person("\n", "C9R9", "I do not know", "C1R1")
    assert answers(person) == [Move((0,))]
    expected = ["Your reply was empty", "Your answer 'C9R9' is not a", "Your answer 'I do not know' is not a"]
    assert all(shown.startswith(start) for shown, start in zip(person.shown[1:], expected, strict=True))


def test_the_rules_are_shown_once_and_the_position_every_time() -> None:
    person = Person("C1R1", "C2R1")
    answers(person, decisions=2)
    assert ["You are playing tic-tac-toe" in shown for shown in person.shown] == [True, False]
    assert all("Legal moves: C1R1 | C2R1" in shown for shown in person.shown)


def test_the_end_of_the_input_ends_the_match() -> None:
    with pytest.raises(UsageError, match="agent human: the input ended before the match did"):
        answers(Person("nonsense"))


def test_a_person_is_shown_the_topics_that_a_model_would_have_to_look_up(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    withhold_rules(monkeypatch, tmp_path)
    person = Person("C1R1", "C2R1")
    answers(person, decisions=2)
    assert ["winning:\nThree marks in a row win." in shown for shown in person.shown] == [True, False]
