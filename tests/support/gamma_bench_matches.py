"""Hand-made matches of gamma-Bench: single rounds of two games, whose scores can be worked out by hand."""

from gtarena.logs.records import MatchRecord, Seat
from tests.support.records import record, steps

USUAL = {"kind": "llm", "prompt": "v1", "temperature": 1.0, "reasoning": "direct", "persona": None}


def player(model: str = "m", **settings) -> Seat:
    return Seat(agent="llm", model=model, params=USUAL | settings)


def division(total: int, *, run: int = 1, seats=None, gold: int = 100, tags=None, **fields) -> MatchRecord:
    """A round of two players whose bids for the gold add up to ``total``; of 100 coins, 90 or 110 scores 90."""
    params = {"players": 2, "rounds": 1, "horizon": "known", "termination_probability": 0.0, "gold": gold}
    moves = steps((0, total // 2), (1, total - total // 2))
    fields = {"suite": "gamma_bench", "source": f"{total}-{run}", "tags": {"run": run} | (tags or {})} | fields
    return record(f"{total} {run} {seats} {gold} {fields['source']}", seats or [player()] * 2, [0, 0],
                  game="divide_dollar", params=params, history=moves, **fields)


def bar(going: int, *, run: int = 1, seats=None, **fields) -> MatchRecord:
    """A round at the bar for five players; with a capacity of 0.6, nobody going scores 0 and three going score 100."""
    params = {"players": 5, "rounds": 1, "horizon": "known", "termination_probability": 0.0, "capacity": 0.6, "fun": 10,
              "crowded": 0, "home": 5, "feedback": "implicit"}
    moves = steps(*((number, int(number < going)) for number in range(5)))
    fields = {"suite": "gamma_bench", "source": f"bar {going}-{run}", "tags": {"run": run}} | fields
    return record(f"bar {going} {run} {seats}", seats or [player()] * 5, [0] * 5, game="el_farol", params=params,
                  history=moves, **fields)
