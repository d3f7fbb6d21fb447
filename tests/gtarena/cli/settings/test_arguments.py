from dataclasses import make_dataclass

import pytest

from custom_games import GAMES
from gtarena.cli.settings.arguments import check_argument, checked_settings
from gtarena.errors import UsageError

SECRET = "sk-" + "1234567890abcdef"
KEYS = "keys are taken from the environment only"


@pytest.mark.parametrize("argument", [
    "hydra.job.env_copy=[OPENAI_API_KEY]", "hydra.job.env_copy=[HOME, 'AWS_SECRET_ACCESS_KEY']",
    "+hydra.job.env_copy=[MINE]", "hydra.job.env_set={MINE: my-own-secret}", "+hydra.job.env_set.OPENAI_API_KEY=x",
    "seed=${oc.env:OPENAI_API_KEY}", "name='${oc.env: MINE, x}'", "model.api_base=http://user:pass@host/v1",
    "model.api_base=http://host/v1?subscription=x", "model={name:openai/x,api_base:'https://host/v1?a=b'}"])
def test_arguments_that_would_make_hydra_save_a_secret_are_refused(argument, monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", "my-own-secret")
    monkeypatch.setenv("MINE", "my-own-secret")
    with pytest.raises(UsageError, match=KEYS):
        check_argument(argument)


@pytest.mark.parametrize("argument", [
    "game=nim", "game=nim,pig", "game=choice(nim,pig)", "game=glob(*)", "game=glob([kuhn*,leduc*],exclude=*_2p)",
    "game=null", "game=2048", "model.max_tokens=9", "model.tokens_per_minute=9", "budget.tokens=9", "+agent@agent.a=b",
    "agents=[llm@openai/gpt-4o]", "model.api_base=http://127.0.0.1:8000/v1", "~agent.llm", "hydra.job.env_copy=[HOME]",
    "+hydra.job.env_set.OMP_NUM_THREADS=1", "name=${oc.env:HOME}"])
def test_arguments_that_hydra_may_see_pass(argument):
    check_argument(argument)
    check_argument("model.name=offline/" + "x" * 300_000)  # a search from every letter would take minutes


def test_a_games_parameter_may_be_called_like_a_secret(monkeypatch):
    monkeypatch.setitem(GAMES, "charade", make_dataclass("Charade", ["secret"]))
    check_argument("game.secret=3")
    for argument in ("game.api_key=3", "model.secret=3", f"game.secret={SECRET}", "game={secret:{token:3}}"):
        with pytest.raises(UsageError, match=KEYS):
            check_argument(argument)


TRAITOR = "are_you_the_traitor(points_to_win=3,adventurers_know_key_holder=off)"


def test_a_parameter_of_a_game_may_have_key_in_its_name_wherever_it_is_set():
    checked_settings([
        "game.adventurers_know_key_holder=on", f"game={TRAITOR}",
        f'suite.games=[{{game:"{TRAITOR}",agents:[llm,random],matches:2}}]'])
    for argument in (f"game={TRAITOR.replace('off', SECRET)}", 'suite.games=[{game:"nim(api_key=3)"}]',
                     "game.api_key=on", "model.adventurers_know_key_holder=on", "game=are_you_the_traitor(token=3)",
                     f'suite.games=[{{game:"{TRAITOR}",secret:x}}]'):
        with pytest.raises(UsageError, match=KEYS):
            checked_settings([argument])


def test_a_game_with_parameters_is_given_to_hydra_as_settings():
    for stated in (f"game={TRAITOR}", f"game='{TRAITOR}'"):
        assert checked_settings(["seed=1", stated]) == [
            "seed=1", "game=are_you_the_traitor", "game.points_to_win=3", "game.adventurers_know_key_holder=off"]
    assert checked_settings(["game=nim,pig"]) == ["game=nim,pig"]


IN_ADDRESS = "; an address with a user name, a password or a query goes into PROVIDER_API_BASE"


@pytest.mark.parametrize(("argument", "named", "place"), [
    ("model.api_key=x", "api_key", ""), ("+agent.llm.secret=x", "secret", ""), ("++model.token=x", "token", ""),
    ("model={name: openai/x, 'password': x}", "password", ""), (f"agents=[llm@openai/{SECRET}]", "agents", ""),
    ("model.api_base=http://host/v1?subscription=x", "model.api_base", IN_ADDRESS)])
def test_an_argument_that_may_hold_a_secret_is_refused_without_its_value(argument, named, place):
    with pytest.raises(UsageError) as refused:
        check_argument(argument)
    assert str(refused.value) == f"{named}: {KEYS}, never from settings, which are saved{place}"
