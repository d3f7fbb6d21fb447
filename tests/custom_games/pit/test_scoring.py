import pytest

from custom_games.pit.scoring import Hand, Scoring, add_hand, team_points, team_shares

VALUES = (100, 85, 75, 55)
SCORING = Scoring(6, VALUES)
NONE = (0, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("size", "held", "paid", "kind"), [
    # Six or more cards of a commodity pay its value, five and the Bull too, and six and the Bull twice the value.
    (6, (6, 2, 2, 0, 0, 0), 100, 0), (6, (0, 9, 0, 0, 0, 0), 85, 1), (6, (1, 2, 1, 6, 0, 0), 55, 3),
    (6, (2, 0, 5, 2, 1, 0), 75, 2), (6, (2, 0, 6, 1, 1, 0), 150, 2), (6, (0, 0, 0, 9, 1, 0), 110, 3),
    # Five cards, or four and the Bull, are no corner, and nobody has one who holds the Bear.
    (6, (5, 5, 0, 0, 0, 0), 0, -1), (6, (4, 3, 2, 0, 1, 0), 0, -1), (6, NONE, 0, -1),
    (6, (6, 0, 0, 0, 0, 1), 0, -1), (6, (9, 0, 0, 0, 1, 1), 0, -1), (6, (0, 5, 0, 0, 1, 1), 0, -1),
    # Of several corners the dearest counts: two Wheat and the Bull pay 100, three Corn with the Bull 150.
    (3, (0, 3, 0, 3, 0, 0), 85, 1), (3, (2, 0, 3, 0, 1, 0), 150, 2), (3, (2, 0, 0, 3, 1, 0), 110, 3),
    # The Bull alone is a corner of none though one card less would do.
    (2, (0, 0, 0, 0, 1, 0), 0, -1)])
def test_a_corner_pays_its_commoditys_value_and_the_bull_stands_for_a_card_or_doubles_it(size, held, paid, kind):
    assert Scoring(size, VALUES).corner(held) == (paid, kind)


@pytest.mark.parametrize(("first", "seat"), [(0, 0), (1, 2), (2, 1), (3, 3), (4, 0), (6, 1)])
def test_of_several_players_corners_the_first_in_the_order_1_3_2_4_from_a_place_on_counts(first, seat):
    cards = [(6, 0, 0, 0, 0, 0), (0, 6, 0, 0, 0, 0), (0, 0, 6, 0, 0, 0), (0, 0, 0, 6, 0, 0)]
    ended = SCORING.cornered_hand(cards, first)
    assert ended is not None
    assert (ended.seat, ended.kind) == (seat, seat)
    assert ended.changes == tuple(VALUES[seat] if each == seat else 0 for each in range(4))


WHEATS = (6, 0, 0, 0, 0, 0)


@pytest.mark.parametrize(("cards", "hand"), [
    ([NONE, (0, 0, 0, 0, 1, 0), WHEATS, (0, 0, 0, 0, 0, 1)], Hand((0, -20, 100, -20), 2, 0)),
    ([WHEATS, (0, 0, 0, 0, 1, 1), NONE, NONE], Hand((100, -40, 0, 0), 0, 0)),
    ([(6, 0, 0, 0, 1, 0), (0, 0, 0, 0, 0, 1), NONE, NONE], Hand((200, -20, 0, 0), 0, 0)),  # its own Bull costs nothing
    ([(5, 0, 0, 0, 0, 1)] * 4, None)])
def test_the_holders_of_the_bear_and_of_a_losing_bull_lose_20_each(cards, hand):
    assert SCORING.cornered_hand(cards, 0) == hand


def test_points_are_added_by_seat_and_teams_are_the_first_two_seats_and_the_last_two():
    after = add_hand((100, -20, 0, 55), Hand((0, 85, -20, 0), 1, 1))
    assert (after, team_points(after)) == ((100, 65, -20, 55), (165, 35))


@pytest.mark.parametrize(("points", "share"), [
    ((500, 0, 300, 0), 0.625), ((200, 100, 50, 50), 0.75), ((0, 0, 0, 0), 0.5), ((100, 0, 0, -20), 1),
    ((-20, 0, 55, 0), 0), ((-20, -20, -20, 0), 0.5), ((100, -120, 0, 0), 0.5), ((-40, 100, 80, -60), 0.75)])
def test_the_share_is_of_the_points_of_both_teams_where_a_team_below_0_counts_as_0(points, share):
    assert team_shares(points) == pytest.approx([share, share, 1 - share, 1 - share])
