"""Hand-made match records for tests that read logs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from gtarena.logs.records import Call, MatchRecord, Seat, Step, TextRef
from gtarena.logs.writer import append_line


def seat(agent: str = "random", model: str | None = None, **params: Any) -> Seat:
    return Seat(agent=agent, model=model, params=params)


def llm(**params: Any) -> Seat:
    return seat("llm", "offline/random", **params)


def call(
    player: int = 0, move_number: int = 0, *, reply: str = "Answer: 0", texts: Sequence[str] = (), **fields: Any
) -> Call:
    """Returns a model call; ``texts`` are the SHA-256s of its messages."""
    known = {"tokens_in": 10, "tokens_out": 2, "cost": 0.5, "seconds": 1.0}
    messages = [TextRef(role="user", sha256=digest) for digest in texts]
    return Call(player=player, move_number=move_number, reply=reply, **({"messages": messages} | known | fields))


def record(match_id: str, seats: Sequence[Seat], returns: Sequence[float] | None, **fields: Any) -> MatchRecord:
    """Returns a match of ``kuhn_poker`` without history that took a second, except for the given fields."""
    usual: dict[str, Any] = {
        "key": {}, "game": "kuhn_poker", "params": {}, "seed": 0, "history": [], "outcome": "finished",
        "started": "2026-01-02T03:04:05.000+00:00", "seconds": 1.0, "versions": {"gtarena": "0.1.0"}}
    listed = None if returns is None else list(returns)
    return MatchRecord(**(usual | {"match_id": match_id, "seats": list(seats), "returns": listed} | fields))


def steps(*moves: tuple[int, int]) -> list[Step]:
    """Returns a history of ``(player, action)`` pairs."""
    return [Step(player=player, action=action, name=f"move {action}") for player, action in moves]


def write_log(path: Path, *records: MatchRecord) -> Path:
    """Appends records to a file of matches, which is made with its folder if it is missing; returns the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    for each in records:
        append_line(path, each.line())
    return path
