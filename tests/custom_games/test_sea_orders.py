import pytest

from custom_games.sea_orders import ORDER, order_name


def test_there_are_eight_orders_and_none_is_to_hold_fire():
    assert ORDER.options == (
        "Stay, shoot left", "Stay, shoot right", "Turn left, shoot left", "Turn left, shoot right",
        "Forward, shoot left", "Forward, shoot right", "Turn right, shoot left", "Turn right, shoot right")
    assert [order_name(action) for action in ORDER.legal_actions()] == list(ORDER.options)


@pytest.mark.parametrize(("said", "order"), [
    ("Forward, shoot left", 4), ("forward, shoot left", 4), ("FORWARD, SHOOT LEFT.", 4), ("forward and shoot left", 4),
    ("Move forward, fire left", 4), ("Go forward, then shoot to the left", 4), ("forward shoot left", 4),
    ("forward, and fire to the right", 5), ("Straight ahead + shoot right", 5), ("turn left and fire right", 3),
    ("left, shoot right", 3), ("Left then shoot left", 2), ("turn_right, shoot_left", 6), ("right / fire right", 7),
    ("stay & shoot right", 1), ("none, shoot left", 0), ("Hold position and fire left", 0), ("stay put, shoot left", 0),
    ("shoot left, forward", 4), ("fire right and turn left", 3), ("I stay, shoot left", 0),
])
def test_an_order_is_understood_as_captains_give_it(said, order):
    assert ORDER.read({"order": said}) == [order]


@pytest.mark.parametrize("said", [
    "Forward", "shoot left", "Turn left", "left", "left, right", "shoot left and right", "Forward, shoot", "hold fire",
    "Turn left, shoot ahead", "Forward, shoot left and right", "Backward, shoot left", "", "4", 4, None, ["Forward"],
])
def test_half_an_order_and_one_for_both_sides_are_refused(said):
    with pytest.raises(ValueError, match='"order" must be Stay, shoot left or'):
        ORDER.read({"order": said})
