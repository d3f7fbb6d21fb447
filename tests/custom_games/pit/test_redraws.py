import random
from collections import Counter

from custom_games.pit.redraws import redraw
from custom_games.pit.scoring import Scoring
from custom_games.pit.turns import Made, Position

# Kinds 0 to 2 are commodities, 3 is the Bull and 4 the Bear.
CARDS = ((3, 1, 1, 0, 0), (1, 2, 1, 1, 0), (1, 1, 2, 0, 1), (1, 2, 2, 0, 0))
NO_CORNERS = Scoring(9, (100, 85, 75))
CORNERS_OF_FOUR = Scoring(4, (100, 85, 75))
TWO_BARLEY, TWO_CORN, TWO_WHEAT = 6, 10, 2  # offers
ACCEPTANCES = 21


def drawn(table, scoring=NO_CORNERS, is_open=False, draws=3000):
    rng = random.Random(1)
    return [redraw(table, 0, scoring, is_open, rng) for _ in range(draws)]


def table(offers=(0, 0, 0, 0), made=()):
    return Position(None, CARDS, offers, made)


def test_every_unseen_card_is_equally_often_with_each_of_the_others_and_nobody_has_a_corner():
    redraws = drawn(table())
    for kind, number in ((0, 3), (1, 5), (2, 5), (3, 1), (4, 1)):
        held = Counter({seat: sum(other.cards[seat][kind] for other in redraws) for seat in (1, 2, 3)})
        # 1000 of each card, with a standard deviation of 26.
        assert all(abs(count - 1000 * number) < 100 * number ** 0.5 for count in held.values())
    assert all(other.cards[0] == CARDS[0] and list(map(sum, other.cards)) == [5, 5, 5, 5] for other in redraws)
    assert all([*map(sum, zip(*other.cards, strict=True))] == [6, 6, 6, 1, 1] for other in redraws)
    redraws = drawn(table(), CORNERS_OF_FOUR, draws=300)
    assert all(CORNERS_OF_FOUR.cornered_hand(other.cards, 0) is None for other in redraws)


def test_a_pending_offer_is_of_any_kind_that_its_maker_has_and_an_open_one_stays_what_it_is():
    redraws = drawn(table((0, TWO_BARLEY, 0, 0), (Made(1, TWO_BARLEY),)), draws=300)
    for other in redraws:
        kind = (other.offers[1] - 1) // 4
        assert (other.offers[1] - 1) % 4 == 1
        assert other.cards[1][kind] >= 2
        assert other.made == (Made(1, other.offers[1]),)
    assert {(other.offers[1] - 1) // 4 for other in redraws} == {0, 1, 2}
    offered = table((0, TWO_BARLEY, 0, 0), (Made(1, TWO_BARLEY),))
    for other in drawn(offered, is_open=True, draws=100):
        assert other.offers == offered.offers
        assert other.cards[1][1] >= 2


def test_the_players_own_offers_stay_and_cards_that_it_gave_until_they_may_have_been_given_away():
    given = Made(0, ACCEPTANCES + 5 * 3 + 1, TWO_CORN)  # Barley to seat 3, for its Corn
    assert all(other.cards[3][1] >= 2 for other in drawn(table(made=(given,)), draws=200))
    passed_on = Made(1, ACCEPTANCES + 5 * 3 + 0, TWO_BARLEY)  # seat 1 takes two cards from seat 3
    assert {0, 1} & {other.cards[3][1] for other in drawn(table(made=(given, passed_on)), draws=200)}
    offered = table((TWO_WHEAT, 0, 0, 0), (Made(0, TWO_WHEAT),))
    assert {other.offers for other in drawn(offered, draws=50)} == {offered.offers}
