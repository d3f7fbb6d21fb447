import sys

import pytest

from gtarena.errors import UsageError
from gtarena.metrics.ratings.populations import alpha_rank, nash_averaging
from tests.support.ratings import CYCLE, duels


def column(frame, name="share"):
    return dict(frame[frame["game"] == "overall"].set_index("agent")[name])


def test_in_a_cycle_of_three_all_are_equal():
    third = {"A": 1 / 3, "B": 1 / 3, "C": 1 / 3}
    assert column(nash_averaging(duels(CYCLE))) == pytest.approx(third, abs=1e-5)
    assert column(nash_averaging(duels(CYCLE)), "advantage") == pytest.approx(dict.fromkeys("ABC", 0), abs=1e-5)
    assert column(alpha_rank(duels(CYCLE))) == pytest.approx(third, abs=1e-6)


def test_an_agent_that_beats_all_has_everything():
    played = duels([("A", "B", 1.0), ("A", "C", 1.0), ("B", "C", 0.75)])
    averaged = nash_averaging(played)
    assert column(averaged) == pytest.approx({"A": 1, "B": 0, "C": 0}, abs=1e-4)
    # By hand: against A alone both others score 0, one half less than an even match.
    assert column(averaged, "advantage") == pytest.approx({"A": 0, "B": -0.5, "C": -0.5}, abs=1e-4)
    assert column(alpha_rank(played)) == pytest.approx({"A": 1, "B": 0, "C": 0}, abs=1e-6)


def test_a_copy_of_an_agent_shares_its_place_and_changes_no_other():
    # A and its copy D beat B, B beats C, C beats A and D: the thirds of the cycle, of which two share one.
    played = duels([*CYCLE, ("D", "B", 1.0), ("C", "D", 1.0), ("A", "D", 0.5)])
    assert column(nash_averaging(played)) == pytest.approx({"A": 1 / 6, "B": 1 / 3, "C": 1 / 3, "D": 1 / 6}, abs=1e-4)


def test_games_count_the_same():
    # By hand: A scores 1 in nim and 1/4 on average in pig, so 5/8 overall: an advantage of 1/8 over B.
    played = duels([("A", "B", 1.0)], "nim") + duels([("A", "B", 0.0), ("A", "B", 0.5)], "pig")
    assert column(nash_averaging(played), "advantage") == pytest.approx({"A": 0, "B": -1 / 8}, abs=1e-4)


def test_scores_whose_mean_is_rounded_are_averaged():
    # The means of 0.9, 0.8, 0.7 and of 0.1, 0.2, 0.3 do not add up to exactly 1 for a computer.
    played = duels([("A", "B", 0.9), ("A", "B", 0.8), ("A", "B", 0.7)])
    assert column(nash_averaging(played), "advantage") == pytest.approx({"A": 0, "B": -0.3}, abs=1e-4)


@pytest.mark.parametrize("solve", [nash_averaging, alpha_rank])
def test_agents_that_have_not_met_are_named_instead_of_a_number(solve):
    frame = solve(duels([("A", "B", 1.0), ("C", "B", 1.0)]))
    assert frame["share"].isna().all()
    assert set(frame["reason"]) == {"no match of A with C"}


@pytest.mark.parametrize(("solve", "module", "library"), [
    (nash_averaging, "open_spiel.python.algorithms.nash_averaging", "cvxpy"),
    (alpha_rank, "open_spiel.python.egt.alpharank", "networkx")])
def test_a_missing_library_is_named(monkeypatch, solve, module, library):
    for name in [name for name in sys.modules if name.startswith(("open_spiel.python.egt", module))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(UsageError, match=rf"needs {library}, .*'\.\[populations\]'"):
        solve(duels(CYCLE))
