import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import best_response

from gtarena.agents.solving.known_policies import AgainstPolicy
from tests.support.named_games import after


def uniform(state):
    legal = state.legal_actions()
    return dict.fromkeys(legal, 1 / len(legal))


@pytest.mark.parametrize("text", ["kuhn_poker", "leduc_poker", "tiny_hanabi"])
def test_the_best_values_at_the_start_average_to_openspiels_best_response(text):
    game = pyspiel.load_game(text)
    values, start = AgainstPolicy(game, uniform), game.new_initial_state()
    responder = best_response.BestResponsePolicy(game, 0, policy.UniformRandomPolicy(game), start)
    total, states = 0.0, [(1.0, start)]
    while states:
        chance, state = states.pop()
        if state.is_chance_node():
            states += [(chance * share, state.child(outcome)) for outcome, share in state.chance_outcomes()]
        else:
            total += chance * max(values.values(state, 0).values())
    assert total == pytest.approx(responder.value(start))


def test_places_where_the_policy_never_goes_are_valued_as_if_it_slipped():
    game = pyspiel.load_game("kuhn_poker")
    never_bets = AgainstPolicy(game, lambda state: {0: 1.0, 1: 0.0})
    # After a bet that never comes, a queen faces a jack or a king with equal probability: calling is worth 0.
    assert never_bets.values(after("kuhn_poker", 0, 1, 1), 1) == pytest.approx({0: -1, 1: 0})


def test_with_three_players_the_others_play_the_policy():
    game = pyspiel.load_game("kuhn_poker(players=3)")
    passers = AgainstPolicy(game, lambda state: {0: 1.0, 1: 0.0})
    # Everyone passes: the highest of four cards wins the antes of two others, and a bet takes them with any card.
    assert passers.values(after("kuhn_poker(players=3)", 3, 0, 1), 0) == pytest.approx({0: 2, 1: 2})
    assert passers.values(after("kuhn_poker(players=3)", 0, 1, 2), 0) == pytest.approx({0: -1, 1: 2})
