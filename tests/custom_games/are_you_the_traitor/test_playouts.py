import random
from collections import Counter
from statistics import fmean

import pytest

from custom_games.are_you_the_traitor.game import AreYouTheTraitor
from custom_games.are_you_the_traitor.playouts import random_accuser, random_best
from custom_games.are_you_the_traitor.position import POLLED
from custom_games.are_you_the_traitor.treasures import DECK
from custom_games.framework.rules import Rules
from tests.support.traitor_rounds import (
    EVIL_WIZARD,
    GOLD,
    GUARD,
    JEWELS,
    KEY_HOLDER,
    PYRAMIDS,
    RING,
    TRAITOR,
    drawn,
    named,
    row,
    talked,
)

RULES = AreYouTheTraitor(max_cycles=2)
TIMES = 2000


def accusers(state):
    rng = random.Random(0)
    counts = Counter(random_accuser(state, rng) for _ in range(TIMES))
    return [counts[seat] / TIMES for seat in POLLED]


def test_all_but_the_traitor_are_equally_likely_to_accuse_unless_a_poll_has_begun():
    start = drawn(RULES, named(RULES), TRAITOR)
    assert accusers(start) == pytest.approx([1 / 4] * 4, abs=0.05)
    # The Guard stops with probability 1/2. Otherwise the Evil Wizard or the Key Holder is asked next, and so on; with
    # probability 1/8 none of the three stops, and all four are equally likely.
    state = drawn(RULES, talked(RULES, named(RULES), TRAITOR, GUARD), GUARD)
    polled = state._replace(unpolled=(EVIL_WIZARD, KEY_HOLDER))
    assert accusers(polled) == pytest.approx([7 / 32, 1 / 32, 7 / 32, 17 / 32], abs=0.05)
    assert accusers(polled._replace(stage="accused")) == [0, 0, 0, 1]


def test_a_single_round_is_won_by_evil_with_probability_five_eighths():
    """A quarter of the accusations is the Evil Wizard's, and a quarter is right: 1/4 * 1/4 + 3/4 * 3/4 = 5/8."""
    rng, rows = random.Random(0), (row(PYRAMIDS), (), (), (), row(PYRAMIDS))
    deck = tuple(count if kind == GOLD else 0 for kind, count in enumerate(DECK))  # 7 points end the match
    best = [random_best(deck, rows, 3, rng) for _ in range(TIMES)]
    assert set(best) == {(7, 4), (4, 7)}
    assert fmean(evil == 7 for evil, _ in best) == pytest.approx(5 / 8, abs=0.05)


def test_rings_are_used_in_play():
    rng, rows = random.Random(0), (row(RING), (), row(JEWELS), (), ())
    deck = tuple(count if kind == GOLD else 0 for kind, count in enumerate(DECK))
    best = {random_best(deck, rows, 6, rng) for _ in range(100)}
    # If Evil wins the round, the ring takes the jewels to the gold; if Good does, it may take other gold.
    assert best > {(8, 0), (3, 8)}


@pytest.mark.parametrize("stage", ["partner", "poll", "stop", "accused", "treasure"])
def test_play_from_the_middle_of_a_round_earns_what_play_move_by_move_does(stage):
    state = drawn(RULES, named(RULES), KEY_HOLDER)
    if stage != "partner":
        state = talked(RULES, named(RULES), KEY_HOLDER, GUARD)._replace(unpolled=(EVIL_WIZARD,))
    if stage in ("stop", "accused"):
        state = state._replace(stage=stage, seat=KEY_HOLDER)
    if stage == "treasure":
        state = RULES.apply_action(state._replace(stage="accused", seat=GUARD), TRAITOR)
    state = state._replace(rows=(row(GOLD), row(RING, GOLD), row(JEWELS), row(GOLD), ()))
    rng = random.Random(0)
    quick = fmean(RULES.random_returns(state, rng)[TRAITOR] for _ in range(TIMES))
    slow = fmean(Rules.random_returns(RULES, state, rng)[TRAITOR] for _ in range(TIMES // 8))
    assert quick == pytest.approx(slow, abs=0.1)
