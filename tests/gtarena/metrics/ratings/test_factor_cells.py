import numpy as np
import pandas as pd
import pytest

from gtarena.metrics.ratings.factor_cells import ALIKE, FEW_AGENTS, FEW_RATINGS, NO_RATING, factor_cells


def frame(**games):
    """A rating for each letter of an agent in each game, one more than the last; a dash is no rating."""
    return pd.DataFrame([
        {"agent": "ABCDEFGH"[place], "game": game, "rating": np.nan if letter == "-" else float(letter)}
        for game, letters in games.items() for place, letter in enumerate(letters)])


def reasons(cells):
    return ({name: why for name, why in zip(cells.agents, cells.agent_reasons, strict=True) if why},
            {name: why for name, why in zip(cells.games, cells.game_reasons, strict=True) if why})


def test_all_ratings_are_used_where_there_are_enough():
    cells = factor_cells(frame(x="123", y="321", z="132"))
    assert cells.used.all()
    assert (reasons(cells), cells.reason) == (({}, {}), "")


def test_a_game_needs_different_ratings_of_three_agents_and_an_agent_ratings_in_two_games():
    cells = factor_cells(frame(x="1234-", y="3214-", z="132--", few="12---", alike="11111"))
    assert reasons(cells) == ({"E": FEW_RATINGS}, {"few": FEW_AGENTS, "alike": ALIKE})
    assert cells.used[:, list(cells.games).index("z")].tolist() == [True, True, True, False, False]


def test_what_is_left_out_may_leave_too_few_of_something_else():
    # D and E have only two games with each other and C; without them nothing is left of v.
    cells = factor_cells(frame(x="123--", y="312--", z="231--", v="--123"))
    assert reasons(cells) == ({"D": FEW_RATINGS, "E": FEW_RATINGS}, {"v": FEW_AGENTS})


def test_an_agent_without_any_rating_is_named_as_such():
    assert reasons(factor_cells(frame(x="123-", y="321-", z="132-")))[0] == {"D": NO_RATING}


def test_of_groups_without_a_game_in_common_only_the_largest_is_kept():
    cells = factor_cells(frame(x="1234---", y="3214---", z="1324---", u="----123", v="----213", w="----132"))
    apart = "no game in common with A, B, C and D"
    assert reasons(cells) == ({"E": apart, "F": apart, "G": apart}, {"u": apart, "v": apart, "w": apart})


def test_two_groups_of_one_size_give_no_factor():
    cells = factor_cells(frame(x="123---", y="321---", z="132---", u="---123", v="---213", w="---132"))
    assert cells.reason == "no factor: it takes 3 agents whose ratings tell something, and there are 0"
    assert set(cells.agent_reasons) == {"no game that links all agents"}


@pytest.mark.parametrize(("games", "lacking", "left"), [
    ({"x": "123", "y": "321"}, "games", 2),
    ({"x": "12", "y": "21", "z": "12"}, "agents", 0),
    ({"x": "111", "y": "222", "z": "333"}, "agents", 0),
])
def test_too_few_games_or_agents_give_no_factor_and_a_reason_for_all(games, lacking, left):
    cells = factor_cells(frame(**games))
    assert cells.reason == f"no factor: it takes 3 {lacking} whose ratings tell something, and there are {left}"
    assert all(cells.agent_reasons)
    assert all(cells.game_reasons)
    assert not cells.used.any()


def test_overall_ratings_and_those_without_a_match_are_not_read():
    given = frame(x="123", y="321", z="132", overall="123").assign(matches=4)
    given.loc[(given["agent"] == "C") & (given["game"] == "x"), "matches"] = 0
    cells = factor_cells(given)
    assert list(cells.games) == ["x", "y", "z"]
    assert np.isnan(cells.x[2, 0])


def test_a_frame_without_ratings_has_no_factor():
    assert factor_cells(frame(x="1")[:0]).reason.startswith("no factor: it takes 3 agents")


def test_a_frame_that_lacks_a_column_or_says_something_twice_is_refused():
    given = frame(x="123", y="321", z="132")
    with pytest.raises(ValueError, match="lacks game, rating"):
        factor_cells(given[["agent"]])
    with pytest.raises(ValueError, match="two ratings of A in x"):
        factor_cells(pd.concat([given, given[:1]]))
