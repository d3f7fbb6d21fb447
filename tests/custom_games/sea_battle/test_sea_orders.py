import pytest

from custom_games.sea_battle.turns import ORDER, order_name


def test_there_are_eight_orders_and_none_is_to_hold_fire():
    assert ORDER.options == (
        "Stay, shoot left", "Stay, shoot right", "Turn left, shoot left", "Turn left, shoot right",
        "Forward, shoot left", "Forward, shoot right", "Turn right, shoot left", "Turn right, shoot right")
    assert [order_name(action) for action in ORDER.legal_actions()] == list(ORDER.options)


@pytest.mark.parametrize("said", [
    "Forward", "shoot left", "left, shoot left", "Forward, shoot", "hold fire", "Turn left, shoot ahead",
    "Forward, shoot left and right", "", "4", 4, None, ["Forward"]])
def test_half_an_order_and_one_for_both_sides_are_refused(said):
    with pytest.raises(ValueError, match='"order" must be Stay, shoot left or'):
        ORDER.read({"order": said})
