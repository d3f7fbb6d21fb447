"""Measures of one agent's policy in a small game."""

from dataclasses import dataclass

from gtarena.game_theory.policies.equilibria import NearestEquilibrium, nearest_equilibrium
from gtarena.game_theory.policies.exploitability import Exploitability, exploitability
from gtarena.game_theory.policies.intervals import Intervals, intervals
from gtarena.game_theory.policies.tabular import TabularAnswers


@dataclass(frozen=True, eq=False)
class PolicyMeasures:
    """Measures of a policy; ``intervals`` are ``None`` where there are none, as ``reason`` says."""

    answers: TabularAnswers
    exploitability: Exploitability
    intervals: Intervals | None
    nearest: NearestEquilibrium
    reason: str = ""


def measure_policy(answers: TabularAnswers, seed: int = 0) -> PolicyMeasures:
    """Returns the measures of a policy; the ``seed`` splits the moves in halves and draws starts of searches."""
    form, behaviour, counts = answers.form, answers.behaviour, answers.counts
    found = None if counts is None else intervals(form, counts, seed)
    reason = "" if found else "no interval: an information state has one legal move alone"
    if counts is None:
        reason = "no interval: the probabilities were stated"
    return PolicyMeasures(
        answers, exploitability(form, behaviour), found, nearest_equilibrium(form, behaviour, seed), reason)
