import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import gtarena
from gtarena.agents import presets, registry
from gtarena.agents.presets import AgentPreset, config_folder, shipped_presets
from gtarena.cli.listings import game_listing
from gtarena.cli.listings.help_text import help_text
from gtarena.cli.settings import composing, gated_hydra, hydra_config
from gtarena.errors import UsageError
from tests.gtarena.conftest import Command


@pytest.fixture
def _brief(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Adds the file ``conf/agent/brief.yaml``, a quick search."""
    folder = tmp_path / "conf"
    shutil.copytree(config_folder(), folder)
    (folder / "agent" / "brief.yaml").write_text("description: a quick search\nkind: mcts\nsimulations: 3\n")
    for module in (presets, composing, gated_hydra):
        monkeypatch.setattr(module, "config_folder", lambda: folder)
    once = (presets.shipped_configs, hydra_config.register_configs_of)
    for function in once:
        function.cache_clear()
    yield
    for function in once:
        function.cache_clear()


@pytest.mark.usefixtures("_brief")
def test_a_new_file_is_a_new_agent_everywhere(command: Command, tmp_path: Path) -> None:
    assert "  brief                                    a quick search\n" in help_text()
    (able,) = [line for line in game_listing.one_game("nim") if line.startswith("Agents")]
    assert ", brief, " in able
    assert "  not brief: it needs a game with terminal rewards" in list(game_listing.one_game("coop_box_pushing"))
    settings = {"kind": "mcts", "simulations": 3}
    assert gtarena.play("nim", ["brief", "random"]).seats[0].params == settings
    assert command("game=nim", "agents=[brief]", "agent.brief.simulations=2", "matches=1").code == 0
    (line,) = (tmp_path / "results" / "nim" / "matches.jsonl").read_text().splitlines()
    assert json.loads(line)["seats"][0]["params"] == {**settings, "simulations": 2}


def test_a_preset_keeps_its_kind_first_and_its_description_apart() -> None:
    preset = AgentPreset.from_config("brief", {"description": "quick", "kind": "mcts", "simulations": 3})
    assert list(preset.settings.items()) == [("kind", "mcts"), ("simulations", 3)]
    assert (preset.name, preset.kind, preset.description) == ("brief", "mcts", "quick")


def test_a_preset_without_a_kind_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^agent brief has no kind: set agent.brief.kind$"):
        _ = AgentPreset("brief", {"simulations": 3}).kind


def test_an_installation_without_its_settings_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presets, "__file__", str(tmp_path / "gtarena" / "agents" / "presets.py"))
    both = f"{tmp_path / 'gtarena' / 'conf'} or {tmp_path / 'conf'}"
    with pytest.raises(UsageError, match=rf"^the folder of settings is missing \({both}\): install gtarena again$"):
        config_folder()


def test_every_shipped_preset_has_a_kind_that_exists_and_a_description_of_one_line() -> None:
    for preset in shipped_presets().values():
        assert preset.kind in {*registry.KINDS, "llm", "human"}
        assert next(iter(preset.settings)) == "kind"
        assert preset.description
        assert "\n" not in preset.description


def test_the_name_of_a_preset_is_that_of_its_file() -> None:
    assert set(shipped_presets()) == {path.stem for path in (config_folder() / "agent").iterdir()}
