"""How each game's published rounds are played again and compared: all that the format says differently per game.

What a log states of a round is compared with our game, except for the players' ``utility`` and ``tokens`` in the
public goods game, which leave out the share of the pot, and the ``action`` in battle royale, which nothing followed.
Numbers and bids for a dollar are published in random order, so that their ``responses`` are sorted before.
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
from gtarena.suites.gamma_bench.importer.log_format import Log
from gtarena.suites.gamma_bench.importer.published_match import PublishedMatch

PRICES = {"highest bid": "first", "second highest bid": "second"}
CHEAP_DISH = "cheap"
PUBLISHED_GOLD = 100  # where a pirates' log does not say
MOST_SHOTS = 20

_SEAT = re.compile(r"(?:player_)?(\d+)")

Params = dict[str, Any]


def _rounds(log: Log) -> Params:
    return {"players": log.players, "rounds": len(log.rounds)}


def _guess_params(log: Log) -> Params:
    return {**_rounds(log), "low": log.meta["min"], "high": log.meta["max"], "ratio": float(log.meta["ratio"])}


def _guess(log: Log, match: PublishedMatch) -> None:
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


def _bar_params(log: Log) -> Params:
    meta = log.meta
    return {**_rounds(log), "capacity": float(meta["ratio"]), "fun": meta["max"], "crowded": meta["min"],
            "home": meta["home"], "feedback": meta["mode"]}


def _bar(log: Log, match: PublishedMatch) -> None:
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


def _dollar_params(log: Log) -> Params:
    return {**_rounds(log), "gold": log.meta["golds"]}


def _dollar(log: Log, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        stated = log.choices(match.round)
        match.simultaneous(dict(enumerate(match.numbers(stated, 0, match.rules.gold))))
        match.compare("responses", sorted(record["responses"], key=str), sorted(stated, key=str))
        match.compare("total_proposal", record["total_proposal"], sum(match.position.rounds[-1]))
        match.compare_payoffs(log)


def _goods_params(log: Log) -> Params:
    meta = log.meta
    if meta.get("reset") is False or meta.get("token_initialization", "fixed") != "fixed":
        raise ValueError("it was played with tokens that are kept or drawn at random, which our game does not know")
    return {**_rounds(log), "tokens": meta["tokens"], "multiplier": float(meta["ratio"])}


def _goods(log: Log, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        stated = log.choices(match.round)
        match.simultaneous(dict(enumerate(match.numbers(stated, 0, match.rules.tokens))))
        match.compare("responses", record["responses"], stated)
        match.compare("total_tokens", record["total_tokens"], sum(match.position.rounds[-1]))


def _diner_params(log: Log) -> Params:
    meta = log.meta
    return {**_rounds(log), "cheap_price": meta["cheap_cost"], "cheap_utility": meta["cheap_utility"],
            "costly_price": meta["exp_cost"], "costly_utility": meta["exp_utility"]}


def _diner(log: Log, match: PublishedMatch) -> None:
    """Whatever is not the word for the cheap dish is the costly one."""
    for record in match.rounds(log):
        stated, rules = log.choices(match.round), match.rules
        for seat, dish in enumerate(stated):
            if dish not in (CHEAP_DISH, "costly"):
                match.state(seat, dish)
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


def _auction_params(log: Log) -> Params:
    meta = log.meta
    if meta["valuation_min"] != 0:
        raise ValueError(f"valuation_min={meta['valuation_min']} is not 0, from which values start in our game")
    return {**_rounds(log), "max_value": meta["valuation_max"], "value_step": meta["interval"],
            "price": PRICES[meta.get("mode", "highest bid")]}


def _auction(log: Log, match: PublishedMatch) -> None:
    rules = match.rules
    for record in match.rounds(log):
        for value in record["valuations"]:
            match.chance(value // rules.value_step)
        stated, winner = log.choices(match.round), _seat_or_nobody(record["bid_winner"])
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


def _battle_params(log: Log) -> Params:
    last = log.rounds[-1]
    survivors = len(last["initial_players"]) - bool(last["out"])
    shots = [(shot["player_shooting"], shot["shot_player"]) for shot in log.rounds]
    at_oneself = any(_seat_or_nobody(shooter) == _seat_or_nobody(target) for shooter, target in shots)
    return {"players": log.players, "lowest_rate": log.meta["base_hit_rate"], "rate_step": log.meta["interval"],
            "max_shots": len(shots) if survivors > 1 else max(len(shots), MOST_SHOTS),
            "targets": "anyone" if at_oneself else "others"}


def _battle(log: Log, match: PublishedMatch) -> None:
    """A shot at nobody who is alive is a deliberate miss."""
    rules = match.rules
    for record in match.rounds(log):
        alive, shooter, target = match.position.alive, match.position.shooter, record["shot_player"]
        match.compare("initial_players", record["initial_players"], [[rules.name(p), rules.rate(p)] for p in alive])
        match.compare("player_shooting", _seat_or_nobody(record["player_shooting"]), shooter)
        match.compare("responses", record["responses"], [target])
        aimed_at = _seat_or_nobody(target)
        if aimed_at in alive:
            match.act(shooter, aimed_at)
            match.chance(HIT if record["out"] else MISSED)
            continue
        if not (target is None or "null" in str(target) or "-1" in str(target)):
            match.state(shooter, target)
        match.act(shooter, rules.players)
        match.compare("out", record["out"], False)


def _pirate_params(log: Log) -> Params:
    return {"players": log.players, "gold": log.meta.get("gold", PUBLISHED_GOLD)}


def _pirate(log: Log, match: PublishedMatch) -> None:
    for record in match.rounds(log):
        plan, proposer = record["gold_distribution"], match.round
        mended = _mended(plan, match.rules.gold)
        if mended != plan:
            match.state(proposer, plan)
        for amount in mended:
            match.act(proposer, amount)
        others = dict(enumerate(record["responses"][1:], start=proposer + 1))
        for seat, vote in others.items():
            if vote not in VOTES:
                match.state(seat, vote)
        match.simultaneous({seat: int("accept" in str(vote).lower()) for seat, vote in others.items()})
        match.compare("the game goes on", match.round < len(log.rounds) - 1, not match.is_over)
        if match.is_over:
            return


def _mended(plan: Sequence[int], gold: int) -> list[int]:
    """A nearest division of the gold: nobody gets less than nothing, for which those who have most make up."""
    amounts = [max(round(amount), 0) for amount in plan]
    surplus = sum(amounts) - gold
    for place in sorted(range(len(amounts)), key=lambda place: -amounts[place]):
        taken = min(surplus, amounts[place])
        amounts[place] -= taken
        surplus -= taken
    return amounts


def _seat_or_nobody(name: Any) -> int:
    """The seat called ``player_3`` or ``3``; -1 if it is no name of a seat."""
    found = _SEAT.fullmatch(str(name).strip())
    return int(found[1]) if found else -1


class Format(NamedTuple):
    """A game's short name, the parameters that a log of it has, and how it is played again."""

    game: str
    params: Callable[[Log], Params]
    play: Callable[[Log, PublishedMatch], None]


# By a key that only the rounds of that game have.
FORMATS: Mapping[str, Format] = {
    "mean_ratio": Format("guess_two_thirds", _guess_params, _guess),
    "go_ratio": Format("el_farol", _bar_params, _bar),
    "total_proposal": Format("divide_dollar", _dollar_params, _dollar),
    "total_tokens": Format("public_goods", _goods_params, _goods),
    "cheap_player": Format("diners_dilemma", _diner_params, _diner),
    "bid_winner": Format("sealed_bid_auction", _auction_params, _auction),
    "player_shooting": Format("battle_royale", _battle_params, _battle),
    "gold_distribution": Format("pirate_game", _pirate_params, _pirate),
}
