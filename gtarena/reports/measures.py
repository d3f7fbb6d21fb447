"""Explanations of what a report measures, each given once."""

from collections.abc import Sequence

from gtarena.metrics.bootstrap import FEWEST_UNITS
from gtarena.metrics.paired_differences import MOST_AGENTS, Difference
from gtarena.reports.comparisons.noise import rule
from gtarena.reports.leaderboard_rows import RANKS_EXPLAINED

DEAL = ("What chance gives a match, such as the cards, or its seed where there are none. Matches with the same deal, "
        "as after a change of seats, are not independent: they count as one.")
NRA = ("The normalised relative advantage (NRA): an agent's returns minus its opponents', over the sum of their "
       "absolute values, from −1 to +1; with more than two teams at a table, against the mean of the others.")
INTERVAL = f"95 %, by bootstrap over deals, of which it takes {FEWEST_UNITS}."
RESULTS = ("Wins, draws and losses (W–D–L). Partners share one; an agent that has several seats against each other in "
           "a match has as many results.")


def explain_measures(differences: Sequence[Difference]) -> list[tuple[str, str]]:
    """Returns the measures and what they are; ``differences`` are those that the page shows."""
    compared = f"{rule(differences)} Of more than {MOST_AGENTS} agents those with the most deals are compared."
    return [("Deal", DEAL), ("NRA", NRA), ("Interval", INTERVAL), ("Rating and rank", RANKS_EXPLAINED),
            ("Results", RESULTS), ("Beyond noise", compared)]
