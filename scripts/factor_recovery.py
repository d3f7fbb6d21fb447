"""Measures how well general ability is recovered from ratings in single games, in simulated tables of ratings.

    nice .venv/bin/python scripts/factor_recovery.py [--tables 200]

Every table has agents of normally distributed ability and games with the loadings of a design; the ratings of some
games, which are like Sea Battle in GameBench, do not depend on the ability and are spread four times as widely. A row
is printed for each design: the correlation of the true ability with the factor, with the mean of the ratings, and with
the mean of the ratings after they were divided by their standard deviation in each game; the weight of an outlying game
in the factor and in both means; and the share of the 90 % intervals that hold the ability, all over the tables with a
factor; and the share of the tables in which it is refused, since it explains no more than by chance.
"""

import argparse
from dataclasses import dataclass

import numpy as np
import pandas as pd

from gtarena.metrics.ratings.public import general_factor
from gtarena.seeds import derive

WIDE = 4.0  # spread of the ratings in an outlying game; in the others it is 1


@dataclass(frozen=True)
class Design:
    """Numbers of agents and games, the loading of the games, how many have none, and the share of missing ratings."""

    agents: int
    games: int
    loading: float
    outliers: int = 1
    missing: float = 0.0


DESIGNS = (
    Design(4, 9, 0.8), Design(7, 9, 0.8), Design(7, 9, 0.8, outliers=0), Design(7, 9, 0.8, missing=0.2),
    Design(7, 9, 0.6), Design(10, 9, 0.8), Design(10, 9, 0.8, outliers=3), Design(10, 9, 0.8, missing=0.3),
    Design(30, 9, 0.7), Design(7, 4, 0.8), Design(7, 9, 0.0, outliers=0))


def table(design: Design, generator: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Returns the abilities of the agents, and their ratings with NaN where one is missing."""
    ability = generator.normal(size=design.agents)
    outlying = np.arange(design.games) >= design.games - design.outliers
    loading = np.where(outlying, 0.0, design.loading)
    own = generator.normal(size=(design.agents, design.games)) * np.sqrt(1 - loading**2)
    ratings = (ability[:, None] * loading + own) * np.where(outlying, WIDE, 1.0)
    return ability, np.where(generator.random(ratings.shape) < design.missing, np.nan, ratings)


def frame(ratings: np.ndarray) -> pd.DataFrame:
    """Returns ratings of shape (agents, games) as a frame with a row for each."""
    return pd.DataFrame([{"agent": f"agent {agent:02}", "game": f"game {game}", "rating": rating}
                         for (agent, game), rating in np.ndenumerate(ratings)])


def measure(design: Design, number: int, bootstrap: int) -> dict[str, float]:
    """Returns the measures of one table."""
    generator = np.random.default_rng(derive("factor recovery", str(design), number))
    ability, ratings = table(design, generator)
    found = general_factor(frame(ratings), bootstrap, number)
    if found.reason:
        return {"refused": 1.0}
    scored = found.agents["score"].notna().to_numpy()
    truth = ability[scored] - ability[scored].mean()
    truth /= truth.std()
    last = found.games.iloc[-1]
    spread = np.nanstd(ratings, axis=0)
    deviations = (ratings - np.nanmean(ratings, axis=0)) / np.where(spread > 0, spread, np.nan)
    means = np.nanmean(ratings, axis=1), np.nanmean(deviations, axis=1)
    plain, equal = (np.corrcoef(values[scored], truth)[0, 1] for values in means)
    low, high = (found.agents[end].to_numpy()[scored] for end in ("low", "high"))
    return {
        "factor": np.corrcoef(found.agents["score"][scored], truth)[0, 1], "mean": plain, "equal": equal,
        "weight": last["weight"], "in mean": last["weight_in_mean"], "in equal": 1 / design.games,
        "held": float(((low <= truth) & (truth <= high)).mean()), "refused": 0.0}


def main() -> None:
    """Prints a row for each design."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--bootstrap", type=int, default=500)
    given = parser.parse_args()
    names = ("factor", "mean", "equal", "weight", "in mean", "in equal", "held", "refused")
    print(f"{'agents, games, loading, outliers, missing':42}" + "".join(f"{name:>13}" for name in names))
    for design in DESIGNS:
        found = pd.DataFrame([measure(design, number, given.bootstrap) for number in range(given.tables)]).mean()
        label = f"{design.agents}, {design.games}, {design.loading}, {design.outliers}, {design.missing}"
        print(f"{label:42}" + "".join(f"{found[name]:13.3f}" for name in names), flush=True)


if __name__ == "__main__":
    main()
