"""Intervals of the values of a policy that is known from a few moves at each information state.

What can be won against the frequencies of moves is on average more than what can be won against the policy, because
the best response also exploits the accidents of the sample. So the lower end takes the responses to one half of the
moves and their payoff against the other half, on which they do not depend: an estimate without bias of something that
cannot be more than the best. The upper end is the highest one of the fixed responses that were found. Payoffs of fixed
responses are sums of products of frequencies that are independent, so that frequencies estimate them without bias.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from gtarena.game_theory.policies.sequence_form import Numbers, SequenceForm
from gtarena.game_theory.policies.tabular import frequencies

SPLITS = 10  # of the moves in two halves; more make the ends depend less on the seed
# Moves, spread evenly over the actions, that are added to every information state for the standard errors alone.
# Without them, an agent that did the same in a few samples would be taken for one that always does. Agresti and Coull
# (The American Statistician 52, 1998) add as many.
ADDED = 4
NORMAL = 1.959964  # quantile at 97.5 %


class Interval(NamedTuple):
    """Interval of 95 %."""

    low: float
    high: float


@dataclass(frozen=True)
class Intervals:
    """Intervals of the values of :class:`~gtarena.game_theory.policies.exploitability.Exploitability`."""

    nash_conv: Interval
    values: tuple[Interval, ...]
    best_responses: tuple[Interval, ...]


class _Target(NamedTuple):
    """Sum of what players get by a response to the policy, and of what they get by the policy, with these weights."""

    responding: Numbers
    playing: Numbers


def intervals(form: SequenceForm, counts: Numbers, seed: int = 0) -> Intervals | None:
    """Returns the intervals of 95 % for a policy of which moves were counted; the ``seed`` splits them in halves.

    Where nothing was counted the policy counts as known and uniform. Returns ``None`` if only one move was counted at
    an information state, because it cannot be split.
    """
    if (form.sums(counts) == 1).any():
        return None
    study, zeros, players = _Study(form, counts, seed), np.zeros(form.players), np.eye(form.players)
    # A value is a mean of what ends pay, and so is between the least and the most of it.
    paid = form.payoffs / form.chances[:, None]
    bounds = list(zip(paid.min(axis=0), paid.max(axis=0), strict=True))
    most = sum(highest for _, highest in bounds) - paid.sum(axis=1).min()
    total = np.ones(form.players)
    return Intervals(
        _within(study.interval(_Target(total, -total)), (0.0, most)),
        tuple(_within(study.interval(_Target(zeros, each)), ends) for each, ends in zip(players, bounds, strict=True)),
        tuple(_within(study.interval(_Target(each, zeros)), ends) for each, ends in zip(players, bounds, strict=True)))


def _within(found: Interval, bounds: tuple[float, float]) -> Interval:
    return Interval(*(float(np.clip(end, *bounds)) for end in found))


class _Study:
    """Responses to halves of the moves, the last one to all of them, and their payoffs against other halves and all."""

    def __init__(self, form: SequenceForm, counts: Numbers, seed: int) -> None:
        halves = halve(form, counts, seed)
        learned = np.hstack([frequencies(form, np.hstack([halves, counts - halves])), frequencies(form, counts)])
        responses = form.best_responses(_slopes_of(form, learned))
        tested = frequencies(form, np.hstack([counts - halves, halves]))
        whole = _slopes_of(form, learned[:, -1:])
        self._form, columns = form, responses.shape[1]
        self._tested = form.worths(_slopes_of(form, tested), responses[:, :-1])[:form.players].mean(axis=1)
        self._responding = form.worths(np.repeat(whole, columns, axis=1), responses)[:form.players]
        self._playing = form.worths(whole, learned[:, -1:])[:form.players, 0]
        self._answers = form.sums(counts)
        self._shares = (counts + ADDED * form.uniform()) / (self._answers + ADDED)
        self._policy = np.repeat(learned[:, -1:], columns, axis=1)
        plans = form.plans(self._policy)
        self._before, self._reaches = plans[form.befores], form.reaches(plans)
        self._response_reaches = form.reaches(form.plans(responses))

    def interval(self, target: _Target) -> Interval:
        """Returns the interval of a target."""
        variances = self._variances(target)
        playing = target.playing @ self._playing
        estimates = target.responding @ self._responding + playing
        low = target.responding @ self._tested + playing - NORMAL * np.sqrt(variances[:-1].mean())
        high = estimates + NORMAL * np.sqrt(variances)
        return Interval(float(min(low, estimates[-1])), float(high.max()))

    def _variances(self, target: _Target) -> Numbers:
        """Returns the variance of a target's estimate by the delta method, for each response as if it were fixed."""
        form = self._form
        slopes = np.zeros_like(self._policy)
        for mover in range(form.players):
            slopes += form.slopes(self._reaches, form.payoffs @ target.playing, mover)
            for payee in set(np.flatnonzero(target.responding)) - {mover}:
                reaches = self._reaches.copy()
                reaches[:, payee] = self._response_reaches[:, payee]
                slopes += target.responding[payee] * form.slopes(reaches, form.payoffs[:, payee], mover)
        gradients = self._before * form.worths(slopes, self._policy)
        deviations = gradients - form.sums(self._shares * gradients)
        # Unbiased as a sample's variance is. Where nothing was counted, nothing is estimated.
        certain = self._answers == 0
        weights = np.where(certain, 0.0, 1 / np.maximum(self._answers - 1, 1))
        return np.asarray((weights * self._shares * deviations**2).sum(axis=0))


def _slopes_of(form: SequenceForm, behaviours: Numbers) -> Numbers:
    return form.own_slopes(form.reaches(form.plans(behaviours)))


def halve(form: SequenceForm, counts: Numbers, seed: int) -> Numbers:
    """Returns the counts in ``SPLITS`` random halves of the moves at every information state, a column each."""
    numbers = counts[:, 0].astype(np.int64)
    # The moves are listed by action. Drawn alike for all counts, halves would prefer some actions.
    generator = np.random.default_rng([seed, *numbers])
    rows = np.repeat(np.arange(len(counts)), numbers)
    states = np.searchsorted(form.firsts, rows, side="right")
    # The order of moves within their information state, by which every second one is taken.
    places = np.arange(len(rows)) - np.searchsorted(states, states)
    halves = np.zeros((len(counts), SPLITS))
    for column in range(SPLITS):
        shuffled = rows[np.lexsort((generator.random(len(rows)), states))]
        np.add.at(halves, (shuffled[places % 2 == 0], column), 1)
    return halves
