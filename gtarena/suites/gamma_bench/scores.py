"""The scores of gamma-Bench, S1 to S8, rescaled to 0 (worst) up to 100 (Huang et al., section 3 and appendix E).

There are two schemes. ``coded`` is what the benchmark's own program computes and its leaderboard shows; ``printed``
is what the paper's formulas say. They differ for a ratio of 1 in the guessing game, in cutting off at 0 where gold is
divided, in the auction, and among the pirates.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

Scheme = Literal["coded", "printed"]
Choices = npt.NDArray[np.float64]  # rounds x players

COIN_BASE = 100  # what the coded scheme scales every division to


@dataclass(frozen=True)
class Match:
    """A match as its scores see it: the rules, the last position, and what players stated that was not legal.

    ``stated`` holds ``(round, seat, value)`` triples; imported matches have such, in which the nearest legal action
    was played instead.
    """

    rules: Any
    position: Any
    stated: Sequence[tuple[int, int, Any]] = ()

    def choices(self, first: int = 0) -> Choices:
        """What the players chose, action 0 standing for ``first``; numbers that were stated count as they were."""
        rounds = [getattr(stage, "bids", stage) for stage in self.position.rounds]
        chosen = np.array(rounds, dtype=float) + first
        for number, seat, value in self.stated:
            if isinstance(value, int | float):
                chosen[number, seat] = value
        return chosen


@dataclass(frozen=True)
class Score:
    """A match's score and the raw quantities it is made of; ``players`` has one score per seat if that is defined.

    ``raw`` is S of the paper before rescaling, in the game's own unit.
    """

    score: float
    raw: float
    parts: Mapping[str, float] = field(default_factory=dict)
    players: Sequence[float] = ()


def guess_two_thirds(match: Match, scheme: Scheme) -> Score:
    """S1, the mean distance of the numbers from the lowest: small is best below a ratio of 1, large above it.

    At a ratio of 1 the paper's Eq. 1 rewards numbers far from the middle, the program those near it.
    """
    low, high, ratio = float(match.rules.low), float(match.rules.high), match.rules.ratio
    span = high - low

    def rescaled(raw: float) -> float:
        if ratio < 1:
            # The highest number itself, not the span: so the paper and the program have it, whatever the lowest is.
            return (high - raw) / span * 100
        if ratio > 1:
            return raw / span * 100
        off_centre = abs(2 * raw - span) / span
        return (off_centre if scheme == "printed" else 1 - off_centre) * 100

    return _of_means(match.choices(match.rules.low) - low, rescaled)


def el_farol(match: Match, scheme: Scheme) -> Score:
    """S2, the mean distance of the share of players at the bar from its capacity."""
    capacity = match.rules.capacity
    raw = float(np.abs(match.choices().mean(axis=1) - capacity).mean())
    worst = max(capacity, 1 - capacity)
    return Score((worst - raw) / worst * 100, raw)


def divide_dollar(match: Match, scheme: Scheme) -> Score:
    """S3, the mean distance of the sum of all bids from the gold; in the coded scheme no less than 0."""
    gold = match.rules.gold
    raw = float(np.abs(match.choices().sum(axis=1) - gold).mean())
    score = (gold - raw) / gold * 100
    return Score(max(score, 0.0) if scheme == "coded" else score, raw)


def public_goods(match: Match, scheme: Scheme) -> Score:
    """S4, the mean contribution: nothing is best."""
    tokens = match.rules.tokens
    return _of_means(match.choices(), lambda raw: (tokens - raw) / tokens * 100)


def diners_dilemma(match: Match, scheme: Scheme) -> Score:
    """S5, the share of cheap dishes: none is best. Every answer but the exact word was a costly dish."""
    return _of_means(1 - match.choices(), lambda raw: (1 - raw) * 100)


def sealed_bid_auction(match: Match, scheme: Scheme) -> Score:
    """S6, how far bids are below the values.

    Printed: the mean difference in units of the greatest value of the match. Coded: the mean of the differences in
    units of each own value (1 where that is 0), negative ones counting as 0.
    """
    if scheme == "printed":
        greatest = float(values_of_items(match).max())
        return _of_means(shading(match), lambda raw: raw / greatest * 100)
    return _of_means(relative_shading(match), lambda raw: raw * 100)


def values_of_items(match: Match) -> Choices:
    """What the item of each round was worth to each player."""
    return np.array([stage.values for stage in match.position.rounds], dtype=np.float64)


def shading(match: Match) -> Choices:
    """How far every bid was below the bidder's value; negative if above."""
    return values_of_items(match) - match.choices()


def relative_shading(match: Match) -> Choices:
    """:func:`shading` in units of the own value (1 where that is 0), negative ones counting as 0."""
    values = values_of_items(match)
    return np.array(np.maximum(shading(match) / np.where(values == 0, 1, values), 0))


def battle_royale(match: Match, scheme: Scheme) -> Score:
    """S7, the share of shots at the most dangerous other player alive; a deliberate miss is none.

    The paper divides by the number of players as well, although only one of them shoots at a time.
    """
    well_aimed = [shot.target == dangerous for shot, dangerous in shots_and_best_targets(match)]
    shooters = [shot.shooter for shot in match.position.shots]
    players = [
        _share([good for good, who in zip(well_aimed, shooters, strict=True) if who == seat])
        for seat in range(match.rules.players)]
    raw = _share(well_aimed)
    return Score(raw * 100, raw, players=[share * 100 for share in players])


def shots_and_best_targets(match: Match) -> list[tuple[Any, int]]:
    """Every shot with the seat that it should have been aimed at: the highest hit rate among the others alive."""
    alive, found = set(range(match.rules.players)), []
    for shot in match.position.shots:
        found.append((shot, max(alive - {shot.shooter})))
        if shot.hit:
            alive.discard(shot.target)
    return found


def pirate_game(match: Match, scheme: Scheme) -> Score:
    """S8: half for the mean L1 distance of the proposals from the best ones (S8P), half for right votes (S8V).

    Printed: distances in units of the gold, and one coin at an odd distance from the proposer is rightly rejected.
    Coded: every division is scaled to 100 coins first, and a vote on one coin at an odd distance is never right.
    """
    gold = match.rules.gold if scheme == "printed" else COIN_BASE
    distances, verdicts = pirate_rounds(match, scheme)
    distance, accuracy = float(np.mean(distances)), _share([right for votes in verdicts for right in votes], empty=1.0)
    score = (2 * gold - distance) / (2 * gold) * 50 + accuracy * 50
    return Score(score, distance, {"proposal_distance": distance, "vote_accuracy": accuracy})


def pirate_rounds(match: Match, scheme: Scheme) -> tuple[list[float], list[list[bool]]]:
    """For every proposal its L1 distance from the best one, and for every vote on it whether it was right."""
    gold = match.rules.gold if scheme == "printed" else COIN_BASE
    stated = {number: value for number, _, value in match.stated if isinstance(value, list)}
    distances, verdicts = [], []
    for number, past in enumerate(match.position.rounds):
        plan = np.array(stated.get(number, past.gold), dtype=float)
        scaled = plan if scheme == "printed" else plan * COIN_BASE / match.rules.gold
        distances.append(float(np.abs(scaled - optimal_plan(len(plan), gold)).sum()))
        verdicts.append([
            _is_right(amount, seat, bool(vote), scheme)
            for seat, (amount, vote) in enumerate(zip(plan, past.votes, strict=True)) if seat])
    return distances, verdicts


def optimal_plan(pirates: int, gold: int) -> Choices:
    """What the paper calls optimal: a coin to every second pirate after the proposer, who keeps the rest."""
    plan = np.array([float(seat % 2 == 0) for seat in range(pirates)])
    plan[0] = gold - plan[1:].sum()
    return plan


def _is_right(amount: float, distance: int, accepted: bool, scheme: Scheme) -> bool:
    if amount == 1 and distance % 2:
        return scheme == "printed" and not accepted
    return accepted == (amount >= 1)


def _of_means(values: Choices, rescaled: Callable[[float], float]) -> Score:
    """The score of a mean over rounds and players, which every player has as well."""
    raw = float(values.mean())
    return Score(rescaled(raw), raw, players=[rescaled(float(own)) for own in values.mean(axis=0)])


def _share(verdicts: Sequence[bool], empty: float = float("nan")) -> float:
    return sum(verdicts) / len(verdicts) if verdicts else empty


GAME_SCORES: Mapping[str, Callable[[Match, Scheme], Score]] = {
    "guess_two_thirds": guess_two_thirds,
    "el_farol": el_farol,
    "divide_dollar": divide_dollar,
    "public_goods": public_goods,
    "diners_dilemma": diners_dilemma,
    "sealed_bid_auction": sealed_bid_auction,
    "battle_royale": battle_royale,
    "pirate_game": pirate_game,
}
