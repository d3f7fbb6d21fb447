"""Hand-made matches of GTBench, from their seats and returns, and their actions where scores depend on them."""

from collections.abc import Sequence
from typing import Any

from gtarena.logs.records import MatchRecord, Seat
from gtarena.seeds import derive
from tests.support.records import record, seat, steps

AGREE, UTTER = 216, 217  # actions of negotiation; a proposal of a, b and c items is 36a + 6b + c


def model(name: str = "m", agent: str = "llm", **params: Any) -> Seat:
    return seat(agent, name, **({"reasoning": "direct"} | params))


def match(match_id: str, seats: Sequence[Seat], returns: Sequence[float] | None, **fields: Any) -> MatchRecord:
    usual = {"suite": "gtbench", "game": "tic_tac_toe", "seed": derive(0, match_id)}
    return record(match_id, seats, returns, **(usual | fields))


def duels(one: Seat, other: Seat, gains: Sequence[float], game: str = "tic_tac_toe") -> list[MatchRecord]:
    """Zero-sum matches from the returns of ``one``, which takes both seats in turn."""
    return [match(f"{one} {other} {game} {number}", (one, other) if number % 2 == 0 else (other, one),
                  (gain, -gain) if number % 2 == 0 else (-gain, gain), game=game)
            for number, gain in enumerate(gains)]


def auction(match_id: str, seats: Sequence[Seat], values: Sequence[int], bids: Sequence[int]) -> MatchRecord:
    """A first-price auction without a tie."""
    won = bids.index(max(bids))
    history = steps((-1, values[0]), (-1, values[1]), (0, bids[0]), (1, bids[1]), (-1, won))
    returns = [float(values[player] - bids[player]) if player == won else 0.0 for player in range(2)]
    return match(match_id, seats, returns, game="first_sealed_auction", history=history)


def dilemma(match_id: str, seats: Sequence[Seat], *rounds: tuple[int, int]) -> MatchRecord:
    """A dilemma that chance ends after these rounds; its returns are arbitrary."""
    history = [move for number, (one, two) in enumerate(rounds, start=1)
               for move in ((0, one), (1, two), (-1, int(number == len(rounds))))]
    return match(match_id, seats, [5, 5], game="iterated_prisoners_dilemma", history=steps(*history))


def deal(match_id: str, seats: Sequence[Seat], taken: Sequence[int], returns: Sequence[float]) -> MatchRecord:
    """The published instance of negotiation, in which the first proposal is accepted."""
    history = steps((-1, 0), (0, proposal(taken)), (0, UTTER), (1, AGREE))
    return match(match_id, seats, returns, game="negotiation", history=history)


def no_deal(match_id: str, seats: Sequence[Seat]) -> MatchRecord:
    """The published instance of negotiation without an agreement, after all seven proposals."""
    moves = [(turn % 2, action) for turn in range(7) for action in (proposal((1, 1, 1)), UTTER)]
    return match(match_id, seats, [0, 0], game="negotiation", history=steps((-1, 0), *moves))


def proposal(taken: Sequence[int]) -> int:
    return 36 * taken[0] + 6 * taken[1] + taken[2]
