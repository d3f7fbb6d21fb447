import io

import pytest
from rich.console import Console

from gtarena.reports.terminal import print_leaderboard
from gtarena.reports.write import write_report
from gtarena.suites.reporting import write_run_report, write_sections
from tests.support.gamma_bench_matches import bar, division, player
from tests.support.records import record, seat


@pytest.fixture
def matches():
    return [division(90, run=1), division(80, run=2), bar(3, run=1, seats=[player("<b>n</b>")] * 5)]


@pytest.fixture
def log(tmp_path, matches):
    folder = tmp_path / "run"
    folder.mkdir()
    (folder / "matches.jsonl").write_text("".join(match.line() + "\n" for match in matches))
    return folder


def test_a_benchmark_writes_tables_by_scheme_and_pictures_below_its_name(tmp_path, matches):
    (section,) = write_sections(matches, tmp_path)
    assert section.folder == tmp_path / "gamma_bench"
    assert section.games == {"divide_dollar", "el_farol"}
    for scheme in ("coded", "printed"):
        for table in section.tables:
            assert all((section.folder / scheme / f"{table.stem}{end}").exists() for end in (".csv", ".md", ".tex"))
        assert section.tables[0].columns[0] in (section.folder / scheme / "tables.md").read_text()
    assert section.pictures
    assert all(file.read_bytes().startswith(b"\x89PNG") for file in section.pictures.values())


def test_the_same_picture_is_the_same_file(tmp_path, matches):
    for folder in ("one", "two"):
        write_sections(matches[:2], tmp_path / folder)
    one, two = (sorted((tmp_path / folder).rglob("*.svg")) for folder in ("one", "two"))
    assert one
    assert [file.read_bytes() for file in one] == [file.read_bytes() for file in two]


def test_matches_of_no_benchmark_have_no_section(tmp_path):
    others = [record("m", [seat(), seat()], [1, -1]), division(90, suite="arena"), division(90, suite=None)]
    assert write_sections(others, tmp_path) == []
    assert list(tmp_path.iterdir()) == []


def test_the_page_shows_tables_and_pictures_and_takes_every_name_for_hostile(tmp_path, matches):
    sections = write_sections(matches, tmp_path)
    page = write_report(matches, tmp_path, "title", sections=sections).page.read_text()
    assert "<h2>gamma_bench</h2>" in page
    assert page.count("data:image/png;base64,") == min(12, len(sections[0].pictures))
    assert "Scores by player (coded)" in page
    assert "<b>n" not in page


def test_the_terminal_shows_the_benchmarks_tables_in_place_of_its_games(tmp_path, matches):
    console = Console(file=io.StringIO(), width=120)
    others = [record("m", [seat(), seat("mcts")], [1, -1])]
    print_leaderboard([*matches, *others], console, write_sections(matches, tmp_path))
    shown = console.file.getvalue()
    assert "Scores by player (coded)" in shown
    assert "kuhn_poker" in shown
    assert "divide_dollar(" not in shown
    assert "<b>n</b>" in shown


def test_a_report_of_a_run_has_its_benchmarks_and_says_where_it_is(tmp_path, log, capsys):
    write_run_report([log], tmp_path / "out", "title")
    assert (tmp_path / "out" / "gamma_bench" / "coded" / "tables.md").exists()
    assert "Scores by player (coded)" in (tmp_path / "out" / "report.html").read_text()
    assert capsys.readouterr().out.endswith(f"\nLeaderboard, tables and report: {tmp_path / 'out' / 'report.html'}\n")


def test_a_job_of_a_sweep_prints_nothing_and_leaves_benchmarks_to_the_merged_report(tmp_path, log, capsys):
    write_run_report([log], tmp_path / "out", "title", show=False)
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "leaderboard.csv", "leaderboard.parquet", "overall.csv", "overall.parquet", "report.html"}
    assert capsys.readouterr().out == ""


def test_a_folder_without_matches_is_an_error(tmp_path):
    with pytest.raises(ValueError, match="no matches to report"):
        write_run_report([tmp_path], tmp_path / "out", "title")
