"""Random playouts of our games by plain loops: a second computation of a game, without rules, nodes and specs.

Games whose rules have a ``random_returns`` of their own are computed a second time by that.

Each function plays one game from its description, with the game's parameters under their names and defaults; those
that only decide what players are told go into ``told``. It draws every decision on its own, uniformly over the legal
moves, and every outcome of chance by its probabilities, keeps what was played, and computes all returns from that at
the end. It returns the moves and the returns. A move is an outcome of chance, the action of one player, or the list of
all players' actions; a division is a tuple of amounts.

These are the cheapest straightforward loops: an index is drawn as ``int(rng.random() * size)``, the fastest way that
Python has, and there are no positions, no descriptions of decisions and no checks.
"""

import random
from bisect import bisect
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cache
from itertools import pairwise
from statistics import NormalDist
from typing import Any

from custom_games.word_sets import topic_sets
from tests.support.plain_air_land_sea import air_land_sea
from tests.support.plain_scavengers import arctic_scavengers
from tests.support.plain_sea_battle import sea_battle

Playout = tuple[list[Any], list[float]]


def _rounds(
    rng: random.Random, players: int, size: int, rounds: int, termination_probability: float
) -> tuple[list[Any], list[list[int]]]:
    """Plays rounds in which all choose one of ``size`` moves at once; returns all moves, and those of the players."""
    moves: list[Any] = []
    played: list[list[int]] = []
    for left in reversed(range(rounds)):
        chosen = [int(rng.random() * size) for _ in range(players)]
        moves.append(chosen)
        played.append(chosen)
        if left and termination_probability and _stops(rng, moves, termination_probability):
            break
    return moves, played


def el_farol(rng: random.Random, players: int = 10, rounds: int = 20, capacity: float = 0.6, fun: int = 10,
             crowded: int = 0, home: int = 5, termination_probability: float = 0.0, **told: str) -> Playout:
    """Plays rounds in which 0 stays at home and 1 goes to the bar."""
    moves, rounds_played = _rounds(rng, players, 2, rounds, termination_probability)
    totals = [0] * players
    for chosen in rounds_played:
        going = fun if sum(chosen) / players <= capacity else crowded
        for seat, choice in enumerate(chosen):
            totals[seat] += going if choice else home
    return moves, totals


def divide_dollar(rng: random.Random, players: int = 10, rounds: int = 20, gold: int = 100,
                  termination_probability: float = 0.0, **told: str) -> Playout:
    """Plays rounds in which bids are paid if there is enough gold for all."""
    moves, rounds_played = _rounds(rng, players, gold + 1, rounds, termination_probability)
    totals = [0] * players
    for bids in rounds_played:
        if sum(bids) <= gold:
            for seat, bid in enumerate(bids):
                totals[seat] += bid
    return moves, totals


def public_goods(rng: random.Random, players: int = 10, rounds: int = 20, tokens: int = 20, multiplier: float = 2.0,
                 termination_probability: float = 0.0, **told: str) -> Playout:
    """Plays rounds in which contributions are multiplied and shared."""
    moves, rounds_played = _rounds(rng, players, tokens + 1, rounds, termination_probability)
    totals = [0.0] * players
    for given in rounds_played:
        pot = sum(given) * multiplier
        for seat, own in enumerate(given):
            totals[seat] += ((tokens - own) * players + pot) / players
    return moves, totals


def diners_dilemma(rng: random.Random, players: int = 10, rounds: int = 20, cheap_price: int = 10,
                   cheap_utility: int = 15, costly_price: int = 20, costly_utility: int = 20,
                   termination_probability: float = 0.0, **told: str) -> Playout:
    """Plays rounds in which 0 orders the cheap and 1 the costly dish."""
    moves, rounds_played = _rounds(rng, players, 2, rounds, termination_probability)
    totals = [0.0] * players
    for dishes in rounds_played:
        costly = sum(dishes)
        bill = costly * costly_price + (players - costly) * cheap_price
        pay = ((cheap_utility * players - bill) / players, (costly_utility * players - bill) / players)
        for seat, dish in enumerate(dishes):
            totals[seat] += pay[dish]
    return moves, totals


def guess_two_thirds(rng: random.Random, players: int = 10, rounds: int = 20, low: int = 0, high: int = 100,
                     ratio: float = 2 / 3, termination_probability: float = 0.0, **told: str) -> Playout:
    """Plays rounds in which the first of the nearest numbers wins, and everybody who chose it."""
    moves, rounds_played = _rounds(rng, players, high - low + 1, rounds, termination_probability)
    totals = [0] * players
    for chosen in rounds_played:
        target = (low + sum(chosen) / players) * ratio - low
        winning = min(chosen, key=lambda number: abs(number - target))
        for seat, number in enumerate(chosen):
            totals[seat] += number == winning
    return moves, totals


def sealed_bid_auction(rng: random.Random, players: int = 10, rounds: int = 20, max_value: int = 200,
                       value_step: int = 10, price: str = "first", termination_probability: float = 0.0,
                       **told: str) -> Playout:
    """Plays rounds with values drawn without replacement, in steps, and a random winner of a tie."""
    moves: list[Any] = []
    sold: list[tuple[int, int]] = []
    for left in reversed(range(rounds)):
        values = rng.sample(range(max_value // value_step + 1), players)
        bids = [int(rng.random() * (max_value + 1)) for _ in range(players)]
        moves += [*values, bids]
        highest = paid = max(bids)
        winner = bids.index(highest)
        if bids.count(highest) > 1:
            winner = rng.choice([seat for seat, bid in enumerate(bids) if bid == highest])
            moves.append(winner)
        elif price == "second":
            paid = sorted(bids)[-2]
        sold.append((winner, values[winner] * value_step - paid))
        if left and termination_probability and _stops(rng, moves, termination_probability):
            break
    totals = [0] * players
    for winner, profit in sold:
        totals[winner] += profit
    return moves, totals


def _stops(rng: random.Random, moves: list[Any], probability: float) -> bool:
    """Draws whether the game ends after a round, which is outcome 1."""
    stops = rng.random() < probability
    moves.append(int(stops))
    return stops


def iterated_prisoners_dilemma(rng: random.Random, max_rounds: int = 9999, termination_probability: float = 0.125,
                               temptation: int = 10, reward: int = 5, punishment: int = 1, sucker: int = 0) -> Playout:
    """Plays rounds in which 0 cooperates and 1 defects."""
    moves: list[Any] = []
    rounds_played: list[list[int]] = []
    for left in reversed(range(max_rounds)):
        joint = [int(rng.random() * 2), int(rng.random() * 2)]
        moves.append(joint)
        rounds_played.append(joint)
        if left and termination_probability and _stops(rng, moves, termination_probability):
            break
    pay = ((reward, sucker), (temptation, punishment))
    mine = other = 0
    for one, two in rounds_played:
        mine += pay[one][two]
        other += pay[two][one]
    return moves, [mine, other]


def pirate_game(rng: random.Random, players: int = 10, gold: int = 100) -> Playout:
    """Plays proposals and votes until half of the living accept; all divisions are equally likely."""
    moves: list[Any] = []
    for proposer in range(players):
        alive = players - proposer
        last = gold + alive - 1
        bars = sorted(rng.sample(range(last), alive - 1))
        plan = tuple([right - left - 1 for left, right in pairwise([-1, *bars, last])])
        votes = [0] * (proposer + 1) + [int(rng.random() * 2) for _ in range(alive - 1)]
        moves += [plan, votes]
        if 2 * (1 + sum(votes)) >= alive:
            return moves, [-1] * proposer + list(plan)
    raise AssertionError("of two pirates one is half")


def beauty_contest(rng: random.Random, players: int = 5, runs: int = 1, upper: int = 100, group: str = "fixed",
                   ratio: float = 2 / 3, prize: float = 1.0, grid: float = 0.01, **told: Any) -> Playout:
    """Plays runs in which the numbers nearest to the target share the prize; actions count steps of the grid."""
    moves: list[Any] = []
    stated: list[list[int]] = []
    if group != "fixed":
        lowest = {"L": 10, "M": 100, "H": 1000}[group]
        drawn = rng.randrange(9 * lowest)
        moves.append(drawn)
        upper = lowest + drawn
    size = round(upper / grid) + 1
    for _ in range(runs):
        numbers = [int(rng.random() * size) for _ in range(players)]
        moves.append(numbers)
        stated.append(numbers)
    totals = [0.0] * players
    factor = _fraction(ratio)
    for numbers in stated:
        # Both sides of the comparison times the players and the denominator: whole numbers are compared.
        scale, target = players * factor.denominator, factor.numerator * sum(numbers)
        distances = [abs(number * scale - target) for number in numbers]
        least = min(distances)
        share = prize / distances.count(least)
        for seat, distance in enumerate(distances):
            if distance == least:
                totals[seat] += share
    return moves, totals


@cache
def _fraction(ratio: float) -> Fraction:
    return Fraction(ratio).limit_denominator(1_000_000)


def second_price_auction(rng: random.Random, players: int = 5, runs: int = 1, assets: int = 100, value_mean: int = 50,
                         value_std: int = 10, grid: int = 1, **told: Any) -> Playout:
    """Plays runs in which the first of the highest bids wins and pays the second; actions count steps of the grid."""
    moves: list[Any] = _values(rng, players, value_mean, value_std, grid)
    values = [step * grid for step in moves]
    offered: list[list[int]] = []
    for _ in range(runs):
        bids = [int(rng.random() * (assets // grid + 1)) for _ in range(players)]
        moves.append(bids)
        offered.append(bids)
    totals = [0] * players
    for bids in offered:
        winner = bids.index(max(bids))
        totals[winner] += values[winner] - sorted(bids)[-2] * grid
    return moves, totals


def english_auction(rng: random.Random, players: int = 5, runs: int = 1, assets: int = 100, value_mean: int = 50,
                    value_std: int = 10, increment: int = 1, **told: Any) -> Playout:
    """Plays runs in which 0 drops out and 1 stays in while the price rises, until at most one player is in."""
    moves: list[Any] = _values(rng, players, value_mean, value_std, increment)
    values = [step * increment for step in moves]
    sold: list[tuple[int, int]] = []
    for _ in range(runs):
        price, staying = 0, list(range(players))
        while len(staying) > 1:
            asked = staying
            price += increment
            choices = [0] * players
            if price <= assets:
                for seat in asked:
                    choices[seat] = int(rng.random() * 2)
            moves.append(choices)
            staying = [seat for seat in asked if choices[seat]]
        sold.append(((staying or asked)[0], price - increment))
    totals = [0] * players
    for winner, paid in sold:
        totals[winner] += values[winner] - paid
    return moves, totals


def _values(rng: random.Random, players: int, mean: int, std: int, step: int) -> list[int]:
    steps, weights = _normal(mean, std, step)
    return [steps[bisect(weights, rng.random() * weights[-1])] for _ in range(players)]


@cache
def _normal(mean: int, std: int, step: int) -> tuple[Sequence[int], Sequence[float]]:
    """Returns the steps within four standard deviations, from 0 on, and their accumulated weights."""
    normal = NormalDist(mean, std)
    steps = range(round(max(0, mean - 4 * std) / step), round((mean + 4 * std) / step) + 1)
    start = normal.cdf((steps[0] - 0.5) * step)
    return steps, [normal.cdf((number + 0.5) * step) - start for number in steps]


def three_player_prisoners_dilemma(rng: random.Random, rounds: int = 5, cooperate: int = 3, defect: int = 1,
                                   one_defect: int = 5, two_defect: int = 5) -> Playout:
    """Plays rounds in which 0 cooperates and 1 defects."""
    moves, rounds_played = _rounds(rng, 3, 2, rounds, 0.0)
    totals = [0] * 3
    for chosen in rounds_played:
        defectors = sum(chosen)
        score = (cooperate, one_defect, two_defect, defect)[defectors]
        for seat, choice in enumerate(chosen):
            if choice or not defectors:
                totals[seat] += score
    return moves, totals


def _clue(rng: random.Random, clue_limit: int) -> tuple[int, ...]:
    """Says a few letters."""
    return (*(97 + int(rng.random() * 26) for _ in range(1 + int(rng.random() * min(clue_limit, 8)))), 256)


def _role(rng: random.Random) -> list[list[int]]:
    """Answers which of three players one is, and in which of two roles; all at once."""
    return [[int(rng.random() * 3) for _ in range(3)], [int(rng.random() * 2) for _ in range(3)]]


def _accused(rng: random.Random, moves: list[Any]) -> int | None:
    """Votes for one of the two others, all at once; returns who alone has most votes."""
    votes = [(seat + 1 + int(rng.random() * 2)) % 3 for seat in range(3)]
    moves.append(votes)
    return next((seat for seat in range(3) if votes.count(seat) > 1), None)


def chameleon(rng: random.Random, topics: str = "chameleon", topic: int = 0, secret: int = 0, chameleon: int = 0,
              questions: str = "asked", clue_limit: int = 200, **told: str) -> Playout:
    """Plays three clues with questions before and after each, the vote, and the guess of a word of the topic."""
    words = topic_sets.topics(topics)
    moves: list[Any] = []
    drawn = [given - 1 for given in (topic, secret, chameleon)]
    for place, given in enumerate((topic, secret, chameleon)):
        if not given:
            drawn[place] = int(rng.random() * (len(words), len(words[drawn[0]].words), 3)[place])
            moves.append(drawn[place])
    number, word, odd = drawn
    for _ in range(3):
        moves += _role(rng) if questions == "asked" else []
        moves.append(_clue(rng, clue_limit))
        if questions == "asked":
            suspected = [[(other + 1 + int(rng.random() * 2)) % 3 for other in (seat, *{0, 1, 2} - {seat})]
                         for seat in range(3)]
            suspected[odd] = [*suspected[odd][1:], 0]  # the chameleon does not answer for itself, and waits for a step
            moves += map(list, zip(*suspected, strict=True))
    accused = _accused(rng, moves)
    if accused == odd:
        guessed = int(rng.random() * len(words[number].words))
        moves.append((*words[number].words[guessed].encode(), 256))
        return moves, [1.0] * 3 if guessed == word else [0.0 if seat == odd else 2.0 for seat in range(3)]
    return moves, [1.0] * 3 if accused is None else [2.0 if seat == odd else 0.0 for seat in range(3)]


def undercover(rng: random.Random, pairs: str = "undercover", pair: int = 0, undercover_word: int = 0,
               undercover: int = 0, rounds: int = 2, questions: str = "asked", clue_limit: int = 200,
               **told: str) -> Playout:
    """Plays rounds of three clues and of questions, and the vote."""
    draws = ((pair, len(topic_sets.pairs(pairs))), (undercover_word, 2), (undercover, 3))
    moves: list[Any] = [int(rng.random() * size) for given, size in draws if not given]
    odd = undercover - 1 if undercover else moves[-1]
    for _ in range(rounds):
        moves += [_clue(rng, clue_limit) for _ in range(3)]
        if questions == "asked":
            moves += _role(rng) + [[int(rng.random() * 3) for _ in range(3)] for _ in range(3)]
    accused = _accused(rng, moves)
    apart, others = (2.0, 1.0) if accused is None else (0.0, 3.0) if accused == odd else (3.0, 0.0)
    return moves, [apart if seat == odd else others for seat in range(3)]


PLAIN: dict[str, Callable[..., Playout]] = {
    play.__name__: play for play in (
        el_farol, divide_dollar, public_goods, diners_dilemma, guess_two_thirds, sealed_bid_auction,
        iterated_prisoners_dilemma, pirate_game, beauty_contest, second_price_auction, english_auction,
        three_player_prisoners_dilemma, chameleon, undercover, air_land_sea,
        arctic_scavengers, sea_battle)}
