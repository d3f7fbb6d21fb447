import io

import pytest
from rich.console import Console

from gtarena.reports.sections import LONGEST_STEM, named, write_sections
from gtarena.reports.tables import Table
from gtarena.reports.terminal import print_leaderboard
from gtarena.reports.write import write_report
from tests.support.gamma_bench_matches import bar, division, player
from tests.support.records import record, seat


@pytest.fixture
def matches():
    return [division(90, run=1), division(80, run=2), bar(3, run=1, seats=[player("<b>n</b>")] * 5)]


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


def test_no_two_tables_have_the_same_file():
    names = ["a/b", "A b", "a-b", "x" * 300]
    stems = [table.stem for table in named(Table(name, name, (), ()) for name in names)]
    assert stems == ["a-b", "A-b-2", "a-b-3", "x" * LONGEST_STEM]
