"""Distance of policies to the nearest equilibrium.

In a game of two players whose returns have a constant sum, the plans that a player follows in some equilibrium are
those that secure the game's value: they solve a linear program (Koller, Megiddo and von Stengel, "Fast algorithms for
finding randomized strategies in game trees", STOC 1994, Eq. 8 and 9). The nearest one solves another. In other games,
counterfactual regret minimization (Zinkevich et al. 2007) may find equilibria, and the distance to the nearest of those
found is an upper bound.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from gtarena.formatting import one_line
from gtarena.game_theory.policies.exploitability import exploitability
from gtarena.game_theory.policies.sequence_form import Numbers, SequenceForm

TOLERANCE = 1e-10  # of the value that an equilibrium secures, for rounding
SEARCHES, ITERATIONS = 6, 1000
NEAR = 0.001  # NashConv that counts as an equilibrium, as a share of the difference of the highest and lowest return


@dataclass(frozen=True, eq=False)
class NearestEquilibrium:
    """Equilibrium near a policy, as a behaviour of one column, and the distance to it by player.

    A distance is the share of matches against players who move at random, with the same chance, that end otherwise than
    by the policy: total variation of the ends. It is 0 only if the player does the same wherever it comes. ``exact`` is
    false if there may be nearer equilibria than this one, and if none was found, as ``reason`` tells: then distances
    are NaN.
    """

    distances: tuple[float, ...]
    behaviour: Numbers | None
    exact: bool
    reason: str = ""

    @property
    def distance(self) -> float:
        """Mean of the distances of all players."""
        return float(np.mean(self.distances))


def nearest_equilibrium(form: SequenceForm, behaviour: Numbers, seed: int = 0) -> NearestEquilibrium:
    """Returns the nearest equilibrium to a policy, given as a behaviour of one column; the ``seed`` draws starts."""
    return _solve(form, behaviour) if _opposed(form) else _search(form, behaviour, seed)


def distances(form: SequenceForm, first: Numbers, second: Numbers) -> tuple[float, ...]:
    """Returns the distance of two behaviours by player, as :class:`NearestEquilibrium` has it."""
    apart = _weights(form) * np.abs(form.plans(first) - form.plans(second))[:, 0]
    return tuple(float(apart[form.owners == player].sum() / 2) for player in range(form.players))


def _opposed(form: SequenceForm) -> bool:
    return form.players == 2 and bool(np.ptp(form.payoffs.sum(axis=1) / form.chances) < 1e-9)


def _weights(form: SequenceForm) -> Numbers:
    """Returns the probability that chance and random others contribute to the ends of each sequence."""
    reaches = form.reaches(form.plans(form.uniform()))
    return np.asarray(sum(form.slopes(reaches, form.chances, player)[:, 0] for player in range(form.players)))


class _NotSolvedError(Exception):
    """A linear program without a solution, which is a matter of rounding; the text is the reason."""


def _none_found(form: SequenceForm, reason: str) -> NearestEquilibrium:
    return NearestEquilibrium((np.nan,) * form.players, None, exact=False, reason=reason)


def _solve(form: SequenceForm, behaviour: Numbers) -> NearestEquilibrium:
    plan = form.plans(behaviour)[:, 0]
    nearest = np.zeros_like(plan)
    try:
        for player in range(form.players):
            mine = form.owners == player
            nearest[mine] = _Security(form, player).nearest(plan[mine], _weights(form)[mine])
    except _NotSolvedError as error:
        return _none_found(form, f"the linear program of the nearest equilibrium was not solved ({error})")
    found = form.behaviours(np.maximum(nearest, 0.0)[:, None])
    return NearestEquilibrium(distances(form, behaviour, found), found, exact=True)


class _Security:
    """Linear programs in a player's plan and in what the opponent leaves it at each of its information states.

    The columns are the player's sequences, the opponent's information states and, last, the whole game.
    """

    def __init__(self, form: SequenceForm, player: int) -> None:
        from scipy.sparse import coo_matrix, csr_matrix, hstack

        self._mine, other = np.flatnonzero(form.owners == player), 1 - player
        theirs = np.flatnonzero(form.owners == other)
        shape, size = (len(form.owners), len(form.owners)), len(form.states)
        paid = csr_matrix((form.payoffs[:, player], (form.ends[:, other], form.ends[:, player])), shape=shape)
        # A row for each sequence of the opponent: what it leaves is at most the payoff there and what follows.
        owned = np.array([state.player for state in form.states]) == other
        number = np.cumsum(owned) - 1
        states = np.flatnonzero(owned)
        width = len(states) + 1
        after = coo_matrix((np.ones(len(states)), (form.parents[states], number[states])), shape=(shape[0], width))
        of = np.concatenate([np.full(form.players, width - 1), number[np.repeat(np.arange(size), form.sizes)]])
        here = coo_matrix((np.ones(len(theirs)), (theirs, of[theirs])), shape=(shape[0], width))
        self._left = hstack([-paid[:, self._mine], here - after]).tocsr()[theirs]
        self._plans, self._start = self._plan_rows(form, player, width)

    def _plan_rows(self, form: SequenceForm, player: int, width: int) -> tuple[Any, Numbers]:
        """Returns the equations of a plan: it starts with 1, and what comes to a state leaves it."""
        from scipy.sparse import csr_matrix

        states = [number for number, state in enumerate(form.states) if state.player == player]
        rows, columns, numbers = [0], [player], [1.0]
        for row, number in enumerate(states, start=1):
            actions = range(form.firsts[number], form.firsts[number + 1])
            rows += [row] * (len(actions) + 1)
            columns += [int(form.parents[number]), *actions]
            numbers += [-1.0] + [1.0] * len(actions)
        equations = csr_matrix((numbers, (rows, columns)), shape=(len(states) + 1, len(form.owners)))[:, self._mine]
        equations.resize((len(states) + 1, len(self._mine) + width))
        return equations, np.eye(1, len(states) + 1)[0]

    def nearest(self, plan: Numbers, weights: Numbers) -> Numbers:
        """Returns the plan that secures the game's value and is nearest to a plan, with these weights of sequences."""
        from scipy.sparse import csr_matrix, eye, hstack, vstack

        size, width = len(plan), self._left.shape[1] - len(plan)
        bounds: list[tuple[float | None, float | None]] = [(0, 1)] * size + [(None, None)] * width
        zeros = np.zeros(self._left.shape[0])
        value = _minimum(-np.eye(1, size + width, size + width - 1)[0], self._left, zeros, self._plans, self._start,
                         bounds)[-1]
        # Further columns have the differences, without their signs.
        gap = csr_matrix((size, width))
        rows = vstack([hstack([self._left, csr_matrix((len(zeros), size))]), hstack([eye(size), gap, -eye(size)]),
                       hstack([-eye(size), gap, -eye(size)])])
        equations = hstack([self._plans, csr_matrix((self._plans.shape[0], size))])
        bounds = [*bounds[:-1], (value - TOLERANCE, None), *[(0, None)] * size]
        costs = np.concatenate([np.zeros(size + width), weights])
        return _minimum(costs, rows, np.concatenate([zeros, plan, -plan]), equations, self._start, bounds)[:size]


def _minimum(costs: Numbers, rows: Any, most: Numbers, equations: Any, sums: Numbers, bounds: Any) -> Numbers:
    from scipy.optimize import linprog

    found = linprog(costs, A_ub=rows, b_ub=most, A_eq=equations, b_eq=sums, bounds=bounds, method="highs")
    if found.x is None:
        raise _NotSolvedError(one_line(found.message))
    return np.asarray(found.x)


def _search(form: SequenceForm, behaviour: Numbers, seed: int) -> NearestEquilibrium:
    found = _minimize_regret(form, np.hstack([behaviour, form.uniform(), _draw(form, SEARCHES - 2, seed)]))
    returns = form.payoffs / form.chances[:, None]
    most = NEAR * float(returns.max() - returns.min())
    equilibria = [column for column in np.hsplit(found, found.shape[1])
                  if exploitability(form, column).nash_conv <= most]
    if not equilibria:
        return _none_found(form, "no equilibrium was found")
    nearest = min(equilibria, key=lambda column: sum(distances(form, behaviour, column)))
    return NearestEquilibrium(distances(form, behaviour, nearest), nearest, exact=False)


def _draw(form: SequenceForm, columns: int, seed: int) -> Numbers:
    """Returns random behaviours, each action's share uniform before they are made to sum to 1."""
    drawn = np.random.default_rng(seed).random((len(form.owners), columns)) + TOLERANCE
    return drawn / form.sums(drawn)


def _minimize_regret(form: SequenceForm, starts: Numbers) -> Numbers:
    """Returns the average and the last behaviours of regret matching that begins with the given ones.

    Regrets are not negative, and iterations are weighted by their number, as in CFR+ (Tammelin 2014).
    """
    current, regrets, average = starts, np.zeros_like(starts), np.zeros_like(starts)
    for iteration in range(1, ITERATIONS + 1):
        plans = form.plans(current)
        average += iteration * plans
        worths = form.worths(form.own_slopes(form.reaches(plans)), current)
        regrets = np.maximum(regrets + worths - form.sums(current * worths), 0.0)
        sums = form.sums(regrets)
        current = np.where(sums > 0, regrets / np.where(sums > 0, sums, 1), form.uniform())
        current[:form.players] = 1
    return np.hstack([form.behaviours(average / average[:1]), current])
