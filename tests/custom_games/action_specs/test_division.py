import random
from collections import Counter

import pytest

from custom_games.action_specs import Division

GOLD = Division("gold", 3, 10)
RANKS = Division("proposal", 2, 10, first=4, recipient="rank", order="rank")


def test_a_division_is_made_amount_by_amount_and_the_last_takes_what_is_left():
    assert GOLD.legal_actions() == range(11)
    assert GOLD.legal_actions([4]) == range(7)
    assert GOLD.legal_actions([4, 1]) == range(5, 6)
    assert GOLD.action_name([4], 1) == "1 to player 2"
    assert GOLD.move([4, 1, 5]) == (4, 1, 5)
    assert (GOLD.num_actions, GOLD.length) == (11, 3)
    assert RANKS.action_name([4], 6) == "6 to rank 5"


@pytest.mark.parametrize("stated", [
    [4, 1, 5], ["4", 1.0, 5], "4, 1, 5", "[4, 1, 5]", "4/1/5", "4; 1; 5", {"1": 4, "2": 1, "3": 5},
    {"3-rd": 5, "1st": 4, "2nd": 1}, {"1": 4, "2": 1, "3": 5, "4": 0}])
def test_a_division_is_a_list_its_text_or_an_object_by_number(stated):
    assert GOLD.read({"gold": stated}) == [4, 1, 5]


@pytest.mark.parametrize(("stated", "why"), [
    ([5, 5], "an amount for each player from 1 to 3 in order of number: 3, not 2"),
    ([4, 1, 4], "must add up to 10, but their sum is 9"),
    ([11, -1, 0], "gold for player 1.* must be a whole number from 0 to 10"),
    ({"1": 4, "2": 6}, "keyed by number"), ({"1": 4, "2": 1, "3": 4, "9": 1}, "keyed by number"),
    (7, "must be a list"), (None, "must be a list"), ("all to me", "3, not 1")])
def test_what_is_no_division_is_refused(stated, why):
    with pytest.raises(ValueError, match=why):
        GOLD.read({"gold": stated})


def test_recipients_are_called_what_the_game_calls_them():
    assert RANKS.read({"proposal": {"5th": 3, "4th": 7}}) == [7, 3]
    with pytest.raises(ValueError, match="an amount for each rank from 4 to 5 in order of rank"):
        RANKS.read_line("1, 2, 3")


def test_every_division_is_drawn_equally_often():
    rng, spec = random.Random(0), Division("gold", 2, 3)
    drawn = Counter(tuple(spec.random_move(rng)) for _ in range(4000))
    assert set(drawn) == {(0, 3), (1, 2), (2, 1), (3, 0)}
    # 1000 each are expected, with a standard deviation of 27.
    assert all(abs(count - 1000) < 140 for count in drawn.values())


def test_divisions_are_listed_as_one_pattern():
    assert GOLD.patterns() == ["[0..10, 0..10, 0..10] summing to 10"]


@pytest.mark.parametrize(("parts", "total"), [(0, 3), (2, -1)])
def test_nothing_can_be_divided_among_nobody_nor_less_than_nothing(parts, total):
    with pytest.raises(ValueError, match="cannot divide"):
        Division("gold", parts, total)


@pytest.mark.parametrize("stated", [
    "40%, 30 %, 30%", ["40%", "30", 30], {"Player 1": 40, "Player 2": "30%", "player 3": 30}])
def test_shares_of_a_hundred_may_be_per_cent_and_recipients_may_be_named(stated):
    assert Division("split", 3, 100).read({"split": stated}) == [40, 30, 30]


def test_a_per_cent_sign_is_refused_where_the_total_is_not_a_hundred():
    with pytest.raises(ValueError, match="must be a whole number from 0 to 60"):
        Division("split", 2, 60).read({"split": ["50%", "50%"]})
