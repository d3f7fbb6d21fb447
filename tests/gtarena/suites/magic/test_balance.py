from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.suites.magic.balance import balance
from tests.support.magic_matches import chameleon, undercover
from tests.support.suite_matches import balance_tables

SEATS = range(3)
WRONG = ("no such word",)
draws = st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=3), min_size=1, max_size=60)


def deal(number):
    """Fields of a match with a chance of its own."""
    return {"match_id": f"match {number}", "seed": number}


def successes(right, number):
    return [[1.0]] * right + [[0.0]] * (number - right)


def rows(table):
    return {label: [None if cell is None else round(cell.mean, 1) for cell in cells] for label, cells in table.rows}


@pytest.mark.parametrize(("right", "number", "low", "high"), [
    (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)])
def test_the_interval_is_that_of_newcombes_published_examples_of_wilsons(right, number, low, high):
    found = balance(successes(right, number))
    assert (round(found.low, 4), round(found.high, 4)) == (low, high)


@given(draws)
def test_the_interval_holds_the_mean_within_0_and_1_and_mirrors_that_of_the_other_role(given_draws):
    found = balance(given_draws)
    other = balance([[1 - share for share in shares] for shares in given_draws])
    assert -1e-9 <= found.low <= found.share + 1e-9
    assert found.share - 1e-9 <= found.high <= 1 + 1e-9
    assert (other.low, other.high) == pytest.approx((1 - found.high, 1 - found.low))
    assert found.matches == sum(map(len, given_draws))


def test_topics_are_dropped_by_four_equal_results_even_from_22_on_and_told_apart_by_their_set_and_words():
    assert [balance(successes(right, number)).verdict for right, number in (
        (3, 3), (4, 4), (0, 4), (2, 4), (10, 20), (11, 22), (26, 40), (40, 80), (52, 80))] == [
        "undecided", "drop", "drop", "undecided", "undecided", "even", "undecided", "even", "drop"]
    assert balance([[1.0, 0.0], [1.0, 1.0]]) == balance([[0.5], [1.0]])._replace(matches=4)
    _, pairs = balance_tables([
        undercover((1, 0, 0), settings=f"pair=1,undercover_word={word}", **deal(word)) for word in (1, 2)])
    assert rows(pairs) == {"1 cup and mug: undecided": [2, 0, 100, -100]}
    summary, *tables = balance_tables([
        chameleon((1, 2, 0), **deal(1)), chameleon((1, 2, 0), settings="topics=magic_chameleon,topic=1", **deal(2))])
    assert [label.split(":")[0] for label, _ in summary.rows] == ["chameleon, chameleon", "chameleon, magic_chameleon"]
    assert [table.name for table in tables] == ["balance chameleon chameleon", "balance chameleon magic_chameleon"]


def test_random_votes_favour_the_one_who_hides_by_62_5_per_cent_in_chameleon_and_two_thirds_in_undercover():
    """Of the eight ways to vote two accuse the one who hides, four another player, and two nobody."""
    ballots = list(product(*([other for other in SEATS if other != voter] for voter in SEATS)))
    caught = {votes for votes in ballots if votes.count(0) == 2}
    assert len(caught) == 2
    _, topics = balance_tables([
        chameleon(votes, WRONG if votes in caught else (), **deal(number)) for number, votes in enumerate(ballots)])
    _, pairs = balance_tables([undercover(votes, **deal(number)) for number, votes in enumerate(ballots)])
    assert [cells[1:] for cells in rows(topics).values()] == [[62.5, 37.5, 25]]
    assert [cells[1:] for cells in rows(pairs).values()] == [[66.7, 33.3, 33.3]]


def test_topics_are_listed_from_the_evenest_with_credits_and_intervals_of_one_kind():
    escapes = [chameleon((1, 2, 1), settings="topic=1,secret=2", **deal(number)) for number in range(4)]
    found = balance_tables([
        *escapes,
        chameleon((1, 0, 0), WRONG, settings="topic=3,secret=2", culprit=0, **deal(4)),
        chameleon((1, 2, 0), settings="topic=3,secret=1", **deal(5)),
        chameleon((1, 2, 1), settings="topic=3,secret=1", **deal(6)),
        chameleon((1, 0, 0), WRONG, settings="topic=2,secret=1", **deal(7))])
    summary, topics = found
    assert rows(summary) == {"chameleon, chameleon: drop 1 of 3": [3, 1, 0, 8, 68.8, 31.2, 37.5]}
    assert list(rows(topics).items()) == [
        ("3 In the kitchen: undecided", [3, 50, 50, 0]), ("1 Fruits: drop", [4, 100, 0, 100]),
        ("2 Vegetables: undecided", [1, 0, 100, -100])]
    assert topics.columns == ("matches", "chameleon (%)", "non-chameleon (%)", "difference (points)")
    _, pairs = balance_tables([undercover((1, 2, 0), **deal(number)) for number in range(2)])
    ((label, (_, culprit, other, difference)),) = pairs.rows
    assert label.endswith(": undecided")
    assert (culprit.low, culprit.high) == pytest.approx((100 - other.high, 100 - other.low))
    assert (difference.low, difference.high) == pytest.approx((2 * culprit.low - 100, 2 * culprit.high - 100))
    _, topics = balance_tables([chameleon((1, 2, 1), settings="topic=1,secret=2", **deal(0))])
    assert topics.rows_printed == 5
