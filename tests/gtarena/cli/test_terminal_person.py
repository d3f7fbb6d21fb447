import asyncio
import io
import json
import sys

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from gtarena.agents.people.front_ends import PlainPerson, Quit
from gtarena.cli.terminal_person import TerminalPerson, in_columns, in_one_line, person_at_terminal, status, wrap_lines
from tests.gtarena.agents.people.test_turns import turn_of


def typed(keys: str, game: str) -> str:
    """The answer that a person at a terminal gives by these keys."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        person = TerminalPerson()
        answer = asyncio.run(person.ask(turn_of(game)))
        asyncio.run(person.tell([]))
        return answer


CTRL_U = "\x15"


def test_what_is_typed_is_completed_and_kept_while_illegal_and_a_compound_move_confirmed_part_by_part():
    assert typed(f"C9R9\r{CTRL_U}C2R1\r", "tic_tac_toe") == "C2R1"
    assert typed("c3r3\t\r", "tic_tac_toe").upper() == "C3R3"
    keys = f"50, 50\r{CTRL_U}10, 40, 50\rhello\rn\rhi\rmaybe\r{CTRL_U}yes\r"
    assert json.loads(typed(keys, "cost_sharing")) == {"proposal": [10, 40, 50], "message": "hi"}


@pytest.mark.parametrize(("keys", "game"), [
    ("quit\r", "tic_tac_toe"), ("\x03", "tic_tac_toe"), ("\x04", "tic_tac_toe"),
    ("10, 40, 50\rhello\r/quit\r", "cost_sharing")])
def test_to_quit_ctrl_c_and_ctrl_d_leave(keys, game):
    with pytest.raises(Quit):
        typed(keys, game)


def test_a_pipe_gets_plain_lines(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert isinstance(person_at_terminal(), PlainPerson)


def test_the_line_below_tells_what_fits_pasted_lines_are_joined_and_long_ones_break_between_words():
    turn = turn_of("cost_sharing")
    proposal, message = turn.part(), turn.part(["10, 40, 50"])
    assert proposal is not None
    assert message is not None
    assert status("10, 40", proposal, lambda typed: "too few") == "sum 50 of 100 · too few"
    assert status("é", message, lambda typed: "") == "2 of at most 200 bytes · Enter takes it"
    assert status("", None, lambda typed: "") == "Tab completes names; /help lists the commands"
    assert status("C1", None, lambda typed: "no move") == "no move"

    def fault(text: str) -> str:
        return "One line only." if "\n" in text else ""

    assert in_one_line("ocean\n wave\n", fault) == "ocean wave"
    assert in_one_line("ocean\nwave", lambda _: "") == "ocean\nwave"
    assert in_one_line("two  blanks", fault) == "two  blanks"
    assert wrap_lines("R1  .  .\n- " + "word " * 6, 20) == "R1  .  .\n- word word word\n  word word word"
    assert (in_columns([], 80), in_columns(["a", "b"], 80)) == ([], ["a\nb"])
    (listed,) = in_columns([str(number) for number in range(13)], 10)
    assert listed.splitlines() == ["0    7", "1    8", "2    9", "3    10", "4    11", "5    12", "6"]
