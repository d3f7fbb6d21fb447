import tomllib

import pyspiel
import pytest
from hydra import compose, initialize_config_dir
from hydra.core.config_store import ConfigStore
from hydra.core.global_hydra import GlobalHydra
from omegaconf import OmegaConf

from gtarena import games
from gtarena.agents.lineup import Lineup, maker
from gtarena.cli import hydra_config
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import Memory
from gtarena.logs.records import Seat
from gtarena.models.settings import ModelSettings
from gtarena.runs.plan import plan
from tests.support import ROOT


@pytest.fixture(autouse=True)
def _registered():
    GlobalHydra.instance().clear()
    hydra_config.register()


def no_model(seat: Seat):
    return maker(seat, lambda _: None, Memory())


def composed(*overrides: str) -> dict:
    with initialize_config_dir(str(hydra_config.folder()), version_base="1.3"):
        return OmegaConf.to_container(compose("config", overrides=list(overrides)), resolve=True)


def test_every_game_that_loads_bare_can_be_chosen_and_planned():
    settings = composed("game=nim", "agents=[random]", "matches=1")
    lineup = Lineup(settings["agent"], ModelSettings(), "v1", settings["illegal"])
    store, planned = ConfigStore.instance(), 0
    for name, kind in games.all_types().items():
        chosen = OmegaConf.to_container(store.load(f"game/{name}.yaml").node)
        if kind.default_loadable and kind.dynamics != pyspiel.GameType.Dynamics.MEAN_FIELD:
            (spec,) = plan({**settings, "game": chosen}, lineup, no_model)
            assert (spec.game, spec.params) == (name, games.complete(name, {}))
            planned += 1
        else:
            with pytest.raises(UsageError, match=f"^{name} (needs a value for game|is a mean-field game)"):
                plan({**settings, "game": chosen}, lineup, no_model)
    assert planned > 110


def test_a_run_is_named_after_its_game_or_suite():
    assert composed("game=pig")["name"] == "pig"
    assert composed("suite=arena")["name"] == "arena"
    assert composed("game=pig", "name=mine")["name"] == "mine"


def test_a_parameter_with_an_odd_name_is_harmless():
    assert composed("game=kriegspiel")["game"]["50_move_rule"] is games.defaults("kriegspiel")["50_move_rule"]


def test_the_settings_beside_one_are_those_of_the_chosen_game():
    assert hydra_config.names_beside("game.x", ["game=pig", "matches=3"]) == [
        "name", "diceoutcomes", "horizon", "piglet", "players", "winscore",
    ]
    assert hydra_config.names_beside("agent.grim.x", [])[0] == "kind"
    assert {"name", "agents", "model"} <= set(hydra_config.names_beside("x", ["game=pig"]))


def test_every_agent_of_the_folder_is_part_of_the_config():
    files = {path.stem for path in (hydra_config.folder() / "agent").glob("*.yaml")}
    assert set(composed("game=nim")["agent"]) == files


def test_the_suites_that_are_shipped_can_be_planned():
    for path in sorted((hydra_config.folder() / "suite").glob("*.yaml")):
        settings = composed(f"suite={path.stem}", "matches=1")
        lineup = Lineup(settings["agent"], ModelSettings(), "v1", settings["illegal"])
        assert plan(settings, lineup, no_model)


def test_the_wheel_holds_the_config_where_the_installed_package_looks_for_it():
    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert wheel["force-include"] == {hydra_config.folder().name: "gtarena/conf"}
    assert hydra_config.folder() == ROOT / "conf"
