import itertools
import math

import numpy as np
import pytest

from gtarena.metrics.duels import OVERALL, pairings
from gtarena.metrics.frames import seats_frame
from tests.support.records import call, llm, record, seat

LLM, RANDOM, MCTS = llm(), seat("random"), seat("mcts")
NAME = "llm offline/random"


def test_pairings_tell_games_apart_with_failures_beside_scores_and_without_returns_no_score():
    found = pairings(seats_frame([record("a", [LLM, RANDOM], [2, -2]), record("b", [RANDOM, LLM], [1, -1]),
                                  record("c", [LLM, MCTS], [-1, 1]), record("d", [LLM, MCTS], [0, 0], game="nim")]))
    # By hand: (2 - 1) - (-2 + 1) = 2, over 3 + 3.
    against_random = found["kuhn_poker", NAME, "random"]
    assert (against_random.matches, against_random.win_rate) == (2, 0.5)
    assert against_random.nra == pytest.approx(1 / 3)
    assert found["nim", "mcts", NAME].win_rate == 0.5
    over_all = found[OVERALL, "mcts", NAME]
    assert (over_all.matches, over_all.win_rate, over_all.nra) == (2, 0.75, 0.5)
    assert ("kuhn_poker", "mcts", "random") not in found
    calls = [call(0, 0, failure="illegal"), call(0, 0), call(1, 1)]
    found = pairings(seats_frame([
        record("a", [LLM, RANDOM], [1, -1], calls=calls, seed=1),
        record("b", [LLM, RANDOM], None, outcome="forfeit", offender=0, calls=[call(0, 0, failure="empty")], seed=2)]))
    own, other = found["kuhn_poker", NAME, "random"], found["kuhn_poker", "random", NAME]
    assert (own.matches, own.valued, own.unfinished, own.illegal_rate) == (2, 1, 1, pytest.approx(2 / 3))
    assert other.illegal_rate == 0
    found = pairings(seats_frame([record("b", [LLM, RANDOM], None, outcome="forfeit", offender=0)]))
    assert np.isnan([found["kuhn_poker", NAME, "random"].nra, found["kuhn_poker", NAME, "random"].win_rate]).all()
    found = pairings(seats_frame([record(name, [LLM, RANDOM], [1, -1], seed=5) for name in "ab"]))
    assert (found["kuhn_poker", NAME, "random"].nra, np.isnan(found["kuhn_poker", NAME, "random"].low)) == (1, True)


def test_an_interval_is_that_of_all_ways_to_draw_the_deals():
    # Deals with gains 4, 0 and -2, each over a size of 4: all 27 draws of three by enumeration.
    returns = {1: (1, 1), 2: (1, -1), 3: (-1, 0), 4: (1, 1), 5: (0, -1), 6: (1, 0)}
    records = [record(f"{seed}{place}", [LLM, RANDOM] if not place else [RANDOM, LLM],
                      [value, -value] if not place else [-value, value], seed=seed)
               for seed, values in returns.items() for place, value in enumerate(values)]
    gains = {1: (4, 4), 2: (0, 4), 3: (-2, 2), 4: (4, 4), 5: (-2, 2), 6: (2, 2)}
    exact = sorted(sum(gains[deal][0] for deal in drawn) / sum(gains[deal][1] for deal in drawn)
                   for drawn in itertools.product(gains, repeat=6))
    found = pairings(seats_frame(records))["kuhn_poker", NAME, "random"]
    assert found.nra == pytest.approx(6 / 18)
    # The normal tail at 2.571, Student's t with 5 degrees of freedom, times the root of 6/5.
    low, high = np.quantile(exact, [0.00243, 1 - 0.00243])
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.12)
    fewer = [each for each in records if each.seed < 6]
    assert math.isnan(pairings(seats_frame(fewer))["kuhn_poker", NAME, "random"].low)
