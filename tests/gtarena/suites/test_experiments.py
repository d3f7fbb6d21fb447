"""The list of tables and figures covers the papers, agrees with the docs, and names experiments that there are."""

import re

import pytest

from gtarena.agents.llm.illegal_replies import IllegalMoves
from gtarena.agents.presets import config_folder
from gtarena.cli.settings import hydra_config
from gtarena.errors import UsageError
from gtarena.suites import SUITES
from gtarena.suites.experiments import PaperPart, entry, inventories, inventory, stand_ins
from tests.support import ROOT
from tests.support.planned_runs import planned

ROW = re.compile(r"^\| (?P<paper>[^|]+?) \| (?:`scripts/(?P<command>gtarena [^`]+)`[^|]*|the same) \|", re.MULTILINE)
MATCHES = {
    # A match of each game is 8; Table 9 has 46 settings.
    "gamma_runs": 40, "gamma_leaderboard": 40, "gamma_temperature": 8, "gamma_prompt": 8, "gamma_reasoning": 8,
    "gamma_settings": 46, "gamma_fixed_strategies": 2, "gamma_el_farol": 10, "gamma_auction": 10, "gamma_horizon": 30,
    # 18 pairings of an agent with its opponents, and 10 of two agents; 50 matches each.
    "gt_reasoning": 3600, "gt_models": 1500, "gt_common_opponent": 1500, "gt_completion": 2700, "gt_regret": 200,
    "gt_negotiation": 100, "gt_cot": 900, "gt_baselines": 500, "gt_mistakes": 50,
    # Three games in three groups of settings: 50 sessions of one run, or 10 of six runs of the two published games.
    "ea_melee": 450, "ea_rational": 450, "ea_rational_untold": 450, "ea_self": 450, "ea_senior": 300, "ea_cot": 300,
    "ea_history_rational": 60, "ea_history_melee": 90,
    # Challengers times the matches of one; Figure 9 is planned for one of its two ways of stating beliefs.
    "magic_leaderboard": 3 * 143, "magic_pgm": 4 * 143, "magic_pgm_prompts": 4 * 40, "magic_tendencies": 4 * 42,
    # Pairs of agents, times matches, times games.
    "gb_rules": 1 * 10 * 4, "gb_observation": 1 * 10 * 2, "gb_reasoning": 6 * 2 * 9, "gb_mcts": 3 * 2 * 9,
    "gb_guide": 1 * 10 * 9, "gb_rap_depth": 6 * 2 * 9,
}
# Tables and figures with captions in the papers; GameBench's appendix H has none.
CAPTIONS = {"gamma_bench": (9, 12), "gtbench": (8, 11), "econ_arena": (2, 7), "magic": (6, 10), "gamebench": (3, 2)}


def rows(suite: str) -> list[tuple[str, str]]:
    """Parts of the paper and their commands in the page's table of experiments; "the same" is the command above."""
    page = (ROOT / "docs" / f"{suite}.md").read_text(encoding="utf-8")
    start = min(page.index(heading) for heading in ("## Experiments of the paper", "## Tables and figures of the paper")
                if heading in page)
    found: list[tuple[str, str]] = []
    for match in ROW.finditer(page[start:page.index("\n## ", start + 1)]):
        found.append((match["paper"], match["command"] or found[-1][1]))
    return found


@pytest.mark.parametrize("suite", SUITES)
def test_every_table_and_figure_is_listed(suite: str) -> None:
    listed = inventory(suite)
    assert (listed.tables, listed.figures) == CAPTIONS[suite]
    assert set(listed.items) <= {item for each in listed.entries for item in each.items}
    assert all(bool(each.command) != bool(each.reason) for each in listed.entries)


@pytest.mark.parametrize("suite", SUITES)
def test_the_docs_and_the_list_have_the_same_commands(suite: str) -> None:
    listed = inventory(suite).entries
    assert sorted(rows(suite)) == sorted((each.paper, each.command) for each in listed if each.command)


def test_every_experiment_is_listed_and_exists() -> None:
    listed = {each.name for paper in inventories() for each in paper.entries if each.command}
    files = {path.stem for path in (config_folder() / "experiment").glob("*.yaml")}
    assert listed - set(SUITES) == files
    assert files - {"magic_balance", "published_reasoning"} == set(MATCHES)


@pytest.mark.parametrize("experiment", MATCHES)
def test_an_experiment_plays_what_its_table_or_figure_needs(experiment: str) -> None:
    assert len(planned(f"+experiment={experiment}")) == MATCHES[experiment]


@pytest.mark.parametrize(("suite", "illegal", "temperature", "most_tokens"), [
    ("gtbench", IllegalMoves(policy="invalid", retries=0, replays=1), 0.2, 1024),
    ("gamebench", IllegalMoves(policy="random", retries=2), 1, None),
    ("econ_arena", IllegalMoves(policy="charged", retries=0), None, None),
    ("magic", IllegalMoves(policy="charged", retries=0), None, None),
])
def test_a_suite_asks_for_a_move_as_its_paper_does(suite: str, illegal: IllegalMoves, temperature, most_tokens) -> None:
    settings = hydra_config.compose_settings([f"suite={suite}"])
    assert settings.illegal == illegal
    if temperature is not None:
        assert (settings.model.temperature, settings.model.max_tokens) == (temperature, most_tokens)


def test_a_multirun_is_written_with_its_option() -> None:
    for each in (each for paper in inventories() for each in paper.entries if each.command):
        path = config_folder() / "experiment" / f"{each.name}.yaml"
        sweeps = path.exists() and "sweeper" in path.read_text(encoding="utf-8")
        assert (" -m " in each.command) == (sweeps or "model.name=A,B" in each.command or "seed=0,1" in each.command)


def test_an_experiment_is_found_by_its_name_and_parts_of_papers_are_read_in_words_and_letters_for_models() -> None:
    found = entry("gt_cot")
    assert found is not None
    assert found.overrides == ("+experiment=gt_cot",)
    assert entry("gamma_bench") is None
    with pytest.raises(UsageError, match="suite with a paper"):
        inventory("arena")
    assert PaperPart("Tables 2, 3, Fig. 5").items == ("Table 2", "Table 3", "Figure 5")
    assert PaperPart("Figs. 1a, 2a, 3").items == ("Figure 1", "Figure 2", "Figure 3")
    assert PaperPart("search against random play").items == ()
    assert stand_ins(("agents=[llm@A,cot@B*2,llm@openai/gpt-4o]", "model.name=C,D")) == ["A", "B", "C", "D"]
    assert stand_ins(("+experiment=gamma_temperature", "agents=[llm]")) == []
