"""Measures how often the 95 % intervals of ratings hold the true ratings, in simulated tournaments.

    nice .venv/bin/python scripts/rating_coverage.py [--tournaments 200] [--agents 10]

Every tournament draws true ratings from a normal distribution, centres them, and plays all pairs of agents in every
game; the better agent wins as the Bradley-Terry model says. A row is printed for each design: the share of intervals
that hold the true rating, those that lie below and above it, the root of the mean squared error of the ratings, the
median width of the intervals, the share of open-ended ones, and the number of agents that won or lost everything.
"""

import argparse
from dataclasses import dataclass

import numpy as np
import pandas as pd

from gtarena.metrics.ratings import public
from gtarena.seeds import derive


@dataclass(frozen=True)
class Design:
    """Tournament design: the number of matches per pair in each game, and the spread of the true ratings."""

    matches: tuple[int, ...]
    spread: float = 1.0


DESIGNS = (
    Design((4,)), Design((10,)), Design((20,)), Design((40,)), Design((20,), spread=2.0),
    Design((2, 2, 2, 2, 2)), Design((4, 4, 4, 4, 4)), Design((4, 40)), Design((10, 20, 40)))


def tournament(truth: np.ndarray, design: Design, generator: np.random.Generator) -> pd.DataFrame:
    """Returns the matches of a simulated tournament as a frame like that of ``gtarena.load_records``."""
    first, second = np.triu_indices(len(truth), 1)
    rows = []
    for game, matches in enumerate(design.matches):
        for i, j in zip(np.repeat(first, matches), np.repeat(second, matches), strict=True):
            won = float(generator.random() < 1 / (1 + np.exp(truth[j] - truth[i])))
            number = str(len(rows))
            rows.append({"match_id": number, "unit": number, "game": f"game {game}", "params": {},
                         "outcome": "finished", "offender": None, "returns": [won, 1 - won], "teams": [0, 1],
                         "agents": [f"agent {i:02}", f"agent {j:02}"], "models": [None, None], "settings": ["", ""]})
    return pd.DataFrame(rows)


def measure(design: Design, tournaments: int, agents: int, bootstrap: int) -> pd.DataFrame:
    """Returns a row per tournament and agent: the rating, its interval, and the true rating."""
    rows = []
    for number in range(tournaments):
        generator = np.random.default_rng(derive("rating coverage", str(design), number))
        truth = generator.normal(0, design.spread, agents)
        truth -= truth.mean()
        played = tournament(truth, design, generator)
        estimated = public.bradley_terry(played, bootstrap, seed=number).query("game == 'overall'")
        rows.append(estimated.assign(truth=truth))
    return pd.concat(rows, ignore_index=True)


def summary(measured: pd.DataFrame) -> dict[str, float]:
    """Returns the numbers that are printed for a design."""
    known = measured[measured["low_95"].notna()]
    width = known["high_95"] - known["low_95"]
    return {
        "coverage": known["truth"].between(known["low_95"], known["high_95"]).mean(),
        "too low": (known["truth"] > known["high_95"]).mean(), "too high": (known["truth"] < known["low_95"]).mean(),
        "error": float(np.sqrt(((known["rating"] - known["truth"]) ** 2).mean())),
        "width": width.median(), "open": np.isinf(width).mean(), "unrated": float(known["rating"].isna().sum()),
    }


def main() -> None:
    """Prints a row for each design."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tournaments", type=int, default=200)
    parser.add_argument("--agents", type=int, default=10)
    parser.add_argument("--bootstrap", type=int, default=1000)
    given = parser.parse_args()
    names = ("coverage", "too low", "too high", "error", "width", "open", "unrated")
    print(f"{'matches per pair and game':28}{'spread':>7}" + "".join(f"{name:>14}" for name in names))
    for design in DESIGNS:
        found = summary(measure(design, given.tournaments, given.agents, given.bootstrap))
        print(f"{', '.join(map(str, design.matches)):28}{design.spread:7}"
              + "".join(f"{found[name]:14.3f}" for name in names), flush=True)


if __name__ == "__main__":
    main()
