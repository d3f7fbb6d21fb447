"""Measures how often the 95 % intervals of policies' values hold the true values, in simulated samples of moves.

    nice .venv/bin/python scripts/policy_coverage.py [--samples 400] [--large-samples 40]

A row is printed for each policy and number of moves at every information state: the true NashConv, the mean of the
NashConv against the frequencies, the share of intervals that hold the true one, those that lie above it, their mean
width, and the shares that hold the values of the players and those of best responses, both on average.
"""

import argparse
import itertools

import numpy as np
import pyspiel

from gtarena.game_theory.policies.exploitability import exploitability
from gtarena.game_theory.policies.intervals import intervals
from gtarena.game_theory.policies.sequence_form import Numbers, SequenceForm, sequence_form
from gtarena.game_theory.policies.tabular import frequencies
from tests.support.small_policies import betting, equilibrium, sample_counts

MOVES = (5, 20, 100)
ROUNDING = 1e-9
HEADING = "| game | policy | moves | NashConv | observed | held | above | width | values | best responses |"


def kuhn_policies(form: SequenceForm) -> dict[str, Numbers]:
    """Returns policies of Kuhn poker, three of them equilibria."""
    family = {f"equilibrium, α = {name}": equilibrium(form, alpha)
              for name, alpha in (("0", 0.0), ("1/6", 1 / 6), ("1/3", 1 / 3))}
    noisy = 0.9 * equilibrium(form, 1 / 6) + 0.1 * form.uniform()
    bettors = {name: betting(form, bet)
               for name, bet in (("always bet", 1.0), ("bet in 95 %", 0.95), ("always pass", 0.0))}
    return {**bettors, "random play": form.uniform(), **family, "near equilibrium": noisy, **drawn_policies(form, 4)}


def drawn_policies(form: SequenceForm, count: int) -> dict[str, Numbers]:
    """Returns policies with probabilities from Dirichlet distributions, every second one nearly deterministic."""
    generator, drawn = np.random.default_rng(0), {}
    for number in range(count):
        weights = generator.gamma(np.full((len(form.owners), 1), (1.0, 0.2)[number % 2])) + ROUNDING
        drawn[f"drawn {number + 1}"] = weights / form.sums(weights)
    return drawn


def row(game: str, form: SequenceForm, name: str, behaviour: Numbers, moves: int, samples: int) -> str:
    """Returns the row of a policy."""
    truth, generator = exploitability(form, behaviour), np.random.default_rng(moves)
    true = np.array([truth.nash_conv, *truth.values, *truth.best_responses])
    ends, observed = [], []
    for seed in range(samples):
        counts = sample_counts(form, behaviour, moves, generator)
        found = intervals(form, counts, seed)
        assert found is not None
        ends.append([found.nash_conv, *found.values, *found.best_responses])
        observed.append(exploitability(form, frequencies(form, counts)).nash_conv)
    low, high = np.moveaxis(np.array(ends), 2, 0)
    held = ((low <= true + ROUNDING) & (high >= true - ROUNDING)).mean(axis=0)
    values, best = held[1:].reshape(2, -1).mean(axis=1)
    above = (low[:, 0] > true[0] + ROUNDING).mean()
    cells = (f"{true[0]:.3f}", f"{np.mean(observed):.3f}", f"{held[0]:.1%}", f"{above:.1%}",
             f"{(high - low)[:, 0].mean():.3f}", f"{values:.1%}", f"{best:.1%}")
    return f"| {game} | {name} | {moves} | " + " | ".join(cells) + " |"


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--samples", type=int, default=400)
    parser.add_argument("--large-samples", type=int, default=40)
    arguments = parser.parse_args()
    print(HEADING, "|" + " --- |" * 10, sep="\n")
    for game, samples in (
            ("kuhn_poker", arguments.samples), ("kuhn_poker(players=3)", arguments.samples // 2),
            ("liars_dice(numdice=1,dice_sides=3)", arguments.samples // 2),
            ("first_sealed_auction(max_value=4)", arguments.samples), ("tiny_hanabi", arguments.samples),
            ("matrix_rps", arguments.samples), ("leduc_poker", arguments.large_samples)):
        form = sequence_form(pyspiel.load_game(game))
        policies = kuhn_policies(form) if game == "kuhn_poker" else {
            "random play": form.uniform(), **drawn_policies(form, 2)}
        for (name, behaviour), moves in itertools.product(policies.items(), MOVES):
            print(row(game, form, name, behaviour, moves, samples), flush=True)


if __name__ == "__main__":
    main()
