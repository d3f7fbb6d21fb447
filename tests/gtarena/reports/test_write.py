import math
import subprocess
import sys

import pandas as pd
import pytest

from gtarena.metrics import leaderboard
from gtarena.metrics.frames import seats_frame
from gtarena.reports.write import write_report
from tests.support import ROOT
from tests.support.reported_matches import swept


@pytest.fixture
def sweep():
    return swept()


def test_tables_read_back_equal_from_csv_and_parquet(sweep, tmp_path):
    report = write_report(sweep, tmp_path / "deep" / "out", "A title")
    seats = seats_frame(sweep)
    assert sorted(path.name for path in report.tables) == [
        "leaderboard.csv", "leaderboard.parquet", "overall.csv", "overall.parquet"]
    for name, expected in (("leaderboard", leaderboard.leaderboard(seats)), ("overall", leaderboard.overall(seats))):
        texts = dict.fromkeys(("model", "settings"), "")
        from_csv = pd.read_csv(tmp_path / "deep" / "out" / f"{name}.csv").fillna(texts)
        pd.testing.assert_frame_equal(from_csv, expected, check_dtype=False)
        pd.testing.assert_frame_equal(pd.read_parquet(tmp_path / "deep" / "out" / f"{name}.parquet"), expected)


def test_an_unknown_cost_stays_unknown_in_the_tables(sweep, tmp_path):
    write_report(sweep, tmp_path, "A title")
    costs = pd.read_csv(tmp_path / "leaderboard.csv").set_index("settings")["cost"]
    assert costs["prompt=v1 temperature=0"] == 0.5
    assert math.isnan(costs["prompt=v1 temperature=1"])


def test_no_matches_are_an_error_and_no_file_is_written(tmp_path):
    with pytest.raises(ValueError, match="no matches to report"):
        write_report([], tmp_path, "A title")
    assert list(tmp_path.iterdir()) == []


def test_importing_the_report_does_not_import_what_only_its_use_needs():
    late = {"pandas", "rich", "matplotlib", "litellm"}
    modules = "gtarena.reports.write, gtarena.reports.terminal, gtarena.reports.transcript"
    code = f"import sys, {modules}; print({late} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
