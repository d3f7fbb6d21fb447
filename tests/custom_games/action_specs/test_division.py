import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from custom_games.action_specs import Division

GOLD = Division("gold", 3, 10)
SHARES = Division("proposal", 3, 100, step=5, names=("Airline A", "Airline B", "Airline C"))
RANKS = Division("proposal", 2, 10, first=4, recipient="rank", order="rank")


def test_a_division_is_made_amount_by_amount_and_the_last_takes_what_is_left():
    assert (GOLD.legal_actions(), GOLD.legal_actions([4])) == (range(11), range(7))
    assert (GOLD.legal_actions([4, 1]), GOLD.action_name([4], 1)) == (range(5, 6), "1 to player 2")
    assert GOLD.move([4, 1, 5]) == (4, 1, 5)
    assert (GOLD.num_actions, GOLD.length) == (11, 3)
    assert RANKS.action_name([4], 6) == "6 to rank 5"


@pytest.mark.parametrize("stated", [
    [4, 1, 5], ["4", 1.0, 5], "4, 1, 5", "[4, 1, 5]", {"1": 4, "2": 1, "3": 5},
    {"3-rd": 5, "1st": 4, "2nd": 1}, {"Player 3": 5, "Player 1": 4, "player_2": 1},
    "Player 1: 4, Player 2: 1, Player 3: 5", "player 1: 4; Player 3: 5\nPlayer 2: 1.",
    "As player 2, I divide:\n\n- **Player 1**: 4\n- **Player 2**: 1\n- **Player 3:** 5"])
def test_a_division_is_a_list_its_text_or_by_number_or_name_an_object_or_a_text(stated):
    assert GOLD.read({"gold": stated}) == [4, 1, 5]


@pytest.mark.parametrize("stated", [
    "Airline A: 40%, Airline B: 35%, Airline C: 25%", "For Player 2, Airline B, this is best: Airline A: 40\n"
    "Airline B: 35\nAirline C: 25", "airline b: 35 %; airline a: 40 %; airline c: 25 %."])
def test_shares_of_a_hundred_may_be_per_cents(stated):
    assert SHARES.read_line(stated) == [8, 7, 5]


@pytest.mark.parametrize("stated", [
    "Airline A: 40%, Airline B: 35%", "Airline A: 40%, Airline B: 35%, Airline C: 25%, Airline A: 45%",
    "Not Airline A: 40%, Airline B: 35%, Airline C: 25%", "Airline A: 40% or 45%, Airline B: 35%, Airline C: 25%",
    "Airline A: 40%, Airline B: 35%, Airline C: 25%\nThat would be unfair.", "Airline A: 50%, Airline B: 50%, none",
    "Airline A: 40%, Airline B: 35%, Airline D: 25%", "Airline A: 40%, Airline B: 35%, Airline C: 24%"])
def test_a_text_that_says_more_or_less_than_one_amount_for_each_recipient_is_no_division(stated):
    with pytest.raises(ValueError, match="proposal"):
        SHARES.read_line(stated)
    with pytest.raises(ValueError, match=r"gold for player 1.* must be a whole number"):
        GOLD.read_line("Player 1: 40%, Player 2: 10%, Player 3: 50%")  # of ten


@pytest.mark.parametrize(("stated", "why"), [
    ([5, 5], "an amount for each player from 1 to 3 in order of number: 3, not 2"),
    ([4, 1, 4], "must add up to 10, but their sum is 9"),
    ([11, -1, 0], "gold for player 1.* must be a whole number from 0 to 10"),
    ({"1": 4, "2": 6}, "keyed by number"), ({"1": 4, "2": 1, "3": 4, "9": 1}, "keyed by number"),
    (7, "must be a list"), (None, "must be a list"), ("all to me", "3, not 1"),
    ("4/1/5", "3, not 1"), ("Player 1 gets 4, Player 2 1, Player 3 5", "gold for player 1.* must be a whole number")])
def test_what_is_no_division_is_refused(stated, why):
    with pytest.raises(ValueError, match=why):
        GOLD.read({"gold": stated})


def test_recipients_are_called_what_the_game_calls_them_and_every_division_is_drawn_equally_often():
    for keys in (("rank 5", "Rank 4"), ("5", "4"), ("5th", "4-th")):
        assert RANKS.read({"proposal": dict(zip(keys, (3, 7), strict=True))}) == [7, 3]
    assert SHARES.read({"proposal": {"airline b": 35, "Airline C": 25, "Airline_A": 40}}) == [8, 7, 5]
    with pytest.raises(ValueError, match="an amount for each rank from 4 to 5 in order of rank"):
        RANKS.read_line("1, 2, 3")
    rng, spec = random.Random(0), Division("gold", 2, 3)
    drawn = Counter(tuple(spec.random_move(rng)) for _ in range(4000))
    assert set(drawn) == {(0, 3), (1, 2), (2, 1), (3, 0)}
    # 1000 each are expected, with a standard deviation of 27.
    assert all(abs(count - 1000) < 140 for count in drawn.values())


@given(st.lists(st.integers(0, 20), min_size=2, max_size=2).map(sorted), st.sampled_from([1, 2, 5, 7]))
def test_amounts_in_steps_are_spelled_as_numbers_of_steps(bars, step):
    spec = Division("gold", 3, 20 * step, step=step)
    actions = [bars[0], bars[1] - bars[0], 20 - bars[1]]
    amounts = [action * step for action in actions]
    assert (spec.read({"gold": amounts}), spec.move(actions)) == (actions, tuple(amounts))
    assert spec.values(actions) == {"gold": amounts}
    assert (spec.num_actions, spec.legal_actions(actions[:2])) == (21, range(actions[2], actions[2] + 1))


def test_amounts_in_steps_are_named_and_listed_by_what_they_are():
    assert GOLD.patterns() == ["[0..10, 0..10, 0..10] summing to 10"]
    assert (SHARES.action_name([8], 6), SHARES.action_struct([], 8)) == ("30 to player 2", {"proposal": [40]})
    assert SHARES.patterns() == ["[0..100, 0..100, 0..100] in steps of 5 summing to 100"]
    assert SHARES.legal_actions() == range(21)


@given(st.lists(st.integers(-200, 200), min_size=3, max_size=3))
def test_a_list_is_a_division_in_steps_exactly_if_its_amounts_are_multiples_with_the_sum(amounts):
    if sum(amounts) == 100 and all(amount >= 0 and amount % 5 == 0 for amount in amounts):
        assert SHARES.read({"proposal": amounts}) == [amount // 5 for amount in amounts]
    else:
        with pytest.raises(ValueError, match="must"):
            SHARES.read({"proposal": amounts})
    with pytest.raises(ValueError, match='"proposal for player 2" must be a multiple of 5, not 33'):
        SHARES.read({"proposal": [40, 33, 27]})


@pytest.mark.parametrize(("parts", "total", "step", "told"), [
    (0, 3, 1, ""), (2, -1, 1, ""), *((2, 100, step, f" 100 in steps of {step}") for step in (0, 3, 200))])
def test_a_total_is_divided_among_somebody_in_steps_that_it_consists_of(parts, total, step, told):
    with pytest.raises(ValueError, match=f"cannot divide{told}"):
        Division("gold", parts, total, step=step)
