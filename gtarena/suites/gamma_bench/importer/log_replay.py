"""Replay of each game's published rounds, and the comparison of what they state with our game.

Everything that a log states of a round is compared, except for the players' ``utility`` and ``tokens`` in the public
goods game, which leave out the share of the pot, and the ``action`` in battle royale, which had no effect. The
``responses`` of the guessing game and of divide the dollar are published in random order, so they are compared sorted.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from math import isclose
from typing import Any, NamedTuple

from custom_games.battle_royale import HIT, MISSED
from custom_games.diners_dilemma import CHEAP, COSTLY
from custom_games.el_farol import MOVES as BAR_MOVES
from custom_games.guess_two_thirds import RoundResult
from custom_games.pirate_game import VOTES
from gtarena.suites.gamma_bench.importer.log_format import PublishedLog, seat_of
from gtarena.suites.gamma_bench.importer.published_match import PublishedMatch

CHEAP_DISH = "cheap"


def _guess_two_thirds(log: PublishedLog, match: PublishedMatch) -> None:
    low, high = match.rules.low, match.rules.high
    for record in match.rounds(log):
        stated = log.choices(match.round)
        numbers = match.numbers(stated, low, high)
        match.simultaneous({seat: number - low for seat, number in enumerate(numbers)})
        result = match.rules.result(match.position.rounds[-1])
        winner = _winner(match, record["winner"], numbers, result)
        match.compare("responses", sorted(record["responses"], key=str), sorted(stated, key=str))
        match.compare("mean", record["mean"], result.mean)
        match.compare("mean_ratio", record["mean_ratio"], result.target)
        match.compare("winner", record["winner"], winner)
        match.compare("winner_num", record["winner_num"], numbers.count(winner))


def _winner(match: PublishedMatch, logged: Any, numbers: Sequence[int], result: RoundResult) -> int:
    """The winning number; of several that are equally near, the one that the log has."""
    distance = abs(result.winning_number - result.target)
    nearest = {number for number in numbers if isclose(abs(number - result.target), distance, abs_tol=1e-9)}
    if len(nearest) > 1:
        match.note(f"{' and '.join(map(str, sorted(nearest)))} are equally near to the target, and {logged} wins")
    return logged if logged in nearest else result.winning_number


def _el_farol(log: PublishedLog, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        stated = log.choices(match.round)
        match.simultaneous({seat: match.named(seat, decision, BAR_MOVES) for seat, decision in enumerate(stated)})
        stage, rules = match.position.rounds[-1], match.rules
        fun = rules.is_fun(stage)
        match.compare("responses", record["responses"], stated)
        match.compare("go_num", record["go_num"], sum(stage))
        match.compare("go_ratio", record["go_ratio"], sum(stage) / rules.players)
        match.compare("winner", record["winner"], BAR_MOVES[fun])
        match.compare("bar's utility", record["utility"], rules.fun if fun else rules.crowded)
        match.compare_payoffs(log)


def _divide_dollar(log: PublishedLog, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        stated = log.choices(match.round)
        match.simultaneous(dict(enumerate(match.numbers(stated, 0, match.rules.gold))))
        match.compare("responses", sorted(record["responses"], key=str), sorted(stated, key=str))
        match.compare("total_proposal", record["total_proposal"], sum(match.position.rounds[-1]))
        match.compare_payoffs(log)


def _public_goods(log: PublishedLog, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        stated = log.choices(match.round)
        match.simultaneous(dict(enumerate(match.numbers(stated, 0, match.rules.tokens))))
        match.compare("responses", record["responses"], stated)
        match.compare("total_tokens", record["total_tokens"], sum(match.position.rounds[-1]))


def _diners_dilemma(log: PublishedLog, match: PublishedMatch) -> None:
    """Plays every dish other than the word for the cheap one as the costly one."""
    for record in match.rounds(log):
        stated, rules = log.choices(match.round), match.rules
        for seat, dish in enumerate(stated):
            if dish not in (CHEAP_DISH, "costly"):
                match.keep_stated(seat, dish)
        match.simultaneous({seat: CHEAP if dish == CHEAP_DISH else COSTLY for seat, dish in enumerate(stated)})
        stage = match.position.rounds[-1]
        cheap, bill = stage.count(CHEAP), rules.bill(stage)
        match.compare("responses", record["responses"], stated)
        match.compare("cheap_player", record["cheap_player"], cheap)
        match.compare("total_cost", record["total_cost"], bill)
        match.compare("avg_cost", record["avg_cost"], bill / rules.players)
        sums = [rules.players - cheap, rules.costly_price, cheap, rules.cheap_price, bill]
        match.compare("cost_msg", [int(number) for number in re.findall(r"-?\d+", record["cost_msg"])], sums)
        match.compare_payoffs(log)


def _sealed_bid_auction(log: PublishedLog, match: PublishedMatch) -> None:
    rules = match.rules
    for record in match.rounds(log):
        for value in record["valuations"]:
            match.chance(int(value // rules.value_step))
        stated, winner = log.choices(match.round), seat_of(record["bid_winner"])
        match.simultaneous(dict(enumerate(match.numbers(stated, 0, rules.max_value))))
        tied = match.position.stage
        if tied is not None and tied.bids:
            match.chance(winner if winner in tied.leaders() else tied.leaders()[0])
        stage = match.position.rounds[-1]
        match.compare("valuations", record["valuations"], stage.values)
        match.compare("responses", record["responses"], stated)
        match.compare("bid_winner", winner, stage.winner)
        match.compare("bid_winner_proposed", record["bid_winner_proposed"], max(stage.bids))
        match.compare("bid_winner_payment", record["bid_winner_payment"], rules.price_paid(stage))
        match.compare("round's utility", record["utility"], rules.payoffs(stage))
        match.compare_payoffs(log)


def _battle_royale(log: PublishedLog, match: PublishedMatch) -> None:
    """Plays a shot at somebody who is not alive as a deliberate miss."""
    rules = match.rules
    for record in match.rounds(log):
        alive, shooter, target = match.position.alive, match.position.shooter, record["shot_player"]
        match.compare("initial_players", record["initial_players"], [[rules.name(p), rules.rate(p)] for p in alive])
        match.compare("player_shooting", seat_of(record["player_shooting"]), shooter)
        match.compare("responses", record["responses"], [target])
        aimed_at = seat_of(target)
        if aimed_at in alive:
            match.act(shooter, aimed_at)
            match.chance(HIT if record["out"] else MISSED)
            continue
        if not (target is None or "null" in str(target) or "-1" in str(target)):
            match.keep_stated(shooter, target)
        match.act(shooter, rules.players)
        match.compare("out", record["out"], False)


def _pirate_game(log: PublishedLog, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        plan, proposer = record["gold_distribution"], match.round
        repaired = _repaired(plan, match.rules.gold)
        if repaired != plan:
            match.keep_stated(proposer, plan)
        for amount in repaired:
            match.act(proposer, amount)
        others = dict(enumerate(record["responses"][1:], start=proposer + 1))
        for seat, vote in others.items():
            if vote not in VOTES:
                match.keep_stated(seat, vote)
        match.simultaneous({seat: int("accept" in str(vote).lower()) for seat, vote in others.items()})
        match.compare("the game goes on", match.round < len(log.rounds) - 1, not match.is_over)
        if match.is_over:
            return


def _repaired(plan: Sequence[int], gold: int) -> list[int]:
    """Returns a nearest legal division of the gold: no amount is negative, and the largest ones make up for it."""
    amounts = [max(round(amount), 0) for amount in plan]
    surplus = sum(amounts) - gold
    for place in sorted(range(len(amounts)), key=lambda place: -amounts[place]):
        taken = min(surplus, amounts[place])
        amounts[place] -= taken
        surplus -= taken
    return amounts


class Format(NamedTuple):
    """Published format of a game: our game's short name, and the function that replays a log."""

    game: str
    play: Callable[[PublishedLog, PublishedMatch], None]


# By a key that only the rounds of that game have.
FORMATS: Mapping[str, Format] = {
    "mean_ratio": Format("guess_two_thirds", _guess_two_thirds),
    "go_ratio": Format("el_farol", _el_farol),
    "total_proposal": Format("divide_dollar", _divide_dollar),
    "total_tokens": Format("public_goods", _public_goods),
    "cheap_player": Format("diners_dilemma", _diners_dilemma),
    "bid_winner": Format("sealed_bid_auction", _sealed_bid_auction),
    "player_shooting": Format("battle_royale", _battle_royale),
    "gold_distribution": Format("pirate_game", _pirate_game),
}
