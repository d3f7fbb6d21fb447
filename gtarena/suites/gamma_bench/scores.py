"""The scores of gamma-Bench, S1 to S8, rescaled to 0 (worst) up to 100 (Huang et al., section 3 and appendix E).

There are three schemes: ``coded`` follows the benchmark's own program and its leaderboard, ``printed`` the paper's
formulas, and ``paper`` the numbers in the paper's tables, which mix both. They differ for a ratio of 1 in the guessing
game, in the lower limit of 0 for divided gold, in the auction, and in the pirate game.

A score can leave 0 to 100 in three cases: S1 if the lowest number is not 0, since it subtracts from the highest number
and not from the span; S3 as printed, for bids of more than twice the gold; S6 as printed or in the tables, for bids
above the values.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Self

import numpy as np
import numpy.typing as npt

from gtarena.suites.contract import Trace

Scheme = Literal["coded", "printed", "paper"]
Choices = npt.NDArray[np.float64]  # rounds x players

COIN_BASE = 100  # the gold to which the coded scheme scales every division


@dataclass(frozen=True)
class Match:
    """The end of a match: the rules, the last position, and the illegal values that players stated.

    ``stated`` holds ``(round, seat, value)`` triples. Imported matches have them where the nearest legal action was
    played in place of the value.
    """

    rules: Any
    position: Any
    stated: Sequence[tuple[int, int, Any]] = ()

    @classmethod
    def of(cls, trace: Trace) -> Self:
        """Returns the end of a logged match.

        Raises:
            ValueError: a logged action is illegal.
        """
        return cls(trace.node.rules, trace.node.position, trace.tags.get("stated", ()))

    def choices(self, first: int = 0) -> Choices:
        """Returns all choices, counted from ``first``; a stated number counts in place of the one that was played."""
        rounds = [getattr(stage, "bids", stage) for stage in self.position.rounds]
        chosen = np.array(rounds, dtype=float) + first
        for number, seat, value in self.stated:
            if isinstance(value, int | float):
                chosen[number, seat] = value
        return chosen


@dataclass(frozen=True)
class Score:
    """A match's score and the raw quantities in it; ``players`` has a score per seat if the game defines one.

    ``raw`` is S of the paper before rescaling, in the game's own unit. All numbers are plain floats.
    """

    score: float
    raw: float
    parts: Mapping[str, float] = field(default_factory=dict)
    players: Sequence[float] = ()


def guess_two_thirds(match: Match, scheme: Scheme) -> Score:
    """S1, the mean distance of the numbers from the lowest: small is best below a ratio of 1, large above it.

    At a ratio of 1 the paper's Eq. 1 and its tables reward numbers far from the middle, the program those near it. At
    lower ratios all subtract from the highest number, so that the best score is ``high / (high - low)`` times 100.
    """
    low, high, ratio = float(match.rules.low), float(match.rules.high), match.rules.ratio
    span = high - low

    def rescaled(raw: float) -> float:
        if ratio < 1:
            return (high - raw) / span * 100
        if ratio > 1:
            return raw / span * 100
        off_centre = abs(2 * raw - span) / span
        return (1 - off_centre if scheme == "coded" else off_centre) * 100

    return _of_means(match.choices(match.rules.low) - low, rescaled)


def el_farol(match: Match, scheme: Scheme) -> Score:
    """S2, the mean distance of the share of players at the bar from the bar's capacity."""
    capacity = match.rules.capacity
    raw = float(np.abs(match.choices().mean(axis=1) - capacity).mean())
    worst = max(capacity, 1 - capacity)
    return Score((worst - raw) / worst * 100, raw)


def divide_dollar(match: Match, scheme: Scheme) -> Score:
    """S3, the mean distance of the sum of all bids from the gold; at least 0, but not as printed."""
    gold = match.rules.gold
    raw = float(np.abs(match.choices().sum(axis=1) - gold).mean())
    score = (gold - raw) / gold * 100
    return Score(score if scheme == "printed" else max(score, 0.0), raw)


def public_goods(match: Match, scheme: Scheme) -> Score:
    """S4, the mean contribution: nothing is best."""
    tokens = match.rules.tokens
    return _of_means(match.choices(), lambda raw: (tokens - raw) / tokens * 100)


def diners_dilemma(match: Match, scheme: Scheme) -> Score:
    """S5, the share of cheap dishes: none is best. Published answers other than the exact word count as costly."""
    return _of_means(1 - match.choices(), lambda raw: (1 - raw) * 100)


def sealed_bid_auction(match: Match, scheme: Scheme) -> Score:
    """S6, the mean shading: by how much bids are below the values.

    Printed and in the tables: in units of the match's greatest value. Coded: in units of each bidder's value (1 if that
    is 0), negative differences counting as 0.
    """
    if scheme == "coded":
        return _of_means(relative_shading(match), lambda raw: raw * 100)
    greatest = float(values_of_items(match).max())
    return _of_means(shading(match), lambda raw: raw / greatest * 100)


def values_of_items(match: Match) -> Choices:
    """Returns the value of each round's item to each player."""
    return np.array([stage.values for stage in match.position.rounds], dtype=np.float64)


def shading(match: Match) -> Choices:
    """Returns by how much every bid was below the bidder's value; negative if above."""
    return values_of_items(match) - match.choices()


def relative_shading(match: Match) -> Choices:
    """Returns :func:`shading` in units of the bidder's value (1 if that is 0), negative differences counting as 0."""
    values = values_of_items(match)
    return np.array(np.maximum(shading(match) / np.where(values == 0, 1, values), 0))


def battle_royale(match: Match, scheme: Scheme) -> Score:
    """S7, the share of shots at the most dangerous opponent alive; a deliberate miss is not one.

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
    """Returns every shot with its best target: the opponent alive with the highest hit rate."""
    alive, found = set(range(match.rules.players)), []
    for shot in match.position.shots:
        found.append((shot, max(alive - {shot.shooter})))
        if shot.hit:
            alive.discard(shot.target)
    return found


def pirate_game(match: Match, scheme: Scheme) -> Score:
    """S8: half for the mean L1 distance of the proposals from the optimal ones (S8P), half for right votes (S8V).

    Printed: distances are in units of the gold, and rejecting one coin at an odd distance from the proposer is right.
    Coded: every division is scaled to 100 coins first, and no vote on one coin at an odd distance is right. The tables
    are coded, with S8V rounded to two decimals before it is rescaled.
    """
    gold = match.rules.gold if scheme == "printed" else COIN_BASE
    distances, verdicts = pirate_rounds(match, scheme)
    distance, accuracy = float(np.mean(distances)), _share([right for votes in verdicts for right in votes], empty=1.0)
    if scheme == "paper":
        accuracy = round(accuracy, 2)
    score = (2 * gold - distance) / (2 * gold) * 50 + accuracy * 50
    return Score(score, distance, {"proposal_distance": distance, "vote_accuracy": accuracy})


def pirate_rounds(match: Match, scheme: Scheme) -> tuple[list[float], list[list[bool]]]:
    """Returns the L1 distance of every proposal from the optimal one, and for every vote on it if it was right."""
    gold = match.rules.gold if scheme == "printed" else COIN_BASE
    stated = {number: value for number, _, value in match.stated if isinstance(value, list)}
    distances, verdicts = [], []
    for number, past in enumerate(match.position.rounds):
        plan = np.array(stated.get(number, past.gold), dtype=float)
        scaled = plan if scheme == "printed" else plan * COIN_BASE / match.rules.gold
        distances.append(float(np.abs(scaled - paper_plan(len(plan), gold)).sum()))
        verdicts.append([
            _is_right(amount, seat, bool(vote), scheme)
            for seat, (amount, vote) in enumerate(zip(plan.tolist(), past.votes, strict=True)) if seat])
    return distances, verdicts


def paper_plan(pirates: int, gold: int) -> Choices:
    """Returns the paper's optimal proposal: a coin for every second pirate after the proposer, who keeps the rest."""
    plan = np.array([float(seat % 2 == 0) for seat in range(pirates)])
    plan[0] = gold - plan[1:].sum()
    return plan


def _is_right(amount: float, distance: int, accepted: bool, scheme: Scheme) -> bool:
    if amount == 1 and distance % 2:
        return scheme == "printed" and not accepted
    return accepted == (amount >= 1)


def _of_means(values: Choices, rescaled: Callable[[float], float]) -> Score:
    """Returns the score of the mean over rounds and players, and of each player's own mean."""
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
