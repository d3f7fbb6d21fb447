"""A metric: a function from the frame of all matches to the table that reports show."""

import pandas as pd

from gtarena.metrics.added_metrics import Metric


def count_openings(matches: pd.DataFrame) -> pd.DataFrame:
    """Returns the matches of each first number, and the mean return of the player who took it."""
    played = matches[(matches["game"] == "number_scrabble") & (matches["outcome"] == "finished")]
    first = played["history"].map(lambda moves: moves[0][2]).rename("first number")
    returns = played["returns"].map(lambda both: both[0]).astype(float)
    return pd.DataFrame({"matches": returns.groupby(first).size(), "mean return": returns.groupby(first).mean()})


OPENINGS = Metric(count_openings, "matches", "Openings of Number Scrabble")
