"""OpenSpiel's MCTS and IS-MCTS in Python, on searched states."""

import random
from collections.abc import Sequence
from math import inf, log, sqrt
from operator import itemgetter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts

from custom_games.framework import chance, rules
from gtarena.agents.search.redrawn_states import prepare_redraws
from gtarena.agents.search.searched_states import SearchedState

# Members of pyspiel's enumeration take longer to compare than the numbers that they are.
CHANCE, TERMINAL = int(rules.CHANCE), int(rules.TERMINAL)

Generator = random.Random | np.random.RandomState  # for states on rules, and for states of pyspiel


class BotState:
    """A mutable place in a tree of searched states, with the methods that the bots call on a ``pyspiel.State``."""

    __slots__ = ("_game", "at")

    def __init__(self, at: SearchedState, game: pyspiel.Game | None = None) -> None:
        self.at, self._game = at, game

    def clone(self) -> "BotState":
        return BotState(self.at, self._game)

    def get_game(self) -> pyspiel.Game | None:
        return self._game

    def current_player(self) -> int:
        return self.at.player

    def is_terminal(self) -> bool:
        return self.at.player == TERMINAL

    def is_chance_node(self) -> bool:
        return self.at.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        return list(self.at.legal_actions())

    def chance_outcomes(self) -> Sequence[tuple[int, float]]:
        return self.at.chance_outcomes

    def apply_action(self, action: int) -> None:
        self.at = self.at.after(action)

    def returns(self) -> Sequence[float]:
        return self.at.returns


class RandomPlayouts(mcts.Evaluator):  # type: ignore[misc]
    """OpenSpiel's ``RandomRolloutEvaluator`` for searched states: the mean of random playouts, and no preferences."""

    def __init__(self, rollouts: int, rng: Generator) -> None:
        self._rollouts, self._rng = rollouts, rng

    def evaluate(self, state: BotState) -> Sequence[float]:
        return self.mean_returns(state.at)

    def mean_returns(self, at: SearchedState) -> Sequence[float]:
        """Returns each player's return, averaged over the playouts."""
        if self._rollouts == 1:
            return at.random_returns(self._rng)
        played = [at.random_returns(self._rng) for _ in range(self._rollouts)]
        return [sum(earned) / self._rollouts for earned in zip(*played, strict=True)]

    def prior(self, state: BotState) -> list[tuple[int, float]]:
        return self.probabilities(state.at)

    def probabilities(self, at: SearchedState) -> list[tuple[int, float]]:
        """Returns the actions or outcomes at a state with the probabilities of a playout."""
        if at.player == CHANCE:
            return list(at.chance_outcomes)
        legal = at.legal_actions()
        share = 1 / len(legal)
        return [(action, share) for action in legal]


class Draws:
    """The methods of ``numpy.random.RandomState`` that the bots use, which are slow there for single draws."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def shuffle(self, items: list[Any]) -> None:
        draw = self._rng.random
        items.sort(key=lambda _: draw())

    def choice(self, items: Sequence[int], p: Sequence[float]) -> int:
        """Draws one of the items by their probabilities."""
        return chance.draw(list(zip(items, p, strict=True)), self._rng)

    def randint(self, high: int) -> int:
        """Draws a whole number from 0 to ``high - 1``."""
        return int(self._rng.random() * high)


def as_numpy_draws(rng: Generator) -> Draws | np.random.RandomState:
    """Returns the generator in the form in which the bots take it."""
    return Draws(rng) if isinstance(rng, random.Random) else rng


class MCTSBot(mcts.MCTSBot):  # type: ignore[misc]
    """OpenSpiel's MCTS with its inner loop written out for searched states: the same tree from fewer calls."""

    def __init__(
        self, game: pyspiel.Game, uct_c: float, simulations: int, rollouts: int, solve: bool, rng: Generator
    ) -> None:
        if game.get_type().dynamics == pyspiel.GameType.Dynamics.SIMULTANEOUS:
            # OpenSpiel's constructor asks for a sequential game, and reads only its type and its largest return.
            game = pyspiel.convert_to_turn_based(game)
        super().__init__(game, uct_c, simulations, RandomPlayouts(rollouts, rng), solve, as_numpy_draws(rng))
        self._rng = rng

    def mcts_search(self, state: BotState) -> mcts.SearchNode:
        root = mcts.SearchNode(None, state.at.player, 1)
        for _ in range(self.max_simulations):
            path, leaf = self._descend(root, state.at)
            if leaf.player == TERMINAL:
                returns = path[-1].outcome = leaf.returns
                _back_up(path, returns)
                if self.solve:
                    self._prove(path)
            else:
                _back_up(path, self.evaluator.mean_returns(leaf))
            if root.outcome is not None:
                break
        return root

    def _descend(self, root: mcts.SearchNode, at: SearchedState) -> tuple[list[mcts.SearchNode], SearchedState]:
        """Returns the nodes from the root to a leaf, which ends the game or has not been evaluated, and its state."""
        node, path = root, [root]
        while node.explore_count and at.player != TERMINAL:
            if not node.children:
                node.children = self._children(at)
            if at.player == CHANCE:
                outcome = at.draw_outcome(self._rng)
                node = next(child for child in node.children if child.action == outcome)
            else:
                node = _most_promising(node, self.uct_c)
            at = at.following.get(node.action) or at.after(node.action)
            path.append(node)
        return path, at

    def _children(self, at: SearchedState) -> list[mcts.SearchNode]:
        listed = self.evaluator.probabilities(at)
        self._random_state.shuffle(listed)
        return [mcts.SearchNode(action, at.player, share) for action, share in listed]

    def _prove(self, path: list[mcts.SearchNode]) -> None:
        """Passes a proven outcome up the path as far as it proves the nodes before it."""
        for node in path[-2::-1]:
            node.outcome = self._proven_outcome(node.children)
            if node.outcome is None:
                return

    def _proven_outcome(self, children: list[mcts.SearchNode]) -> Sequence[float] | None:
        """Returns the outcome that the node of these children is sure to have; ``None`` if that is not known yet."""
        player = children[0].player
        known = [child.outcome for child in children if child.outcome is not None]
        if player == CHANCE:
            same = len(known) == len(children) and all(outcome == known[0] for outcome in known)
            return known[0] if same else None
        best = max(known, key=itemgetter(player))
        return best if len(known) == len(children) or best[player] == self.max_utility else None


def _back_up(path: list[mcts.SearchNode], returns: Sequence[float]) -> None:
    """Adds a playout's returns to the nodes on its path: each counts the return of the player who chose it."""
    player = path[0].player
    for node in path:
        # What chance chose counts for the player who chose before.
        if node.player != CHANCE:
            player = node.player
        node.total_reward += returns[player]
        node.explore_count += 1


def _most_promising(node: mcts.SearchNode, uct_c: float) -> mcts.SearchNode:
    """Returns the child of the highest UCT value, the first of several."""
    children, visits = node.children, node.explore_count
    if visits <= len(children):
        # The first visit ended at the node itself, and each of the others at a child that had not been visited.
        return children[visits - 1]
    best, most, explored = children[0], -inf, log(visits)
    for child in children:
        outcome = child.outcome
        if outcome is None:
            count = child.explore_count
            value = child.total_reward / count + uct_c * sqrt(explored / count)
        else:
            value = outcome[child.player]
        if value > most:
            best, most = child, value
    return best


class ISMCTSBot(ismcts.ISMCTSBot):  # type: ignore[misc]
    """OpenSpiel's IS-MCTS with states drawn by :mod:`gtarena.agents.search.redrawn_states`.

    ``worlds`` is the number of states drawn for a decision; -1 draws one for each simulation. ``rng`` draws moves, and
    another generator, with the ``seed``, what is hidden.
    """

    def __init__(
        self, game: pyspiel.Game, uct_c: float, simulations: int, worlds: int, rng: Generator, seed: int
    ) -> None:
        self._worlds_rng = random.Random(seed)
        super().__init__(game, RandomPlayouts(1, rng), uct_c, simulations, worlds, as_numpy_draws(rng))

    def get_state_key(self, state: BotState) -> tuple[int, str]:
        return state.at.knowledge(state.at.player)

    def run_search(self, state: pyspiel.State) -> list[tuple[int, float]]:
        root, draw = prepare_redraws(state, state.current_player())
        self.set_resampler(lambda state, player: BotState(draw(self._worlds_rng), self._game))
        policy: list[tuple[int, float]] = super().run_search(BotState(root, self._game))
        return policy
