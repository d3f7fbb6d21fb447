"""The search on light states: OpenSpiel's own tree, from far fewer steps of Python."""

import random
from collections import Counter

import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from custom_games.framework.chance import drawn
from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE
from custom_games.iterated_prisoners_dilemma import IteratedPrisonersDilemma
from gtarena.agents.search.light_search import Draws, LightMCTSBot, NodeWalk, RandomRollouts, Walk
from gtarena.agents.search.light_state import Searched
from gtarena.agents.search.worlds import NodeWorld
from tests.support.compound_games import clue, coins, duet
from tests.support.game_settings import every_setting, load


def searched(kind, game, simulations=60, solve=True, uct_c=2.0, rollouts=1, seat=0):
    rng = random.Random(5)
    sequential = game if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL else (
        pyspiel.convert_to_turn_based(game))
    bot = kind(sequential, uct_c, simulations, RandomRollouts(rollouts, rng), solve, Draws(rng))
    root = Searched(game.rules, seat, 3).root(Node.from_moves(game.rules))
    while root.player == CHANCE:  # the bots are asked at decisions only
        root = root.after(drawn(root.chance_outcomes, random.Random(1)))
    return bot.mcts_search(Walk(root))


def tree(node):
    outcome = None if node.outcome is None else list(node.outcome)
    children = [tree(child) for child in node.children]
    return node.action, int(node.player), node.explore_count, node.total_reward, outcome, children


@pytest.mark.parametrize("solve", [True, False])
@every_setting
def test_the_tree_is_the_one_that_openspiels_own_loop_builds(name, variant, solve):
    game = load(name, variant)
    ours, theirs = (searched(kind, game, solve=solve) for kind in (LightMCTSBot, mcts.MCTSBot))
    assert tree(ours) == tree(theirs)


@pytest.mark.parametrize("game", [clue(), duet(), coins()], ids=str)
@pytest.mark.parametrize("uct_c", [0.0, 0.1, 50.0])
def test_the_tree_of_compound_moves_is_openspiels_too(game, uct_c):
    ours, theirs = (searched(kind, game, uct_c=uct_c, rollouts=3, seat=1) for kind in (LightMCTSBot, mcts.MCTSBot))
    assert tree(ours) == tree(theirs)


def test_a_long_search_with_chance_and_proven_ends_builds_openspiels_tree():
    for name, variant in (("battle_royale", {"players": 3, "lowest_rate": 30, "rate_step": 30, "max_shots": 3}),
                          ("iterated_prisoners_dilemma", {"max_rounds": 2})):
        ours, theirs = (searched(kind, load(name, variant), 1500) for kind in (LightMCTSBot, mcts.MCTSBot))
        assert tree(ours) == tree(theirs)
        assert ours.explore_count > 20


def test_a_solved_root_ends_the_search_with_the_outcome_of_best_replies():
    # Whoever chooses first in the tree is answered by a defection, so both end with the punishment.
    root = searched(LightMCTSBot, load("iterated_prisoners_dilemma", {"max_rounds": 1}), 1000)
    assert list(root.outcome) == [1, 1]
    assert root.best_child().action == 1
    assert root.explore_count < 20


def test_nothing_is_proven_where_that_is_not_wanted():
    root = searched(LightMCTSBot, load("iterated_prisoners_dilemma", {"max_rounds": 1}), 200, solve=False)
    assert root.outcome is None
    assert root.explore_count == 200


def test_what_chance_chose_counts_for_the_player_before():
    # After mutual defection chance goes on or stops; both are reached by player 1's choice.
    game = load("iterated_prisoners_dilemma", {"max_rounds": 2, "termination_probability": 0.5})
    root = searched(LightMCTSBot, game, 400, solve=False)
    second = next(child for child in root.children if child.action == 1).children
    chance = next(child for child in second if child.action == 1)
    assert {child.player for child in chance.children} == {-1}
    assert chance.explore_count == 1 + sum(child.explore_count for child in chance.children)
    first = chance.total_reward - sum(child.total_reward for child in chance.children)
    assert first in (1, 2, 6, 11)  # player 1's return in the playout that valued the chance node itself


def test_several_rollouts_are_averaged():
    walk = Walk(Searched(IteratedPrisonersDilemma(max_rounds=1), 0).root(
        Node.from_moves(IteratedPrisonersDilemma(max_rounds=1))))
    first, second = (RandomRollouts(400, random.Random(seed)).evaluate(walk)[0] for seed in (1, 2))
    assert abs(first - 4) < 1  # the mean of 5, 0, 10 and 1; a mean of 400 has a standard error of 0.2
    assert first != second


def test_shuffled_orders_are_equally_likely():
    draws = Draws(random.Random(1))
    orders = Counter()
    for _ in range(1200):
        items = [0, 1, 2]
        draws.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(abs(times - 200) < 65 for times in orders.values())  # five standard deviations of 12.9


def test_choices_follow_their_probabilities_and_numbers_are_equally_likely():
    draws = Draws(random.Random(2))
    chosen = Counter(draws.choice((4, 9), (0.25, 0.75)) for _ in range(1600))
    assert abs(chosen[4] - 400) < 87  # five standard deviations of 17.3
    assert set(Counter(draws.randint(3) for _ in range(100))) == {0, 1, 2}


def test_a_walk_and_its_clone_go_their_own_ways():
    game = coins()
    walk = NodeWalk(NodeWorld(Node.from_moves(game.rules)), game)
    clone = walk.clone()
    for action in (1, 0, 1):
        clone.apply_action(action)
    assert (walk.current_player(), clone.current_player()) == (0, 1)
    assert clone.information_state_string() == clone.at.node.information_state_text(1)
    assert clone.get_game() is game
    assert clone.legal_actions() == [0, 1, 2]
    clone.apply_action(2)
    assert clone.is_terminal()
    assert clone.returns() == [1, 1]
