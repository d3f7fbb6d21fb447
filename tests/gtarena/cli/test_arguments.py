from dataclasses import make_dataclass

import pytest

from custom_games import GAMES
from gtarena.cli.arguments import check_argument
from gtarena.errors import UsageError
from tests.gtarena.cli.conftest import SECRET, Refused

KEYS = "keys are taken from the environment only"
MISTAKES = [
    ("game=kuhn_pokr", r"unknown game 'kuhn_pokr'; did you mean kuhn_poker", 2),
    *[(f"game=nim name={name}", r"name=\S* names no folder of its own in results/: give the run a name", 2)
      for name in ("", "''", ".", "/", "./x/..")],
    ("game=NIM", r"unknown game 'NIM'; did you mean nim\?", 2),
    ("game=", r"unknown game ''", 2),
    ("-m game=nim,kuhn_pokr", r"unknown game 'kuhn_pokr'", 2),
    ("--multrun game=nim", r"unknown option '--multrun'; did you mean --multirun\?", 2),
    (f"game=nim model.api_key={SECRET}", rf"api_key: {KEYS}", 2),
    (f"game=nim +model.API_TOKEN={SECRET}", rf"API_TOKEN: {KEYS}", 2),
    (f"game=nim model={{name:openai/x,api_key:{SECRET}}}", rf"api_key: {KEYS}", 2),
    (f"game=nim model.name={SECRET}", rf"model.name: {KEYS}", 2),
]


@pytest.mark.parametrize(("words", "message", "code"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_a_bad_argument_is_refused_before_hydra_saves_it(refused: Refused, words: str, message: str, code: int) -> None:
    refused(words, message, code)


@pytest.mark.parametrize("argument", [
    "-m", "--cfg=job", "--config-dir=mine", "game=nim", "game=nim,pig", "game=choice(nim,pig)", "game=glob(*)",
    "game=null", "game=2048", "model.max_tokens=9", "model.tokens_per_minute=9", "budget.tokens=9", "+agent@agent.a=b",
    "agents=[llm@openai/gpt-4o]", "model.api_base=http://127.0.0.1:8000/v1", "~agent.llm",
])
def test_arguments_that_hydra_may_see_pass(argument: str) -> None:
    check_argument(argument)


def test_a_games_parameter_may_be_called_like_a_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAMES, "charade", make_dataclass("Charade", ["secret"]))
    check_argument("game.secret=3")
    for argument in ("game.api_key=3", "model.secret=3", f"game.secret={SECRET}", "game={secret:{token:3}}"):
        with pytest.raises(UsageError, match=KEYS):
            check_argument(argument)


@pytest.mark.parametrize(("argument", "named"), [
    ("model.api_key=x", "api_key"),
    ("+agent.llm.secret=x", "secret"),
    ("++model.token=x", "token"),
    ("model={name: openai/x, 'password': x}", "password"),
    (f"agents=[llm@openai/{SECRET}]", "agents"),
])
def test_an_argument_that_may_hold_a_secret_is_refused_without_its_value(argument: str, named: str) -> None:
    with pytest.raises(UsageError) as refused:
        check_argument(argument)
    assert str(refused.value) == f"{named}: {KEYS}, never from settings, which are saved"
