import pytest

from gtarena.errors import UsageError
from gtarena.runs.schedule import schedule
from gtarena.runs.stopping.comparisons import find_comparisons, name_of, rounds_of
from tests.support.records import seat


def planned(*names: str, game: str = "kuhn_poker", params=None, matches: int = 4, **fields):
    return schedule(game, params or {}, [seat(name) for name in names], matches, 0, **fields)


def pairs(specs):
    """Returns the names of each compared pair, with those of its tables."""
    return {tuple(sorted(map(name_of, (each.first, each.second)))):
            {tuple(sorted(map(name_of, table.agents))) for table in each.tables} for each in find_comparisons(specs)}


def test_agents_that_meet_need_their_own_tables_alone():
    assert pairs(planned("a", "b", "c")) == {("a", "b"): {("a", "b")}, ("a", "c"): {("a", "c")},
                                             ("b", "c"): {("b", "c")}}


def test_agents_with_the_same_opponents_need_both_their_tables_and_opponents_are_not_compared():
    specs = planned("a", "b", opponents=[seat("x"), seat("y")], pairings="opponents")
    assert pairs(specs) == {("a", "b"): {("a", "x"), ("b", "x"), ("a", "y"), ("b", "y")}, ("a", "x"): {("a", "x")},
                            ("a", "y"): {("a", "y")}, ("b", "x"): {("b", "x")}, ("b", "y"): {("b", "y")}}


def test_a_duplicate_is_compared_with_its_original_alone():
    assert pairs(planned("a", "null:a", "b")) == {("a", "null:a"): {("a", "null:a")}, ("a", "b"): {("a", "b")}}


def test_all_agents_of_a_larger_table_need_it():
    table = ("a", "b", "c")
    assert pairs(planned(*table, params={"players": 3}, matches=6)) == {
        ("a", "b"): {table}, ("a", "c"): {table}, ("b", "c"): {table}}


def test_agents_that_cannot_be_compared_or_are_too_many_are_refused():
    with pytest.raises(UsageError, match="stop= compares agents, and in kuhn_poker no two can be: list two agents"):
        find_comparisons(planned("a"))
    with pytest.raises(UsageError, match="stop= compares every two agents, and kuhn_poker has 31: list 30 at most"):
        find_comparisons(planned(*map(str, range(31)), matches=2))


@pytest.mark.parametrize("sides", ["rotated", "drawn"])
def test_a_round_has_the_same_deal_for_every_seating(sides):
    specs = planned("a", "b", matches=10, sides=sides)
    (rounds,) = rounds_of(specs).values()
    assert [len(matches) for matches in rounds] == [2] * 5
    assert sorted(spec.match_id for matches in rounds for spec in matches) == sorted(spec.match_id for spec in specs)
    for one, other in rounds:
        assert one.seed == other.seed
        assert one.seats == other.seats[::-1]
    assert [matches[0].run for matches in rounds] == [1, 2, 3, 4, 5]


def test_an_odd_number_of_matches_leaves_a_round_of_one():
    (rounds,) = rounds_of(planned("a", "b", matches=5)).values()
    assert [len(matches) for matches in rounds] == [2, 2, 1]
