import json
import random

import pytest

from adapters import ReplyError
from gtarena.agents.base import Decision
from gtarena.agents.llm.nudge import nudge
from tests.support.named_games import SETTINGS, after, loaded, some_decisions

ERROR = ReplyError("illegal", "Your answer 'x' is not a legal move.", "Legal moves: a | b")


def told(decision: Decision, version: str = "v1", seed: int = 0) -> str:
    message = nudge(decision, decision.reply_form(version), ERROR, random.Random(seed))
    assert message["role"] == "user"
    return message["content"]


def in_prisoners_dilemma() -> Decision:
    state = after("iterated_prisoners_dilemma")
    return Decision(state, 0, loaded("iterated_prisoners_dilemma"), 0)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_reason_a_legal_example_in_the_form_and_the_legal_moves_are_told_in_every_game(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, seeds=(0,), most=3):
        decision = Decision(state, player, adapter, 0)
        for version in adapter.versions():
            text = told(decision, version)
            reason, asked, *moves = text.split("\n\n")
            assert reason == ERROR.fault
            shown = "\n".join(message["content"] for message in decision.prompt(version))
            assert moves[-1].splitlines()[0] in shown.splitlines()
            assert moves[-1].startswith("Legal moves: ")
            example = asked.split("\n", 1)[1]
            assert decision.parse(example)
            form = decision.reply_form(version)
            assert example.startswith("{" if form.keys else f"{form.label}: ")
            assert all(f'"{key.key}": ' in example for key in form.keys)


def test_moves_and_example_have_the_names_of_the_wording():
    assert told(in_prisoners_dilemma(), "paper").endswith("Legal moves: Silent | Testify")
    assert "\nAction: Silent\n" in told(in_prisoners_dilemma(), "paper", seed=1)


def test_a_number_that_the_form_asks_for_besides_the_move_is_a_number_in_the_example():
    game_string = "beauty_contest(runs=2)"
    (state, player), *_ = some_decisions(game_string, seeds=(0,), most=1)
    example = told(Decision(state, player, loaded(game_string), 0)).split("\n\n")[1].split("\n")[1]
    assert isinstance(json.loads(example)["popular answer"], float)


def test_examples_favour_no_move():
    drawn = [told(in_prisoners_dilemma(), seed=seed).split("\n\n")[1].split("\n")[1] for seed in range(200)]
    assert set(drawn) == {'{"move": "Cooperate"}', '{"move": "Defect"}'}
    assert 70 < drawn.count('{"move": "Defect"}') < 130


def test_the_same_generator_draws_the_same_example():
    assert told(in_prisoners_dilemma(), seed=3) == told(in_prisoners_dilemma(), seed=3)


def test_without_an_example_that_would_be_understood_none_is_shown(monkeypatch):
    decision = in_prisoners_dilemma()
    form = decision.reply_form("v1")
    monkeypatch.setattr(Decision, "parse", refuse)
    text = nudge(decision, form, ERROR, random.Random(0))["content"]
    assert text.split("\n\n")[1] == "Please answer again, in the form asked for."


def refuse(decision: Decision, reply: str) -> list[int]:
    raise ReplyError("illegal", "No.")
