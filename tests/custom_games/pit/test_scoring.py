import pytest

from custom_games.pit.scoring import Hand, Scoring, added, of_teams, shares

VALUES = (100, 85, 75, 55)
SCORING = Scoring(6, VALUES)
NONE = (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("held", "paid", "kind"), [
    ((6, 2, 2, 0, 0, 0), 100, 0),
    ((0, 9, 0, 0, 0, 0), 85, 1),
    ((1, 2, 1, 6, 0, 0), 55, 3),
])
def test_six_or_more_cards_of_a_commodity_pay_its_value(held, paid, kind):
    assert SCORING.corner(held) == (paid, kind)


@pytest.mark.parametrize("held", [(5, 5, 0, 0, 0, 0), (4, 3, 2, 0, 1, 0), NONE])
def test_five_cards_or_four_and_the_bull_are_no_corner(held):
    assert SCORING.corner(held) == (0, -1)


def test_five_cards_and_the_bull_pay_the_value_and_six_with_it_twice_the_value():
    assert SCORING.corner((2, 0, 5, 2, 1, 0)) == (75, 2)
    assert SCORING.corner((2, 0, 6, 1, 1, 0)) == (150, 2)
    assert SCORING.corner((0, 0, 0, 9, 1, 0)) == (110, 3)


@pytest.mark.parametrize("held", [(6, 0, 0, 0, 0, 1), (9, 0, 0, 0, 1, 1), (0, 5, 0, 0, 1, 1)])
def test_there_is_no_corner_while_holding_the_bear(held):
    assert SCORING.corner(held) == (0, -1)


def test_of_several_corners_of_a_player_the_dearest_counts():
    small = Scoring(3, VALUES)
    assert small.corner((0, 3, 0, 3, 0, 0)) == (85, 1)
    # Two Wheat and the Bull pay 100, and three Corn with the Bull 150.
    assert small.corner((2, 0, 3, 0, 1, 0)) == (150, 2)
    assert small.corner((2, 0, 0, 3, 1, 0)) == (110, 3)


def test_the_bull_alone_is_a_corner_of_none_though_one_card_less_would_do():
    assert Scoring(2, VALUES).corner((0, 0, 0, 0, 1, 0)) == (0, -1)


def test_a_hand_without_a_corner_goes_on():
    assert SCORING.ended([(5, 0, 0, 0, 0, 1)] * 4, 0) is None


@pytest.mark.parametrize(("first", "seat"), [(0, 0), (1, 2), (2, 1), (3, 3), (4, 0), (6, 1)])
def test_of_several_players_corners_the_first_in_the_order_1_3_2_4_from_a_place_on_counts(first, seat):
    cards = [(6, 0, 0, 0, 0, 0), (0, 6, 0, 0, 0, 0), (0, 0, 6, 0, 0, 0), (0, 0, 0, 6, 0, 0)]
    ended = SCORING.ended(cards, first)
    assert ended is not None
    assert (ended.seat, ended.kind) == (seat, seat)
    assert ended.changes == tuple(VALUES[seat] if each == seat else 0 for each in range(4))


def test_the_holders_of_the_bear_and_of_a_losing_bull_lose_20_each():
    cards = [NONE, (0, 0, 0, 0, 1, 0), (6, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 1)]
    assert SCORING.ended(cards, 0) == Hand((0, -20, 100, -20), 2, 0)


def test_who_holds_both_loses_40_and_the_bull_of_the_corner_costs_nothing():
    assert SCORING.ended([(6, 0, 0, 0, 0, 0), (0, 0, 0, 0, 1, 1), NONE, NONE], 0) == Hand((100, -40, 0, 0), 0, 0)
    assert SCORING.ended([(6, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1), NONE, NONE], 0) == Hand((200, -20, 0, 0), 0, 0)


def test_points_are_added_by_seat_and_teams_are_the_first_two_seats_and_the_last_two():
    after = added((100, -20, 0, 55), Hand((0, 85, -20, 0), 1, 1))
    assert after == (100, 65, -20, 55)
    assert of_teams(after) == (165, 35)


@pytest.mark.parametrize(("points", "share"), [
    ((500, 0, 300, 0), 0.625), ((200, 100, 50, 50), 0.75), ((0, 0, 0, 0), 0.5), ((100, 0, 0, -20), 1),
    ((-20, 0, 55, 0), 0), ((-20, -20, -20, 0), 0.5), ((100, -120, 0, 0), 0.5), ((-40, 100, 80, -60), 0.75)])
def test_the_share_is_of_the_points_of_both_teams_where_a_team_below_0_counts_as_0(points, share):
    assert shares(points) == pytest.approx([share, share, 1 - share, 1 - share])
