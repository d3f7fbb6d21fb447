"""Facts of gamma-Bench games, computed from the actions played and from nothing else.

The rules of the games are written down here once more, apart from ``custom_games``, so that what the prompts tell is
checked against a second computation. All facts are strings, as v1 words them.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import pyspiel

from custom_games.framework.states import movers
from gtarena.checks.playouts import making
from tests.support.playouts import drawn

Facts = dict[str, str]
Event = int | dict[int, list[int]]  # an outcome of chance, or the moves of all who moved, by seat
Settings = Mapping[str, Any]


class Truth(NamedTuple):
    """The facts of the setting and the seat, of each past round, and of the decision to be made."""

    settings: Facts
    rounds: list[Facts]
    now: Facts


def played(game: pyspiel.Game, seed: int) -> Iterator[tuple[pyspiel.State, int, list[Event]]]:
    """Yields every decision of a random playout: the state, a player to move, and all events before it."""
    rng, state, events = random.Random(seed), game.new_initial_state(), list[Event]()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            events.append(rng.choices(outcomes, weights)[0])
            state.apply_action(events[-1])
            continue
        for player in movers(state):
            yield state.clone(), player, list(events)
        moves = {player: drawn(state, player, rng) for player in movers(state)}
        list(making(state, moves))
        events.append(moves)


def truth(game: pyspiel.Game, events: Sequence[Event], player: int) -> Truth:
    """Returns what is true for a player who has to decide after the events."""
    settings = {**game.get_parameters(), "players": game.num_players()}
    return TRUTHS[game.get_type().short_name](settings, list(events), player)


def counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def two_decimals(number: Fraction) -> str:
    whole, cents = divmod(abs(round(number * 100)), 100)
    text = f"{whole}.{cents:02}".rstrip("0").rstrip(".")
    return f"-{text}" if round(number * 100) < 0 else text


def exact(number: float) -> Fraction:
    """Returns the number that somebody wrote as a float, such as 2/3 or 0.3."""
    return Fraction(number).limit_denominator(10_000)


def percent(share: float) -> str:
    number = 100 * exact(share)
    return f"{number.numerator}%" if number.denominator == 1 else f"{float(number):.10g}%"


def _repeated(settings: Settings, own: Facts, rounds: list[Facts], legal: str, now: Facts | None = None) -> Truth:
    """Adds what all games of a number of rounds tell."""
    most, stops = settings["rounds"], settings["termination_probability"]
    known = settings["horizon"] == "known"
    begun = len(rounds) + 1
    length = counted(most, "round") if known else "a number of rounds that you are not told"
    return Truth({**own, "players": str(settings["players"]),
                  "length": f"up to {length}" if known and stops else length,
                  **({"but_last": " but the last" if known else "", "chance": percent(stops)} if stops else {})},
                 [{**told, "number": str(number)} for number, told in enumerate(rounds, start=1)],
                 {**(now or {}), "legal": legal,
                  "now": f"Round {begun}" + (f" of {'up to ' if stops else ''}{most}" if known else "")})


def _joint(events: list[Event], settings: Settings) -> list[list[int]]:
    """Returns the joint moves of games in which every player makes one move a round."""
    return [[moves[seat][0] for seat in range(settings["players"])] for moves in events if isinstance(moves, dict)]


def guess_two_thirds(settings: Settings, events: list[Event], player: int) -> Truth:
    low, high, ratio = settings["low"], settings["high"], exact(settings["ratio"])
    rounds = []
    for actions in _joint(events, settings):
        numbers = [low + action for action in actions]
        mean = Fraction(sum(numbers), len(numbers))
        distances = [abs(number - mean * ratio) for number in numbers]
        winning = numbers[distances.index(min(distances))]
        rounds.append({"mean": f"{float(mean):.2f}", "target": f"{float(mean * ratio):.2f}", "winning": str(winning),
                       "own": str(numbers[player]), "verdict": "won" if numbers[player] == winning else "lost"})
    times = str(ratio) if ratio.denominator < 10 else f"{float(ratio):.10g}"
    return _repeated(settings, {"low": str(low), "high": str(high), "ratio": times}, rounds, f"{low}..{high}")


def el_farol(settings: Settings, events: list[Event], player: int) -> Truth:
    everyone, capacity = settings["players"], exact(settings["capacity"])
    paid = {name: counted(settings[name], "point") for name in ("fun", "crowded", "home")}
    rounds = []
    for decisions in _joint(events, settings):
        went = decisions.count(1)
        mood = "fun" if Fraction(went, everyone) <= capacity else "crowded"
        goes = decisions[player] == 1
        told = {"went": str(went), "stayed": str(everyone - went), "mood": mood,
                "compared": "at most" if mood == "fun" else "more than"}
        rounds.append({"own": "go" if goes else "stay", "got": paid[mood if goes else "home"],
                       **(told if goes or settings["feedback"] == "explicit" else {})})
    return _repeated(settings, {**paid, "capacity": percent(settings["capacity"])}, rounds, "stay | go")


def divide_dollar(settings: Settings, events: list[Event], player: int) -> Truth:
    gold = settings["gold"]
    rounds = []
    for bids in _joint(events, settings):
        over = sum(bids) > gold
        rounds.append({
            "own": str(bids[player]), "sum": str(sum(bids)), "compared": "exceeds" if over else "does not exceed",
            "got": counted(0 if over else bids[player], "coin")})
    own = {"gold": counted(gold, "coin"), "are": "is" if gold == 1 else "are", "most": str(gold)}
    return _repeated(settings, own, rounds, "0 | 1" if gold == 1 else f"0..{gold}")


def public_goods(settings: Settings, events: list[Event], player: int) -> Truth:
    tokens, multiplier = settings["tokens"], exact(settings["multiplier"])
    rounds = []
    for given in _joint(events, settings):
        share = sum(given) * multiplier / len(given)
        rounds.append({
            "own": str(given[player]), "given": ", ".join(map(str, given)), "pot": str(sum(given)),
            "gain": two_decimals(share - given[player]), "kept": two_decimals(tokens - given[player] + share),
            "all_kept": ", ".join(two_decimals(tokens - one + share) for one in given)})
    own = {"tokens": counted(tokens, "new token"), "multiplier": f"{float(multiplier):.10g}"}
    return _repeated(settings, own, rounds, "0 | 1" if tokens == 1 else f"0..{tokens}")


def diners_dilemma(settings: Settings, events: list[Event], player: int) -> Truth:
    names = ("cheap", "costly")
    rounds = []
    for dishes in _joint(events, settings):
        ordered = [names[dish] for dish in dishes]
        bill = sum(settings[f"{dish}_price"] for dish in ordered)
        share, utility = Fraction(bill, len(dishes)), settings[f"{ordered[player]}_utility"]
        rounds.append({"own": ordered[player], "costly": counted(ordered.count("costly"), "player"),
                       "cheap": str(ordered.count("cheap")), "bill": str(bill), "share": two_decimals(share),
                       "utility": str(utility), "left": two_decimals(utility - share)})
    own = {f"{dish}_{what}": str(settings[f"{dish}_{what}"]) for dish in names for what in ("price", "utility")}
    return _repeated(settings, own, rounds, "cheap | costly")


def sealed_bid_auction(settings: Settings, events: list[Event], player: int) -> Truth:
    everyone, first = settings["players"], settings["price"] == "first"
    left, rounds = list(events), []
    while len(left) > everyone:
        values, (moves, *left) = [step * settings["value_step"] for step in left[:everyone]], left[everyone:]
        bids = [moves[seat][0] for seat in range(everyone)]
        leaders = [seat for seat in range(everyone) if bids[seat] == max(bids)]
        winner = leaders[0] if len(leaders) == 1 else left.pop(0)
        del left[:1 if settings["termination_probability"] else 0]
        price = max(bids) if first else sorted(bids, reverse=True)[1]
        rounds.append({
            "own": str(bids[player]), "value": str(values[player]), "best": str(max(bids)), "price": str(price),
            "verdict": "won" if player == winner else "lost",
            "utility": str(values[player] - price if player == winner else 0)})
    now = {"value_now": str(left[player] * settings["value_step"])}
    most = settings["max_value"]
    return _repeated(settings, {"which": "highest" if first else "second highest"}, rounds,
                     "0 | 1" if most == 1 else f"0..{most}", now)


def battle_royale(settings: Settings, events: list[Event], player: int) -> Truth:
    everyone = settings["players"]
    alive, left, rounds = list(range(everyone)), list(events), []
    while left:
        ((shooter, (target,)),) = left.pop(0).items()
        missed = target == everyone
        hit = not missed and left.pop(0) == 1
        alive = [seat for seat in alive if not hit or seat != target]
        rounds.append({"number": str(len(rounds) + 1), "shooter": f"player_{shooter}",
                       "left": "1 player is" if len(alive) == 1 else f"{len(alive)} players are",
                       **({"deliberate": "missed on purpose"} if missed else
                          {"target": f"player_{target}", "result": "and hit" if hit else "but missed"}),
                       **({"own": "miss" if missed else f"player_{target}"} if shooter == player else {})})
    rates = [f"player_{seat} {settings['lowest_rate'] + seat * settings['rate_step']}%" for seat in range(everyone)]
    targets = [f"player_{seat}" for seat in alive if seat != player or settings["targets"] == "anyone"]
    return Truth({"players": str(everyone), "name": f"player_{player}", "rate": rates[player].split()[1],
                  "rates": ", ".join(rates), "place": str(player + 1)},
                 rounds,
                 {"begun": str(len(rounds) + 1), "rates_left": ", ".join(rates[seat] for seat in alive),
                  "place_left": str(alive.index(player) + 1), "legal": " | ".join([*targets, "miss"])})


def pirate_game(settings: Settings, events: list[Event], player: int) -> Truth:
    everyone, gold = settings["players"], settings["gold"]
    left, rounds, now = list(events), [], {}
    while left:
        proposer, (plan,) = len(rounds), left.pop(0).values()
        shares = ", ".join(f"pirate {proposer + place + 1}: {amount}" for place, amount in enumerate(plan))
        if not left:
            now = {"plan": shares, "share": counted(plan[player - proposer], "gold coin"), "legal": "reject | accept"}
            break
        votes = left.pop(0)
        accepting = 1 + sum(vote for (vote,) in votes.values())
        rounds.append({
            "proposer": str(proposer + 1), "plan": shares, "alive": str(len(plan)), "accepting": str(accepting),
            "few": "Fewer than half" if 2 * accepting < len(plan) else "At least half",
            "own": "accept" if votes[player] == [1] else "reject"})
    proposer = len(rounds)
    if not now:
        amounts = ", ".join([f"0..{gold}"] * (everyone - proposer))
        now = {"amounts": str(everyone - proposer), "sum": str(gold), "legal": f"[{amounts}] summing to {gold}"}
    return Truth({"players": str(everyone), "gold": counted(gold, "gold coin"), "name": f"pirate {player + 1}",
                  "last": f"pirate {everyone}"},
                 rounds, {**now, "proposer_now": f"pirate {proposer + 1}"})


TRUTHS = {function.__name__: function for function in (
    guess_two_thirds, el_farol, divide_dollar, public_goods, diners_dilemma, sealed_bid_auction, battle_royale,
    pirate_game)}
