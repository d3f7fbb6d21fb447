import random
from collections import Counter

import pytest

from custom_games.pit.game import Pit
from custom_games.pit.scoring import Hand, Scoring
from custom_games.pit.turns import (
    PASS,
    Position,
    Turn,
    card_names,
    card_text,
    play_random_hand,
    trade_spec,
    turn_table,
)

KINDS = 6
# A player with two Barley and the Bear, while Player 2 offers two cards and Player 4 one.
OFFER_2_BARLEY = 1 + 4 + 1
OFFER_BEAR = 1 + 4 * 5
ACCEPT_2_WITH_BARLEY = 25 + 6 + 1
ACCEPT_4_WITH_BARLEY, ACCEPT_4_WITH_BEAR = 25 + 18 + 1, 25 + 18 + 5
POSSIBLE = (PASS, 5, OFFER_2_BARLEY, OFFER_BEAR, ACCEPT_2_WITH_BARLEY, ACCEPT_4_WITH_BARLEY, ACCEPT_4_WITH_BEAR)
CHOICE = trade_spec(POSSIBLE, (0, 2, 0, 1), KINDS)


def test_there_are_49_turns_with_names_as_one_says_them_and_the_bull_and_the_bear_follow_the_commodities():
    known = turn_table(KINDS)
    assert len(known) == 49
    assert known[PASS] is None
    assert (known[OFFER_2_BARLEY], known[ACCEPT_4_WITH_BEAR]) == (Turn(1, 2), Turn(5, 0, 3))
    assert sum(turn is not None and turn.maker < 0 for turn in known) == 24
    assert card_names(KINDS) == ("Wheat", "Barley", "Corn", "Soybeans", "Bull", "Bear")
    assert [card_text(kind, 2, 4) for kind in range(2)] == ["2 Wheat", "2 Barley"]
    assert [card_text(kind, 1, 4) for kind in (2, 3)] == ["the Bull", "the Bear"]
    assert CHOICE.patterns() == [
        "Pass", "Offer 1 Barley", "Offer 2 Barley", "Offer the Bear", "Accept Player 2's offer of 2 with 2 Barley",
        "Accept Player 4's offer of 1 with 1 Barley", "Accept Player 4's offer of 1 with the Bear"]


@pytest.mark.parametrize("name", [
    "Offer 3 Barley", "Offer 2", "Offer 1 Wheat", "2 Barley", "", "Accept Player 2's offer",
    "Accept Player 2's offer of 3 with 2 Barley", "Accept Player 1's offer of 1 with 1 Barley"])
def test_a_turn_that_is_not_possible_and_half_a_turn_are_refused(name):
    with pytest.raises(ValueError, match='"action" must be Pass or'):
        CHOICE.read({"action": name})


@pytest.mark.parametrize("kinds", [4, 6, 10])
@pytest.mark.parametrize("number", [1, 2, 4])
def test_no_two_turns_share_a_name(kinds, number):
    # The Bull and the Bear are single cards.
    every = tuple(action for action, turn in enumerate(turn_table(kinds)) if turn is None or turn.kind < kinds - 2
                  or (turn.number or number) == 1)
    spec = trade_spec(every, (number,) * 4, kinds)
    names = [spec.action_name((), action) for action in every]
    assert [spec.read({"action": name}) for name in names] == [[action] for action in every]


def test_an_offer_may_be_answered_with_any_number_of_cards_where_the_setting_says_so():
    known = turn_table(KINDS, 9)
    assert len(known) == 1 + 4 * KINDS + 4 * KINDS * 9
    assert known[:25] == turn_table(KINDS)[:25]
    rules = Pit(swaps="any")
    cards = ((5, 2, 1, 1, 0, 1), (2, 2, 3, 1, 1, 0), (1, 4, 2, 3, 0, 0), (1, 1, 3, 4, 0, 0))
    offered = rules.apply_action(Position(None, cards), 2)  # Player 1 offers two Wheat
    spec = rules.action_spec(offered, 2)
    names = [str(name) for name in spec.patterns() if str(name).startswith("Accept")]
    assert len(names) == 1 + 4 + 2 + 3
    assert names[:2] == ["Accept Player 1's offer of 2 with 1 Wheat", "Accept Player 1's offer of 2 with 1 Barley"]
    assert names[-1] == "Accept Player 1's offer of 2 with 3 Soybeans"
    [action] = spec.read({"action": "Accept Player 1's offer of 2 with 3 Soybeans"})
    swapped = rules.apply_action(offered, action).cards
    assert (swapped[0], swapped[2]) == ((3, 2, 1, 4, 0, 1), (3, 4, 2, 0, 0, 0))
    assert swapped[1::2] == cards[1::2]
    # Player 1 gets three Barley for the Bull, which makes six.
    held = ((1, 3, 1, 3, 1, 0), (2, 0, 3, 1, 0, 1), (1, 4, 2, 3, 0, 0), (5, 2, 3, 2, 0, 0))
    offered = rules.apply_action(Position(None, held), 17)
    [action] = rules.action_spec(offered, 2).read({"action": "Accept Player 1's offer of 1 with 3 Barley"})
    assert rules.apply_action(offered, action).hands == (Hand((85, -20, -20, 0), 0, 1),)


SCORING = Scoring(6, (100, 85, 75, 55))


def test_a_hand_dealt_a_corner_has_no_turns_and_cards_are_neither_lost_nor_made():
    cards = [[6, 0, 0, 0, 0, 0], [0, 6, 0, 0, 0, 1], [0] * 6, [0] * 6]
    assert play_random_hand(SCORING, cards, [0] * 4, range(80), random.Random(0).random) == Hand((100, -20, 0, 0), 0, 0)
    assert cards[0] == [6, 0, 0, 0, 0, 0]
    for seed in range(200):
        rng = random.Random(seed)
        deck = [kind for kind in range(4) for _ in range(9)] + [4, 5]
        rng.shuffle(deck)
        cards = [[deck[seat::4].count(kind) for kind in range(6)] for seat in range(4)]
        ended = play_random_hand(SCORING, cards, [0] * 4, range(seed, seed + 80), rng.random)
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
    assert len(rules._legal_turns(tuple(cards[0]), (1, 1, 0, 0), 0)) == 1 + 4 + 3
    rng, ends = random.Random(5), Counter()
    for _ in range(20_000):
        ended = play_random_hand(rules.scoring, [[*held] for held in cards], [*offers], range(0, 1), rng.random)
        ends[ended] += 1
    assert set(ends) == {Hand(), Hand((100, -20, 0, -20), 0, 0)}
    assert abs(ends[Hand((100, -20, 0, -20), 0, 0)] / 20_000 - 1 / 8) < 0.01
