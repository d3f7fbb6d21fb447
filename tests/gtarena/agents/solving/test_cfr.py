"""The agent that plays near an equilibrium by CFR+."""

import asyncio
from collections import Counter

import pyspiel
import pytest

import adapters
from gtarena.agents.base import Decision, Seating
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.solving.cfr import cfr, find_policy
from gtarena.agents.solving.small_games import MOST_NODES
from gtarena.errors import UsageError


@pytest.mark.parametrize(("game", "iterations", "most"), [
    ("kuhn_poker", 1000, 1e-3), ("leduc_poker", 100, 0.02), ("kuhn_poker", 1, 1.0)])
def test_the_policy_comes_near_an_equilibrium(game, iterations, most):
    loaded = pyspiel.load_game(game)
    assert 0 <= pyspiel.exploitability(loaded, find_policy(str(loaded), iterations)) < most


def chosen(player: int, history: list[int], seeds: range) -> Counter[int]:
    """Returns the actions that agents of many seeds choose in Kuhn poker."""
    game = pyspiel.load_game("kuhn_poker")
    state = game.new_initial_state()
    for action in history:
        state.apply_action(action)
    decision = Decision(state, player, adapters.for_game(game), len(history))
    moves = [asyncio.run(cfr(Seating(game, player, seed), 500).act(decision)) for seed in seeds]
    return Counter(move.actions[0] for move in moves)


def test_actions_are_drawn_as_the_equilibria_of_kuhn_poker_say():
    # After a bet the king always calls and the jack always folds; the queen bets first in no equilibrium.
    assert chosen(1, [0, 2, 1], range(40)) == {1: 40}
    assert chosen(1, [1, 0, 1], range(40)) == {0: 40}
    assert chosen(0, [1, 0], range(40))[0] >= 39
    # The second player bluffs with the jack after a pass in a third of all cases.
    assert 70 <= chosen(1, [1, 0, 0], range(300))[1] <= 130


@pytest.mark.parametrize(("game", "reason"), [
    ("kuhn_poker", None), ("leduc_poker", None), ("liars_dice", f"its tree has more than {MOST_NODES:,} nodes"),
    *((game, "it needs two players with opposite interests who move one at a time, and chance that is listed")
      for game in ("kuhn_poker(players=3)", "goofspiel", "bargaining", "deep_sea"))])
def test_it_plays_small_games_of_two_opponents_alone(game, reason):
    loaded = pyspiel.load_game(game)
    assert reason_not_playable("cfr", loaded) == reason
    if reason:
        with pytest.raises(UsageError, match=f"cfr cannot play {loaded.get_type().short_name}: {reason}"):
            cfr(Seating(loaded, 0, 1))


def test_iterations_are_at_least_one():
    with pytest.raises(UsageError, match="iterations=0 is not a whole number of at least 1"):
        cfr(Seating(pyspiel.load_game("kuhn_poker"), 0, 1), 0)
