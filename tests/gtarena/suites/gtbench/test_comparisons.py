import pytest

from gtarena.metrics.duels import nra_by_duel
from gtarena.suites.gtbench.comparisons import comparisons, matrices
from tests.support.gtbench_matches import duels, match, model
from tests.support.records import seat
from tests.support.suite_matches import match_frames

A, B, C = model("a"), model("b"), model("c")
RANDOM, MCTS, TIT_FOR_TAT = seat("random"), seat("mcts"), seat("tit_for_tat")
DILEMMA = "iterated_prisoners_dilemma"


def compared(*records):
    seats = match_frames([each for some in records for each in some]).valid("returns")
    return {each.opponent: each for each in comparisons(seats, nra_by_duel(seats))}


def pairs(*records):
    seats = match_frames([each for some in records for each in some]).valid("returns")
    found = matrices(seats, nra_by_duel(seats))
    return [(each.title, {pair: cell.value for pair, cell in each.cells.items()}) for each in found]


def test_everybody_is_compared_by_opponent_models_first_and_solvers_that_share_games_are_one():
    found = compared(duels(RANDOM, A, [1]), duels(B, RANDOM, [-1]), duels(MCTS, RANDOM, [1]))
    assert list(found["random"].by_agent) == ["llm a", "llm b", "mcts"]
    assert found["random"].by_agent["llm a"]["tic_tac_toe"].value == -1
    assert not found["random"].is_model
    found = compared(duels(A, MCTS, [-1]), duels(A, TIT_FOR_TAT, [1], DILEMMA), duels(A, RANDOM, [1]))
    assert list(found) == ["mcts / tit_for_tat", "random"]
    assert found["mcts / tit_for_tat"].games == ["tic_tac_toe", DILEMMA]
    assert found["mcts / tit_for_tat"].average("llm a", "average").value == 0
    found = compared(duels(A, MCTS, [-1], DILEMMA), duels(A, TIT_FOR_TAT, [1], DILEMMA))
    assert list(found) == ["mcts", "tit_for_tat"]
    found = compared(duels(A, B, [1, -1, 1]), duels(RANDOM, B, [1]))
    assert found["llm b"].is_model
    assert (set(found["llm b"].by_agent), list(found)) == ({"llm a"}, ["random", "llm a", "llm b"])


def test_averages_are_over_games_that_an_agent_has_all_and_models_meet_in_matrices():
    found = compared(
        duels(A, RANDOM, [1], "breakthrough"), duels(A, RANDOM, [-1], "nim"), duels(A, RANDOM, [0], "connect_four"),
        duels(A, RANDOM, [1], "pig"), duels(A, RANDOM, [1, 1, -1, -1], "liars_dice"))["random"]
    assert {group: found.average("llm a", group).value for group in found.groups()} == {
        "average": pytest.approx(1 / 5), "average without breakthrough": 0, "complete and deterministic": 0,
        "probabilistic or dynamic": 0.5}
    assert compared(duels(A, RANDOM, [1], "nim"))["random"].groups() == {}
    assert list(compared(duels(A, RANDOM, [1], "nim"), duels(A, RANDOM, [1]))["random"].groups()) == ["average"]
    found = compared(duels(A, RANDOM, [1]), duels(A, RANDOM, [1], "nim"), duels(B, RANDOM, [1]))["random"]
    assert found.average("llm b", "average") is None
    first, *single = pairs(duels(A, B, [1, 1]), duels(A, B, [-1, 0], "nim"), duels(A, C, [1]), duels(A, MCTS, [1]))
    assert first == ("average", {("llm a", "llm b"): 0, ("llm b", "llm a"): 0})
    assert single == [
        ("tic_tac_toe", {("llm a", "llm b"): 1, ("llm b", "llm a"): -1, ("llm a", "llm c"): 1, ("llm c", "llm a"): -1}),
        ("nim", {("llm a", "llm b"): -1, ("llm b", "llm a"): 1})]
    assert [title for title, _ in pairs(duels(A, B, [1]))] == ["tic_tac_toe"]
    assert pairs(duels(A, MCTS, [1]), [match("x", [A, A], [1, -1])]) == []
