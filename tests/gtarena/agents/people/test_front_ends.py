import asyncio
import io
import json
from dataclasses import replace

import pytest

from gtarena.agents.people.front_ends import HINT, PlainPerson, Quit, prompt_of
from tests.gtarena.agents.people.test_turns import turn_of
from tests.support.people import Typist, answer_of


def test_the_rules_are_shown_once_and_the_position_every_time() -> None:
    turn, person = turn_of("tic_tac_toe"), Typist("1", "2")
    assert [answer_of(person, turn), answer_of(person, turn)] == ["1", "2"]
    assert ["You are playing tic-tac-toe" in shown and HINT in shown for shown in person.shown] == [True, False]
    assert all("1  C1R1" in shown for shown in person.shown)


def test_commands_show_something_and_the_question_stays() -> None:
    turn, person = turn_of("tic_tac_toe"), Typist("rules", "/log", "undo", "1")
    assert answer_of(person, turn) == "1"
    assert person.shown[1:] == [turn.rules, turn.seen, "There is nothing to take back: a move that was sent stays."]


def test_to_quit_and_the_end_of_the_input_leave() -> None:
    for person in (Typist("quit"), Typist()):
        with pytest.raises(Quit):
            answer_of(person, turn_of("tic_tac_toe"))


def test_parts_are_asked_one_by_one_taken_back_and_shown_whole_before_they_are_sent() -> None:
    turn = turn_of("cost_sharing")
    person = Typist("50, 50", "10, 40, 50", "undo?", confirmed=[True])
    stated = answer_of(person, turn)
    assert json.loads(stated) == {"proposal": [10, 40, 50], "message": "undo?"}
    assert person.asked == ["proposal", "proposal", "message"]
    assert any(shown.startswith("Not possible: ") for shown in person.shown)
    assert person.moves == [stated]


def test_undo_goes_back_a_part_and_so_does_a_move_that_is_not_sent() -> None:
    person = Typist("10, 40, 50", "/undo", "20, 30, 50", "one", "two", confirmed=[False, True])
    stated = answer_of(person, turn_of("cost_sharing"))
    assert person.asked == ["proposal", "message", "proposal", "message", "message"]
    assert json.loads(stated) == {"proposal": [20, 30, 50], "message": "two"}


def test_a_whole_move_may_be_stated_in_one_line_and_a_refused_answer_is_told_instead_of_the_position() -> None:
    whole = '{"proposal": [10, 40, 50], "message": "hi"}'
    assert answer_of(Typist(whole), turn_of("cost_sharing")) == whole
    person = Typist("1")
    answer_of(person, replace(turn_of("tic_tac_toe"), error="Not that."))
    assert person.shown == ["Not that."]


def test_the_prompt_names_what_is_asked_for() -> None:
    turn = turn_of("cost_sharing")
    assert prompt_of(turn, turn.part()) == "Proposal: "
    assert prompt_of(turn_of("tic_tac_toe"), None) == "Your move: "


def test_plain_lines_come_from_standard_input_and_nothing_acts_on_the_terminal(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("C2R1\n"))
    monkeypatch.setattr("select.select", lambda read, write, errors, wait: (read, write, errors))
    person = PlainPerson()
    assert answer_of(person, turn_of("tic_tac_toe")) == "C2R1"
    asyncio.run(person.tell(["\x1b[2Jhidden\u202e"]))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "<U+001B>[2Jhidden<U+202E>" in shown.err
    assert "\x1b" not in shown.err
    with pytest.raises(Quit):
        answer_of(person, turn_of("tic_tac_toe"))
