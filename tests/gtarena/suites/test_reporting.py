import io
from types import ModuleType

import pandas as pd
import pytest
from rich.console import Console

from gtarena.errors import UsageError
from gtarena.reports.match_browser.links import match_link
from gtarena.reports.sections import Figure
from gtarena.reports.terminal import print_all_tables
from gtarena.reports.write import write_report
from gtarena.runs.settings import ReportSettings
from gtarena.suites import reporting
from gtarena.suites.reporting import report_run, write_run_report
from tests.support import gamma_bench_logs
from tests.support.commands import Command
from tests.support.doc_examples import read_example
from tests.support.gamma_bench_logs import PUBLISHED, imported
from tests.support.gamma_bench_matches import bar, division, player
from tests.support.match_files import opened
from tests.support.records import record, seat, steps, write_log
from tests.support.suite_matches import boards_of, report_of, sections_of


@pytest.fixture(scope="module")
def matches():
    return [division(90, run=1), division(80, run=2), bar(3, run=1, seats=[player("<b>n</b>")] * 5)]


@pytest.fixture(scope="module")
def pictured(matches, tmp_path_factory):
    """The sections of the matches, with their pictures in one form of three."""
    def write_png(figure, folder):
        figure.draw().savefig(path := folder / f"{figure.name}.png", dpi=20)
        return path

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Figure, "write", write_png)
        return sections_of(matches, tmp_path_factory.mktemp("pictured"))


@pytest.fixture
def log(tmp_path, matches):
    return write_log(tmp_path / "run" / "matches.jsonl", *matches).parent


def test_a_benchmark_writes_tables_by_scheme_and_pictures_below_its_name(pictured):
    (section,) = pictured
    assert (section.folder.name, section.games) == ("gamma_bench", {"divide_dollar", "el_farol"})
    for scheme in ("coded", "printed", "paper"):
        for table in section.tables:
            assert all((section.folder / scheme / f"{table.stem}{end}").exists() for end in (".csv", ".md", ".tex"))
        assert r"| \<b>n\</b> |" in (section.folder / scheme / "tables.md").read_text()
    assert section.pictures
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in section.pictures.values())


def test_the_papers_numbers_stand_beside_ours_in_every_form(tmp_path, without_pictures):
    # As the paper plays it: ten players divide 100.
    rounds = [{"responses": [10] * 10, "total_proposal": 100}] * 20
    bids = gamma_bench_logs.log({"golds": 100}, rounds, [[10] * 20] * 10, [[10] * 20] * 10)
    matches = imported(tmp_path, divide_dollar_v1_1=bids, **{"gpt-4o_divide_dollar_v1_1": bids})
    (section,) = shown = sections_of(matches, tmp_path, ReportSettings(paper=True))
    label = "gpt-4-0125-preview (paper, Table 1)"
    board = pd.read_csv(section.folder / "coded" / "leaderboard.csv", index_col="game")
    assert board.loc["divide_dollar", [label, f"{label} std"]].tolist() == [98.1, 1.9]
    source = "Paper: Huang et al., arXiv:2403.11807"
    for text in ((section.folder / "coded" / "leaderboard.md").read_text(),
                 (section.folder / "coded" / "leaderboard.tex").read_text(),
                 write_report(report_of(matches, sections=shown), tmp_path).page.read_text()):
        assert label in text
        assert source in text
    console = Console(file=io.StringIO(), width=160)
    print_all_tables(boards_of(matches), console, shown)
    assert "98.1 ± 1.9" in console.file.getvalue()
    assert source in console.file.getvalue()


def test_without_the_setting_no_number_of_a_paper_is_shown(tmp_path, matches, monkeypatch, without_pictures):
    monkeypatch.setattr(reporting, "paper_of", None)  # not even asked for
    sections_of(matches, tmp_path)
    assert not any("paper, Table" in path.read_text() for path in tmp_path.rglob("*.*"))


def test_the_page_and_the_terminal_show_the_benchmarks_tables_and_names_are_hostile(
        tmp_path, matches, pictured, without_pictures):
    page = write_report(report_of(matches, sections=pictured), tmp_path).page.read_text()
    assert "<h2>gamma_bench</h2>" in page
    assert page.count("data:image/svg+xml;base64,") == min(12, len(pictured[0].pictures))
    assert "Scores by player (coded)" in page
    assert "<b>n" not in page
    console = Console(file=io.StringIO(), width=120)
    others = [record("m", [seat(), seat("mcts")], [1, -1])]
    print_all_tables(boards_of([*matches, *others]), console, sections_of(matches, tmp_path))
    shown = console.file.getvalue()
    for text in ("Scores by player (coded)", "kuhn_poker", "<b>n</b>"):
        assert text in shown
    assert "divide_dollar(" not in shown


def test_a_report_of_a_run_has_its_benchmarks_and_says_where_it_is_and_how_many_records_were_damaged(
    tmp_path, log, capsys, without_pictures
):
    with (log / "matches.jsonl").open("a") as file:
        file.write("{torn\n{}\n")
    report_run([log], tmp_path / "out", "title")
    page = tmp_path / "out" / "report.html"
    assert (tmp_path / "out" / "gamma_bench" / "coded" / "tables.md").exists()
    assert "Scores by player (coded)" in page.read_text()
    shown = capsys.readouterr().out
    assert shown.endswith(f"\nLeaderboard, tables and report: {page}\n2 damaged records skipped\n")
    assert "Scores by player (coded)" not in shown
    report_run([log], tmp_path / "out", "title", settings=ReportSettings(tables=True))
    assert "Scores by player (coded)" in capsys.readouterr().out


def test_a_whole_report_has_all_matches_in_files_beside_the_page_and_old_ones_are_removed(
    tmp_path, log, matches, without_pictures
):
    write_run_report([log], tmp_path / "out", "title")
    (old,) = (tmp_path / "out" / "report_files").iterdir()
    assert {match["id"] for match in opened(old)["matches"]} == {match.match_id for match in matches}
    (log / "matches.jsonl").write_text(matches[0].line() + "\n")
    write_run_report([log], tmp_path / "out", "title")
    (new,) = (tmp_path / "out" / "report_files").iterdir()
    assert [match["id"] for match in opened(new)["matches"]] == [matches[0].match_id]
    page = (tmp_path / "out" / "report.html").read_text()
    assert f'Match <a href="{match_link(matches[0].match_id)}">{matches[0].match_id}</a>, seed' in page


TEXTS = {  # columns; all others are numbers
    "game", "agent", "opponent", "first", "second", "model", "settings", "reason", "verdict", "job", "state", "measure",
    "setting", "other_settings", "value", "suite", "games",
}


def check_numbers(folder):
    """Checks that every column of numbers in any table below the folder is read as one; returns the number of files."""
    frames = {path: pd.read_csv(path) for path in folder.rglob("*.csv")}
    frames |= {path: pd.read_parquet(path) for path in folder.rglob("*.parquet")}
    wrong = [(str(path.relative_to(folder)), column, frame[column].dropna().unique()[:3].tolist())
             for path, frame in frames.items() for column in set(frame.columns) - TEXTS
             if not pd.api.types.is_numeric_dtype(frame[column])]
    assert wrong == []
    return len(frames)


@pytest.mark.parametrize("words", [
    ["-m", "suite=gamma_bench", "matches=1", "games=[pirate_game]", "model.temperature=0,1"],
    ["suite=gtbench", "matches=2", "games=[first_sealed_auction,kuhn_poker,negotiation,nim]",
     "agents=[llm@offline/random,cot@offline/first]", "agent.mcts.simulations=2"],
    ["+experiment=ea_history_rational", "matches=1"],
    ["suite=arena", "matches=2", "games=[kuhn_poker]", "agent.mcts.simulations=2"],
], ids=["sweep of gamma_bench", "gtbench", "econ_arena", "arena"])
def test_every_table_that_a_run_writes_is_read_back_with_numbers(
    words: list[str], command: Command, tmp_path, without_pictures: None
) -> None:
    shown = command(*words)
    assert (shown.code, shown.complaints) == (0, [])
    assert check_numbers(tmp_path) >= 4


def test_every_table_of_published_matches_is_read_back_with_numbers(tmp_path, without_pictures: None) -> None:
    logs = {name: contents for name, (contents, *_) in PUBLISHED.items()}
    logs |= {f"gpt-4o_{name}": contents for name, contents in logs.items()}
    sections_of(imported(tmp_path, **logs), tmp_path)
    check_numbers(tmp_path)
    for scheme in ("coded", "printed", "paper"):
        board = pd.read_csv(tmp_path / "gamma_bench" / scheme / "leaderboard.csv", index_col="game")
        assert (len(board), list(board.columns)) == (9, ["gpt-3.5-turbo-0125", "gpt-4o"])
        assert board.notna().all(axis=None)


def test_a_match_that_cannot_be_replayed_is_left_out_of_the_benchmark_and_ends_nothing(
    tmp_path, matches, caplog, without_pictures
):
    illegal = matches[2].model_copy(update={
        "match_id": "illegal", "history": [step.model_copy(update={"action": 9}) for step in matches[2].history]})
    unknown = matches[2].model_copy(update={"match_id": "unknown", "params": {"nonsense": 1}})
    (section,) = sections_of([*matches, illegal, unknown], tmp_path / "all")
    (expected,) = sections_of(matches, tmp_path / "sound")
    assert section.tables == expected.tables
    assert len(caplog.messages) == 2
    assert all(line.endswith("the match is left out of the tables of gamma_bench") for line in caplog.messages)
    assert caplog.messages[0].startswith("match illegal: step 0: action 9 of player 0 is not legal")


def test_matches_of_no_benchmark_have_no_section_and_links_in_place_of_folders_are_refused(tmp_path, matches):
    others = [record("m", [seat(), seat()], [1, -1]), division(90, suite="arena"), division(90, suite=None)]
    assert (sections_of(others, tmp_path), list(tmp_path.iterdir())) == ([], [])
    with pytest.raises(ValueError, match="no matches to report"):
        write_run_report([tmp_path], tmp_path / "out", "title")
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "gamma_bench").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(UsageError, match="gamma_bench is a link"):
        sections_of(matches, tmp_path)
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_a_report_says_which_plug_ins_its_matches_were_played_with_that_are_missing(tmp_path, caplog):
    versions = {"gtarena": "0.1", "open_spiel": "2.0", "their-game": "1.5"}
    write_log(tmp_path / "matches.jsonl", *(
        record(name, [seat()] * 2, [1.0, -1.0], versions=versions, suite="theirs") for name in "ab"))
    write_run_report([tmp_path], tmp_path / "out", "theirs")
    assert caplog.messages == [
        "matches were played with the plug-in their-game, without which the report lacks its benchmarks, metrics and "
        "boards: install their-game (version 1.5)"]


class Failing:
    """Benchmark of a plug-in that does not allow for a match without a decision."""

    def extract(self, match, numbers):
        return 1 / len(match.record.calls) if match.record.match_id == "a" else 1

    def findings(self, found, log):
        raise AttributeError("no findings")


def test_a_benchmark_of_a_plug_in_that_fails_is_left_out_and_costs_the_report_nothing_else(
    tmp_path, caplog, monkeypatch
):
    monkeypatch.setattr(reporting.plugins, "added", lambda concept, ours=(): {
        "theirs": Failing()} if concept == "suites" else {})
    dealt = steps((-1, 2), (-1, 0), (0, 0), (1, 0))
    write_log(tmp_path / "matches.jsonl", *(
        record(name, [seat()] * 2, [1.0, -1.0], history=dealt, suite="theirs") for name in "ab"))
    report = write_run_report([tmp_path], tmp_path / "out", "theirs")
    assert (len(report.boards.seats), report.sections) == (4, [])
    assert caplog.messages == [
        "match a: it cannot be scored: ZeroDivisionError: division by zero; the match is left out of the tables of "
        "theirs", "the tables of theirs are left out: AttributeError: no findings"]


def test_the_benchmark_of_the_documentation_has_its_table(tmp_path, monkeypatch):
    module = ModuleType("caves")
    exec(read_example("plugins.md", "A benchmark"), module.__dict__)
    monkeypatch.setattr(reporting.plugins, "added", lambda concept, ours=(): {
        "caves": module} if concept == "suites" else {})
    dealt = steps((-1, 2), (-1, 0), (0, 0), (1, 1), (0, 0))
    write_log(tmp_path / "matches.jsonl", record(
        "a", [seat("mcts"), seat("random")], [-1.0, 1.0], history=dealt, suite="caves"))
    (section,) = write_run_report([tmp_path], tmp_path / "out", "caves").sections
    assert [(label, cell.mean) for label, (cell,) in section.tables[0].rows] == [("mcts", 2), ("random", 1)]
