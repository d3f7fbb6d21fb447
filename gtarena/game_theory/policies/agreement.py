"""Agreement of what an agent says with what it does: of the probabilities it states with the moves it makes.

The total variation distance of the frequencies of a few moves from stated probabilities is above 0 even for an agent
that plays as it says. It is the difference of the two for the set of actions for which that is largest. So the set is
chosen by one half of the moves and tested on the other: an estimate that is on average at most the distance, and 0 on
average if there is none.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from gtarena.errors import UsageError
from gtarena.game_theory.policies.information_states import InformationState
from gtarena.game_theory.policies.intervals import ADDED, NORMAL, Interval, halve
from gtarena.game_theory.policies.sequence_form import Numbers, SequenceForm
from gtarena.game_theory.policies.tabular import TabularAnswers, frequencies


@dataclass(frozen=True)
class Distance:
    """Total variation distance of stated probabilities from a policy: the share of decisions that differ.

    ``estimate`` corrects for the chance in the moves, and may be below 0 by chance; ``observed`` does not. The
    ``interval`` is one of 95 %.
    """

    estimate: float
    observed: float
    interval: Interval


@dataclass(frozen=True)
class Agreement:
    """Distances of what an agent says from what it does.

    ``overall`` is their mean, weighted by how often an information state is reached in play as stated, and
    ``unweighted`` the plain mean. ``left_out`` are the information states with fewer than two moves or no statement;
    ``reach`` is the share of decisions at those that are compared.
    """

    states: dict[InformationState, Distance]
    overall: Distance
    unweighted: Distance
    left_out: tuple[InformationState, ...]
    reach: float


def agreement(stated: TabularAnswers, sampled: TabularAnswers, seed: int = 0) -> Agreement:
    """Compares the stated with the sampled policy of an agent in the same game; the ``seed`` splits moves in halves.

    If no information state has a statement and two moves, the distances are NaN.

    Raises:
        UsageError: the first has no stated probabilities, or the second no counted moves.
    """
    form, counts = stated.form, sampled.counts
    if counts is None or stated.counts is not None:
        raise UsageError("agreement needs stated probabilities first and counted moves second")
    reaches, totals, unstated = _reaches(stated), form.sums(counts)[form.firsts[:-1], 0], set(stated.unanswered)
    rows = [number for number, state in enumerate(form.states) if totals[number] >= 2 and state not in unstated]
    parts = _compare(form, stated.behaviour, counts, seed)[rows]
    return Agreement(
        {form.states[number]: _mean(part[None], np.ones(1)) for number, part in zip(rows, parts, strict=True)},
        _mean(parts, reaches[rows]), _mean(parts, np.ones(len(rows))),
        tuple(state for number, state in enumerate(form.states) if number not in set(rows)),
        float(reaches[rows].sum() / reaches.sum()))


def _reaches(stated: TabularAnswers) -> Numbers:
    """Returns the probability that each information state is reached if all play as stated."""
    form = stated.form
    plans = form.plans(stated.behaviour)
    reaches = form.reaches(plans)
    slopes = sum((form.slopes(reaches, form.chances, player) for player in range(form.players)), np.zeros_like(plans))
    # A match that comes to a sequence ends with certainty: its worth is the probability that others let it come there.
    come = form.worths(slopes, stated.behaviour) * plans
    return np.add.reduceat(come[:, 0], form.firsts[:-1])


def _compare(form: SequenceForm, stated: Numbers, counts: Numbers, seed: int) -> Numbers:
    """Returns a row per information state: estimate, observed distance, variances of the lower and the upper end."""
    halves, totals = halve(form, counts, seed), form.sums(counts)
    chosen = frequencies(form, np.hstack([halves, counts - halves])) > stated
    tested = frequencies(form, np.hstack([counts - halves, halves]))
    smooth = (counts + ADDED * form.uniform()) / (totals + ADDED)
    shares = frequencies(form, counts)

    def variances(sets: npt.NDArray[np.bool_]) -> Numbers:
        inside = form.sums(smooth * sets)
        return np.asarray(inside * (1 - inside) / np.maximum(totals - 1, 1))

    columns = [form.sums((tested - stated) * chosen).mean(axis=1), form.sums(np.abs(shares - stated))[:, 0] / 2,
               variances(chosen).mean(axis=1), variances(np.hstack([shares > stated, smooth > stated])).max(axis=1)]
    return np.column_stack(columns)[form.firsts[:-1]]


def _mean(parts: Numbers, weights: Numbers) -> Distance:
    """Returns the weighted mean of some information states; NaN if they are never reached."""
    if not weights.sum() > 0:
        return Distance(np.nan, np.nan, Interval(np.nan, np.nan))
    shares = weights / weights.sum()
    estimate, observed = (float(mean) for mean in shares @ parts[:, :2])
    below, above = NORMAL * np.sqrt(shares**2 @ parts[:, 2:])
    return Distance(estimate, observed, Interval(max(0.0, estimate - float(below)), min(1.0, observed + float(above))))
