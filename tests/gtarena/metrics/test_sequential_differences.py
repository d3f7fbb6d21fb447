import math

import pytest

from gtarena.metrics.duels import OVERALL
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.paired_differences import find_differences
from gtarena.metrics.sequential_differences import (
    Watched,
    fewest_watched_deals,
    find_sequential_differences,
    find_watched_differences,
    largest_return,
)
from tests.support.records import record, seat


def deals(first: str, second: str, returns: list[int], **fields):
    """Two matches of kuhn_poker per deal, in which the agents change seats and the first one gets the return."""
    for deal, value in enumerate(returns):
        for turned in (False, True):
            names = (second, first) if turned else (first, second)
            paid = (-value, value) if turned else (value, -value)
            game = "-".join(map(str, fields.values()))
            yield record(f"{first} {second} {game} {deal} {turned}", [*map(seat, names)], paid, seed=deal, **fields)


def found(records, order=None):
    listed = list(records)
    ids = [each.match_id for each in listed] if order is None else order
    return {(each.game, each.pair): each for each in find_sequential_differences(seats_frame(listed), ids)}


def test_agents_that_met_are_compared_at_their_own_tables_alone():
    records = [*deals("a", "b", [2] * 14), *deals("a", "c", [-2] * 20), *deals("b", "c", [2] * 6)]
    differences = found(records)
    pair = differences["kuhn_poker", ("a", "b")]
    assert (pair.advantage, pair.units, pair.returns, pair.anytime) == (1, 14, 4, True)
    assert pair.low > 0
    assert pair.high == 1
    assert differences["kuhn_poker", ("a", "c")].units == 20
    assert differences["kuhn_poker", ("b", "c")].units == 6


def test_agents_that_did_not_meet_are_compared_on_the_deals_on_which_all_their_tables_were_played():
    records = [*deals("a", "x", [1] * 9), *deals("b", "x", [1] * 7),
               *deals("a", "y", [2] * 6), *deals("b", "y", [1] * 9)]
    pair = found(records)["kuhn_poker", ("a", "b")]
    # By hand: on six deals a gains 0 against x and 1 against y in each of two matches, of sizes 2 and 3.
    assert (pair.units, pair.advantage) == (6, pytest.approx(2 / 10))


def test_the_deals_are_taken_in_the_order_of_the_schedule_whatever_their_seeds():
    records = list(deals("a", "b", [1] * 12 + [-1] * 12))
    forth = found(records)["kuhn_poker", ("a", "b")]
    back = found(records, [each.match_id for each in records][::-1])["kuhn_poker", ("a", "b")]
    assert (forth.advantage, forth.units) == (back.advantage, back.units)
    assert (-forth.high, -forth.low) == pytest.approx((back.low, back.high))
    assert forth.low != pytest.approx(back.low, abs=0.01)


def test_duplicates_are_compared_with_their_originals_alone_and_p_values_are_adjusted():
    differences = found([*deals("a", "b", [1] * 12), *deals("a", "null:a", [1, -1] * 6),
                         *deals("null:a", "b", [1] * 12)])
    assert set(differences) == {("kuhn_poker", ("a", "b")), ("kuhn_poker", ("a", "null:a"))}
    pair, null = differences["kuhn_poker", ("a", "b")], differences["kuhn_poker", ("a", "null:a")]
    assert null.null
    assert pair.floor == max(abs(null.low), abs(null.high))
    assert pair.adjusted == pair.p
    three = found([*deals("a", "b", [1] * 12), *deals("a", "c", [1, -1] * 6), *deals("b", "c", [-1, 1] * 6)])
    assert three["kuhn_poker", ("a", "b")].adjusted == pytest.approx(3 * three["kuhn_poker", ("a", "b")].p)


def test_over_several_games_there_is_a_mean_without_a_verdict_and_few_deals_have_none_either():
    both = [*deals("a", "b", [2] * 12), *deals("a", "b", [1] * 5, game="leduc_poker")]
    differences = found(both)
    overall = differences[OVERALL, ("a", "b")]
    assert (overall.advantage, overall.units, overall.beyond_noise) == (1, 17, None)
    assert math.isnan(overall.low)
    assert differences["leduc_poker", ("a", "b")].beyond_noise is None
    assert differences["kuhn_poker", ("a", "b")].beyond_noise


def test_returns_that_the_game_cannot_bring_have_no_interval():
    pair = found(deals("a", "b", [1] * 7 + [9]))["kuhn_poker", ("a", "b")]
    assert math.isnan(pair.low)
    assert pair.p == 1
    assert largest_return("kuhn_poker") == 2
    assert largest_return("leduc_poker") == 13
    assert largest_return("nothing_known") == math.inf


def test_the_fewest_deals_are_those_on_which_a_bettor_who_always_wins_has_enough():
    # The largest bet makes 1.75 of 1 on each deal. After 8 of them these are 88, but below 40 in the mean of all bets.
    assert [fewest_watched_deals(pairs) for pairs in (1, 3)] == [9, 11]
    records = {number: [*deals("a", "b", [2] * number)] for number in (8, 9)}
    # Kuhn poker has no return above 2.
    assert [found(records[number])["kuhn_poker", ("a", "b")].beyond_noise for number in (8, 9)] == [False, True]


def test_games_that_nobody_watched_keep_their_ordinary_intervals_beside_those_that_were():
    records = [*deals("a", "b", [1, 1, -1] * 5), *deals("a", "b", [1, 1, -1] * 5, params={"players": 3})]
    frame = seats_frame(records)
    watched, other = "kuhn_poker", "kuhn_poker(players=3)"
    order = [each.match_id for each in records]
    by_game = {each.game: each for each in find_watched_differences(frame, Watched(frozenset({watched}), order))}
    sequential = {each.game: each for each in find_sequential_differences(frame, order)}
    ordinary = {each.game: each for each in find_differences(frame)}
    assert (by_game[watched], by_game[other]) == (sequential[watched], ordinary[other])
    assert by_game[OVERALL].anytime
    assert math.isnan(by_game[OVERALL].low)
