import random

import pytest

from custom_games.are_you_the_traitor.game import AreYouTheTraitor
from custom_games.are_you_the_traitor.treasures import DECK, KINDS, POINTS, Treasure, most_rounds, rob, without_ring
from tests.support.playouts import positions
from tests.support.traitor_rounds import TREASURES, kinds, row

RING, STATUE, JEWELS, PYRAMIDS, GOLD, GOBLETS, COPPER = TREASURES


def rows(**of):
    """Returns the rows of five seats; ``s1=...`` is that of seat 1."""
    return tuple(of.get(f"s{seat}", ()) for seat in range(5))


def test_the_published_deck_has_42_treasures_worth_98_points_and_a_ring_moves_a_card_before_everybody():
    assert sum(DECK) == 42
    assert sum(count * worth for count, worth in zip(DECK, POINTS, strict=True)) == 98
    assert [(DECK[kind], POINTS[kind]) for kind in (JEWELS, PYRAMIDS, GOLD, GOBLETS, COPPER, RING, STATUE)] == [
        (2, 5), (5, 4), (12, 3), (11, 2), (5, 1), (5, 1), (2, 0)]
    after = rob(rows(s0=row(COPPER, RING), s3=row(GOLD, JEWELS, GOBLETS)), 0, 3, 1)
    assert (kinds(after[0]), kinds(after[3])) == ([COPPER, JEWELS], [GOLD, GOBLETS])
    assert after[0][1].known
    assert not after[0][0].known
    assert (after[1], after[2], after[4]) == ((), (), ())


def test_a_theft_tells_which_cards_the_victim_and_the_thief_cannot_have():
    after = rob(rows(s0=row(RING), s3=row(GOLD, JEWELS)), 0, 3, 1)
    assert after[3] == (Treasure(GOLD, frozenset({STATUE})),)
    # Who loses the oldest statue may have a later one only.
    after = rob(rows(s0=row(RING), s3=row(GOLD, STATUE, STATUE)), 0, 3, 1)
    assert after[3] == (Treasure(GOLD, frozenset({STATUE})), Treasure(STATUE))
    assert after[0] == (Treasure(STATUE, KINDS - {STATUE}),)
    # The cards before the ring that is used are no rings.
    after = rob(rows(s0=row(GOLD, RING, RING), s3=row(COPPER)), 0, 3, 0)
    assert after[0] == (Treasure(GOLD, frozenset({RING})), Treasure(RING), Treasure(COPPER, KINDS - {COPPER}))
    # Who could use a ring and does not has none.
    known = Treasure(GOLD).reveal()
    assert without_ring(rows(s2=(Treasure(COPPER), known)), 2)[2] == (Treasure(COPPER, frozenset({RING})), known)


@pytest.mark.parametrize(("points_to_win", "rounds"), [(1, 4), (2, 7), (10, 15), (17, 20)])
def test_the_largest_number_of_rounds_is_that_of_the_least_worthy_treasures(points_to_win, rounds):
    # For 10: 2 statues, 5 rings, 5 x 1, 11 x 2 and 6 x 3 points are 29 cards worth 45 points, 9 for each player.
    # For 17: 80 points are 2 statues, 5 rings, 5 x 1, 11 x 2, 12 x 3 and 4 x 4 points, 39 cards.
    assert most_rounds(points_to_win) == rounds


@pytest.mark.parametrize("points_to_win", [1, 3, 17])
def test_random_matches_end_in_so_many_rounds_and_never_use_up_the_deck(points_to_win):
    rules = AreYouTheTraitor(points_to_win, max_cycles=1)
    for seed in range(30):
        *_, end = positions(rules, random.Random(seed))
        assert len(end.rounds) <= most_rounds(points_to_win)
