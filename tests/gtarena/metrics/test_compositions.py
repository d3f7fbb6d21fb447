"""Returns by the composition of tables."""

from gtarena.metrics.compositions import (
    name_composition,
    returns_by_composition,
    returns_by_others,
    table_returns,
)
from gtarena.metrics.frames import seats_frame
from tests.support.records import record, seat

GAME = {"game": "el_farol", "params": {"players": 3}}


def tables(*matches, **fields):
    """Returns the frame of matches, each a text of agents and their returns, with a seed of its own."""
    return table_returns(seats_frame([
        record(f"m{number}", [seat(name) for name in names], returns, seed=number, **(GAME | fields))
        for number, (names, *returns) in enumerate(matches)]))


def test_seats_do_not_matter_and_a_team_counts_once():
    frame = tables(("aab", 1, 2, 3), ("baa", 5, 0, 1))
    assert set(frame["composition"]) == {("a", "a", "b")}
    assert name_composition(frame["composition"][0]) == "2 × a + 1 × b"
    assert frame["return"].tolist() == [1, 2, 3, 5, 0, 1]
    partners = table_returns(seats_frame([
        record("m", [seat("a"), seat("b"), seat("a"), seat("b")], [1, 5, 3, 7], teams=[0, 1, 0, 1])]))
    assert partners[["name", "return"]].to_numpy().tolist() == [["a", 2], ["b", 6]]
    assert set(partners["composition"]) == {("a", "b")}


def test_unfinished_matches_are_left_out():
    records = [record("1", [seat("a"), seat("b"), seat("b")], None, outcome="forfeit", offender=0, **GAME),
               record("2", [seat("a"), seat("b"), seat("b")], None, outcome="invalid", offender=1, **GAME)]
    assert table_returns(seats_frame(records)).empty
    assert returns_by_composition(table_returns(seats_frame(records))).empty


def test_means_are_those_of_all_seats_of_an_agent_at_a_composition():
    means = returns_by_composition(tables(("aab", 1, 2, 3), ("baa", 5, 0, 1), ("bbb", 6, 7, 8)))
    assert [(row.agent, row.composition, row.mean, row.matches) for row in means.itertuples()] == [
        ("a", ("a", "a", "b"), 1, 2), ("b", ("a", "a", "b"), 4, 2), ("b", ("b", "b", "b"), 7, 1)]
    assert means["low"].isna().all()  # from two deals
    many = returns_by_composition(tables(*[("aab", 1, 3, number) for number in range(6)]))
    assert many[["mean", "low", "high"]].to_numpy()[0].tolist() == [2, 2, 2]
    assert many["low"][1] < many["mean"][1] == 2.5 < many["high"][1]


def test_by_the_number_of_others_compositions_have_the_same_weight():
    # An a has no fellow a at abb, with the mean 1 of two matches, and at abc, with 5.
    means = returns_by_composition(tables(("abb", 0, 1, 1), ("abb", 2, 1, 1), ("abc", 5, 0, 0), ("aab", 7, 9, 0)))
    by_others = returns_by_others(means).set_index(["agent", "other", "number"])["mean"].to_dict()
    assert by_others["a", "a", 0] == (1 + 5) / 2
    assert by_others["a", "a", 1] == 8
    assert by_others["a", "b", 2] == 1
    assert by_others["a", "b", 1] == (5 + 8) / 2
    assert by_others["b", "a", 1] == (1 + 0) / 2
    assert by_others["b", "b", 0] == 0
    assert ("c", "c", 1) not in by_others
