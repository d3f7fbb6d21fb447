import pytest

from custom_games.pit_turns import PASS, Turn, card_names, cards, choice, turns

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
    assert CHOICE.options == (
        "Pass", "Offer 1 Barley", "Offer 2 Barley", "Offer the Bear", "Accept Player 2's offer of 2 with 2 Barley",
        "Accept Player 4's offer of 1 with 1 Barley", "Accept Player 4's offer of 1 with the Bear")


@pytest.mark.parametrize(("name", "action"), [
    ("pass", PASS), ("Pass my turn", PASS), ("skip", PASS), ("do nothing", PASS),
    ("offer 2 barley", OFFER_2_BARLEY), ("Offer two Barley", OFFER_2_BARLEY), ("Offer 2 of Barley", OFFER_2_BARLEY),
    ("Offer 2 cards of Barley", OFFER_2_BARLEY), ("Offer two cards of Barley", OFFER_2_BARLEY),
    ("Offer 2 Barley cards", OFFER_2_BARLEY), ("Offer 2x Barley", OFFER_2_BARLEY), ("Offer Barley x 2", OFFER_2_BARLEY),
    ("I offer one Barley", 5), ("Offer one card of Barley", 5), ("Offer Bear", OFFER_BEAR),
    ("Offer 1 Bear", OFFER_BEAR), ("Offer the Bear card", OFFER_BEAR),
    ("Accept Player 2's offer with 2 Barley", ACCEPT_2_WITH_BARLEY),
    ("accept Player 2\u2019s offer of 2 with Barley", ACCEPT_2_WITH_BARLEY),
    ("Accept the offer of Player 2 with two Barley", ACCEPT_2_WITH_BARLEY),
    ("Accept offer from Player 2 with 2 barley", ACCEPT_2_WITH_BARLEY),
    ("Accept Player 2's offer of two cards with 2 Barley cards", ACCEPT_2_WITH_BARLEY),
    ("Accept Player 2's offer of 2 cards with 2 Barley cards", ACCEPT_2_WITH_BARLEY),
    ("Accept Player 2's offer by giving 2 Barley", ACCEPT_2_WITH_BARLEY),
    ("Trade 2 Barley with Player 2", ACCEPT_2_WITH_BARLEY), ("Accept Player 2 with 2 Barley", ACCEPT_2_WITH_BARLEY),
    ("Accept Player 4's offer with the Bear", ACCEPT_4_WITH_BEAR),
    ("Accept Player 4's offer of 1 with Bear", ACCEPT_4_WITH_BEAR),
    ("Accept Player 4's offer of 1 card with 1 Barley", ACCEPT_4_WITH_BARLEY),
    # Not possible, or not one turn.
    ("Offer 3 Barley", None), ("Offer 2", None), ("Offer Barley", None), ("Offer 1 Wheat", None), ("Offer", None),
    ("Accept Player 2's offer", None), ("Accept Player 4's offer", None),
    ("Accept Player 2's offer with 1 Barley", None),
    ("Accept Player 1's offer with 1 Barley", None), ("Accept Player 2's offer of 3 with 2 Barley", None),
    ("Accept", None), ("2 Barley", None), ("", None)])
def test_a_turn_is_known_by_many_names_and_no_other_turn_is_taken_for_it(name, action):
    if action is None:
        with pytest.raises(ValueError, match='"action" must be Pass or'):
            CHOICE.read({"action": name})
    else:
        assert CHOICE.read({"action": name}) == [action]


@pytest.mark.parametrize("name", ["Soybean", "Soybeans", "soy beans", "Soyabeans"])
def test_soybeans_are_spelled_in_several_ways(name):
    spec = choice((13, 14), (0, 0, 0, 0), KINDS)
    assert spec.read({"action": f"Offer 2 {name}"}) == [14]


@pytest.mark.parametrize("kinds", [4, 6, 10])
@pytest.mark.parametrize("number", [1, 2, 4])
def test_no_two_turns_share_a_name(kinds, number):
    # The Bull and the Bear are single cards.
    every = tuple(action for action, turn in enumerate(turns(kinds)) if turn is None or turn.kind < kinds - 2
                  or (turn.number or number) == 1)
    spec = choice(every, (number,) * 4, kinds)
    meant: dict[str, int] = {}
    for name, action in (*zip(spec.options, every, strict=True), *spec.aliases):
        spelled = "".join(name.casefold().split())
        assert meant.setdefault(spelled, action) == action
    assert all(spec.read({"action": name}) == [action] for name, action in zip(spec.options, every, strict=True))
