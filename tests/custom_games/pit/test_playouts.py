import random
from collections import Counter

from custom_games.pit.game import Pit
from custom_games.pit.playouts import random_hand
from custom_games.pit.scoring import Hand, Scoring

SCORING = Scoring(6, (100, 85, 75, 55))


def test_a_hand_that_was_dealt_a_corner_has_no_turns():
    cards = [[6, 0, 0, 0, 0, 0], [0, 6, 0, 0, 0, 1], [0] * 6, [0] * 6]
    assert random_hand(SCORING, cards, [0] * 4, range(80), random.Random(0).random) == Hand((100, -20, 0, 0), 0, 0)
    assert cards[0] == [6, 0, 0, 0, 0, 0]


def test_a_hand_without_turns_left_ends_without_points():
    cards = [[3, 3, 3, 0, 0, 0] for _ in range(4)]
    assert random_hand(SCORING, cards, [0] * 4, range(80, 80), random.Random(0).random) == Hand()


def test_cards_are_neither_lost_nor_made_and_everybody_keeps_their_number():
    for seed in range(200):
        rng = random.Random(seed)
        deck = [kind for kind in range(4) for _ in range(9)] + [4, 5]
        rng.shuffle(deck)
        cards = [[deck[seat::4].count(kind) for kind in range(6)] for seat in range(4)]
        ended = random_hand(SCORING, cards, [0] * 4, range(seed, seed + 80), rng.random)
        assert [sum(held) for held in cards] == [10, 10, 9, 9]
        assert [sum(held[kind] for held in cards) for kind in range(6)] == [9, 9, 9, 9, 1, 1]
        assert min(map(min, cards)) >= 0
        assert (ended.seat >= 0) == any(SCORING.corner(held)[0] for held in cards)


def test_turns_are_drawn_as_from_the_list_of_possible_ones():
    # One turn is left, and Player 1 gets a corner by giving the Bear for the Wheat that Player 2 offers.
    rules = Pit(corner_size=3)
    cards = [[2, 1, 0, 0, 0, 1], [1, 1, 1, 0, 0, 0], [0, 2, 2, 1, 0, 0], [0, 0, 1, 1, 1, 0]]
    # Its own offer of a Wheat is none that it could accept.
    offers = [1, 1, 0, 0]
    possible = rules._legal(tuple(cards[0]), (1, 1, 0, 0), 0)
    assert len(possible) == 1 + 4 + 3
    rng, ends = random.Random(5), Counter()
    for _ in range(20_000):
        ended = random_hand(rules.scoring, [[*held] for held in cards], [*offers], range(0, 1), rng.random)
        ends[ended] += 1
    assert set(ends) == {Hand(), Hand((100, -20, 0, -20), 0, 0)}
    assert abs(ends[Hand((100, -20, 0, -20), 0, 0)] / 20_000 - 1 / 8) < 0.01
