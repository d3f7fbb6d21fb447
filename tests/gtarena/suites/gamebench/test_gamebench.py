"""The package as a suite: its measures and its findings."""

import pytest

import gtarena
from gtarena.suites import gamebench
from gtarena.suites.contract import Measure, Trace
from tests.support.gamebench_matches import duels, match, team_match
from tests.support.records import seat, write_log


@pytest.mark.parametrize("scheme", gamebench.SCHEMES)
def test_every_seat_has_its_score_in_both_schemes(scheme):
    found = gamebench.measures(Trace.of(match("m", "hive", [("A", -1), ("B", 1)])), scheme)
    assert list(found) == [Measure("score", 0, 0), Measure("score", 1, 1)]


def test_forfeits_are_scored_too(tmp_path):
    seats, teams = [seat("A")] * 2 + [seat("B")] * 2, [0, 0, 1, 1]
    log = write_log(tmp_path / "matches.jsonl", team_match("m", seats, teams, game="pit", returns=None,
                                                           outcome="forfeit", offender=3))
    scores = gtarena.score(gtarena.load_records(log), "gamebench")
    assert list(zip(scores["agent"], scores["value"], strict=True)) == [("A", 1), ("A", 1), ("B", 0), ("B", 0)]


def test_there_are_tables_by_every_scheme_and_figures():
    found = gamebench.findings(duels("pit", ("A", "B", 0.6), ("B", "C", 0.6)))
    assert tuple(found.tables) == gamebench.SCHEMES
    for tables in found.tables.values():
        names = [table.name for table in tables]
        assert names[:2] == ["ratings", "average scores"]
        assert len(set(names)) == len(names)
    assert found.figures
