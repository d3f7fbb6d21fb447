"""The search on searched states: OpenSpiel's own tree, from far fewer steps of Python."""

import random
from collections import Counter

import numpy as np
import open_spiel.python.games  # noqa: F401  registers python_tic_tac_toe
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts

from custom_games.framework.chance import draw
from custom_games.framework.node import Node
from custom_games.framework.rules import CHANCE
from custom_games.framework.spiel import Game
from custom_games.iterated_prisoners_dilemma import IteratedPrisonersDilemma
from gtarena.agents.search.openspiel_bots import BotState, Draws, MCTSBot, RandomPlayouts
from gtarena.agents.search.searched_states import RulesState, SearchedGame, searched_state
from tests.support.compound_games import clue, coins, duet
from tests.support.game_settings import RULES, every_game, every_setting, load


def root_of(game, seat=0):
    root = searched_state(game.new_initial_state(), seat, texts=3)
    while root.player == CHANCE:  # the bots are asked at decisions only
        root = root.after(draw(root.chance_outcomes, random.Random(1)))
    return root


def searched(game, simulations=60, solve=True, uct_c=2.0, rollouts=1, seat=0):
    bot = MCTSBot(game, uct_c, simulations, rollouts, solve, generator(game))
    return bot.mcts_search(BotState(root_of(game, seat)))


def generator(game):
    return random.Random(5) if isinstance(game, Game) else np.random.RandomState(5)


def searched_by_openspiel(game, simulations=60, solve=True, uct_c=2.0, rollouts=1, seat=0):
    rng = generator(game)
    draws = Draws(rng) if isinstance(game, Game) else rng
    sequential = game if game.get_type().dynamics == pyspiel.GameType.Dynamics.SEQUENTIAL else (
        pyspiel.convert_to_turn_based(game))
    bot = mcts.MCTSBot(sequential, uct_c, simulations, RandomPlayouts(rollouts, rng), solve, draws)
    return bot.mcts_search(BotState(root_of(game, seat)))


def same_tree(game, simulations=60, **settings):
    ours = searched(game, simulations, **settings)
    assert tree(ours) == tree(searched_by_openspiel(game, simulations, **settings))
    return ours


def tree(node):
    outcome = None if node.outcome is None else list(node.outcome)
    children = [tree(child) for child in node.children]
    return node.action, int(node.player), node.explore_count, node.total_reward, outcome, children


@every_setting
def test_the_tree_is_the_one_that_openspiels_own_loop_builds(name, variant):
    same_tree(load(name, variant), 40)


@every_game
def test_the_tree_without_proofs_is_the_one_that_openspiels_own_loop_builds(name):
    same_tree(load(name, RULES[name].variants[0]), solve=False)


@pytest.mark.parametrize("game", ["goofspiel(num_cards=3)", "pig(winscore=9)", "python_tic_tac_toe", "matrix_mp"])
def test_the_tree_is_the_same_on_states_of_pyspiel(game):
    same_tree(pyspiel.load_game(game), 150, seat=1)


@pytest.mark.parametrize("game", [
    "goofspiel(num_cards=3,points_order=descending)", "pig(winscore=9)", "python_tic_tac_toe"])
def test_searches_of_openspiels_games_draw_as_openspiel_does(game):
    game, rng = pyspiel.load_game(game), np.random.RandomState(5)
    simultaneous = game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS
    sequential = pyspiel.convert_to_turn_based(game) if simultaneous else game
    bot = mcts.MCTSBot(sequential, 2.0, 150, mcts.RandomRolloutEvaluator(2, rng), True, rng)
    assert tree(bot.mcts_search(sequential.new_initial_state())) == tree(searched(game, 150, rollouts=2))


@pytest.mark.parametrize("game", [clue(), duet(), coins()], ids=str)
@pytest.mark.parametrize("uct_c", [0.0, 0.1, 50.0])
def test_the_tree_of_compound_moves_is_openspiels_too(game, uct_c):
    same_tree(game, uct_c=uct_c, rollouts=3, seat=1)


def test_a_long_search_builds_openspiels_tree_and_a_solved_root_ends_it_unless_proofs_are_not_wanted():
    for name, variant in (("battle_royale", {"players": 3, "lowest_rate": 30, "rate_step": 30, "max_shots": 3}),
                          ("iterated_prisoners_dilemma", {"max_rounds": 2})):
        assert same_tree(load(name, variant), 1500).explore_count > 20
    # Whoever chooses first in the tree is answered by a defection, so both end with the punishment.
    root = searched(load("iterated_prisoners_dilemma", {"max_rounds": 1}), 1000)
    assert (list(root.outcome), root.best_child().action) == ([1, 1], 1)
    assert root.explore_count < 20
    root = searched(load("iterated_prisoners_dilemma", {"max_rounds": 1}), 200, solve=False)
    assert root.outcome is None
    assert root.explore_count == 200


def test_what_chance_chose_counts_for_the_player_before():
    # After mutual defection chance goes on or stops; both are reached by player 1's choice.
    game = load("iterated_prisoners_dilemma", {"max_rounds": 2, "termination_probability": 0.5})
    root = searched(game, 400, solve=False)
    second = next(child for child in root.children if child.action == 1).children
    chance = next(child for child in second if child.action == 1)
    assert {child.player for child in chance.children} == {-1}
    assert chance.explore_count == 1 + sum(child.explore_count for child in chance.children)
    first = chance.total_reward - sum(child.total_reward for child in chance.children)
    assert first in (1, 2, 6, 11)  # player 1's return in the playout that valued the chance node itself


def test_rollouts_are_averaged_and_shuffled_orders_choices_and_numbers_follow_their_probabilities():
    rules = IteratedPrisonersDilemma(max_rounds=1)
    root = RulesState.at_node(Node.from_moves(rules), SearchedGame(rules, 0))
    first, second = (RandomPlayouts(400, random.Random(seed)).evaluate(BotState(root))[0] for seed in (1, 2))
    assert abs(first - 4) < 1  # the mean of 5, 0, 10 and 1; a mean of 400 has a standard error of 0.2
    assert first != second
    draws = Draws(random.Random(1))
    orders = Counter()
    for _ in range(1200):
        items = [0, 1, 2]
        draws.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(abs(times - 200) < 65 for times in orders.values())  # five standard deviations of 12.9
    draws = Draws(random.Random(2))
    chosen = Counter(draws.choice((4, 9), (0.25, 0.75)) for _ in range(1600))
    assert abs(chosen[4] - 400) < 87  # five standard deviations of 17.3
    assert set(Counter(draws.randint(3) for _ in range(100))) == {0, 1, 2}


@pytest.mark.parametrize("game", [coins(), pyspiel.load_game("kuhn_poker")], ids=str)
def test_a_state_of_a_bot_and_its_clone_go_their_own_ways(game):
    state = BotState(searched_state(game.new_initial_state(), 0), game)
    clone = state.clone()
    for action in (1, 0, 1):
        clone.apply_action(action)
    assert state.at is not clone.at
    assert state.current_player() == root_of(game).player or state.is_chance_node()
    assert clone.current_player() == 1
    assert clone.get_game() is game
    assert clone.legal_actions() == list(clone.at.legal_actions())
    clone.apply_action(1)
    assert clone.is_terminal()
    assert len(clone.returns()) == 2
