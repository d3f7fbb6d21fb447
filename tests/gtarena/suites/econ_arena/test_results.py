import pytest

from tests.support.econ_arena_matches import RATIONAL, contest, model
from tests.support.suite_matches import runs_frame

M, N = model("m"), model("n")


@pytest.mark.parametrize(("seats", "environment"), [
    ([M, N, RATIONAL], "melee"), ([M, M, M], "self"), ([RATIONAL, M, RATIONAL], "rational"),
    ([RATIONAL] * 3, "self"), ([M, model("m", temperature=1), RATIONAL], "melee")])
def test_the_environment_depends_on_the_agents_in_the_seats(seats, environment):
    assert set(runs_frame([contest(seats, [1, 2, 3])])["environment"]) == {environment}


def test_every_seat_has_a_row_in_each_run_matches_with_the_same_draws_are_one_unit_and_settings_tell_agents_apart():
    found = runs_frame([contest([M, N], [50, 0], [101, 10], settings=",history=choices", match_id="a", run=3)])
    assert list(zip(found["who"], found["run"], found["action"].fillna(-1), strict=True)) == [
        ("llm m", 1, 50), ("llm n", 1, 0), ("llm m", 2, -1), ("llm n", 2, 10)]
    assert set(found["match_id"]) == {"a"}
    assert (set(found["session"]), set(found["history"]), set(found["group"])) == ({3}, {"choices"}, {"upper=100"})
    assert list(found["rule_break"]) == [0, 0, 1, 0]
    played = contest([M, N], [1, 2])
    assert runs_frame([played.model_copy(update=other) for other in ({"outcome": "forfeit"}, {"game": "nim"})]).empty
    one, turned, other = (contest([M, N], [1, 2], match_id=name, seed=seed)
                          for name, seed in (("a", 1), ("b", 1), ("c", 2)))
    units = dict(runs_frame([one, turned, other])[["match_id", "unit"]].itertuples(index=False))
    assert units["a"] == units["b"] != units["c"]
    found = runs_frame([contest([M, RATIONAL], [1, 2])])
    assert (list(found["equilibrium"]), list(found["model"])) == ([False, True], ["m", ""])
    told = [model("m", prompt=prompt, wording=prompt * 2) for prompt in ("v1", "rational", "equal")]
    found = runs_frame([contest([each, RATIONAL], [1, 2], match_id=str(number)) for number, each in enumerate(told)])
    models = found[~found["equilibrium"]]
    assert (list(models["who"]), list(models["told"])) == (["llm m"] * 3, ["", "rational", "equal"])
    assert list(found[found["equilibrium"]]["told"]) == [""] * 3
    hot = [model("m", temperature=temperature) for temperature in (0, 1)]
    assert list(runs_frame([contest(hot, [1, 2])])["who"]) == ["llm m temperature=0", "llm m temperature=1"]
