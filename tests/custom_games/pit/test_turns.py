import pytest

from custom_games.pit.turns import PASS, Turn, card_names, cards, choice, turns

KINDS = 6
# A player with two Barley and the Bear, while Player 2 offers two cards and Player 4 one.
OFFER_2_BARLEY = 1 + 4 + 1
OFFER_BEAR = 1 + 4 * 5
ACCEPT_2_WITH_BARLEY = 25 + 6 + 1
ACCEPT_4_WITH_BARLEY, ACCEPT_4_WITH_BEAR = 25 + 18 + 1, 25 + 18 + 5
POSSIBLE = (PASS, 5, OFFER_2_BARLEY, OFFER_BEAR, ACCEPT_2_WITH_BARLEY, ACCEPT_4_WITH_BARLEY, ACCEPT_4_WITH_BEAR)
CHOICE = choice(POSSIBLE, (0, 2, 0, 1), KINDS)


def test_there_are_49_turns_a_pass_six_times_four_offers_and_four_times_six_acceptances():
    known = turns(KINDS)
    assert len(known) == 49
    assert known[PASS] is None
    assert known[OFFER_2_BARLEY] == Turn(1, 2)
    assert known[ACCEPT_4_WITH_BEAR] == Turn(5, 0, 3)
    assert sum(turn is not None and turn.maker < 0 for turn in known) == 24


def test_the_bull_and_the_bear_follow_the_commodities():
    assert card_names(KINDS) == ("Wheat", "Barley", "Corn", "Soybeans", "Bull", "Bear")
    assert [cards(kind, 2, 4) for kind in range(2)] == ["2 Wheat", "2 Barley"]
    assert [cards(kind, 1, 4) for kind in (2, 3)] == ["the Bull", "the Bear"]


def test_turns_are_named_as_one_says_them():
    assert CHOICE.patterns() == [
        "Pass", "Offer 1 Barley", "Offer 2 Barley", "Offer the Bear", "Accept Player 2's offer of 2 with 2 Barley",
        "Accept Player 4's offer of 1 with 1 Barley", "Accept Player 4's offer of 1 with the Bear"]


@pytest.mark.parametrize("name", [
    "Offer 3 Barley", "Offer 2", "Offer 1 Wheat", "2 Barley", "", "Accept Player 2's offer",
    "Accept Player 2's offer of 3 with 2 Barley", "Accept Player 1's offer of 1 with 1 Barley"])
def test_a_turn_that_is_not_possible_and_half_a_turn_are_refused(name):
    with pytest.raises(ValueError, match='"action" must be Pass or'):
        CHOICE.read({"action": name})


def test_choices_are_equal_only_if_they_ask_for_the_same_turns_by_the_same_names():
    assert choice(POSSIBLE, (0, 2, 0, 1), KINDS) == CHOICE
    assert choice(POSSIBLE, (0, 3, 0, 1), KINDS) != CHOICE


@pytest.mark.parametrize("kinds", [4, 6, 10])
@pytest.mark.parametrize("number", [1, 2, 4])
def test_no_two_turns_share_a_name(kinds, number):
    # The Bull and the Bear are single cards.
    every = tuple(action for action, turn in enumerate(turns(kinds)) if turn is None or turn.kind < kinds - 2
                  or (turn.number or number) == 1)
    spec = choice(every, (number,) * 4, kinds)
    names = [spec.action_name((), action) for action in every]
    assert [spec.read({"action": name}) for name in names] == [[action] for action in every]
