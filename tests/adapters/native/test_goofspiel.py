import pytest

from adapters.native.goofspiel import VIEW
from tests.support.named_games import after
from tests.support.read_back import check_names

SECRET = "goofspiel(num_cards=4,points_order=descending,imp_info=True)"


def test_a_round_has_its_card_the_bids_and_the_winner_and_none_if_the_highest_bids_are_equal():
    seen = VIEW.observe(after("goofspiel(num_cards=5)", 4, [2, 1], 0, [4, 4], 1), 0)
    assert seen["rounds"] == [
        {"card": 5, "winner": 0, "bids": [3, 2]}, {"card": 1, "winner": None, "bids": [5, 5]}]
    assert (seen["card"], seen["next_cards"], seen["points"]) == (2, [3, 4], [5, 0])
    assert seen["hands"] == [[1, 2, 4], [1, 3, 4]]
    assert (seen["round"], seen["turns"], seen["decisions"]) == (3, 5, 4)


def test_bids_of_others_stay_secret_where_the_game_says_so():
    seen = VIEW.observe(after(SECRET, [3, 0]), 1)
    assert seen["rounds"] == [{"card": 4, "winner": 0, "bids": [None, 1]}]
    assert seen["hands"] == [None, [2, 3, 4]]
    assert seen["next_cards"] == [2, 1]


def test_the_last_cards_are_bid_without_a_decision():
    seen = VIEW.observe(after("goofspiel(num_cards=3,points_order=ascending)", [0, 1], [1, 2]), 0)
    assert seen["rounds"][-1] == {"card": 3, "winner": 0, "bids": [3, 1]}
    assert (seen["card"], seen["points"], seen["hands"]) == (None, [3, 3], [[], []])


def test_only_cards_that_will_be_turned_up_come_next_where_their_order_is_known():
    assert VIEW.observe(after("goofspiel(num_cards=6,num_turns=3,points_order=ascending)"), 0)["next_cards"] == [2, 3]
    assert VIEW.observe(after("goofspiel(num_cards=6,num_turns=3)", 2), 0)["next_cards"] == [1, 2, 4, 5, 6]


def test_bids_are_listed_as_ranges():
    state = after("goofspiel", 3, [4, 4], 5)
    assert VIEW.patterns(state, 0) == ["Bid 1..4", "Bid 6..13"]
    assert VIEW.names(state, 1, 5) == ("Bid 6", "[P1]Bid: 6")


@pytest.mark.parametrize("game_string", ["goofspiel", SECRET])
def test_names_are_clear(game_string):
    check_names(game_string)
