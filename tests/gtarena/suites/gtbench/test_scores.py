import itertools
import math

import numpy as np
import pytest

from gtarena import games
from gtarena.suites import gtbench
from gtarena.suites.contract import Measure
from gtarena.suites.gtbench.scores import Instance, auction_regret, frontier, instance, scores
from tests.support.gtbench_matches import auction, deal, dilemma, match, model, no_deal
from tests.support.records import seat, steps
from tests.support.suite_matches import findings, trace_of

SEATS = [model(), seat("mcts")]


@pytest.mark.parametrize(("scheme", "draw"), [("returns", 40), ("published", 0)])
def test_a_draw_is_nothing_in_the_published_scheme_all_else_is_the_same_and_scores_follow(scheme, draw):
    drawn = trace_of(match("m", SEATS, [40, 40], game="pig"))
    assert list(gtbench.measures(drawn, scheme)) == [Measure("return", draw, 0), Measure("return", draw, 1)]
    found = list(gtbench.measures(trace_of(auction("m", SEATS, (8, 10), (2, 6))), scheme))
    assert found == [Measure("return", 0, 0), Measure("return", 4, 1), Measure("regret", 1, 0), Measure("regret", 3, 1)]


def measured(record):
    return {(each.metric, each.player): each.value for each in scores(trace_of(record))}


@pytest.mark.parametrize(("own", "other", "value", "regret"), [
    (6, 2, 8, 3),  # 3 would have won
    (4, 2, 8, 1),
    (2, 2, 8, 5),  # 3 would have won 5
    (1, 6, 10, 3),
    (1, 6, 7, 0),  # 7 would have won nothing
    (1, 6, 5, 0),
    (3, 2, 8, 5),  # as the paper has it, although no other bid would have been better
])
def test_regret_in_the_auction_is_that_of_the_papers_appendix(own, other, value, regret):
    assert auction_regret(own, other, value) == regret


def test_regret_is_told_for_either_side_and_tables_by_every_scheme():
    broken = trace_of(match("m", SEATS, None, outcome="invalid", offender=0))
    assert list(gtbench.measures(broken, "returns")) == []
    found = findings("gtbench", [auction("1", SEATS, (8, 10), (2, 6)), deal("2", SEATS[::-1], (5, 0, 5), (85, 50))])
    assert tuple(found.tables) == gtbench.SCHEMES
    for tables in found.tables.values():
        names = [table.name for table in tables]
        assert names == ["nra against mcts", "completion", "regret", "agreements negotiation", *names[4:]]
        assert len(set(names)) == len(names)
    assert found.figures
    assert measured(auction("m", SEATS, values=(8, 10), bids=(2, 6))) == {("regret", 0): 1, ("regret", 1): 3}
    history = steps((-1, 8), (-1, 5), (0, 4), (1, 4), (-1, 0))
    tied = match("m", SEATS, [4, 0], game="first_sealed_auction", history=history)
    assert measured(tied) == {("regret", 0): 3, ("regret", 1): 0}
    silent, testify = 0, 1
    rounds = [(silent, silent), (testify, silent), (testify, testify), (testify, silent)]
    # The first player: 2 + 0 + 0 + 0; the second: 2 + 1 + 0 + 1.
    assert measured(dilemma("m", SEATS, *rounds)) == {("regret", 0): 2, ("regret", 1): 4}


PUBLISHED = Instance((5, 5, 5), ((10, 1, 7), (10, 10, 10)))


@pytest.mark.parametrize("seed", range(5))
def test_the_frontier_is_what_nothing_dominates(seed):
    rng = np.random.RandomState(seed)
    pool, first, second = (tuple(map(int, rng.randint(0, 5, 3))) for _ in range(3))
    points = {
        (sum(n * v for n, v in zip(taken, first, strict=True)),
         sum((size - n) * v for size, n, v in zip(pool, taken, second, strict=True)))
        for taken in itertools.product(*(range(size + 1) for size in pool))}
    efficient = {
        one for one in points
        if not any(other != one and other[0] >= one[0] and other[1] >= one[1] for other in points)}
    assert sorted(efficient) == [*map(tuple, frontier(Instance(pool, (first, second))).tolist())]


def test_agreements_are_told_from_either_side_with_the_distance_from_the_published_frontier():
    # Of 5 of each, worth (10, 1, 7) and (10, 10, 10), the first takes all peppers and cherries.
    assert measured(deal("m", SEATS, (5, 0, 5), (85, 50))) == {
        ("agreement", None): 1, ("own_value", 0): 85, ("opponent_value", 0): 50, ("own_value", 1): 50,
        ("opponent_value", 1): 85, ("pareto_distance", None): 0, ("efficient", None): 1}
    # The strawberries alone are worth 5 and leave 100; (30, 120) is nearest, and (50, 100) is farther off.
    found = measured(deal("m", SEATS, (0, 5, 0), (5, 100)))
    assert (found["pareto_distance", None], found["efficient", None]) == (pytest.approx(math.hypot(25, 20)), 0)
    assert measured(no_deal("m", SEATS)) == {("agreement", None): 0}
    # Items are worth the same to the second player, so the first takes what it values most first.
    peppers = [(10 * taken, 150 - 10 * taken) for taken in range(6)]
    cherries = [(50 + 7 * taken, 100 - 10 * taken) for taken in range(1, 6)]
    strawberries = [(85 + taken, 50 - 10 * taken) for taken in range(1, 6)]
    assert [*map(tuple, frontier(PUBLISHED).tolist())] == peppers + cherries + strawberries
    state = games.load("negotiation", {}).new_initial_state()
    state.apply_action(0)
    assert instance(state) == PUBLISHED
    assert (PUBLISHED.distance(50, 100), PUBLISHED.distance(50, 99)) == (0, 1)
    assert PUBLISHED.distance(0, 0) == pytest.approx(np.hypot(89, 10))  # (90, 0) is farther off, and so is (88, 20)
