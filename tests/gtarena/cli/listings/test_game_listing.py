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
from tests.support.named_games import SETTINGS, prompt_text
from tests.support.openspiel_games import PLAYABLE
from tests.support.playouts import decision_points


def listed_by_source() -> dict[str, list[str]]:
    """Returns the games under each heading, by its first words."""
    found: dict[str, list[str]] = {}
    for line in game_listing.all_games():
        if line.endswith("):"):
            heading = line
        elif line.startswith("  "):
            found.setdefault(heading.split(" (")[0], []).append(line.split()[0])
    return found


def test_every_game_that_has_players_is_listed_once_under_the_source_of_its_rules():
    own, sheets, texts = listed_by_source().values()
    playable = {name for name in games.all_types() if not name.startswith("mfg_")}
    assert sorted([*own, *sheets, *texts]) == sorted(playable)
    assert {"el_farol", "iterated_prisoners_dilemma", "kuhn_poker", "nim", "chess"} <= set(own)
    assert {"oshi_zumo", "coin_game", "matrix_pd"} <= set(sheets)
    assert {"misere", "efg_game"} <= set(texts)
    lines = list(game_listing.all_games())
    marked = {line.split()[0] for line in lines if line.endswith("(needs parameters)")}
    assert {"misere", "efg_game", "turn_based_simultaneous_game"} <= marked
    assert "nim" not in marked
    assert len({len(line) - len(line[2:].split(maxsplit=1)[1]) for line in lines if line.startswith("  ")}) == 1
    assert set(game_listing.named_games()) == set(own)


def test_no_game_is_listed_better_than_its_prompts_are():
    own, sheets, texts = listed_by_source().values()
    assert {game_string.split("(")[0] for game_string in SETTINGS} == set(own), "the tests of prompts read them all"
    for name in set(PLAYABLE) & {*sheets, *texts}:
        state, player = next(decision_points(name, seed=0))
        assert ("usual rules" in prompt_text(state, player)) == (name in texts)
    assert set(PLAYABLE) & set(texts) == set(), "every game of OpenSpiel that plays at all has its rules told"


@pytest.mark.parametrize(("name", "told"), [
    ("nim", "Prompts: prompts of its own"), ("coin_game", "Prompts: rules sheet in the generic prompts"),
    ("misere", "Prompts: OpenSpiel's texts alone, so a model has to know or guess the rules")])
def test_a_game_says_what_its_prompts_tell_of_the_rules(name, told):
    assert f"\n{told}\n" in "\n".join(game_listing.one_game(name))


def test_a_game_lists_its_presets_with_their_parameters():
    text = "\n".join(game_listing.one_game("go"))
    assert "\n  go9   Go on 9 lines, with a komi of 7 points. (board_size=9, komi=7.0)\n" in text
    assert "Presets" not in "\n".join(game_listing.one_game("nim"))


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
        "tot, always, fixed, human, mcts, mixture, random, solver")
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
