"""Exploitation and resistance."""

import pytest

from gtarena.game_theory.populations.population_returns import population_return_tables, population_returns
from gtarena.metrics.frames import seats_frame
from tests.support.records import record, seat


def frame(*matches):
    """Returns the seats of matches, each of two agents and the return of the first, who takes what the other loses."""
    return seats_frame([record(f"m{number}", [seat(first), seat(second)], [won, -won], game="matrix_rps", seed=number)
                        for number, (first, second, won) in enumerate(matches)])


# Payoffs of a against b 10 and 20, against c -3; of b against c 4.
SEATS = frame(("a", "b", 10), ("b", "a", -20), ("a", "c", -3), ("b", "c", 4))


def test_the_numbers_are_those_by_hand():
    rows = {row.agent: row for row in population_returns(SEATS).itertuples()}
    # Every opponent counts the same, whatever the number of matches.
    assert (rows["a"].population_return, rows["a"].exploitability, rows["a"].aggregate) == (6, 3, 3)
    assert (rows["b"].population_return, rows["b"].exploitability, rows["b"].aggregate) == (-5.5, 15, -20.5)
    assert (rows["c"].population_return, rows["c"].exploitability, rows["c"].aggregate) == (-0.5, 4, -4.5)
    assert [rows[name].worst_opponent for name in "abc"] == ["c", "a", "b"]
    assert [(rows[name].opponents, rows[name].matches) for name in "abc"] == [(2, 3), (2, 3), (2, 2)]


def test_a_population_is_what_counts_as_an_opponent():
    rows = {row.agent: row for row in population_returns(SEATS, ["b", "c"]).itertuples()}
    assert (rows["a"].population_return, rows["a"].opponents) == (6, 2)
    assert (rows["b"].population_return, rows["b"].exploitability) == (4, -4)
    assert rows["b"].worst_opponent == "c"
    itself = population_returns(frame(("a", "b", 10), ("a", "a", 0)), ["a", "b"]).set_index("agent")
    assert (itself.loc["a", "population_return"], itself.loc["a", "exploitability"]) == (5, 0)


def test_an_agent_that_has_not_met_somebody_has_no_numbers():
    rows = {row.agent: row for row in population_returns(frame(("a", "b", 1), ("a", "c", 1))).itertuples()}
    assert (rows["a"].population_return, rows["a"].exploitability) == (1, -1)
    assert rows["b"].population_return != rows["b"].population_return
    assert rows["b"].reason == "no match with c"
    alone = {row.agent: row.reason for row in population_returns(frame(("a", "b", 1)), ["a"]).itertuples()}
    assert alone == {"a": "no opponent of the population", "b": ""}


def test_an_interval_is_that_of_the_mean_over_opponents():
    matches = [("a", other, won) for other in "bc" for won in (1, 2, 3, 4, 5, 6, 7)]
    row = population_returns(frame(*matches)).iloc[0]
    assert row["low"] < row["population_return"] == 4 < row["high"]
    # Two means of seven numbers with a variance of 4.67 each, averaged: a standard error of 0.58, with 12 degrees of
    # freedom.
    assert row["high"] - row["low"] == pytest.approx(2 * 2.18 * 0.58, rel=0.1)


def test_a_table_lists_the_best_aggregate_first_and_says_who_exploits_whom():
    (table,) = population_return_tables(SEATS)
    assert [label for label, _ in table.rows] == ["a", "c", "b"]
    assert [str(cell) for cell in table.rows[0][1]] == ["6.00", "3.00", "3.00", "2", "3"]
    assert table.notes[1:] == ("c gains most from a.", "b gains most from c.", "a gains most from b.")
    assert population_return_tables(frame(("a", "b", 1))) == []
    (table,) = population_return_tables(frame(("a", "b", 1), ("a", "c", 2)))
    assert table.rows[1] == ("b", (None, None, None, *table.rows[1][1][3:]))
    assert table.notes[1:] == ("b loses least to a.", "b: no match with c.", "c: no match with b.")


def test_games_of_more_than_two_have_none():
    table = [seat("a"), seat("b"), seat("c")]
    seats = seats_frame([record("m", table, [1, 2, 3], game="el_farol", params={"players": 3})])
    assert population_returns(seats).empty
    assert population_return_tables(seats) == []
