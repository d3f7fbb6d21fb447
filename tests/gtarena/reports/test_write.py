import math
import resource
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.write import write_report
from tests.support import ROOT
from tests.support.records import record, seat
from tests.support.reported_matches import swept


@pytest.fixture
def sweep():
    return swept()


def test_tables_read_back_equal_from_csv_and_parquet(sweep, tmp_path):
    report = write_report(sweep, reported_boards(sweep), tmp_path / "deep" / "out", "A title")
    seats = seats_frame(sweep)
    assert sorted(path.name for path in report.tables) == [
        "leaderboard.csv", "leaderboard.parquet", "overall.csv", "overall.parquet", "replies.csv", "replies.md",
        "replies.tex"]
    for name, expected in (("leaderboard", leaderboard.leaderboard(seats)), ("overall", leaderboard.overall(seats))):
        texts = dict.fromkeys(("model", "settings"), "")
        from_csv = pd.read_csv(tmp_path / "deep" / "out" / f"{name}.csv").fillna(texts)
        pd.testing.assert_frame_equal(from_csv, expected, check_dtype=False)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "deep" / "out" / f"{name}.parquet"), expected)


def test_an_unknown_cost_stays_unknown_in_the_tables(sweep, tmp_path):
    write_report(sweep, reported_boards(sweep), tmp_path, "A title")
    costs = pd.read_csv(tmp_path / "leaderboard.csv").set_index("settings")["cost"]
    assert costs["prompt=v1 temperature=0"] == 0.5
    assert math.isnan(costs["prompt=v1 temperature=1"])


def test_importing_the_report_does_not_import_what_only_its_use_needs():
    late = {"pandas", "rich", "matplotlib", "litellm"}
    modules = "gtarena.reports.write, gtarena.reports.terminal, gtarena.reports.transcript"
    code = f"import sys, {modules}; print({late} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


def test_a_report_that_finds_no_room_leaves_the_old_one_whole(sweep, tmp_path):
    write_report(sweep, reported_boards(sweep), tmp_path, "A title")
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16_384, limits[1]))
    try:
        with pytest.raises(OSError, match="File too large") as caught:
            write_report(sweep, reported_boards(sweep), tmp_path, "Another title")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert Path(caught.value.filename).parent == tmp_path
    assert (tmp_path / "report.html").read_bytes() == before["report.html"]
    assert {path.name for path in tmp_path.iterdir()} == before.keys()


def test_links_in_the_folder_are_replaced_and_their_targets_stay(sweep, tmp_path):
    target, out = tmp_path / "target", tmp_path / "out"
    target.write_text("precious")
    out.mkdir()
    names = ("report.html", "leaderboard.csv", "leaderboard.parquet", "overall.csv")
    for name in names:
        (out / name).symlink_to(target)
    write_report(sweep, reported_boards(sweep), out, "A title")
    assert target.read_text() == "precious"
    assert not any((out / name).is_symlink() for name in names)


def test_names_that_a_spreadsheet_would_run_are_guarded_in_csv_and_themselves_in_parquet(tmp_path):
    played = [record("m", [seat("=1+1"), seat("random")], [-1, 1])]
    write_report(played, reported_boards(played), tmp_path, "A title")
    assert set(pd.read_csv(tmp_path / "leaderboard.csv")["agent"]) == {"'=1+1", "random"}
    assert set(pd.read_parquet(tmp_path / "leaderboard.parquet")["agent"]) == {"=1+1", "random"}
    assert pd.read_csv(tmp_path / "leaderboard.csv")["mean_return"].min() == -1
