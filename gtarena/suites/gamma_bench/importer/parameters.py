"""Game parameters of published logs, read from their metadata and rounds."""

from collections.abc import Callable, Mapping
from typing import Any

from gtarena.suites.gamma_bench.importer.log_format import PublishedLog, seat_of

PRICES = {"highest bid": "first", "second highest bid": "second"}
PUBLISHED_GOLD = 100  # if a log of the pirate game does not say
MOST_SHOTS = 20


def _rounds(log: PublishedLog) -> dict[str, Any]:
    return {"players": log.players, "rounds": len(log.rounds)}


def _guess_two_thirds(log: PublishedLog) -> dict[str, Any]:
    return {**_rounds(log), "low": log.meta["min"], "high": log.meta["max"], "ratio": float(log.meta["ratio"])}


def _el_farol(log: PublishedLog) -> dict[str, Any]:
    meta = log.meta
    return {**_rounds(log), "capacity": float(meta["ratio"]), "fun": meta["max"], "crowded": meta["min"],
            "home": meta["home"], "feedback": meta["mode"]}


def _divide_dollar(log: PublishedLog) -> dict[str, Any]:
    return {**_rounds(log), "gold": log.meta["golds"]}


def _public_goods(log: PublishedLog) -> dict[str, Any]:
    meta = log.meta
    if meta.get("reset") is False or meta.get("token_initialization", "fixed") != "fixed":
        raise ValueError("it was played with tokens that are kept or drawn at random, which our game does not support")
    return {**_rounds(log), "tokens": meta["tokens"], "multiplier": float(meta["ratio"])}


def _diners_dilemma(log: PublishedLog) -> dict[str, Any]:
    meta = log.meta
    return {**_rounds(log), "cheap_price": meta["cheap_cost"], "cheap_utility": meta["cheap_utility"],
            "costly_price": meta["exp_cost"], "costly_utility": meta["exp_utility"]}


def _sealed_bid_auction(log: PublishedLog) -> dict[str, Any]:
    meta = log.meta
    if meta["valuation_min"] != 0:
        raise ValueError(f"valuation_min={meta['valuation_min']} is not 0, where values start in our game")
    return {**_rounds(log), "max_value": meta["valuation_max"], "value_step": meta["interval"],
            "price": PRICES[meta.get("mode", "highest bid")]}


def _battle_royale(log: PublishedLog) -> dict[str, Any]:
    last = log.rounds[-1]
    survivors = len(last["initial_players"]) - bool(last["out"])
    shots = [(shot["player_shooting"], shot["shot_player"]) for shot in log.rounds]
    at_oneself = any(seat_of(shooter) == seat_of(target) for shooter, target in shots)
    return {"players": log.players, "lowest_rate": log.meta["base_hit_rate"], "rate_step": log.meta["interval"],
            "max_shots": len(shots) if survivors > 1 else max(len(shots), MOST_SHOTS),
            "targets": "anyone" if at_oneself else "others"}


def _pirate_game(log: PublishedLog) -> dict[str, Any]:
    return {"players": log.players, "gold": log.meta.get("gold", PUBLISHED_GOLD)}


_PARAMETERS: Mapping[str, Callable[[PublishedLog], dict[str, Any]]] = {
    "guess_two_thirds": _guess_two_thirds, "el_farol": _el_farol, "divide_dollar": _divide_dollar,
    "public_goods": _public_goods, "diners_dilemma": _diners_dilemma, "sealed_bid_auction": _sealed_bid_auction,
    "battle_royale": _battle_royale, "pirate_game": _pirate_game,
}


def parameters_of(game: str, log: PublishedLog) -> dict[str, Any]:
    """Returns the parameters with which a log's match was played; others have our game's defaults.

    Raises:
        LookupError: the log lacks a setting, or a setting has an unknown value.
        ValueError: a setting is not supported by our game.
    """
    return _PARAMETERS[game](log)
