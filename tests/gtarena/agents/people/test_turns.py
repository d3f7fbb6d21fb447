import json

import pytest

from adapters import ReplyError
from gtarena.agents.people.turns import COMMANDS, Turn
from gtarena.agents.people.views import TurnMemory
from tests.support.llm_decisions import decision_at


def turn_of(game: str) -> Turn:
    return TurnMemory("v1").turn(decision_at(game))


@pytest.fixture
def tic_tac_toe() -> Turn:
    return turn_of("tic_tac_toe")


# C2R1 is the second cell of the first row, which OpenSpiel numbers 1.
@pytest.mark.parametrize("typed", ["C2R1", "c2r1\n", " C2R1 ", "2", "Answer: C2R1", '{"move": "C2R1"}'])
def test_a_move_is_read_by_name_by_number_and_in_every_form_that_models_use(tic_tac_toe: Turn, typed: str) -> None:
    assert tic_tac_toe.read(typed) == [1]


@pytest.mark.parametrize(("typed", "fault"), [
    ("\n", "Nothing was typed."), ("C9R9", "Your answer 'C9R9' is not a legal move."), ("10", "Your answer '10' is")])
def test_what_is_no_move_is_refused_with_the_reason(tic_tac_toe: Turn, typed: str, fault: str) -> None:
    assert tic_tac_toe.fault(typed).startswith(fault)
    with pytest.raises(ReplyError):
        tic_tac_toe.read(typed)


def test_listed_moves_have_no_parts(tic_tac_toe: Turn) -> None:
    assert tic_tac_toe.part() is None
    assert not tic_tac_toe.is_compound
    assert tic_tac_toe.list_answers().splitlines()[:2] == ["1  C1R1", "2  C2R1"]
    assert tic_tac_toe.question == "your move"


def test_a_compound_move_is_stated_part_by_part_and_read_whole() -> None:
    turn = turn_of("cost_sharing")
    assert turn.moves == ()
    assert turn.is_compound
    first, second = turn.part(), turn.part(["10, 40, 50"])
    assert (first.total, second.limit, turn.part(["10, 40, 50", "hello"])) == (100, 200, None)
    stated = turn.state_move(["10, 40, 50", 'say "yes" <think>'])
    assert json.loads(stated) == {"proposal": [10, 40, 50], "message": 'say "yes" <think>'}
    assert turn.spec is not None
    assert turn.spec.values(turn.read(stated)) == json.loads(stated)
    assert turn.list_answers().startswith("proposal: [0..100, 0..100, 0..100]")


def test_a_number_is_one_part_that_is_not_shown_before_it_is_sent() -> None:
    turn = turn_of("divide_dollar")
    assert (turn.moves, turn.is_compound) == ((), False)
    assert turn.read(turn.state_move(["17"])) == [17]
    assert turn.list_answers() == "0..100"


@pytest.mark.parametrize(("typed", "command"), [
    ("rules", "rules"), ("/LOG", "log"), ("exit", "quit"), ("/back", "undo"), ("?", "help"), ("C1R1", None),
    ("", None)])
def test_commands_are_words_with_or_without_a_slash(tic_tac_toe: Turn, typed: str, command: str | None) -> None:
    assert tic_tac_toe.command(typed) == command


def test_where_a_text_is_asked_for_only_a_slash_makes_a_command() -> None:
    turn = turn_of("cost_sharing")
    message = turn.part(["10, 40, 50"])
    assert [turn.command(typed, message) for typed in ("rules", "/rules")] == [None, "rules"]
    assert turn.command("rules", turn.part()) == "rules"


def test_what_commands_show_is_the_seats_own(tic_tac_toe: Turn) -> None:
    assert "three marks in a line" in tic_tac_toe.answer_command("rules")
    assert tic_tac_toe.answer_command("log") == tic_tac_toe.seen
    assert tic_tac_toe.answer_command("moves") == tic_tac_toe.list_answers()
    assert all(f"/{command}" in tic_tac_toe.answer_command("help") for command in COMMANDS)
