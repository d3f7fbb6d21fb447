"""Small matches in the format of gamma-Bench's raw results, worked out by hand from the rules."""

import copy
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gtarena.logs.reader import read_records
from gtarena.logs.records import MatchRecord
from gtarena.suites.gamma_bench.importer.log_import import import_logs


def log(meta: dict[str, Any], rounds: Sequence[dict[str, Any]], records: Sequence[list[Any]],
        utilities: Sequence[list[Any]] = ((), (), ())) -> dict[str, Any]:
    players = [{"model": "gpt-3.5-turbo", "id": f"player_{seat}", "records": stated, "utility": list(earned)}
               for seat, (stated, earned) in enumerate(zip(records, utilities, strict=True))]
    return {"meta": {"version": "v1", **meta}, "round_records": list(rounds), "player_data": players}


def shot(shooter: int, target: Any, out: bool, alive: Sequence[int]) -> dict[str, Any]:
    return {"responses": [target], "player_shooting": str(shooter), "shot_player": target, "out": out,
            "initial_players": [[f"player_{seat}", 30 + 10 * seat] for seat in alive]}


GUESS = log(
    {"min": 0, "max": 100, "ratio": 2 / 3},
    # Means 30 and 20, targets 20 and 13.33.
    [{"responses": [60, 10, 20], "mean": 30, "mean_ratio": 20, "winner": 20, "winner_num": 1},
     {"responses": [13, 34, 13], "mean": 20, "mean_ratio": 13.3333333333, "winner": 13, "winner_num": 2}],
    [[10, 13], [20, 13], [60, 34]])
BAR = log({"min": 0, "max": 10, "home": 5, "ratio": 0.6, "mode": "implicit"},
          [{"responses": ["go", "go", "stay"], "go_num": 2, "go_ratio": 2 / 3, "winner": "stay", "utility": 0},
           {"responses": ["go", "stay", "stay"], "go_num": 1, "go_ratio": 1 / 3, "winner": "go", "utility": 10}],
          [["go", "go"], ["go", "stay"], ["stay", "stay"]], [[0, 10], [0, 5], [5, 5]])
DOLLAR = log({"golds": 100},
             [{"responses": [40, 30, 30], "total_proposal": 100}, {"responses": [30, 41, 30], "total_proposal": 101}],
             [[30, 41], [30, 30], [40, 30]], [[30, 0], [30, 0], [40, 0]])
GOODS = log({"tokens": 20, "ratio": 2, "reset": True, "token_initialization": "fixed"},
            [{"responses": [0, 10, 20], "total_tokens": 30}], [[0], [10], [20]], [[20], [10], [0]])
DINER = log({"cheap_cost": 10, "cheap_utility": 15, "exp_cost": 20, "exp_utility": 20},
            [{"responses": ["cheap", "costly", "cheap"], "cheap_player": 2, "total_cost": 40, "avg_cost": 40 / 3,
              "cost_msg": "1 * 20 + 2 * 10 = 40"}],
            [["cheap"], ["costly"], ["cheap"]], [[5 / 3], [20 / 3], [5 / 3]])
FIRST_PRICE = log(
    {"valuation_min": 0, "valuation_max": 200, "interval": 10},
    # A tie, which the last one wins.
    [{"responses": [50, 0, 50], "valuations": [200, 0, 70], "bid_winner": "player_2", "bid_winner_proposed": 50,
      "bid_winner_payment": 50, "utility": [0, 0, 20]}],
    [[50], [0], [50]], [[0], [0], [20]])
SECOND_PRICE = log(
    {"valuation_min": 0, "valuation_max": 200, "interval": 10, "mode": "second highest bid"},
    [{"responses": [150, 0, 50], "valuations": [200, 0, 70], "bid_winner": "player_0", "bid_winner_proposed": 150,
      "bid_winner_payment": 50, "utility": [150, 0, 0]}],
    [[150], [0], [50]], [[150], [0], [0]])
BATTLE = log({"base_hit_rate": 30, "interval": 10},
             [shot(0, "2", False, (0, 1, 2)), shot(1, "null", False, (0, 1, 2)), shot(2, "0", True, (0, 1, 2)),
              shot(1, "2", False, (1, 2)), shot(2, "1", True, (1, 2))],
             [["2"], ["null", "2"], ["0", "1"]])
PIRATES = log(
    {},
    # One of three accepts, which is not enough, and then one of two, which is.
    [{"gold_distribution": [100, 0, 0], "responses": ["accept", "reject", "reject"]},
     {"gold_distribution": [99, 1], "responses": ["accept", "reject"]}],
    [["accept"], ["reject", "accept"], ["reject", "reject"]])

# The file's name, the log, the game of ours, and what its players get by the rules.
PUBLISHED = {"guessing_game_v1_1": (GUESS, "guess_two_thirds", [1, 2, 0]),
             "bar_game_implicit_v1_1": (BAR, "el_farol", [10, 5, 10]),
             "divide_dollar_v1_1": (DOLLAR, "divide_dollar", [30, 30, 40]),
             "public_goods_v1_1": (GOODS, "public_goods", [40, 30, 20]),
             "diner_dilemma_v1_1": (DINER, "diners_dilemma", [5 / 3, 20 / 3, 5 / 3]),
             "sealed_bid_auction_v1_1": (FIRST_PRICE, "sealed_bid_auction", [0, 0, 20]),
             "sealed_bid_auction_v1_2": (SECOND_PRICE, "sealed_bid_auction", [150, 0, 0]),
             "battle_royale_v1_h3": (BATTLE, "battle_royale", [0, 0, 1]),
             "pirate_game_v1_1": (PIRATES, "pirate_game", [-1, 99, 1])}


def write(path: Path, contents: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(contents))


def changed(contents: dict[str, Any], *path: Any, to: Any) -> dict[str, Any]:
    """Returns a copy of a log with the value at a path of keys and indices replaced."""
    result: Any = copy.deepcopy(contents)
    place = result
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = to
    return result


def notes(record: MatchRecord) -> list[Any]:
    """Returns the record's notes without the one that these matches have fewer players than usual."""
    listed = record.tags["notes"]
    assert isinstance(listed, list)
    return [note for note in listed if "players=3" not in str(note)]


def imported(folder: Path, **files: dict[str, Any]) -> list[MatchRecord]:
    """Imports logs, given by the names of their files, and returns the records in the order of their sources."""
    for name, contents in files.items():
        write(folder / "raw" / f"{name}.json", contents)
    list(import_logs(folder / "raw", folder / "published.jsonl"))
    return sorted(read_records(folder / "published.jsonl"), key=lambda record: record.source)
