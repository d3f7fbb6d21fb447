import math

import numpy as np
import pytest

from gtarena.game_theory.policies import equilibria
from gtarena.game_theory.policies.equilibria import distances, nearest_equilibrium
from gtarena.game_theory.policies.exploitability import exploitability
from tests.support.small_policies import (
    betting,
    equilibrium,
    form_of,
    random_policy,
)


@pytest.fixture(scope="module")
def kuhn():
    return form_of("kuhn_poker")


@pytest.mark.parametrize("alpha", [0, 0.1, 1 / 6, 1 / 3])
def test_all_members_of_the_family_of_kuhn_poker_are_their_own_nearest_equilibrium(kuhn, alpha):
    found = nearest_equilibrium(kuhn, equilibrium(kuhn, alpha))
    assert found.distances == pytest.approx((0, 0), abs=1e-7)
    assert found.exact


@pytest.mark.parametrize("behaviour", [
    lambda form: betting(form, 1), lambda form: betting(form, 0), lambda form: form.uniform(),
    lambda form: random_policy(form, 1), lambda form: random_policy(form, 2)])
def test_no_member_of_the_family_is_nearer_than_the_nearest(kuhn, behaviour):
    policy = behaviour(kuhn)
    found = nearest_equilibrium(kuhn, policy)
    family = [distances(kuhn, policy, equilibrium(kuhn, alpha)) for alpha in np.linspace(0, 1 / 3, 1001)]
    for player in (0, 1):
        assert found.distances[player] == pytest.approx(min(each[player] for each in family), abs=1e-3)
    assert exploitability(kuhn, found.behaviour).nash_conv == pytest.approx(0, abs=1e-6)


def test_distance_is_the_share_of_matches_against_random_players_that_end_otherwise(kuhn):
    # Player 1 of the equilibrium does otherwise than one who always bets at 0p with 2/3, 1p and 0b with 1, 1b with 2/3:
    # each of these is reached with the probability 1/3 (of the card) x 1/2 (of the random move before).
    assert distances(kuhn, betting(kuhn, 1), equilibrium(kuhn, 0))[1] == pytest.approx((2 / 3 + 1 + 1 + 2 / 3) / 6)


def test_matching_pennies_has_one_equilibrium_from_which_a_share_is_half_a_side_away():
    form = form_of("matrix_mp")
    behaviour = np.array([[1.0], [1.0], [0.8], [0.2], [0.5], [0.5]])
    assert nearest_equilibrium(form, behaviour).distances == pytest.approx((0.3, 0), abs=1e-7)


@pytest.mark.parametrize("name", ["liars_dice(numdice=1,dice_sides=3)", "goofspiel(num_cards=3,imp_info=true)"])
def test_nearest_policies_of_larger_games_are_equilibria(name):
    form = form_of(name)
    found = nearest_equilibrium(form, form.uniform())
    assert exploitability(form, found.behaviour).nash_conv == pytest.approx(0, abs=1e-6)
    assert 0 < found.distance < 1


def test_other_games_have_the_nearest_of_the_equilibria_that_are_found(monkeypatch):
    monkeypatch.setattr(equilibria, "ITERATIONS", 300)
    form = form_of("matrix_pd")
    cooperating = np.array([[1.0], [1.0], [1.0], [0.0], [1.0], [0.0]])
    found = nearest_equilibrium(form, cooperating)
    # In the only equilibrium both defect, always.
    assert found.distances == pytest.approx((1, 1), abs=1e-3)
    assert (found.exact, found.reason) == (False, "")


def test_none_found_is_told_and_is_no_number(monkeypatch):
    monkeypatch.setattr(equilibria, "ITERATIONS", 1)
    form = form_of("kuhn_poker(players=3)")
    found = nearest_equilibrium(form, form.uniform())
    assert all(map(math.isnan, found.distances))
    assert (found.behaviour, found.reason) == (None, "no equilibrium was found")


def test_three_players_find_an_equilibrium_of_kuhn_poker():
    form = form_of("kuhn_poker(players=3)")
    found = nearest_equilibrium(form, form.uniform())
    assert exploitability(form, found.behaviour).nash_conv < 0.007  # a thousandth of 7, from -2 to 4, rounded up
    assert not found.exact


def test_a_linear_program_that_is_not_solved_leaves_the_distance_unknown(monkeypatch):
    form = form_of("kuhn_poker")
    monkeypatch.setattr(equilibria, "TOLERANCE", -1)  # nobody can secure one chip more than the value
    found = nearest_equilibrium(form, form.uniform())
    assert np.isnan(found.distances).all()
    assert (found.behaviour, found.exact) == (None, False)
    assert "was not solved" in found.reason
