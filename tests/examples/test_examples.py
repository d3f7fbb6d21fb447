"""The packages in ``examples``, installed and played as their users do."""

import csv
import json
from itertools import groupby
from operator import itemgetter

import pytest

from tests.support import ROOT
from tests.support.installed_packages import install, run_installed

PACKAGE = ROOT / "examples" / "number-scrabble"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    return install(PACKAGE, tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def played(site, tmp_path_factory):
    """Folder in which the package's agents have met in its game."""
    folder = tmp_path_factory.mktemp("played")
    run = run_installed("gtarena", "game=number_scrabble", "agents=[second_opinion,completer]", "matches=2",
                        folder=folder, site=site)
    assert (run.returncode, "2 matches played" in run.stdout) == (0, True), run.stderr
    return folder / "results" / "number_scrabble"


def test_the_metric_has_its_table_in_the_report(played):
    assert "Openings of Number Scrabble" in (played / "report.html").read_text()
    (table,) = played.rglob("openings.csv")
    rows = list(csv.reader(table.open()))[1:]
    assert sum(float(row[1]) for row in rows) == 2  # matches
    assert "5" in [row[0] for row in rows]  # which the completer takes first


def test_the_scheme_asks_again_where_its_first_two_replies_differ_and_plays_the_last_one(played):
    checked = 0
    for record in map(json.loads, (played / "matches.jsonl").read_text().splitlines()):
        for move_number, calls in groupby(record["calls"], key=itemgetter("move_number")):
            stated = [call["actions"] for call in calls]
            assert len(stated) == (2 if stated[0] == stated[1] else 3)
            assert stated[-1] == [record["history"][move_number]["action"]]
            checked += 1
    assert checked >= 4


def test_a_log_without_its_package_says_which_to_install(played, site, tmp_path):
    missing = run_installed("gtarena", "replay", str(played), folder=tmp_path)
    assert missing.returncode == 2
    assert "number-scrabble (version 0.1)" in missing.stderr
