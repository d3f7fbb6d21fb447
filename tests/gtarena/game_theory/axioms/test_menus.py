from itertools import combinations

import pyspiel
import pytest

from custom_games.menu_choice import read_lottery
from gtarena.errors import UsageError
from gtarena.game_theory.axioms.menus import (
    WORTH,
    design_menus,
    dominated_options,
    dominates,
    draw_lotteries,
    worse_version,
)


@pytest.mark.parametrize(("better", "worse"), [
    ("12", "11"), ("10:50+0:50", "10:40+0:60"), ("10:50+5:50", "10:50+0:50"), ("30:20+10:80", "20:20+10:80")])
def test_a_lottery_dominates_one_that_is_never_better(better, worse):
    assert dominates(better, worse)
    assert not dominates(worse, better)


@pytest.mark.parametrize(("one", "other"), [("12", "12"), ("30:50+0:50", "12"), ("10:50+0:50", "0:50+10:50")])
def test_equal_lotteries_and_a_gain_at_a_risk_do_not_dominate(one, other):
    assert not dominates(one, other)
    assert not dominates(other, one)


def test_the_worse_version_has_the_same_chances_and_lower_points():
    assert worse_version("60:40+0:60") == "55:40+-5:60"
    assert dominated_options(("12", "60:40+0:60", "55:40+-5:60")) == {"55:40+-5:60"}


@pytest.mark.parametrize("seed", range(20))
def test_drawn_lotteries_are_worth_about_the_same_and_none_dominates_another(seed):
    drawn = draw_lotteries(5, seed)
    chances = [read_lottery(lottery)[0][1] for lottery in drawn]
    assert chances == sorted(set(chances))
    worths = {sum(points * chance for points, chance in read_lottery(lottery)) for lottery in drawn}
    assert len(worths) == len(drawn)
    assert WORTH[0] - 0.5 <= min(worths) / 100 <= max(worths) / 100 <= WORTH[1] + 0.5
    assert not any(dominates(one, other) or dominates(other, one) for one, other in combinations(drawn, 2))


def test_menus_are_all_pairs_and_triples_worse_versions_and_decoys_in_every_order():
    menus = design_menus(4, seed=1)
    drawn = draw_lotteries(4, seed=1)
    sets = {frozenset(menu) for menu in menus}
    assert len(menus) == 2 * 6 + 3 * 4 + 2 * 4 + 3 * 6
    assert {frozenset(two) for two in combinations(drawn, 2)} <= sets
    assert {frozenset(three) for three in combinations(drawn, 3)} <= sets
    assert {frozenset((each, worse_version(each))) for each in drawn} <= sets
    assert frozenset((drawn[1], drawn[2], worse_version(drawn[2]))) in sets
    for options in sets:
        orders = [menu for menu in menus if frozenset(menu) == options]
        assert all(sorted(places) == sorted(options) for places in zip(*orders, strict=True))


def test_menus_follow_from_the_seed_and_can_be_played():
    assert design_menus(3, 0) == design_menus(3, 0) != design_menus(3, 1)
    for menu in design_menus(9, 0):
        assert pyspiel.load_game("menu_choice", {"menu": "/".join(menu)}).num_distinct_actions() == len(menu)


@pytest.mark.parametrize("lotteries", [2, 10])
def test_too_few_or_too_many_lotteries_are_refused(lotteries):
    with pytest.raises(UsageError, match=f"lotteries={lotteries} is not a whole number from 3 to 9"):
        design_menus(lotteries)
