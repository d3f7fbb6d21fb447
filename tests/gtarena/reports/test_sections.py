import math
import resource
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure as Drawing

from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.reports.sections import (
    LONGEST_STEM,
    TABLES_SHOWN,
    Figure,
    Findings,
    with_file_names,
    write_section,
)
from gtarena.reports.tables import Cell, Table
from gtarena.reports.write import write_report
from tests.support import ROOT
from tests.support.records import record, seat
from tests.support.reported_matches import swept
from tests.support.suite_matches import report_of

GAMES = frozenset({"nim"})


def table(name, mean=0.5):
    return Table(name, f"Table {name}", ("column",), (("row", (Cell(mean),)),))


def drawn():
    drawing = Drawing()
    drawing.subplots().plot([1, 2, 3], label="line")
    return drawing


def files(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def test_tables_are_written_by_scheme_and_in_one_file_however_many_are_shown_and_pictures_once(tmp_path):
    findings = Findings({"usual": [table("a b", 1)], "other": [table("a b", 2)]}, [Figure("f", "A line", drawn)])
    section = write_section("bench", GAMES, findings, tmp_path / "bench")
    assert files(tmp_path / "bench") == [
        "figures/f.pdf", "figures/f.png", "figures/f.svg", "other/a-b.csv", "other/a-b.md", "other/a-b.tex",
        "other/tables.md", "usual/a-b.csv", "usual/a-b.md", "usual/a-b.tex", "usual/tables.md"]
    assert (tmp_path / "bench" / "other" / "a-b.csv").read_text() == "game,column\nrow,2\n"
    assert (section.name, section.games, section.folder) == ("bench", GAMES, tmp_path / "bench")
    assert section.tables == [table("a b", 1)]
    assert section.pictures == {"A line": tmp_path / "bench" / "figures" / "f.svg"}
    assert "<svg" in (drawing := section.pictures["A line"].read_text())
    assert "#ffffff" not in drawing  # it has no background, so that pages can show it in the dark
    tables = [table("b", 1), table("a", 2)]
    write_section("bench", GAMES, Findings({"usual": tables}, []), tmp_path / "b")
    assert (tmp_path / "b" / "usual" / "tables.md").read_text() == "\n".join(each.markdown() for each in tables)
    tables = [table(str(number)) for number in range(TABLES_SHOWN + 1)]
    section = write_section("bench", GAMES, Findings({"usual": tables}, []), tmp_path / "c")
    assert len(section.tables) == len(list((tmp_path / "c" / "usual").glob("*.csv"))) == TABLES_SHOWN + 1
    section = write_section("bench", GAMES, Findings({}, []), tmp_path / "d")
    assert (list(section.tables), dict(section.pictures)) == ([], {})
    assert not (tmp_path / "d").exists()


def test_tables_read_back_equal_from_csv_and_parquet_with_unknown_costs(tmp_path):
    report = write_report(report_of(swept()), tmp_path / "deep" / "out")
    seats = seats_frame(swept())
    assert sorted(path.name for path in report.tables) == [
        "leaderboard.csv", "leaderboard.parquet", "overall.csv", "overall.parquet", "replies.csv", "replies.md",
        "replies.tex"]
    for name, expected in (
            ("leaderboard", leaderboard.leaderboard(seats)), ("overall", leaderboard.overall_leaderboard(seats))):
        texts = dict.fromkeys(("model", "settings"), "")
        from_csv = pd.read_csv(tmp_path / "deep" / "out" / f"{name}.csv").fillna(texts)
        pd.testing.assert_frame_equal(from_csv, expected, check_dtype=False)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "deep" / "out" / f"{name}.parquet"), expected)
    write_report(report_of(swept()), tmp_path)
    costs = pd.read_csv(tmp_path / "leaderboard.csv").set_index("settings")["cost"]
    assert costs["prompt=v1 temperature=0"] == 0.5
    assert math.isnan(costs["prompt=v1 temperature=1"])


def test_names_of_files_differ_and_the_same_picture_is_the_same_file_with_fonts_and_no_date(tmp_path):
    for folder in ("one", "two"):
        Figure("f", "A line", drawn).write(tmp_path / folder)
    pdf, svg = ((tmp_path / "one" / f"f.{kind}").read_bytes() for kind in ("pdf", "svg"))
    assert [pdf, svg] == [(tmp_path / "two" / f"f.{kind}").read_bytes() for kind in ("pdf", "svg")]
    assert (b"/FontFile2" in pdf, b"/Type3" in pdf, b"CreationDate" in pdf) == (True, False, False)
    names = ["a/b", "A b", "a-b", "x" * 300]
    stems = [each.stem for each in with_file_names(table(name) for name in names)]
    assert stems == ["a-b", "A-b-2", "a-b-3", "x" * LONGEST_STEM]
    figures = [Figure(name, name, drawn) for name in ("a", "a-2", "a")]
    assert [figure.name for figure in with_file_names(figures)] == ["a", "a-2", "a-3"]
    late = {"pandas", "rich", "matplotlib", "litellm"}
    modules = "gtarena.reports.write, gtarena.reports.terminal, gtarena.reports.transcript"
    code = f"import sys, {modules}; print({late} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_report_that_finds_no_room_leaves_the_old_one_whole(tmp_path):
    write_report(report_of(swept()), tmp_path)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            write_report(report_of(swept(), "Another title"), tmp_path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert Path(caught.value.filename).parent == tmp_path
    assert (tmp_path / "report.html").read_bytes() == before["report.html"]
    assert {path.name for path in tmp_path.iterdir()} == before.keys()


def test_links_are_replaced_and_names_that_a_spreadsheet_would_run_are_guarded_in_csv(tmp_path):
    target, out = tmp_path / "target", tmp_path / "out"
    target.write_text("precious")
    out.mkdir()
    names = ("report.html", "leaderboard.csv", "leaderboard.parquet", "overall.csv")
    for name in names:
        (out / name).symlink_to(target)
    write_report(report_of(swept()), out)
    assert target.read_text() == "precious"
    assert not any((out / name).is_symlink() for name in names)
    write_report(report_of([record("m", [seat("=1+1"), seat("random")], [-1, 1])]), tmp_path / "b")
    assert set(pd.read_csv(tmp_path / "b" / "leaderboard.csv")["agent"]) == {"'=1+1", "random"}
    assert set(pd.read_parquet(tmp_path / "b" / "leaderboard.parquet")["agent"]) == {"=1+1", "random"}
    assert pd.read_csv(tmp_path / "b" / "leaderboard.csv")["mean_return"].min() == -1
