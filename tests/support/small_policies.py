"""Policies of Kuhn poker and other small games, and samples of moves by them."""

import itertools

import numpy as np
import pyspiel

from gtarena.game_theory.policies.sequence_form import Numbers, SequenceForm, sequence_form


def form_of(game: str) -> SequenceForm:
    return sequence_form(pyspiel.load_game(game))


def betting(form: SequenceForm, probability: float) -> Numbers:
    """Kuhn poker's policy that bets and calls with the same probability whatever it holds."""
    return kuhn_policy(form, {state.key: probability for state in form.states})


def equilibrium(form: SequenceForm, alpha: float) -> Numbers:
    """Member of the family of equilibria of Kuhn poker (Kuhn 1950), by the probability of a bluff."""
    return kuhn_policy(form, {
        "0": alpha, "1": 0, "2": 3 * alpha, "0pb": 0, "1pb": alpha + 1 / 3, "2pb": 1,
        "0p": 1 / 3, "1p": 0, "2p": 1, "0b": 0, "1b": 1 / 3, "2b": 1})


def kuhn_policy(form: SequenceForm, bets: dict[str, float]) -> Numbers:
    behaviour = form.uniform()
    for first, state in zip(form.firsts, form.states, strict=False):
        behaviour[first:first + 2, 0] = 1 - bets[state.key], bets[state.key]
    return behaviour


def random_policy(form: SequenceForm, seed: int, concentration: float = 1.0) -> Numbers:
    drawn = np.random.default_rng(seed).gamma(np.full((len(form.owners), 1), concentration)) + 1e-9
    return drawn / form.sums(drawn)


def sample_counts(form: SequenceForm, behaviour: Numbers, moves: int, generator: np.random.Generator) -> Numbers:
    """Counts of so many independent moves at every information state."""
    counts = np.zeros_like(behaviour)
    for first, last in itertools.pairwise(form.firsts):
        counts[first:last, 0] = generator.multinomial(moves, behaviour[first:last, 0])
    return counts
