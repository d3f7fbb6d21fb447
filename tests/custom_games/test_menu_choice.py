import pyspiel
import pytest

from custom_games.menu_choice import read_lottery, read_menu

MENU = "-5:10+10:90/4"


def new_state(menu=MENU):
    return pyspiel.load_game("menu_choice", {"menu": menu}).new_initial_state()


def test_a_lottery_is_read_as_points_with_their_chances_and_points_alone_are_certain():
    assert read_lottery("30:50+0:50") == ((30, 50), (0, 50))
    assert read_lottery("-12") == ((-12, 100),)
    assert read_menu("1:1+2:99/3") == (((1, 1), (2, 99)), ((3, 100),))


@pytest.mark.parametrize("text", ["", "a", "30:50", "30:50+30:50", "30:100+5:0", "1:50,2:50", "1000001", "30:50+"])
def test_a_text_that_is_no_lottery_is_refused_by_name(text):
    with pytest.raises(ValueError, match="is not a lottery") as refused:
        read_lottery(text)
    assert repr(text) in str(refused.value)


def test_a_menu_has_two_to_ten_lotteries():
    for menu in ("12", "/".join(map(str, range(11)))):
        with pytest.raises(ValueError, match="is not a menu of 2 to 10 lotteries"):
            read_menu(menu)


def test_the_chosen_lottery_alone_is_drawn_and_its_points_are_the_return():
    state = new_state()
    assert [state.action_to_string(0, action) for action in state.legal_actions()] == ["A", "B"]
    state.apply_action(0)
    assert state.chance_outcomes() == [(0, 0.1), (1, 0.9)]
    assert state.action_to_string(pyspiel.PlayerId.CHANCE, 1) == "10 points"
    assert [state.child(outcome).returns() for outcome in (0, 1)] == [[-5.0], [10.0]]
    certain = new_state().child(1)
    assert certain.chance_outcomes() == [(0, 1.0)]
    assert certain.child(0).returns() == [4.0]


@pytest.mark.parametrize(("menu", "best"), [(MENU, 0), ("4/-5:10+10:90", 1), ("9/-10:5+10:95", 0),
                                            ("20:50+0:50/11", 1)])
def test_the_rational_choice_has_the_most_expected_points_and_of_equals_is_the_first(menu, best):
    state = new_state(menu)  # expected points: 8.5 and 4; 4 and 8.5; 9 and 9; 10 and 11
    assert state.rational_strategy(0) == [(best, 1.0)]


def test_the_player_sees_all_lotteries_and_in_the_end_the_points():
    state = new_state()
    options = [{"name": "A", "outcomes": [{"points": -5, "percent": 10}, {"points": 10, "percent": 90}]},
               {"name": "B", "outcomes": [{"points": 4, "percent": 100}]}]
    assert state.observation(0) == {"options": options, "chosen": None, "points": None}
    assert state.child(1).child(0).observation(0) == {"options": options, "chosen": "B", "points": 4}
