import pytest

from custom_games.air_land_sea.battle import Result, fought_out, withdrawal_points, withdrawn
from tests.support.air_land_sea_battles import position

# The table of the Supreme Commander cards, by the cards left in the hand of the one who withdraws.
CELLS = [
    (True, 6, 2), (True, 5, 2), (True, 4, 2), (True, 3, 3), (True, 2, 3), (True, 1, 4), (True, 0, 6),
    (False, 6, 2), (False, 5, 2), (False, 4, 3), (False, 3, 3), (False, 2, 4), (False, 1, 6), (False, 0, 6),
]


@pytest.mark.parametrize(("is_first", "left", "points"), CELLS)
def test_a_withdrawal_gives_the_opponent_what_the_supreme_commander_card_says(is_first, left, points):
    assert withdrawal_points(is_first, left) == points


@pytest.mark.parametrize("is_first", [True, False])
def test_more_than_six_cards_cost_no_less_than_six(is_first):
    assert withdrawal_points(is_first, 9) == 2


@pytest.mark.parametrize(("first", "points"), [(0, 3), (1, 4)])
def test_who_withdraws_loses_by_its_own_role_and_hand(first, points):
    state = position(hands=("A1 A2", "L1 L2 L3"), turn=0, first=first)
    assert withdrawn(state.battle) == Result(first, winner=1, points=points, withdrew=0, left=2)


@pytest.mark.parametrize(("first", "winner"), [(0, 0), (1, 1)])
def test_two_theaters_win_six_points_and_the_first_player_has_the_ties(first, winner):
    # Air 6 : 5, Land 2 : 2, Sea 0 : 3
    result = fought_out(position("A6|l1|", "A5|l3|S3", order="SAL", first=first).battle)
    assert (result.winner, result.points, result.withdrew) == (winner, 6, None)
    assert result.totals == ((0, 3), (6, 5), (2, 2))
    assert result.controllers == (1, 0, first)
