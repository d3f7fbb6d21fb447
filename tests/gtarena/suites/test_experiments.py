"""The list of tables and figures covers the papers, agrees with the docs, and names experiments that there are."""

import re

import pytest

from gtarena.agents.presets import config_folder
from gtarena.errors import UsageError
from gtarena.suites import SUITES
from gtarena.suites.experiments import Entry, entry, inventories, inventory, stand_ins
from tests.support import ROOT

ROW = re.compile(r"^\| (?P<paper>[^|]+?) \| (?:`scripts/(?P<command>gtarena [^`]+)`[^|]*|the same) \|", re.MULTILINE)
# Captions of the papers: gamma-Bench, GTBench, Economics Arena, MAgIC and GameBench, whose appendix H has none.
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


def test_a_multirun_is_written_with_its_option() -> None:
    for each in (each for paper in inventories() for each in paper.entries if each.command):
        path = config_folder() / "experiment" / f"{each.name}.yaml"
        sweeps = path.exists() and "sweeper" in path.read_text(encoding="utf-8")
        assert (" -m " in each.command) == (sweeps or "model.name=A,B" in each.command or "seed=0,1" in each.command)


def test_tables_and_figures_are_read_in_words() -> None:
    assert Entry("Tables 2, 3, Fig. 5").items == ("Table 2", "Table 3", "Figure 5")
    assert Entry("Figs. 1a, 2a, 3").items == ("Figure 1", "Figure 2", "Figure 3")
    assert Entry("search against random play").items == ()


def test_letters_stand_for_models() -> None:
    assert stand_ins(("agents=[llm@A,cot@B*2,llm@openai/gpt-4o]", "model.name=C,D")) == ["A", "B", "C", "D"]
    assert stand_ins(("+experiment=gamma_temperature", "agents=[llm]")) == []


def test_an_experiment_is_found_by_its_name() -> None:
    found = entry("gt_cot")
    assert found is not None
    assert found.overrides == ("+experiment=gt_cot",)
    assert entry("gamma_bench") is None
    with pytest.raises(UsageError, match="suite with a paper"):
        inventory("arena")
