"""Posteriors, beside a walk over the whole tree that knows nothing of a player's past but its information state."""

import math
import random
from collections import defaultdict

import pyspiel
import pytest

from custom_games.framework.states import movers
from gtarena import games
from gtarena.checks.playouts import begun, states
from gtarena.errors import UsageError
from gtarena.game_theory.beliefs.hidden_facts import hidden_facts
from gtarena.game_theory.beliefs.posteriors import (
    draw_states,
    enumerate_states,
    find_posterior,
    table_moves,
    uniform_moves,
)
from tests.support.named_games import after

SMALL = ("kuhn_poker", "leduc_poker", "liars_dice(numdice=1,dice_sides=3)", "first_sealed_auction(max_value=5)")


def uneven_moves(state, player):
    """Returns a policy that differs from one information state to the next, and makes some moves much more likely."""
    rng = random.Random(state.information_state_string(player))
    weights = {action: rng.random() ** 3 + 0.02 for action in state.legal_actions(player)}
    return {action: weight / sum(weights.values()) for action, weight in weights.items()}


def weigh_all(state, moves, seen, reach=(1.0, 1.0)):
    """Adds every decision of the tree below a state to ``seen``, by its player's information state.

    The entry is the history, with the probability with which chance and the other player lead there.
    """
    if state.is_terminal():
        return
    player = state.current_player()
    if player >= 0:
        seen[player, state.information_state_string(player)].append((tuple(state.history()), reach[player]))
    chances = dict(state.chance_outcomes()) if player < 0 else moves(state, player)
    for action, chance in chances.items():
        below = tuple(weight if seat == player else weight * chance for seat, weight in enumerate(reach))
        weigh_all(state.child(action), moves, seen, below)


def sampled_decisions(game, count, seed=0):
    rng, found = random.Random(seed), []
    for match in range(count):
        decided = [state for state in states(game, derive_seed(seed, match)) if movers(state)]
        found.append(rng.choice(decided))
    return found


def derive_seed(seed, match):
    return 1000 * seed + match


def by_history(posterior):
    return {tuple(state.history()): probability for state, probability in posterior.states}


@pytest.mark.parametrize("moves", [uniform_moves, uneven_moves])
@pytest.mark.parametrize("name", SMALL)
def test_enumeration_is_bayes_rule_over_the_whole_tree(name, moves):
    game, seen = pyspiel.load_game(name), defaultdict(list)
    weigh_all(game.new_initial_state(), moves, seen)
    for state in sampled_decisions(game, 12):
        player = state.current_player()
        expected = dict(seen[player, state.information_state_string(player)])
        found = by_history(enumerate_states(state, player, moves))
        total = sum(expected.values())
        assert found == pytest.approx({history: weight / total for history, weight in expected.items() if weight})


@pytest.mark.parametrize("name", SMALL)
def test_draws_tend_to_the_enumeration(name):
    game = pyspiel.load_game(name)
    (fact,) = hidden_facts(game.get_type().short_name)
    for state in sampled_decisions(game, 5, seed=1):
        player = state.current_player()

        def value(possible, player=player):
            return fact.values(possible, player)[f"Player {1 - player}"]

        exact = enumerate_states(state, player, uneven_moves).of(value)
        drawn = draw_states(state, player, uneven_moves, seed=5, draws=3000)
        for option, probability in exact.items():
            error = math.sqrt(probability * (1 - probability) / drawn.draws)
            assert drawn.of(value).get(option, 0) == pytest.approx(probability, abs=4 * error + 1e-3)


def test_a_bluffing_opponent_in_kuhn_poker_by_hand():
    def moves(state, player):
        card = int(state.information_state_string(player)[0])
        bet = (1 / 3, 0.0, 1.0)[card]  # the jack bluffs in one case of three, and the queen never bets
        return {0: 1 - bet, 1: bet}

    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    for action in (2, 1, 1):  # the king bets into the queen
        state.apply_action(action)
    (fact,) = hidden_facts("kuhn_poker")
    found = find_posterior(state, 1, moves)
    assert found.of(lambda possible: fact.values(possible, 1)["Player 0"]) == pytest.approx({"J": 0.25, "K": 0.75})
    assert found.draws == math.inf
    assert state.history() == [2, 1, 1]


def test_the_own_moves_of_the_player_do_not_count():
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    for action in (1, 0, 0, 1):  # the queen passes, and the jack bets
        state.apply_action(action)

    def never_passes(state, player):
        return {0: 0.0, 1: 1.0} if player == 0 else {0: 0.5, 1: 0.5}

    assert by_history(enumerate_states(state, 0, never_passes)) == pytest.approx(
        {(1, 0, 0, 1): 0.5, (1, 2, 0, 1): 0.5})


def test_more_histories_than_allowed_are_drawn():
    state = sampled_decisions(pyspiel.load_game("liars_dice(numdice=2)"), 1)[0]
    player = state.current_player()
    assert enumerate_states(state, player, most=20) is None
    assert find_posterior(state, player, most=20).draws < math.inf
    assert len(find_posterior(state, player).states) == 36


def test_a_table_of_policies_gives_moves():
    state = sampled_decisions(pyspiel.load_game("kuhn_poker"), 1)[0]
    known = state.information_state_string()
    assert table_moves({known: {0: 0.25, 1: 0.75}})(state, state.current_player()) == {0: 0.25, 1: 0.75}


def test_a_policy_that_never_leads_there_has_no_posterior():
    state = pyspiel.load_game("kuhn_poker").new_initial_state()
    for action in (2, 1, 1):
        state.apply_action(action)
    with pytest.raises(ValueError, match="never leads"):
        find_posterior(state, 1, lambda state, player: {0: 1.0})
    with pytest.raises(ValueError, match="only 0 effective draws of 50 agree with what player 1 knows"):
        draw_states(state, 1, lambda state, player: {0: 1.0}, draws=50)


def test_a_game_that_draws_for_itself_has_no_posterior():
    state = pyspiel.load_game("negotiation").new_initial_state()
    state.apply_action(state.legal_actions()[0])
    with pytest.raises(UsageError, match="negotiation has no posterior"):
        find_posterior(state, 0)


def whole_decisions(name, seed):
    return [(state, player) for state in states(games.load(name, {}), seed) if not begun(state)
            for player in movers(state)]


def test_what_others_say_in_chameleon_tells_nothing_beyond_the_deal():
    (fact,) = hidden_facts("chameleon")
    for state, player in whole_decisions("chameleon", 2):
        seen = state.observation(player)
        posterior = find_posterior(state, player)
        for other in seen["others"]:
            found = posterior.of(lambda possible: fact.values(possible, player)[other])  # noqa: B023
            assert found == pytest.approx(
                {"non-chameleon": 1.0} if seen["role"] == "chameleon" else {"chameleon": 0.5, "non-chameleon": 0.5})


def test_in_undercover_another_word_is_twice_as_likely_as_the_same_by_the_deal():
    (fact,) = hidden_facts("undercover")
    for state, player in whole_decisions("undercover", 1):
        for other in state.observation(player)["others"]:
            found = find_posterior(state, player).of(lambda possible: fact.values(possible, player)[other])  # noqa: B023
            assert found == pytest.approx({"yes": 1 / 3, "no": 2 / 3})


def honest_talk(state, player):
    """Returns the policy of Loyal players who accuse and vote by their hints, beside a Traitor who moves at random."""
    hint = state.observation(player)["hint"]
    named = {action: float(f"player_{action}" == hint) for action in state.legal_actions(player)}
    return named if hint else uniform_moves(state, player)


# Player 0 is Loyal, and its hint names player 2. If player 2 is the Traitor, the hint is right, player 1 accuses it in
# 0.75 or player 0 in 0.25, and it accuses either in 1/2; if player 1 is the Traitor, it is the other way round.
@pytest.mark.parametrize(("accused", "moves", "traitor"), [
    ((), uniform_moves, 0.75), ((2, 2, 0), uniform_moves, 0.75),
    ((2, 2, 0), honest_talk, 0.9),   # 0.75 * 0.75 * 0.5 against 0.25 * 0.5 * 0.25
    ((2, 2, 1), honest_talk, 0.75),  # 0.75 * 0.75 * 0.5 against 0.25 * 0.5 * 0.75
    ((2, 0, 1), honest_talk, 0.5)])  # 0.75 * 0.25 * 0.5 against 0.25 * 0.5 * 0.75
def test_in_tiny_traitor_hints_and_honest_accusations_tell_who_is_the_traitor(accused, moves, traitor):
    state = after("tiny_traitor", 2, 2, 2, *accused)
    (fact,) = hidden_facts("tiny_traitor")
    found = find_posterior(state, 0, moves)
    for name, share in (("player_2", traitor), ("player_1", 1 - traitor)):
        assert found.of(lambda possible: fact.values(possible, 0)[name]) == pytest.approx(  # noqa: B023
            {"Traitor": share, "Loyal": 1 - share})


def test_in_a_game_that_redraws_positions_the_teams_of_strangers_are_drawn_by_the_deal():
    state, player = whole_decisions("two_rooms_and_a_boom", 1)[0]
    team, *_ = hidden_facts("two_rooms_and_a_boom")
    own = state.observation(player)["team"]
    posterior = find_posterior(state, player, seed=1)
    stranger = next(iter(team.values(state, player)))
    found = posterior.of(lambda possible: team.values(possible, player)[stranger])
    assert found[own] == pytest.approx(2 / 5, abs=4 * math.sqrt(0.24 / posterior.draws))
