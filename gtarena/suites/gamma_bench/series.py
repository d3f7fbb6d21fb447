"""Series of numbers by round, from which gamma-Bench's figures are drawn (Huang et al., section 3, appendix F)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gtarena.suites.gamma_bench.scores import Choices, Match, pirate_rounds, shading, shots_and_best_targets

SHARE = (0.0, 1.0)


@dataclass(frozen=True)
class Series:
    """Numbers of a match by round (rows) and, if every player has its own, by seat (columns).

    ``label`` labels an axis and has the unit in brackets. ``bounds`` are the lowest and the highest possible number.
    """

    label: str
    values: Callable[[Match], Choices]
    bounds: tuple[float, float] | None = None


def running_mean(values: Choices) -> Choices:
    """Returns the mean of each round and all rounds before it, for every column."""
    rounds = np.arange(1, len(values) + 1).reshape(-1, *[1] * (values.ndim - 1))
    return np.array(np.cumsum(values, axis=0) / rounds)


def mean_by_round(series: Sequence[Choices]) -> Choices:
    """Returns every round's mean over the series that have a value in it, NaN if none has.

    The series are vectors of any length but 0, in which NaN is a missing value.
    """
    padded = np.full((len(series), max(map(len, series))), np.nan)
    for row, values in zip(padded, series, strict=True):
        row[:len(values)] = values
    counts = (~np.isnan(padded)).sum(axis=0)
    return np.array(np.divide(np.nansum(padded, axis=0), counts, out=np.full(len(counts), np.nan), where=counts > 0))


def over_players(values: Callable[[Match], Choices]) -> Callable[[Match], Choices]:
    """Returns the function for the mean of these values over the players."""
    return lambda match: np.array(values(match).mean(axis=1))


def all_choices(match: Match) -> Choices:
    """Returns every player's choice in every round: a number, or the id of the action."""
    return match.choices()


def numbers(match: Match) -> Choices:
    """Returns the numbers guessed; actions count from the lowest number."""
    return match.choices(match.rules.low)


def above_lowest(match: Match) -> Choices:
    """Returns the numbers guessed less the lowest number."""
    return numbers(match) - float(match.rules.low)


def winning_numbers(match: Match) -> Choices:
    """Returns the number that won each round of the guessing game."""
    return np.array([match.rules.result(stage).winning_number for stage in match.position.rounds], dtype=float)


def cheap(match: Match) -> Choices:
    """Returns 1 for every cheap dish and 0 for every costly one."""
    return 1 - match.choices()


def utilities(match: Match) -> Choices:
    """Returns every player's payoff in every round."""
    return np.array([match.rules.payoffs(stage) for stage in match.position.rounds], dtype=float)


def bills(match: Match) -> Choices:
    """Returns every diner's share of each round's bill."""
    return np.array([match.rules.bill(stage) / match.rules.players for stage in match.position.rounds], dtype=float)


def gains_by_round(match: Match) -> Choices:
    """Returns every player's share of the pot less its contribution."""
    contributions = match.choices()
    return np.array(contributions.mean(axis=1, keepdims=True) * match.rules.multiplier - contributions)


def well_aimed(match: Match) -> Choices:
    """Returns the share of shots so far, after each shot, that were aimed at the best target."""
    aimed = [shot.target == dangerous for shot, dangerous in shots_and_best_targets(match)]
    return running_mean(np.array(aimed, dtype=float))


def survivors(match: Match) -> Choices:
    """Returns the number of players left after each shot."""
    return np.array([shot.left for shot in match.position.shots], dtype=float)


def proposal_distance(match: Match) -> Choices:
    """Returns each proposal's L1 distance from the optimal one for 100 coins, in percent of the gold: at most 200."""
    return np.array(pirate_rounds(match, "coded")[0], dtype=float)


def vote_accuracy(match: Match) -> Choices:
    """Returns the share of right votes on each proposal by the coded scheme, NaN if nobody had to vote."""
    verdicts = pirate_rounds(match, "coded")[1]
    return np.array([np.mean(right) if right else np.nan for right in verdicts], dtype=float)


# Every player's choices by round (Figures 11 and 12).
CHOICES: Mapping[str, Series] = {
    "guess_two_thirds": Series("number", numbers),
    "el_farol": Series("goes to the bar (share)", all_choices, SHARE),
    "divide_dollar": Series("bid (coins)", all_choices),
    "public_goods": Series("contribution (tokens)", all_choices),
    "diners_dilemma": Series("orders the costly dish (share)", all_choices, SHARE),
    "sealed_bid_auction": Series("bid", all_choices),
}

# The series by which matches of a game are compared round by round (Figures 4 to 10).
COMPARED: Mapping[str, Sequence[Series]] = {
    "guess_two_thirds": [Series("mean number above the lowest", over_players(above_lowest))],
    "el_farol": [Series("players at the bar (share)", over_players(all_choices), SHARE)],
    "divide_dollar": [Series("mean bid (coins)", over_players(all_choices))],
    "public_goods": [Series("mean contribution (tokens)", over_players(all_choices))],
    "diners_dilemma": [Series("cheap dishes (share)", over_players(cheap), SHARE)],
    "sealed_bid_auction": [Series("mean value − bid", over_players(shading))],
    "battle_royale": [Series("well-aimed shots\nso far (share)", well_aimed, SHARE)],
    "pirate_game": [
        Series("L1 distance\n(% of the gold)", proposal_distance),
        Series("right votes\n(share)", vote_accuracy, SHARE)],
}
