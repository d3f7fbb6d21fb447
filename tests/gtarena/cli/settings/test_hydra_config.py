import tomllib
from functools import cache

import pyspiel
import pytest
from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from hydra.core.global_hydra import GlobalHydra
from omegaconf import OmegaConf

import gtarena
from gtarena import games, plugins
from gtarena.agents.llm.settings import TokenLimits
from gtarena.agents.registry import kinds
from gtarena.cli.settings import hydra_config
from gtarena.cli.settings.composing import names_beside
from gtarena.cli.settings.hydra_config import compose_settings, run_settings
from gtarena.errors import UsageError
from gtarena.runs.plan import plan_matches
from gtarena.runs.settings import GameSettings, PlannedGame, ReportSettings
from gtarena.system.checkout import config_folder
from tests.support import ROOT
from tests.support.openspiel_games import NO_LEGAL_ACTIONS


@pytest.fixture(autouse=True)
def _registered():
    GlobalHydra.instance().clear()
    hydra_config.register_configs()


@cache
def composed(*overrides: str) -> dict:
    with initialize_config_dir(str(config_folder()), version_base="1.3"):
        return OmegaConf.to_container(compose("config", overrides=list(overrides)), resolve=True)


def test_every_game_that_loads_bare_can_be_chosen_and_planned():
    config = composed("game=nim", "agents=[random]", "matches=1")
    store, planned = ConfigStore.instance(), 0
    for name, kind in games.all_types().items():
        settings = run_settings({**config, "game": OmegaConf.to_container(store.load(f"game/{name}.yaml").node)})
        if (kind.default_loadable and kind.dynamics != pyspiel.GameType.Dynamics.MEAN_FIELD
                and name not in NO_LEGAL_ACTIONS):
            (spec,) = plan_matches(settings)
            assert (spec.game, spec.params) == (name, games.complete(name, {}))
            planned += 1
        else:
            with pytest.raises(UsageError, match=f"^{name} (needs a value for game|is a mean-field game|cannot be )"):
                plan_matches(settings)
    assert planned > 110


def test_settings_are_typed_whatever_the_words_of_the_command_or_the_setting_they_are_taken_from():
    settings = compose_settings(["game=pig", "game.winscore=20", "agents=[llm,random*2]", "illegal.retries=0",
                                 "cache.enabled=false", "budget.calls=7", "agent.mcts.simulations=3"])
    assert (settings.game.name, settings.game.params["winscore"]) == ("pig", 20)
    assert settings.agents == ("llm", "random*2")
    assert (settings.illegal.retries, settings.illegal.policy) == (0, "forfeit")
    assert settings.cache.file is None
    assert (settings.budget.calls, settings.presets["mcts"].settings["simulations"]) == (7, 3)
    assert "description" not in settings.presets["mcts"].settings
    settings = compose_settings(["game=nim", "name=${seed}", "seed=2", "workers=${seed}", "agents=[random,'${prompt}']",
                                 "model.temperature=${matches}", "matches=1", "cache.path=${seed}"])
    assert (settings.name, settings.workers, settings.agents) == ("2", 2, ("random", "v1"))
    assert (settings.model.temperature, type(settings.model.temperature)) == (1.0, float)
    assert settings.cache.path == "2"


def test_a_suite_is_typed_game_by_game_and_may_limit_replies():
    entry = {"game": "pig(winscore=20)", "agents": ["llm"], "matches": 3, "agent": {"mcts": {"simulations": 2}}}
    settings = run_settings({**composed(), "suite": {"name": "mine", "games": [entry]}})
    assert settings.suite.name == "mine"
    assert settings.suite.games == (
        PlannedGame(GameSettings("pig", {"winscore": 20}), ("llm",), 3, (), {"mcts": {"simulations": 2}}),)
    entry = {"game": "nim", "model": {"max_tokens": 40, "schemes": {"tree_of_thoughts": 256}}}
    settings = run_settings({**composed(), "suite": {"name": "mine", "games": [entry]}})
    assert settings.suite.games[0].limits == TokenLimits(40, {"tree_of_thoughts": 256})


@pytest.mark.parametrize(("entry", "message"), [
    ({"agents": ["llm"]}, r"suite mine: the entry .* has no game"),
    ({"game": "nim", "oponents": []}, r"unknown key of a game in suite mine 'oponents'; did you mean"),
    ({"game": "nim", "agents": ["llm"], "matches": 0}, r"^matches=0 of nim is not a whole number of at least 1$"),
    ({"game": "nim", "agents": ["llm"], "matches": "3"}, r"^matches='3' of nim is not a whole number of at least 1$"),
    ({"game": "nim", "agent": {"mcts": 3}}, r"^suite mine: agent.mcts=3 of nim is not a group of settings$"),
    ({"game": "nim", "model": 40}, r"^suite mine: model of nim=40 is not a group .*write model: \{max_tokens: 40\}$"),
    ({"game": "nim", "model": {"max_token": 40}},
     r"^unknown setting in suite mine: model of nim: 'max_token'; did you mean max_tokens\? \(choose"),
    ({"game": "nim", "model": {"max_tokens": 0}},
     r"^suite mine: model of nim: max_tokens=0 is not a whole number of at least 1$"),
    ({"game": "nim", "model": {"schemes": {"single": "a lot"}}},
     r"^suite mine: model of nim: schemes.single='a lot' is not a whole number of at least 1$"),
    ({"game": "nim", "agents": 3}, r"^suite mine: agents of nim=3 is not a list: write \[3\]$"),
    ({"game": "nim", "agent": 3}, r"^suite mine: agent=3 of nim is not a group of settings$"),
    ({"game": "nim", 3: "x"}, r"^unknown key of a game in suite mine '3'"),
    ("nim", r"^suite mine: the entry 'nim' is not a game with settings: write 'game: nim'$")])
def test_an_entry_of_a_suite_that_says_too_little_or_too_much_is_refused(entry, message):
    with pytest.raises(UsageError, match=message):
        run_settings({**composed(), "suite": {"name": "mine", "games": [entry]}})


@pytest.mark.parametrize(("suite", "message"), [
    ({"name": "mine", "games": "nim"}, r"^suite mine: games='nim' is not a list of games$"),
    ({"name": "mine", "games": [{"game": "nim"}], "foo": 1}, r"^unknown setting 'suite.foo' \(the settings of"),
    ({"name": ["x"], "games": [{"game": "nim"}]}, r"^suite: name=\['x'\] is not text$"),
    ({"games": [{"game": "nim"}]}, "^the configuration of the suite has no name$"),
    ({"name": "mine"}, "^the configuration of the suite has no games$"),
    (["a"], r"^suite=\['a'\] is not a group of settings: write suite=NAME$")])
def test_a_suite_that_is_no_list_of_games_is_refused(suite, message):
    with pytest.raises(UsageError, match=message):
        run_settings({**composed(), "suite": suite})


@pytest.mark.parametrize(("group", "message"), [
    ("model", "model=3 is not a group of settings: write model.name=3"),
    ("budget", "budget=3 is not a limit: write budget.usd=3, or budget.tokens or budget.calls"),
    ("cache", "cache=3 is not a group of settings: write cache.enabled=false or cache.path=FILE$"),
    ("illegal", "illegal=3 is not a group of settings: write illegal.policy=3")])
def test_a_value_in_place_of_a_group_of_settings_is_refused(group, message):
    with pytest.raises(UsageError, match=message):
        run_settings({**composed("game=nim"), group: 3})
    with pytest.raises(UsageError, match=f"^{group} needs a value: {group}=null says nothing, so leave it out$"):
        run_settings({**composed("game=nim"), group: None})


def test_a_report_of_a_sweep_has_the_settings_that_are_stated_without_a_game():
    assert hydra_config.report_of(OmegaConf.create({"game": "???"})) == ReportSettings(paper=False, tables=False)
    stated = OmegaConf.create({"report": {"tables": True}})
    assert hydra_config.report_of(stated) == ReportSettings(paper=False, tables=True)


def test_a_run_is_named_after_its_game_or_suite_and_settings_beside_one_are_those_of_the_chosen_game():
    assert (composed("game=pig")["name"], composed("suite=arena")["name"]) == ("pig", "arena")
    assert composed("game=pig", "name=mine")["name"] == "mine"
    assert composed("game=kriegspiel")["game"]["50_move_rule"] is games.defaults("kriegspiel")["50_move_rule"]
    assert names_beside("game.x", ["game=pig", "matches=3"]) == [
        "name", "diceoutcomes", "horizon", "piglet", "players", "winscore"]
    assert names_beside("agent.grim.x", [])[0] == "kind"
    assert {"name", "agents", "model"} <= set(names_beside("x", ["game=pig"]))


def test_every_agent_of_the_folder_is_part_of_the_config_and_the_shipped_suites_can_be_planned():
    settings = composed("game=nim", "agent.cot.look_ups=3", "agent.sc_cot.rules=full")["agent"]
    assert (settings["cot"]["look_ups"], settings["cot"]["rules"]) == (3, "look_up")
    assert (settings["sc_cot"]["look_ups"], settings["sc_cot"]["rules"]) == (5, "full")
    assert next(iter(settings["cot"])) == "kind"
    assert "look_ups" not in settings["mcts"]
    files = {path.stem for path in (config_folder() / "agent").glob("*.yaml")}
    assert set(composed("game=nim")["agent"]) == files
    for path in sorted((config_folder() / "suite").glob("*.yaml")):
        assert plan_matches(compose_settings([f"suite={path.stem}", "matches=1"]))
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"][config_folder().name] == "gtarena/conf"
    assert config_folder() == ROOT / "conf"


def test_an_agent_that_was_added_for_a_while_is_no_setting_afterwards():
    def make_mine(seating):
        """Plays at random."""
        return kinds()["random"](seating)

    added = gtarena.Plugin(agents={"mine": make_mine})
    with plugins.adding(added):
        assert "mine" in gtarena.compose_settings(["game=nim", "agents=[mine,random]"]).presets
    gtarena.compose_settings(["game=nim"])
    assert "mine" not in composed("seed=77")["agent"]
