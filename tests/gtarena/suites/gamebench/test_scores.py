import pytest
from hypothesis import given
from hypothesis import strategies as st

import gtarena
from gtarena.suites import gamebench
from gtarena.suites.contract import Measure
from gtarena.suites.gamebench.scores import seat_scores
from gtarena.suites.gamebench.taxonomy import CATEGORIES, GAMES, categories_of, code_of, in_order
from tests.support.gamebench_matches import duels, match, team_match
from tests.support.records import seat, write_log
from tests.support.suite_matches import findings, trace_of


@pytest.mark.parametrize("scheme", gamebench.SCHEMES)
def test_every_seat_has_its_score_in_both_schemes(scheme):
    found = gamebench.measures(trace_of(match("m", "hive", [("A", -1), ("B", 1)])), scheme)
    assert list(found) == [Measure("score", 0, 0), Measure("score", 1, 1)]


def scores(returns, **fields):
    names = [(f"agent {place}", value) for place, value in enumerate(returns)]
    return seat_scores(trace_of(match("m", "g", names, **fields)))


@pytest.mark.parametrize(("returns", "expected"), [
    ((0.75, 0.25), [0.75, 0.25]), ((1.0, 0.0), [1, 0]), ((0.5, 0.5), [0.5, 0.5]),
    ((0.3, 0.3, 0.7, 0.7), [0.3, 0.3, 0.7, 0.7]), ((1 / 3, 1 / 3, 2 / 3), [1 / 3, 1 / 3, 2 / 3])])
def test_shares_of_1_are_the_scores(returns, expected):
    assert scores(returns) == expected


@pytest.mark.parametrize(("returns", "expected"), [
    ((1, -1), [1, 0]), ((-1, 1), [0, 1]), ((0, 0), [0.5, 0.5]), ((5, 15, 10), [0, 1, 0.5]), ((1, 1), [0.5, 0.5])])
def test_other_returns_are_scaled_as_those_of_hive_are(returns, expected):
    assert scores(returns) == expected


@pytest.mark.parametrize(("offender", "expected"), [(0, [0, 0, 1, 1, 1]), (3, [1, 1, 0, 0, 0])])
def test_a_forfeit_scores_0_for_the_team_and_1_for_the_other_of_two(offender, expected):
    forfeit = team_match("m", [seat()] * 5, [0, 0, 1, 1, 1], returns=None, outcome="forfeit", offender=offender)
    assert seat_scores(trace_of(forfeit)) == expected
    assert seat_scores(trace_of(team_match(
        "m", [seat()] * 3, [0, 1, 2], returns=None, outcome="forfeit", offender=1))) == []
    for ended in ({"outcome": "forfeit"}, {"outcome": "invalid", "offender": 1}):
        assert seat_scores(trace_of(team_match("m", [seat()] * 2, [0, 1], returns=None, **ended))) == []


@given(st.floats(-1e6, 1e6), st.floats(-1e6, 1e6))
def test_two_agents_share_1(one, other):
    found = scores((one, other))
    assert sum(found) == pytest.approx(1)
    assert all(0 <= score <= 1 for score in found)


HIVE = "hive_without_beetles"
# Table 1 of the paper, with its totals.
TABLE_1 = {"abstract strategy": (6, "ALS ARC CN HV SN SB"), "non-deterministic": (3, "ARC TRB SB"),
           "hidden information": (3, "ARC AYT TRB"), "language communication": (4, "AYT CN PT TRB"),
           "social deduction": (2, "AYT TRB"), "cooperation": (4, "AYT CN TRB SB")}


def test_forfeits_are_scored_too_in_tables_by_every_scheme_with_the_papers_categories(tmp_path):
    seats, teams = [seat("A")] * 2 + [seat("B")] * 2, [0, 0, 1, 1]
    log = write_log(tmp_path / "matches.jsonl", team_match("m", seats, teams, game="pit", returns=None,
                                                           outcome="forfeit", offender=3))
    scores = gtarena.score(gtarena.load_records(log), "gamebench")
    assert list(zip(scores["agent"], scores["value"], strict=True)) == [("A", 1), ("A", 1), ("B", 0), ("B", 0)]
    found = findings("gamebench", duels("pit", ("A", "B", 0.6), ("B", "C", 0.6)))
    assert tuple(found.tables) == gamebench.SCHEMES
    for tables in found.tables.values():
        names = [table.name for table in tables]
        assert (names[:3], len(set(names))) == (["ratings", "balance", "average scores"], len(names))
    assert found.figures
    found = {category: [game.code for game in GAMES.values() if category in game.categories] for category in CATEGORIES}
    assert {name: (len(codes), " ".join(codes)) for name, codes in found.items()} == TABLE_1
    assert {game.code: game.seats for game in GAMES.values()} == {
        "ALS": (1, 1), "ARC": (1, 1), "AYT": (2, 3), "CN": (2, 2), "HV": (1, 1), "PT": (2, 2), "SN": (1, 1),
        "TRB": (3, 3), "SB": (3, 3)}
    assert GAMES["are_you_the_traitor"].teams == [0, 0, 1, 1, 1]
    assert in_order(["nim", "sea_battle", "chess", HIVE, "codenames", HIVE]) == [
        "codenames", HIVE, "sea_battle", "chess", "nim"]


@pytest.mark.parametrize(("label", "code"), [
    ("codenames", "CN"), (HIVE, "HV"), ("hive", "hive"), ("santorini(size=3)", "santorini(size=3)"), ("nim", "nim")])
def test_a_game_has_its_abbreviation_only_as_the_suite_plays_it_but_its_categories_with_any_settings(label, code):
    assert code_of(label) == code
    assert (categories_of("santorini(size=3)"), categories_of("nim")) == (("abstract strategy",), ())
