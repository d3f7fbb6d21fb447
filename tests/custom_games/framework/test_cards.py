from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.framework.cards import (
    Deal,
    add_cards,
    cards_of,
    counts_of,
    distinct_outcomes,
    draw_outcomes,
    round_robin,
)
from tests.support.chance_trees import distribution

multisets = st.lists(st.integers(0, 5), min_size=1, max_size=6).map(tuple)


def hypergeometric(deck: tuple[int, ...], hand: tuple[int, ...]) -> float:
    """The probability of a hand of a shuffled deck."""
    return prod(map(comb, deck, hand)) / comb(sum(deck), sum(hand))


def test_the_next_card_is_of_a_kind_in_proportion_to_its_count_and_numbers_left_are_equally_likely():
    assert draw_outcomes((1, 0, 3)) == [(0, 0.25), (2, 0.75)]
    assert distinct_outcomes(4, ()) == [(0, 0.25), (1, 0.25), (2, 0.25), (3, 0.25)]
    assert (distinct_outcomes(4, (3, 1)), distinct_outcomes(2, (1, 0))) == ([(0, 0.5), (2, 0.5)], [])


@given(multisets)
def test_cards_and_counts_tell_the_same(counts):
    cards = cards_of(counts)
    assert (list(cards), counts_of(cards, len(counts))) == (sorted(cards), counts)
    assert counts_of(reversed(cards), len(counts)) == counts


@given(multisets)
def test_exactly_the_kinds_in_a_deck_can_be_drawn_and_put_back(deck):
    outcomes = draw_outcomes(deck)
    assert [kind for kind, _ in outcomes] == sorted(set(cards_of(deck)))
    assert sum(probability for _, probability in outcomes) == pytest.approx(1 if any(deck) else 0)
    for kind, _ in outcomes:
        assert add_cards(add_cards(deck, kind, -1), kind, 1) == deck


def test_cards_are_added_and_taken_by_kind():
    assert (add_cards((4, 0, 1), 0, -3), add_cards((4, 0, 1), 1, 2)) == ((1, 0, 1), (4, 2, 1))
    with pytest.raises(ValueError, match="2 cards of kind 2 cannot be taken from 1"):
        add_cards((4, 0, 1), 2, -2)
    with pytest.raises(ValueError, match="card kind -1 does not exist: kinds are 0 to 2"):
        counts_of([0, -1], 3)


@pytest.mark.parametrize(("deck", "cards"), [((3, 1), 2), ((2, 2, 1), 3), ((1, 1, 1, 1), 4), ((4, 3, 2), 5)])
def test_a_seat_is_dealt_a_hand_of_a_shuffled_deck(deck, cards):
    for deal, probability in distribution(round_robin(deck, [0], cards)).items():
        assert sum(deal.hands[0]) == cards
        assert probability == pytest.approx(hypergeometric(deck, deal.hands[0]))


def test_two_seats_are_dealt_hands_of_one_deck_and_several_get_cards_in_turn_from_the_first_one_on():
    ends = distribution(round_robin((2, 1), [0, 1], 2))
    # Of the six orders of the cards a, a' and b: aa' and a'a; ab and a'b; ba and ba'.
    assert {deal.hands: probability for deal, probability in ends.items()} == {
        ((1, 0), (1, 0)): pytest.approx(1 / 3), ((1, 0), (0, 1)): pytest.approx(1 / 3),
        ((0, 1), (1, 0)): pytest.approx(1 / 3)}
    assert {deal.deck for deal in ends} == {(0, 1), (1, 0)}
    deal = round_robin((9, 9, 9, 9, 1, 1), [2, 3, 0, 1], 38)
    for kind in cards_of(deal.deck):
        assert not deal.complete
        deal = deal.after(kind)
    # Pit's 38 cards for four players: the first two in order get ten.
    assert [sum(hand) for hand in deal.hands] == [9, 9, 10, 10]
    assert deal.complete
    assert deal.deck == (0,) * 6


def test_a_deal_may_leave_cards_in_the_deck_and_add_to_hands_but_not_deal_more_than_there_are():
    deal = Deal((0, 2, 1), ((1, 0, 0), (0, 0, 0)), (1, 0)).after(1).after(2)
    assert deal == Deal((0, 1, 0), ((1, 0, 1), (0, 1, 0)), ())
    assert hash(deal) == hash(Deal((0, 1, 0), ((1, 0, 1), (0, 1, 0)), ()))
    assert deal.complete
    assert deal.chance_outcomes() == []
    with pytest.raises(ValueError, match="5 cards cannot be dealt from a deck of 4"):
        round_robin((3, 1), [0, 1], 5)
    with pytest.raises(ValueError, match="1 cards of kind 0 cannot be taken from 0"):
        round_robin((0, 1), [0], 1).after(0)
