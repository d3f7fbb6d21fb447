import re
from dataclasses import fields

import pytest

from gtarena import games
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.cli.listings import game_listing
from gtarena.cli.listings.help_text import help_text
from gtarena.cli.settings.hydra_config import Schema
from gtarena.cli.verbs import VERBS
from gtarena.errors import UsageError
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings
from gtarena.system.checkout import config_folder
from tests.support import keepers


def test_every_game_that_has_players_is_listed_once_those_with_prompts_of_their_own_first():
    lines = list(game_listing.all_games())
    listed = [line.split()[0] for line in lines if line.startswith("  ")]
    playable = {name for name in games.all_types() if not name.startswith("mfg_")}
    assert sorted(listed) == sorted(playable)
    others = next(index for index, line in enumerate(lines) if "generic prompts" in line)
    own = {line.split()[0] for line in lines[1:others]}
    assert {"el_farol", "iterated_prisoners_dilemma", "kuhn_poker", "nim"} <= own
    assert "othello" not in own
    marked = {line.split()[0] for line in lines if line.endswith("(needs parameters)")}
    assert {"misere", "efg_game", "turn_based_simultaneous_game"} <= marked
    assert "nim" not in marked
    assert len({len(line) - len(line[2:].split(maxsplit=1)[1]) for line in lines if line.startswith("  ")}) == 1
    assert {"nim", "el_farol", "beauty_contest", "pirate_game"} <= set(game_listing.named_games())
    assert "chess" not in game_listing.named_games()


def test_a_game_of_ours_tells_its_parameters_and_agents_that_cannot_play_are_listed_with_the_reason():
    text = "\n".join(game_listing.one_game("el_farol"))
    assert text.startswith("el_farol: ")
    assert "simultaneous moves, " in text
    assert "  players = 10   " in text
    assert "(a whole number from 2 to 100)" in text
    assert "Prompt versions (prompt=): bullets, formal, story, v1, v2" in text
    listed = {name: [line for line in game_listing.one_game(name) if "guide" in line] for name in ("pit", "el_farol")}
    assert listed == {"pit": ["Strategy guides (agent.llm.guide=): basics"], "el_farol": []}
    lines = list(game_listing.one_game("nim"))
    (able,) = [line for line in lines if line.startswith("Agents")]
    assert able.removeprefix("Agents (agents=[...]): ") == (
        "babble_and_prune, cooperative, cot, defender, llm, mathematician, rap, sc_cot, selfish, think_then_answer, "
        "tot, always, fixed, human, mcts, random, solver")
    assert "  not ismcts: it needs hidden information and players who move one at a time" in lines
    assert "  not pgm: it needs more than two players" in lines
    (able,) = [line for line in game_listing.one_game("kuhn_poker") if line.startswith("Agents")]
    assert "ismcts" in able
    keepers.register()
    assert "Teams, one agent each: seats 0, 1 against 2, 3" in "\n".join(game_listing.one_game("keepers"))
    assert "Teams" not in "\n".join(game_listing.one_game("kuhn_poker"))


def test_a_game_that_needs_parameters_says_which_and_an_unknown_one_is_refused():
    lines = list(game_listing.one_game("misere"))
    assert "  game = (none)" in lines
    assert lines[-1] == "\nIt cannot be loaded with these defaults: misere needs a value for game.game"
    with pytest.raises(UsageError, match="unknown game 'nimm'; did you mean nim"):
        list(game_listing.one_game("nimm"))


AGENTS = "agents (agents=[A,B,...]; llm@ollama/llama3.1 plays with another model, llm*9 takes nine seats):"


def test_every_verb_agent_and_setting_is_in_the_help_on_a_line_those_with_a_model_first():
    words = set(re.findall(r"\w+", help_text()))
    assert {*VERBS, *{path.stem for path in (config_folder() / "agent").glob("*.yaml")}} <= words
    settings = re.findall(r"\b[a-z_]+\.[a-z_]+\b", help_text())
    groups = {"model": ModelSettings, "budget": Limits, "cache": CacheSettings, "illegal": IllegalMoves}
    for group, schema in groups.items():
        assert {f"{group}.{field.name}" for field in fields(schema)} <= set(settings)
    assert {field.name for field in fields(Schema)} <= set(re.findall(r"\w+", help_text()))
    lines = help_text().splitlines()
    agents = [line.split()[0] for line in lines[lines.index(AGENTS) + 1:] if line.startswith("  ")]
    kinds = [all_presets()[name].kind for name in agents]
    assert {"cot", "llm", "random"} <= set(agents)
    assert kinds == ["llm"] * kinds.count("llm") + [kind for kind in kinds if kind != "llm"]
    assert "  random                                   draws legal moves with equal probability" in lines
