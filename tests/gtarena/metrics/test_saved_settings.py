import json
from pathlib import Path

import pytest

from gtarena.metrics.saved_settings import SavedSettings
from tests.support.records import record, seat

MATCH = record("m", [seat()], [0.0])
CONFIG = """\
seed: 3
game:
  name: pig
agents:
- llm
- random
model:
  temperature: 0.5
  prices: null
suite:
  name: gtbench
agent:
  mcts:
    simulations: 20
other: [1, 2]
"""


def save(folder: Path, config: str = CONFIG, stated: str = "[]", plan: dict[str, str] | None = None) -> Path:
    """Writes the files that a command leaves beside its log."""
    (folder / ".hydra").mkdir(parents=True)
    (folder / ".hydra" / "config.yaml").write_text(config, encoding="utf-8")
    (folder / ".hydra" / "overrides.yaml").write_text(stated, encoding="utf-8")
    if plan is not None:
        (folder / "plan.json").write_text(json.dumps(plan), encoding="utf-8")
    return folder


def test_the_seed_and_what_the_command_states_are_read_with_their_types(tmp_path):
    stated = """["model.temperature=0.5", "++model.prices=null", "agent.mcts.simulations=20", "agents=[llm,random]",
                 "+experiment=table_2", "~other", "game=pig", "game.rounds=4", "suite=gtbench", "hydra.sweep.dir=x",
                 "hydra/launcher=ray"]"""
    settings = SavedSettings([save(tmp_path / "a", stated=stated)])
    assert settings.of(MATCH, tmp_path / "a") == {
        "seed": 3, "model.temperature": 0.5, "model.prices": None, "agent.mcts.simulations": 20,
        "agents": ["llm", "random"], "experiment": "table_2", "other": [1, 2]}


def test_a_job_has_its_own_value_of_what_only_another_one_states(tmp_path):
    folders = [save(tmp_path / "a"), save(tmp_path / "b", stated='["model.temperature=1", "+x.y=2"]')]
    settings = SavedSettings(folders)
    assert settings.names == ("model.temperature", "seed", "x.y")
    assert settings.of(MATCH, folders[0]) == {"seed": 3, "model.temperature": 0.5, "x.y": None}
    assert settings.of(MATCH, folders[1]) == {"seed": 3, "model.temperature": 0.5, "x.y": "2"}


def test_only_matches_that_the_latest_command_planned_have_its_settings(tmp_path):
    folder = save(tmp_path / "a", plan={"m": "pig"})
    settings = SavedSettings([folder])
    earlier, again = record("n", [seat()], [0.0]), record("o", [seat()], [0.0], key={"attempt": 1})
    assert [settings.of(each, folder) for each in (MATCH, earlier, again)] == [{"seed": 3}, None, {"seed": 3}]


@pytest.mark.parametrize("config", ["", "seed: [", "seed: \x07", "- seed", "!!python/object:os.system {}",
                                    "seed: 2024-01-01", "seed: 2024-99-01", "seed: &a [*a]", "seed: " + "9" * 5000,
                                    "seed: " + "[" * 5000])
def test_settings_that_cannot_be_read_are_none(tmp_path, config):
    folder = save(tmp_path / "a", config, stated=config)
    assert SavedSettings([folder, tmp_path]).of(MATCH, folder) is None
    assert SavedSettings([tmp_path]).of(MATCH, tmp_path) is None
