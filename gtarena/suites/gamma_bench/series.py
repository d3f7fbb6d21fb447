"""Numbers of gamma-Bench's matches by round, for its figures (Huang et al., section 3 and appendix F)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from gtarena.suites.gamma_bench.scores import (
    Choices,
    Match,
    pirate_rounds,
    relative_shading,
    shots_and_best_targets,
)

SHARE = (0.0, 1.0)


@dataclass(frozen=True)
class Series:
    """Numbers of a match by round (rows) and, where every player has its own, by seat (columns).

    ``label`` is that of an axis and has the unit in brackets. ``bounds`` are known before anything is played.
    """

    label: str
    values: Callable[[Match], Choices]
    bounds: tuple[float, float] | None = None


def running_mean(values: Choices) -> Choices:
    """The mean of each round and all before it, for every column."""
    rounds = np.arange(1, len(values) + 1).reshape(-1, *[1] * (values.ndim - 1))
    return np.array(np.cumsum(values, axis=0) / rounds)


def mean_by_round(series: Sequence[Choices]) -> Choices:
    """Every round's mean over those of the series that have a value there; ``nan`` where none has.

    The series are vectors of any length but 0, and a ``nan`` in them is no value.
    """
    padded = np.full((len(series), max(map(len, series))), np.nan)
    for row, values in zip(padded, series, strict=True):
        row[:len(values)] = values
    counts = (~np.isnan(padded)).sum(axis=0)
    return np.array(np.divide(np.nansum(padded, axis=0), counts, out=np.full(len(counts), np.nan), where=counts > 0))


def over_players(values: Callable[[Match], Choices]) -> Callable[[Match], Choices]:
    """The mean over players of what these values are."""
    return lambda match: np.array(values(match).mean(axis=1))


def choices(match: Match) -> Choices:
    """What every player chose in every round: a number, or the id of the action."""
    return match.choices()


def numbers(match: Match) -> Choices:
    """The numbers guessed, which actions count from the lowest."""
    return match.choices(match.rules.low)


def above_lowest(match: Match) -> Choices:
    """By how much the numbers guessed are above the lowest."""
    return numbers(match) - float(match.rules.low)


def winning_numbers(match: Match) -> Choices:
    """The number that won each round of the guessing game."""
    return np.array([match.rules.result(stage).winning_number for stage in match.position.rounds], dtype=float)


def cheap(match: Match) -> Choices:
    """1 for every cheap dish and 0 for every costly one."""
    return 1 - match.choices()


def gains(match: Match) -> Choices:
    """What every player got out of the pot less what it put in."""
    contributions = match.choices()
    return np.array(contributions.mean(axis=1, keepdims=True) * match.rules.multiplier - contributions)


def well_aimed(match: Match) -> Choices:
    """After each shot the share of shots so far that were aimed at the highest hit rate among the others alive."""
    aimed = [shot.target == dangerous for shot, dangerous in shots_and_best_targets(match)]
    return running_mean(np.array(aimed, dtype=float))


def survivors(match: Match) -> Choices:
    """How many players were left after each shot."""
    return np.array([shot.left for shot in match.position.shots], dtype=float)


def proposal_distance(match: Match) -> Choices:
    """Each proposal's L1 distance from the best one, both scaled to 100 coins, so that any gold can be compared."""
    return np.array(pirate_rounds(match, "coded")[0], dtype=float)


def vote_accuracy(match: Match) -> Choices:
    """The share of right votes on each proposal, as the coded scheme judges them; ``nan`` where nobody had to vote."""
    verdicts = pirate_rounds(match, "coded")[1]
    return np.array([np.mean(right) if right else np.nan for right in verdicts], dtype=float)


# What every player chose in every round (Figures 11 and 12).
CHOICES: Mapping[str, Series] = {
    "guess_two_thirds": Series("number", numbers),
    "el_farol": Series("goes to the bar (share)", choices, SHARE),
    "divide_dollar": Series("bid (golds)", choices),
    "public_goods": Series("contribution (tokens)", choices),
    "diners_dilemma": Series("orders the costly dish (share)", choices, SHARE),
    "sealed_bid_auction": Series("bid", choices),
}

# By what matches of a game are compared round by round (Figures 4 to 10).
COMPARED: Mapping[str, Sequence[Series]] = {
    "guess_two_thirds": [Series("mean number above the lowest", over_players(above_lowest))],
    "el_farol": [Series("players at the bar (share)", over_players(choices), SHARE)],
    "divide_dollar": [Series("mean bid (golds)", over_players(choices))],
    "public_goods": [Series("mean contribution (tokens)", over_players(choices))],
    "diners_dilemma": [Series("cheap dishes (share)", over_players(cheap), SHARE)],
    "sealed_bid_auction": [Series("mean shading (share of value)", over_players(relative_shading))],
    "battle_royale": [Series("shots so far at the\nhighest rate (share)", well_aimed, SHARE)],
    "pirate_game": [
        Series("L1 distance\n(coins)", proposal_distance),
        Series("right votes\n(share)", vote_accuracy, SHARE)],
}
