import re
from dataclasses import fields

from gtarena.agents.llm.illegal_policy import IllegalMoves
from gtarena.agents.presets import config_folder, shipped_presets
from gtarena.cli.listings.help_text import help_text
from gtarena.cli.settings.hydra_config import Schema
from gtarena.cli.verbs import VERBS
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings

AGENTS = "agents (agents=[A,B,...]; llm@ollama/llama3.1 plays with another model, llm*9 takes nine seats):"


def test_every_verb_and_every_agent_is_in_the_help() -> None:
    words = set(re.findall(r"\w+", help_text()))
    agents = {path.stem for path in (config_folder() / "agent").glob("*.yaml")}
    assert {*VERBS, *agents} <= words


def test_every_setting_is_in_the_help() -> None:
    settings = re.findall(r"\b[a-z_]+\.[a-z_]+\b", help_text())
    groups = {"model": ModelSettings, "budget": Limits, "cache": CacheSettings, "illegal": IllegalMoves}
    for group, schema in groups.items():
        assert {f"{group}.{field.name}" for field in fields(schema)} <= set(settings)
    assert {field.name for field in fields(Schema)} <= set(re.findall(r"\w+", help_text()))


def test_every_agent_is_described_on_a_line_and_those_with_a_model_come_first() -> None:
    lines = help_text().splitlines()
    agents = [line.split()[0] for line in lines[lines.index(AGENTS) + 1:] if line.startswith("  ")]
    kinds = [shipped_presets()[name].kind for name in agents]
    assert {"cot", "llm", "random"} <= set(agents)
    assert kinds == ["llm"] * kinds.count("llm") + [kind for kind in kinds if kind != "llm"]
    assert "  random                                   draws legal moves with equal probability" in lines
