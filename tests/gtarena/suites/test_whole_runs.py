from dataclasses import replace

import pytest

import gtarena
from gtarena.agents.base import Move
from gtarena.errors import UsageError


class LastMove(gtarena.Agent):
    """Plays the last legal move, and counts the matches in which it is there."""

    made = 0

    def __init__(self, seating):
        LastMove.made += 1

    async def act(self, decision):
        return Move((decision.legal_actions[-1],))


def first_move(messages):
    return "Answer: " + messages[-1]["content"].split("Legal moves: ")[1].split(" | ")[0]


SETTINGS = ["game=tic_tac_toe", "matches=4", "name=ours"]


def test_a_run_from_python_is_resumed_and_reported_as_one_of_the_command_line(tmp_path):
    settings = replace(gtarena.compose_settings(SETTINGS), agents=("llm@first_move", "last", "random"))
    agents = {"first_move": first_move, "last": LastMove}
    result = gtarena.run(settings, tmp_path / "run", agents=agents)
    assert (result.played, result.present, result.unfinished) == (12, 0, ())
    again = gtarena.run(settings, tmp_path / "run", agents=agents)
    assert (again.played, again.present) == (0, 12)
    seats = {name for names in gtarena.load_records(tmp_path / "run")["agents"] for name in names}
    assert seats == {"llm", "last", "random"}
    assert (tmp_path / "run" / "report.html").is_file()
    assert LastMove.made >= 8


def test_objects_do_not_play_in_other_processes(tmp_path):
    settings = gtarena.compose_settings([*SETTINGS, "workers=2"])
    with pytest.raises(UsageError, match="workers=2: agents that are given as objects play in this process"):
        gtarena.run(settings, tmp_path, agents={"last": LastMove})
