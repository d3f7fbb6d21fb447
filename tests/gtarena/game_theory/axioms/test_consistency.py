import math
import random
from functools import cache

import numpy as np
import pytest

from custom_games.menu_choice import read_lottery
from gtarena.game_theory.axioms.choice_counts import Choice, count_choices, luce_chances, transitive_chances
from gtarena.game_theory.axioms.consistency import (
    COLUMNS,
    attraction,
    consistency_table,
    dependence,
    dominated_rate,
    find_violation,
    first_place_excess,
    irregularity,
    moderate_violations,
    strong_violations,
    weak_violations,
)
from gtarena.game_theory.axioms.menus import design_menus, dominates, draw_lotteries
from tests.gtarena.game_theory.axioms.test_choice_counts import A, B, C, counts_of

SAMPLES = 8
DRAWN = draw_lotteries(4, 0)


def expected_points(lottery):
    return sum(points * chance for points, chance in read_lottery(lottery))


def maximiser(menu, rng):
    return menu.index(max(menu, key=lambda lottery: (expected_points(lottery), lottery)))


def cyclic(menu, rng):
    """Prefers each lottery to the next and the last to the first in pairs; elsewhere it maximises."""
    if len(menu) == 2 and set(menu) <= set(DRAWN):
        one, other = map(DRAWN.index, menu)
        return 0 if (other - one) % 4 == 1 or ((other - one) % 4 == 2 and one < other) else 1
    return maximiser(menu, rng)


def first_option(menu, rng):
    return 0


def decoy_prone(menu, rng):
    """Chooses what looks good beside a worse version, and anything where there is none."""
    better = [place for place, one in enumerate(menu) if any(dominates(one, other) for other in menu)]
    return better[0] if better else rng.randrange(len(menu))


def luce(menu, rng):
    return rng.choices(range(len(menu)), [math.exp(expected_points(lottery) / 300) for lottery in menu])[0]


def choices_of(chooser):
    rng = random.Random(5)
    return [Choice(chooser.__name__, menu, chooser(menu, rng)) for menu in design_menus(4, 0) for _ in range(SAMPLES)]


@cache
def measured():
    """Returns the cells by agent and column."""
    choosers = (maximiser, cyclic, first_option, decoy_prone, luce)
    table = consistency_table([choice for chooser in choosers for choice in choices_of(chooser)])
    return {agent: dict(zip(COLUMNS, cells, strict=True)) for agent, cells in table.rows}


def test_a_maximiser_of_expected_points_agrees_with_every_axiom():
    cells = measured()["maximiser"]
    for name in ("dominated", "first place", "weak", "moderate", "strong", "independence", "regularity", "attraction"):
        assert cells[name].mean == pytest.approx(0), name


def test_a_cyclic_chooser_violates_transitivity_and_noise_does_not_explain_it():
    cells = measured()["cyclic"]
    assert cells["weak"].mean == cells["strong"].mean == 0.5  # two of the four triples are cycles
    assert cells["weak by noise"].mean == 0
    assert cells["weak p"].mean < 0.01
    assert cells["dominated"].mean == 0


def test_a_chooser_of_the_first_option_shows_a_bias_of_place_and_nothing_else():
    cells = measured()["first_option"]
    pairs, triples = 20, 30  # menus in all orders
    assert cells["first place"].mean == pytest.approx((pairs * 0.5 + triples * 2 / 3) / 50)
    assert cells["first place"].low > 0.5
    assert cells["dominated"].mean == pytest.approx((8 * 0.5 + 18 / 3) / 26)
    assert cells["weak"].mean == cells["independence"].mean == cells["attraction"].mean == 0


def test_a_decoy_prone_chooser_violates_independence_and_regularity():
    cells = measured()["decoy_prone"]
    assert cells["attraction"].mean == pytest.approx(0.5, abs=0.15)
    assert cells["attraction"].low > 0.2
    assert cells["independence p"].mean < 0.01
    assert cells["regularity p"].mean < 0.01
    assert cells["dominated"].mean == 0


def test_noise_by_luces_axiom_is_not_taken_for_a_violation():
    cells = measured()["luce"]
    for name in ("weak", "independence", "regularity"):
        assert cells[f"{name} p"].mean > 0.05, name
    assert cells["attraction"].low < 0 < cells["attraction"].high


@pytest.mark.parametrize(("ab", "bc", "ac", "violated"), [
    (0.75, 0.75, 0.75, (0, 0, 0)), (0.75, 0.5, 0.75, (0, 0, 0)), (0.8, 0.7, 0.75, (0, 0, 1)),
    (0.8, 0.7, 0.6, (0, 1, 1)), (0.8, 0.7, 0.4, (1, 1, 1)), (0.5, 0.5, 0.5, (0, 0, 0))])
def test_stochastic_transitivity_by_hand(ab, bc, ac, violated):
    counts = counts_of(AB=(100 * ab, 100 - 100 * ab), BC=(100 * bc, 100 - 100 * bc), AC=(100 * ac, 100 - 100 * ac))
    measures = (weak_violations, moderate_violations, strong_violations)
    assert tuple(int(measure(counts)[0]) for measure in measures) == violated


def test_independence_and_regularity_by_hand():
    counts = counts_of(AB=(5, 5), ABC=(6, 2, 2))
    # Of A and B, A has 6 of 8 beside C and 5 of 10 without it; A alone gains, from 0.5 to 0.6.
    assert dependence(counts) == pytest.approx(np.array([0.25]))
    assert irregularity(counts) == pytest.approx(np.array([0.05]))
    assert np.isnan(attraction(counts)[0])  # no option is a decoy
    assert np.isnan(dependence(counts_of(AB=(5, 5), ABC=(0, 0, 9)))[0])


def test_the_attraction_is_the_gain_of_the_option_whose_worse_version_is_added():
    worse = "25:50+-5:50"  # than A alone
    menus = [*[(A, B)] * 10, *[(A, B, worse)] * 10]
    places = [0] * 4 + [1] * 6 + [0] * 6 + [1] * 3 + [2]
    counts = count_choices([Choice("a", menu, place) for menu, place in zip(menus, places, strict=True)])
    assert attraction(counts) == pytest.approx(np.array([6 / 9 - 0.4]))


def test_unknown_measures_are_nan_and_have_no_chance():
    found = find_violation(counts_of(AB=(5, 5)), weak_violations, transitive_chances)
    assert math.isnan(found.value)
    assert math.isnan(found.p)
    assert math.isnan(find_violation(counts_of(ABC=(5, 5, 1)), dependence, luce_chances).value)


def test_dominated_options_count_only_where_there_are_some():
    menu, plain = (A, "25:50+-5:50"), (A, B)
    assert dominated_rate([Choice("a", plain, 0)]) is None
    made = [(menu, 1), (menu, 0), (menu[::-1], 1), (plain, 1)]
    found = dominated_rate([Choice("a", *each) for each in made])
    assert found.value == pytest.approx(1 / 3)
    assert (found.matches, found.units) == (3, 1)


def test_the_first_place_is_measured_above_chance_for_the_size_of_the_menu():
    assert first_place_excess([Choice("a", (A, B, C), 0), Choice("a", (A, B), 1)]).value == pytest.approx(
        (2 / 3 - 1 / 2) / 2)
    assert first_place_excess([Choice("a", (A, B), None)]) is None


def test_an_agent_that_never_chose_has_counts_alone():
    ((agent, cells),) = consistency_table([Choice("mute", (A, B), None)]).rows
    assert (agent, cells[0].mean, cells[1].mean) == ("mute", 0, 1)
    assert set(cells[2:]) == {None}
