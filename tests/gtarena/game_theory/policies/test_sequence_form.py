import numpy as np
import pytest

from tests.support.small_policies import form_of, random_policy


def test_sequences_of_kuhn_poker_are_two_starts_and_two_actions_at_each_of_12_information_states():
    form = form_of("kuhn_poker")
    assert (len(form.owners), len(form.states), form.ends.shape, form.payoffs.shape) == (26, 12, (30, 2), (30, 2))
    assert form.chances == pytest.approx(1 / 6)  # of the six deals
    parent = {state.key: form.parents[number] for number, state in enumerate(form.states)}
    first = {state.key: form.firsts[number] for number, state in enumerate(form.states)}
    assert parent["0"] == 0  # the start of player 0
    assert parent["0p"] == 1  # the start of player 1
    assert parent["0pb"] == first["0"]  # after its own pass


@pytest.mark.parametrize("name", ["kuhn_poker(players=3)", "goofspiel(num_cards=3,imp_info=true)", "tiny_hanabi"])
def test_all_ends_have_a_probability_of_1_under_any_policies(name):
    form = form_of(name)
    policies = np.hstack([random_policy(form, seed) for seed in range(4)])
    reaches = form.reaches(form.plans(policies))
    assert form.chances @ reaches.prod(axis=1) == pytest.approx(1)


def test_a_plan_turns_into_the_behaviour_it_came_from_and_is_uniform_where_it_never_comes():
    form = form_of("leduc_poker")
    behaviour = random_policy(form, 1)
    assert form.behaviours(form.plans(behaviour)) == pytest.approx(behaviour)
    passing = form.uniform()
    passing[form.players:] = 0
    passing[form.firsts[:-1]] = 1
    back = form.behaviours(form.plans(passing))
    assert form.plans(back) == pytest.approx(form.plans(passing))
    unreached = form.plans(passing)[form.befores] == 0
    assert back[unreached] == pytest.approx(form.uniform()[unreached])


def test_slopes_are_derivatives_of_the_payoff_in_the_plan():
    form = form_of("kuhn_poker(players=3)")
    plans = form.plans(random_policy(form, 2))

    def payoff(changed: np.ndarray) -> float:
        return float((form.payoffs[:, 1] @ form.reaches(changed).prod(axis=1))[0])

    slopes = form.slopes(form.reaches(plans), form.payoffs[:, 1], 1)
    for row in np.flatnonzero(form.owners == 1)[::5]:
        step = np.zeros_like(plans)
        step[row] = 1
        assert payoff(plans + step) - payoff(plans) == pytest.approx(slopes[row, 0])


def test_sums_are_by_information_state_and_starts_stay_as_they_are():
    form = form_of("kuhn_poker")
    numbers = np.arange(26.0)[:, None]
    sums = form.sums(numbers)[:, 0]
    assert list(sums[:2]) == [0, 1]
    assert list(sums[2:6]) == [2 + 3, 2 + 3, 4 + 5, 4 + 5]


def test_columns_do_not_change_each_other():
    form = form_of("liars_dice(numdice=1,dice_sides=3)")
    policies = [random_policy(form, seed) for seed in range(3)]
    together = form.best_responses(form.own_slopes(form.reaches(form.plans(np.hstack(policies)))))
    alone = [form.best_responses(form.own_slopes(form.reaches(form.plans(each)))) for each in policies]
    assert together == pytest.approx(np.hstack(alone))
