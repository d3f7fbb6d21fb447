"""Game parameters of published logs, read from their metadata and rounds."""

from typing import Any

from gtarena.suites.gamma_bench.importer.log_format import PublishedLog, seat_of

PRICES = {"highest bid": "first", "second highest bid": "second"}
PUBLISHED_GOLD = 100  # if a log of the pirate game does not say
MOST_SHOTS = 20


def _rounds(log: PublishedLog) -> dict[str, Any]:
    return {"players": log.players, "rounds": len(log.rounds)}


def guess_two_thirds(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a guessing game."""
    return {**_rounds(log), "low": log.meta["min"], "high": log.meta["max"], "ratio": float(log.meta["ratio"])}


def el_farol(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a bar game."""
    meta = log.meta
    return {**_rounds(log), "capacity": float(meta["ratio"]), "fun": meta["max"], "crowded": meta["min"],
            "home": meta["home"], "feedback": meta["mode"]}


def divide_dollar(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a game of divide the dollar."""
    return {**_rounds(log), "gold": log.meta["golds"]}


def public_goods(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a public goods game.

    Raises:
        ValueError: tokens were kept from round to round, or drawn.
    """
    meta = log.meta
    if meta.get("reset") is False or meta.get("token_initialization", "fixed") != "fixed":
        raise ValueError("it was played with tokens that are kept or drawn at random, which our game does not support")
    return {**_rounds(log), "tokens": meta["tokens"], "multiplier": float(meta["ratio"])}


def diners_dilemma(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a diner's dilemma."""
    meta = log.meta
    return {**_rounds(log), "cheap_price": meta["cheap_cost"], "cheap_utility": meta["cheap_utility"],
            "costly_price": meta["exp_cost"], "costly_utility": meta["exp_utility"]}


def sealed_bid_auction(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of an auction.

    Raises:
        ValueError: values did not start at 0.
    """
    meta = log.meta
    if meta["valuation_min"] != 0:
        raise ValueError(f"valuation_min={meta['valuation_min']} is not 0, where values start in our game")
    return {**_rounds(log), "max_value": meta["valuation_max"], "value_step": meta["interval"],
            "price": PRICES[meta.get("mode", "highest bid")]}


def battle_royale(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a battle; a log with several survivors ended at the limit of shots."""
    last = log.rounds[-1]
    survivors = len(last["initial_players"]) - bool(last["out"])
    shots = [(shot["player_shooting"], shot["shot_player"]) for shot in log.rounds]
    at_oneself = any(seat_of(shooter) == seat_of(target) for shooter, target in shots)
    return {"players": log.players, "lowest_rate": log.meta["base_hit_rate"], "rate_step": log.meta["interval"],
            "max_shots": len(shots) if survivors > 1 else max(len(shots), MOST_SHOTS),
            "targets": "anyone" if at_oneself else "others"}


def pirate_game(log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters of a pirate game."""
    return {"players": log.players, "gold": log.meta.get("gold", PUBLISHED_GOLD)}
