"""Sequence form of games: the values of policies, of responses to them and their slopes, for many policies at once.

A sequence is an action at an information state, or the start of a player (von Stengel, "Efficient computation of
behavior strategies", Games and Economic Behavior 14, 1996). All arrays have a row for each sequence, first the starts
in the order of players, and a column for each policy of all players.

- A behaviour has the probability of each action at its information state, and 1 at the starts.
- A plan (realization plan) has the product of a player's probabilities up to and with each sequence.
- Slopes have the derivative of a payoff with respect to the plan.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import pyspiel

from gtarena.game_theory.policies.information_states import MOST_STATES, InformationState, LastChoice, Survey, survey

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

TIE = 1e-12  # actions whose values differ by less are equal up to rounding


@dataclass(frozen=True)
class _Level:
    """Information states before which their player had as many choices each; their sequences follow each other."""

    sequences: slice
    offsets: Indices  # of each information state's first sequence, from the start of the slice
    sizes: Indices  # numbers of actions
    parents: Indices  # sequences


class SequenceForm:
    """Game as its sequences and the payoffs where they meet.

    ``states`` are the information states in the order of their sequences: those of number i are
    ``firsts[i]:firsts[i + 1]``. ``owners`` has the player of each sequence, ``befores`` the sequence before each one's
    information state. ``ends`` has the last sequence of every player, by end, ``chances`` the probability of chance's
    outcomes there, and ``payoffs`` each player's returns there times that probability.
    """

    def __init__(self, found: Survey) -> None:
        depths: list[int] = []
        for parent in found.parents:
            depths.append(0 if parent is None else depths[parent[0]] + 1)
        order = sorted(range(len(depths)), key=depths.__getitem__)
        self.players = found.players
        self.states: tuple[InformationState, ...] = tuple(found.states[number] for number in order)
        self.sizes: Indices = np.array([len(state.actions) for state in self.states], dtype=np.int64)
        self.firsts: Indices = self.players + np.concatenate([[0], np.cumsum(self.sizes)]).astype(np.int64)
        firsts = dict(zip(order, self.firsts, strict=False))

        def row(player: int, sequence: LastChoice) -> int:
            return player if sequence is None else int(firsts[sequence[0]]) + sequence[1]

        self.parents: Indices = np.array(
            [row(found.states[number].player, found.parents[number]) for number in order], dtype=np.int64)
        starts = list(range(self.players))
        players = np.array([state.player for state in self.states], dtype=np.int64)
        self.owners: Indices = np.concatenate([starts, np.repeat(players, self.sizes)]).astype(np.int64)
        self.befores: Indices = np.concatenate([starts, np.repeat(self.parents, self.sizes)]).astype(np.int64)
        self.ends: Indices = np.array(
            [[row(player, sequence) for player, sequence in enumerate(end)] for end in found.ends], dtype=np.int64)
        sums = np.array(list(found.ends.values()))
        self.payoffs: Numbers = sums[:, :-1]
        self.chances: Numbers = sums[:, -1]
        self._levels = self._make_levels([depths[number] for number in order])

    def _make_levels(self, depths: Sequence[int]) -> list[_Level]:
        bounds = np.searchsorted(depths, range(max(depths, default=-1) + 2))
        return [_Level(slice(int(self.firsts[low]), int(self.firsts[high])), self.firsts[low:high] - self.firsts[low],
                       self.sizes[low:high], self.parents[low:high])
                for low, high in itertools.pairwise(bounds)]

    def uniform(self) -> Numbers:
        """Returns the behaviour in which all actions are equally likely, of one column."""
        return np.concatenate([np.ones(self.players), np.repeat(1 / self.sizes, self.sizes)])[:, None]

    def plans(self, behaviours: Numbers) -> Numbers:
        """Returns the realization plans of behaviours."""
        plans = behaviours.copy()
        for level in self._levels:
            plans[level.sequences] *= plans[self.befores[level.sequences]]
        return plans

    def behaviours(self, plans: Numbers) -> Numbers:
        """Returns the behaviours of realization plans, uniform where the player itself never comes."""
        before = plans[self.befores]
        return np.divide(plans, before, out=np.broadcast_to(self.uniform(), plans.shape).copy(), where=before > TIE)

    def reaches(self, plans: Numbers) -> Numbers:
        """Returns the contribution of every player to the probability of each end: ends x players x columns."""
        return plans[self.ends]

    def slopes(self, reaches: Numbers, payoffs: Numbers, player: int) -> Numbers:
        """Returns the slopes of a payoff, given by end, at the player's sequences, and 0 at those of others.

        ``reaches`` are as :meth:`reaches` returns them; the player's own do not matter.
        """
        others = np.delete(reaches, player, axis=1).prod(axis=1)
        return np.asarray(self._endings[player] @ (payoffs[:, None] * others))

    def own_slopes(self, reaches: Numbers) -> Numbers:
        """Returns the slopes of each player's own payoff at its sequences."""
        return sum((self.slopes(reaches, self.payoffs[:, player], player) for player in range(self.players)),
                   np.zeros((len(self.owners), reaches.shape[2])))

    def worths(self, slopes: Numbers, behaviours: Numbers) -> Numbers:
        """Returns the payoff from each sequence on, if its player goes on as it behaves; at the starts, the whole."""
        worths = slopes.copy()
        for level in reversed(self._levels):
            after = np.add.reduceat(worths[level.sequences] * behaviours[level.sequences], level.offsets, axis=0)
            np.add.at(worths, level.parents, after)
        return worths

    def best_responses(self, slopes: Numbers) -> Numbers:
        """Returns the behaviours with the highest payoff; actions of equal payoff are equally likely."""
        worths, responses = slopes.copy(), np.ones_like(slopes)
        for level in reversed(self._levels):
            here = worths[level.sequences]
            best = np.maximum.reduceat(here, level.offsets, axis=0)
            chosen = here >= np.repeat(best, level.sizes, axis=0) - TIE
            shares = np.add.reduceat(chosen, level.offsets, axis=0, dtype=np.float64)
            responses[level.sequences] = chosen / np.repeat(shares, level.sizes, axis=0)
            np.add.at(worths, level.parents, best)
        return responses

    def sums(self, numbers: Numbers) -> Numbers:
        """Returns for each sequence the sum over all actions at its information state; at the starts, the numbers."""
        firsts = np.concatenate([np.arange(self.players), self.firsts[:-1]])
        sizes = np.concatenate([np.ones(self.players, dtype=np.int64), self.sizes])
        return np.repeat(np.add.reduceat(numbers, firsts, axis=0), sizes, axis=0)

    @cached_property
    def _endings(self) -> list[Any]:
        """Matrices by player that sum numbers of ends by the player's sequence, sequences x ends."""
        from scipy.sparse import csr_matrix

        ends = np.arange(len(self.ends))
        shape = (len(self.owners), len(self.ends))
        return [csr_matrix((np.ones(len(ends)), (rows, ends)), shape=shape) for rows in self.ends.T]


def sequence_form(game: pyspiel.Game, most: int = MOST_STATES) -> SequenceForm:
    """Returns the sequence form of a game.

    Raises:
        UsageError: the game cannot be listed, or has more than ``most`` information states.
    """
    return SequenceForm(survey(game, most))
