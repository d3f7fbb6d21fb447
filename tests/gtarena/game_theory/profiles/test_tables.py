import io
from math import inf, nan
from pathlib import Path

from rich.console import Console

from gtarena.game_theory.profiles.collection import Profiles
from gtarena.game_theory.profiles.findings import Finding
from gtarena.game_theory.profiles.tables import MOST_COLUMNS, summary_tables, tidy_csv
from gtarena.reports.sections import Section
from gtarena.reports.terminal import print_section

FINDINGS = [
    Finding("=a", "nim", "cost", 0.00125, 0.001, 0.002, 8, "matches"),
    Finding("b", "nim", "cost", nan, nan, nan, 8, "matches", note="the price of a reply is not known"),
    Finding("b", "pig(winscore=20)", "blunder_rate", 0.125, 0.1, inf, 40, "answers", "disguise=x", source="quality")]


def test_a_row_of_the_csv_has_a_number_its_unit_and_its_source_and_no_number_is_an_empty_cell():
    assert tidy_csv(FINDINGS).splitlines() == [
        "agent,game,measure,value,low,high,unit,condition,count,counted,source,note",
        "'=a,nim,cost,0.00125,0.001,0.002,US dollars a match,,8,matches,matches,",
        "b,nim,cost,,,,US dollars a match,,8,matches,matches,the price of a reply is not known",
        "b,pig(winscore=20),blunder_rate,0.125,0.1,inf,share of moves,disguise=x,40,answers,quality,"]


def shown(tables):
    return [(table.title, table.columns, {label: [cell and str(cell) for cell in cells] for label, cells in table.rows})
            for table in tables]


def test_a_measure_has_a_row_per_agent_and_a_column_per_game_and_condition():
    assert shown(summary_tables(Profiles(FINDINGS, ["=a", "b", "c"], ["b"]))) == [
        ("Blunders (%)", ("pig(winscore=20) disguise=x",), {"b": ["12.5 [10.0, ∞]"]}),
        ("Cost (US dollars a match)", ("nim",), {"=a": ["0.0013 [0.0010, 0.0020]"], "b": [None]})]


def test_a_bound_is_shown_as_one():
    bound = Finding("a", "chess", "nash_conv_bound", 3.117, 3.117, inf, 8, "answers")
    assert shown(summary_tables(Profiles([bound], ["a"], ["a"])))[0][2] == {"a": ["at least 3.117"]}


def test_many_agents_and_games_are_all_printed_in_a_narrow_terminal():
    agents = [f"llm company/model-{number} temperature=0.5" for number in range(12)]
    games = [f"game_{number}(rounds=3)" for number in range(MOST_COLUMNS + 2)]
    findings = [Finding(agent, game, "nra", place + 0.125, -9.5, 9.5, 8, "matches")
                for place, agent in enumerate(agents) for game in games]
    console = Console(width=80, record=True, file=io.StringIO())
    print_section(Section("profiles", frozenset(), summary_tables(Profiles(findings, agents, agents)), {}, Path()),
                  console)
    text = console.export_text()
    for place, agent in enumerate(agents):
        numbers = " ".join(line.removeprefix(f" {agent} ") for line in text.splitlines() if f" {agent} " in line)
        assert numbers.count(f"{place}.125 [-9.500, 9.500]") == len(games)
    assert all(game in text for game in games)
    assert max(map(len, text.splitlines())) <= 80
