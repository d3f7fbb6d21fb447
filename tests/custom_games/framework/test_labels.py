import itertools
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.framework.labels import Labels, player_labels
from tests.support.chance_trees import distribution

orders = st.integers(1, 7).flatmap(lambda players: st.permutations(range(players)))


def drawn(order: list[int]) -> Labels:
    """The players' labels after chance has dealt them in this order of seats."""
    labels = player_labels(len(order))
    for label in order:
        labels = labels.after(label)
    return labels


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_permutation_of_the_names_is_equally_likely(players):
    ends = distribution(player_labels(players))
    assert {labels.drawn for labels in ends} == set(itertools.permutations(range(players)))
    assert list(ends.values()) == pytest.approx([1 / math.factorial(players)] * len(ends))


def test_the_next_seat_gets_one_of_the_labels_that_are_left():
    labels = player_labels(3)
    assert labels.chance_outcomes() == [(0, 1 / 3), (1, 1 / 3), (2, 1 / 3)]
    labels = labels.after(1)
    assert labels.chance_outcomes() == [(0, 0.5), (2, 0.5)]
    assert not labels.complete
    labels = labels.after(2).after(0)
    assert labels.complete
    assert labels.chance_outcomes() == []
    assert [labels.name(seat) for seat in range(3)] == ["Player 2", "Player 3", "Player 1"]


@given(orders)
def test_seats_labels_and_names_lead_to_one_another(order):
    labels = drawn(order)
    for seat, label in enumerate(order):
        assert labels.label(seat) == label
        assert labels.seat_of(label) == seat
        assert labels.name(seat) == f"Player {label + 1}"
        assert labels.seat(labels.name(seat)) == seat


@given(orders)
def test_players_are_listed_by_name_so_that_the_list_is_the_same_whatever_their_seats(order):
    labels = drawn(order)
    assert [labels.name(seat) for seat in labels.seats()] == [f"Player {n}" for n in range(1, len(order) + 1)]
    for seat in range(len(order)):
        assert labels.others(seat) == [name for name in labels.names if name != labels.name(seat)]


@given(orders)
def test_labels_are_values(order):
    assert drawn(order) == drawn(order)
    assert hash(drawn(order)) == hash(drawn(order))


@pytest.mark.parametrize("seat", [-1, 1, 2, 3])
def test_a_seat_without_a_name_is_told_so(seat):
    with pytest.raises(ValueError, match=f"seat {seat} has no name: names are drawn for 1 of 3"):
        player_labels(3).after(2).name(seat)


@pytest.mark.parametrize("name", ["Player 4", "player 1", "1", "", "Player 2"])
def test_a_seat_is_found_by_the_exact_name_only_and_once_it_is_drawn(name):
    with pytest.raises(ValueError, match=r"nobody is called '.*': there are Player 1, Player 3"):
        player_labels(3).after(2).after(0).seat(name)


def test_a_label_that_no_seat_has_is_refused():
    with pytest.raises(ValueError, match=r"no seat has the label 1; drawn are \(2, 0\)"):
        player_labels(3).after(2).after(0).seat_of(1)


@pytest.mark.parametrize("label", [2, 3, -1])
def test_no_label_is_drawn_twice_or_made_up(label):
    with pytest.raises(ValueError, match="not all different and from 0 to 2"):
        player_labels(3).after(2).after(label)


def test_two_seats_cannot_have_one_name():
    with pytest.raises(ValueError, match="names Ann, Ben, Ann are not all different"):
        Labels(("Ann", "Ben", "Ann"))
