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


@given(orders)
def test_seats_labels_and_names_lead_to_one_another(order):
    labels = drawn(order)
    for seat, label in enumerate(order):
        assert (labels.label(seat), labels.seat_of(label)) == (label, seat)
        assert (labels.name(seat), labels.seat(labels.name(seat))) == (f"Player {label + 1}", seat)


@given(orders)
def test_players_are_listed_by_name_so_that_the_list_is_the_same_whatever_their_seats(order):
    labels = drawn(order)
    assert [labels.name(seat) for seat in labels.seats()] == [f"Player {n}" for n in range(1, len(order) + 1)]
    for seat in range(len(order)):
        assert labels.others(seat) == [name for name in labels.names if name != labels.name(seat)]


TWO_DRAWN = player_labels(3).after(2).after(0)


@pytest.mark.parametrize(("ask", "told"), [
    *((lambda seat=seat: player_labels(3).after(2).name(seat), f"seat {seat} has no name: names are drawn for 1 of 3")
      for seat in (-1, 1, 3)),
    *((lambda name=name: TWO_DRAWN.seat(name), r"nobody is called '.*': there are Player 1, Player 3")
      for name in ("Player 4", "player 1", "1", "Player 2")),
    (lambda: TWO_DRAWN.seat_of(1), r"no seat has the label 1; drawn are \(2, 0\)"),
    *((lambda label=label: player_labels(3).after(2).after(label), "not all different and from 0 to 2")
      for label in (2, 3, -1)), (lambda: Labels(("Ann", "Ben", "Ann")), "names Ann, Ben, Ann are not all different")])
def test_what_has_not_been_drawn_or_cannot_be_is_refused(ask, told):
    with pytest.raises(ValueError, match=told):
        ask()
