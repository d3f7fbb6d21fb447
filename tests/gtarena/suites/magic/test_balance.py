import random
from itertools import product

import pytest

from gtarena.suites.magic.balance import Topic, find_balances
from tests.support.magic_matches import chameleon, model, undercover
from tests.support.suite_matches import balance_tables

SEATS = range(3)
WRONG = ("no such word",)


def deal(number):
    """Fields of a match of one agent with a chance of its own."""
    return {"match_id": f"match {number}", "seed": number, "challengers": SEATS}


def rows(table):
    return {label: [None if cell is None else round(cell.mean, 1) for cell in cells] for label, cells in table.rows}


def by_topic(*topics):
    """The verdicts of topics whose matches, each a deal of its own, give these win rates to the one who hides."""
    found = find_balances({Topic(number, "topic"): [(str(deal), share) for deal, share in enumerate(shares)]
                           for number, shares in enumerate(topics, start=1)})
    return [each.verdict for each in found.values()]


def test_a_topic_is_dropped_beyond_noise_even_within_30_to_70_per_cent_undecided_else_and_untold_below_six_deals():
    # Of n deals that all end alike the test has p = 2 / 2**n: 0.031 for 6, and 0.0625 for 5.
    assert by_topic([1.0] * 6) == ["drop"]
    assert by_topic([1.0] * 5) == ["no verdict from 5 deals: at least 6 are needed"]
    assert by_topic([0.0, 1.0] * 3) == ["undecided"]
    assert by_topic([0.0, 1.0] * 11) == ["even"]  # Wilson's interval of 11 of 22 is within 0.31 to 0.69
    # By Holm's method 0.031 of two topics is 0.062, and 0.0039 of nine is 0.035.
    assert by_topic([1.0] * 6, [0.0, 1.0] * 3) == ["undecided", "undecided"]
    assert by_topic([1.0] * 9, *[[0.0, 1.0] * 3] * 8) == ["drop"] + ["undecided"] * 8
    repeated = [("one deal", 1.0)] * 60
    (found,) = find_balances({Topic(1, "topic"): repeated}).values()
    assert (found.verdict, found.wins.matches) == ("no verdict from 1 deal: at least 6 are needed", 60)


def test_of_topics_that_are_even_at_most_one_table_in_twenty_drops_any():
    rng = random.Random(1)
    dropped = sum("drop" in by_topic(*([rng.choice((0.0, 0.5, 1.0)) for _ in range(12)] for _ in range(5)))
                  for _ in range(60))
    assert dropped <= 7  # a share of 5 % exceeds it in 2 of 100 sets of 60 tables


def test_topics_are_told_apart_by_their_set_words_and_agent_and_only_equal_agents_count():
    _, pairs = balance_tables([
        undercover((1, 0, 0), settings=f"pair=1,undercover_word={word}", **deal(word)) for word in (1, 2)])
    assert list(rows(pairs).values()) == [[2, 0, 100, -100]]
    summary, *tables = balance_tables([
        chameleon((1, 2, 0), **deal(1)), chameleon((1, 2, 0), settings="topics=magic_chameleon,topic=1", **deal(2)),
        chameleon((1, 2, 0), **deal(3) | {"challenger": model("other")})])
    assert [label.split(":")[0] for label, _ in summary.rows] == [
        "chameleon, chameleon, llm m", "chameleon, magic_chameleon, llm m", "chameleon, chameleon, llm other"]
    assert [table.name for table in tables] == [
        "balance chameleon chameleon llm m", "balance chameleon magic_chameleon llm m",
        "balance chameleon chameleon llm other"]
    assert balance_tables([chameleon((1, 2, 0), **deal(1) | {"challengers": (0, 1)})]) == []


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
    assert rows(summary) == {"chameleon, chameleon, llm m: drop 0 of 3": [3, 0, 0, 8, 68.8, 31.2, 37.5]}
    untold = "no verdict from {} deals: at least 6 are needed"
    assert list(rows(topics).items()) == [
        (f"3 In the kitchen: {untold.format(3)}", [3, 50, 50, 0]), (f"1 Fruits: {untold.format(4)}", [4, 100, 0, 100]),
        ("2 Vegetables: no verdict from 1 deal: at least 6 are needed", [1, 0, 100, -100])]
    assert topics.columns == ("matches", "chameleon (%)", "non-chameleon (%)", "difference (points)")
    assert topics.rows_printed == 5
    _, pairs = balance_tables([undercover((1, 2, 0), **deal(number)) for number in range(6)])
    ((label, (_, culprit, other, difference)),) = pairs.rows
    assert label.endswith(": drop")  # six ties, each worth 2 to 1
    assert (culprit.low, culprit.high) == pytest.approx((100 - other.high, 100 - other.low))
    assert (difference.low, difference.high) == pytest.approx((2 * culprit.low - 100, 2 * culprit.high - 100))
