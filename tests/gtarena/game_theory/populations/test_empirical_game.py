"""Ratings beside Nash averages and alpha-rank."""

import sys

import pytest

from gtarena.game_theory.populations.empirical_game import HIDDEN, empirical_game, empirical_game_tables
from gtarena.metrics.frames import seats_frame
from tests.support.ratings import CYCLE, duels

# A beats B, B beats C and C beats A in three of four; D loses to all in three of four.
BOTH = [(first, second, won) for first, second, _ in (*CYCLE, ("A", "D", 1), ("B", "D", 1), ("C", "D", 1))
        for won in (1.0, 1.0, 1.0, 0.0)]


def test_a_cycle_shares_everything_and_a_dominated_agent_has_nothing():
    rows = empirical_game(seats_frame(duels(BOTH))).query("game == 'kuhn_poker'").set_index("agent")
    assert rows["share"].tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-4)
    assert rows["advantage"].tolist() == pytest.approx([0, 0, 0, -0.25], abs=1e-4)
    assert rows["alpha_share"].tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-4)
    # Bradley and Terry's model is exact for D, and for a cycle all are alike: log 3 apart.
    assert rows["rating"].diff().tolist()[1:] == pytest.approx([0, 0, -1.0986], abs=1e-3)


def test_a_table_says_how_much_is_cyclic_and_what_each_number_hides():
    (table,) = empirical_game_tables(seats_frame(duels(BOTH)))
    assert [label for label, _ in table.rows] == ["A", "B", "C", "D"]
    assert [str(cell) for cell in table.rows[3][1]] == ["-0.82", "0.000", "-0.250", "0.000"]
    # Six scores of a quarter beyond one half: the three of D are explained by means of 1/16 and -3/16, and so
    # half of all squares.
    assert table.notes[0].startswith("Of the squared scores (minus one half), 50 % are cyclic")
    assert table.notes[1:] == HIDDEN
    several = empirical_game_tables(seats_frame([*duels(BOTH), *duels(CYCLE, game="nim")]))
    assert [each.name for each in several] == [
        "empirical-game-overall", "empirical-game-kuhn_poker", "empirical-game-nim"]


def test_agents_without_a_rating_have_a_reason_and_without_matches_of_all_pairs_there_is_no_table():
    (table,) = empirical_game_tables(seats_frame(duels([("A", "B", 1.0), ("A", "C", 1.0), ("B", "C", 1.0)])))
    assert table.rows[0][1][0] is None
    assert table.notes[-3].startswith("A has no rating: ")
    assert empirical_game_tables(seats_frame(duels([("A", "B", 1.0), ("A", "C", 1.0)]))) == []
    assert empirical_game_tables(seats_frame(duels([("A", "B", 1.0)]))) == []
    drawn = empirical_game_tables(seats_frame(duels([(a, b, 0.5) for a, b, _ in CYCLE])))
    assert drawn[0].notes[0] == "All agents scored one half against each other."


def test_without_the_packages_a_table_says_what_to_install(monkeypatch):
    monkeypatch.delitem(sys.modules, "open_spiel.python.algorithms.nash_averaging", raising=False)
    monkeypatch.setitem(sys.modules, "cvxpy", None)
    (table,) = empirical_game_tables(seats_frame(duels(BOTH)))
    assert table.rows == ()
    assert "needs cvxpy" in table.notes[0]
    assert "needs cvxpy" in table.markdown()
