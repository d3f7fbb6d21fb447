"""What a match leaves behind: one JSON line that is enough to replay and to re-score it."""

from typing import ClassVar, Literal

from pydantic import BaseModel, ConfigDict, JsonValue

from adapters.errors import Failure

SCHEMA = 1

Outcome = Literal["finished", "forfeit", "invalid"]
Purpose = Literal["move", "thought", "vote"]


class Row(BaseModel):
    """Immutable, and strict about its fields, so that a damaged line is noticed when it is read."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def line(self) -> str:
        """The row as one line of JSON, without the line break."""
        return self.model_dump_json()


class Seat(Row):
    """Who sat in one seat.

    ``agent`` is the word that named it; ``model`` is empty for agents without a model; ``params`` are all
    settings that can change what it plays.
    """

    agent: str
    model: str | None = None
    params: dict[str, JsonValue] = {}

    @property
    def kind(self) -> str:
        """The kind of agent, such as ``mcts`` or ``llm``; empty where the log states none."""
        return str(self.params.get("kind", ""))


class TextRef(Row):
    """One chat message; its text stands in the run's ``texts.jsonl`` under this SHA-256."""

    role: str
    sha256: str


class Call(Row):
    """One request to a model and what came of it.

    ``purpose`` is what was asked for: the move, or a step on the way to it. ``move_number`` counts the entries of the
    match's history before the decision; ``sample`` tells samples of one decision apart. ``failure`` is the named
    reason why the reply gave no move. ``cost`` is in US dollars, ``None`` where the price is unknown; ``seconds`` is
    wall time. ``retries`` counts requests beyond the first. ``tokens_reasoning`` are those of ``tokens_out`` that went
    into thinking.
    """

    player: int
    move_number: int
    purpose: Purpose = "move"
    sample: int = 0
    messages: list[TextRef]
    reply: str
    reasoning: str | None = None
    actions: list[int] = []
    failure: Failure | None = None
    retries: int = 0
    tokens_in: int | None = None
    tokens_out: int | None = None
    tokens_reasoning: int | None = None
    cost: float | None = None
    seconds: float = 0.0
    cached: bool = False

    @property
    def requests(self) -> int:
        """How many requests the call took; none if its reply was kept from an earlier one."""
        return 0 if self.cached else 1 + self.retries


class Step(Row):
    """One applied action; ``player`` is -1 for chance. The moves of a simultaneous node are consecutive steps."""

    player: int
    action: int
    name: str


class Attempt(Row):
    """A try at a match that came to no result: why, and what it has cost all the same.

    ``requests`` counts all that were made, failed ones too; ``cost`` is ``None`` where a price is unknown.
    """

    NAME: ClassVar[str] = "attempt"

    match_id: str
    error: str
    at: str
    requests: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    cost: float | None = 0.0


class MatchRecord(Row):
    """One match that came to an end.

    ``returns`` has one entry per seat, or is ``None`` where the match ended without a result. ``offender`` is the
    seat whose replies ended a match that was not finished, and ``error`` says how.
    """

    NAME: ClassVar[str] = "match record"

    schema_version: int = SCHEMA
    match_id: str
    key: dict[str, JsonValue]
    suite: str | None = None
    game: str
    params: dict[str, JsonValue]
    seed: int
    tags: dict[str, JsonValue] = {}
    source: str = "gtarena"
    seats: list[Seat]
    history: list[Step]
    calls: list[Call] = []
    returns: list[float] | None
    outcome: Outcome
    offender: int | None = None
    error: str | None = None
    versions: dict[str, str] = {}
    started: str
    seconds: float



__all__ = ["SCHEMA", "Attempt", "Call", "Failure", "MatchRecord", "Outcome", "Purpose", "Seat", "Step", "TextRef"]
