"""Hand-made matches of Economics Arena, from their seats, chance outcomes, and actions in each run."""

from collections.abc import Sequence
from typing import Any

from gtarena import games
from gtarena.logs.records import MatchRecord, Seat
from gtarena.seeds import derive
from tests.support.records import record, seat, steps

RATIONAL = seat("rational", kind="rational")


def model(name: str = "m", **params: Any) -> Seat:
    return seat("llm", name, **({"kind": "llm", "prompt": "v1"} | params))


def match(
    game: str, seats: Sequence[Seat], drawn: Sequence[int], *turns: dict[int, int], match_id: str = "x", run: int = 1,
    **fields: Any,
) -> MatchRecord:
    """A match in which each of the ``turns`` maps the seats that choose simultaneously to their actions."""
    name, params = games.parse(game)
    moves = [(-1, outcome) for outcome in drawn] + [move for turn in turns for move in turn.items()]
    return record(match_id, seats, [0.0] * len(seats), **({
        "suite": "econ_arena", "game": name, "params": games.complete(name, params), "history": steps(*moves),
        "tags": {"run": run}, "seed": derive(0, match_id)} | fields))


def contest(seats: Sequence[Seat], *runs: Sequence[int], settings: str = "", **fields: Any) -> MatchRecord:
    """A beauty contest in whole numbers up to 100, in which action 101 is a rule break."""
    game = f"beauty_contest(players={len(seats)},grid=1.0,runs={len(runs)}{settings})"
    return match(game, seats, [], *(dict(enumerate(run)) for run in runs), **fields)


def auction(
    seats: Sequence[Seat], values: Sequence[int], *runs: Sequence[int], settings: str = "", **fields: Any
) -> MatchRecord:
    """A second-price auction with assets of 100, in which action 101 is a rule break."""
    game = f"second_price_auction(players={len(seats)},runs={len(runs)}{settings})"
    return match(game, seats, values, *(dict(enumerate(run)) for run in runs), **fields)
