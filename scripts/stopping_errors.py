"""Simulates studies that stop by a rule, and counts their errors: `python scripts/stopping_errors.py [STUDIES]`.

A study compares two agents on up to 300 deals of two matches each, and looks 21 times: after 6, 8, 10 deals and so on,
as a run with `stop=` does. The ordinary interval, which takes the number of deals as given, is tried on the same ones.
"""

import itertools
import math
import sys
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt
from scipy.special import stdtrit

from gtarena.metrics.confidence_sequences import ratio_interval
from gtarena.runs.stopping.waves import looks

Numbers = npt.NDArray[np.float64]
Outcomes = Mapping[float, float]  # of a match: the return of the first agent, and its probability

DEALS = 300
WIDTH = 0.15
RULES = ("interval", "decided")
ROUNDING = 1e-9
# What the first agent gets in its two seats.
DESIGNS: Mapping[str, tuple[Outcomes, Outcomes]] = {
    "equal": ({1: 0.5, -1: 0.5},) * 2,
    "equal, the first seat wins 9 in 10": ({1: 0.9, -1: 0.1}, {1: 0.1, -1: 0.9}),
    "equal, 8 of 10 matches drawn": ({1: 0.1, 0: 0.8, -1: 0.1},) * 2,
    "equal, wins 9 once and loses 1 nine times": ({9: 0.1, -1: 0.9},) * 2,
    "wins 55 %": ({1: 0.55, -1: 0.45},) * 2,
    "wins 65 %": ({1: 0.65, -1: 0.35},) * 2,
    "wins 80 %": ({1: 0.8, -1: 0.2},) * 2,
    "wins 95 %": ({1: 0.95, -1: 0.05},) * 2,
}


def true_ratio(design: tuple[Outcomes, Outcomes]) -> float:
    """Returns the mean gain of a deal over its mean size."""
    deals = [(2 * (one + other), 2 * (abs(one) + abs(other)), chance * second)
             for (one, chance), (other, second) in itertools.product(design[0].items(), design[1].items())]
    return sum(gain * chance for gain, _, chance in deals) / sum(size * chance for _, size, chance in deals)


def draw_deals(design: tuple[Outcomes, Outcomes], generator: np.random.Generator) -> tuple[Numbers, Numbers]:
    """Returns the gains and the sizes of the deals of a study."""
    returns = np.array([generator.choice(list(seat), DEALS, p=list(seat.values())) for seat in design], float)
    gains: Numbers = 2 * returns.sum(axis=0)
    sizes: Numbers = 2 * np.abs(returns).sum(axis=0)
    return gains, sizes


def usual_interval(gains: Numbers, sizes: Numbers, bound: float) -> tuple[float, float]:
    """Returns the interval of a number of deals that was given: Student's t, of the ratio as a linear function."""
    total, count = max(sizes.sum(), 1e-9), len(gains)
    ratio = float(gains.sum() / total)
    error = float(np.std(gains - ratio * sizes, ddof=1)) * math.sqrt(count) / total
    half = float(stdtrit(count - 1, 0.975)) * error
    return ratio - half, ratio + half


METHODS = {"ordinary": usual_interval, "time-uniform": ratio_interval}


def run_study(gains: Numbers, sizes: Numbers, bound: float, method: str) -> dict[str, tuple[int, float, float]]:
    """Returns the number of deals at which each rule stops, with the interval there."""
    ends: dict[str, tuple[int, float, float]] = {}
    for deals in looks(DEALS):
        low, high = METHODS[method](gains[:deals], sizes[:deals], bound)
        narrow, decided = (high - low) / 2 <= WIDTH, low > 0 or high < 0
        for rule in RULES:
            if narrow or deals == DEALS or (rule == "decided" and decided):
                ends.setdefault(rule, (deals, low, high))
        if len(ends) == len(RULES):
            break
    return ends


def main() -> None:
    """Prints a row per design and rule: how often the last interval misses the true difference, and what is saved."""
    studies = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    print("| Two agents | Difference | Rule | Ordinary misses | Time-uniform misses | Saved |")
    print("|---|--:|---|--:|--:|--:|")
    for number, (name, design) in enumerate(DESIGNS.items()):
        ratio, bound = true_ratio(design), 4.0 * max(abs(value) for seat in design for value in seat)
        generator = np.random.default_rng(number)
        drawn = [draw_deals(design, generator) for _ in range(studies)]
        ends = {method: [run_study(*deals, bound, method) for deals in drawn] for method in METHODS}
        for rule in RULES:
            stopped = {method: np.array([each[rule] for each in listed]) for method, listed in ends.items()}
            missed = [f"{((low > ratio + ROUNDING) | (high < ratio - ROUNDING)).mean():.1%}"
                      for _, low, high in (rows.T for rows in stopped.values())]
            saved = f"{1 - stopped['time-uniform'][:, 0].mean() / DEALS:.0%}"
            print(f"| {name} | {ratio:+.2f} | `{rule}:{WIDTH}` | {' | '.join([*missed, saved])} |", flush=True)


if __name__ == "__main__":
    main()
