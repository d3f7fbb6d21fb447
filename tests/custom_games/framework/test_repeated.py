from collections import Counter

import pytest

from custom_games.el_farol import ElFarol
from custom_games.framework.rules import CHANCE, TERMINAL


def lengths(rules: ElFarol) -> dict[int, float]:
    """Returns the probability of each number of rounds."""
    found: Counter[int] = Counter()
    pending = [(rules.initial_state(), 1.0)]
    while pending:
        state, probability = pending.pop()
        player = rules.current_player(state)
        if player == TERMINAL:
            found[len(state.rounds)] += probability
        elif player == CHANCE:
            pending += [(rules.apply_action(state, outcome), probability * share)
                        for outcome, share in rules.chance_outcomes(state)]
        else:
            pending.append((rules.apply_actions(state, (0,) * rules.players), probability))
    return dict(found)


def test_a_game_has_twenty_rounds_unless_another_number_is_given():
    assert lengths(ElFarol(players=2)) == {20: 1.0}
    assert lengths(ElFarol(players=2, rounds=3)) == {3: 1.0}


def test_with_a_termination_probability_the_number_of_rounds_is_geometric_up_to_the_last():
    rules = ElFarol(players=2, rounds=3, termination_probability=0.25)
    assert lengths(rules) == pytest.approx({1: 0.25, 2: 0.75 * 0.25, 3: 0.75 * 0.75})


def test_the_horizon_concerns_prompts_and_not_the_play():
    known, hidden = (ElFarol(players=2, rounds=3, horizon=horizon) for horizon in ("known", "hidden"))
    assert lengths(known) == lengths(hidden)
    assert known.observation(known.initial_state(), 0) == hidden.observation(hidden.initial_state(), 0)


@pytest.mark.parametrize(("parameters", "message"), [
    ({"rounds": 0}, "el_farol: rounds=0 is not a whole number from 1 to 1000"),
    ({"termination_probability": 1.0}, "el_farol: termination_probability=1.0 is not a number from 0.0 to 0.99"),
    ({"horizon": "secret"}, "el_farol: horizon=secret is not known or hidden"),
])
def test_a_length_that_cannot_be_played_is_refused(parameters, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        ElFarol(**parameters)
