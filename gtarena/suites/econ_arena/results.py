"""The frame of all players' runs, from which the tables and figures of Economics Arena are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gtarena.formatting import agent_name
from gtarena.logs.records import MatchRecord, Seat
from gtarena.logs.replay import naming_match
from gtarena.metrics.agent_settings import WORDING, SeatKey, settings_labels
from gtarena.suites.contract import Trace
from gtarena.suites.econ_arena import NAME
from gtarena.suites.econ_arena.scores import RUN_READERS, Play, group_of, plays
from gtarena.suites.scoring import SuiteRecords

if TYPE_CHECKING:
    import pandas as pd

MELEE, RATIONAL, SELF = "melee", "rational", "self"
NOT_TOLD = ""
TELLING = {"rational": "rational", "cot": "rational", "equal": "equal"}  # what prompt versions tell of the others


@dataclass(frozen=True)
class RunRow(Play):
    """A player's run and the situation in which it was played: a row of the frame, whose columns are these fields.

    ``session`` counts the match's repetitions from 1. ``group`` is ``L``, ``M`` or ``H``, or lists the parameters of
    any other configuration. ``environment`` is the match's: ``rational`` if all seats but one are equilibrium agents,
    ``self`` if one agent has all the seats, otherwise ``melee``. ``told`` is the prompt's description of the others:
    ``rational``, ``equal``, or empty. ``history`` is the game's parameter. ``who`` is the agent with its model and the
    settings that vary, except for the prompt; ``model`` is empty for an agent without one, and ``equilibrium`` marks an
    equilibrium agent. Matches of a game with the same ``unit`` were dealt the same chance.
    """

    match_id: str
    unit: str
    session: int
    game: str
    group: str
    environment: str
    told: str
    history: str
    who: str
    model: str
    equilibrium: bool


def runs_frame(records: Iterable[MatchRecord]) -> pd.DataFrame:
    """Returns a :class:`RunRow` for every seat in every run of the finished matches of Economics Arena.

    Undefined values are NaN. Iterates over the records twice.

    Raises:
        ValueError: a logged action is illegal.
    """
    import pandas as pd

    played = SuiteRecords(records, NAME, RUN_READERS, finished=True)
    settings = settings_labels(map(_without_prompt, played))
    rows = [asdict(row) for record in played for row in _rows(record, settings)]
    return pd.DataFrame(rows, columns=list(RunRow.__dataclass_fields__))


def _rows(record: MatchRecord, settings: Mapping[SeatKey, str]) -> Iterator[RunRow]:
    names = [agent_name(seat.agent, seat.model or "", settings[record.match_id, number], None)
             for number, seat in enumerate(record.seats)]
    run = record.tags.get("run")
    of_match: dict[str, Any] = {
        "match_id": record.match_id,
        "unit": record.unit,
        "session": run if isinstance(run, int) else 1,
        "game": record.game,
        "group": group_of(record.game, record.params),
        "environment": _environment(record.seats, names),
        "history": str(record.params["history"]),
    }
    for play in _plays(record):
        seat = record.seats[play.seat]
        yield RunRow(**asdict(play), **of_match, told=_told(seat), who=names[play.seat], model=seat.model or "",
                     equilibrium=_is_equilibrium(seat))


def _plays(record: MatchRecord) -> list[Play]:
    with naming_match(record.match_id):
        return list(plays(Trace.of(record)))


def _environment(seats: Sequence[Seat], names: Sequence[str]) -> str:
    if len(set(names)) == 1:
        return SELF
    return RATIONAL if sum(map(_is_equilibrium, seats)) == len(seats) - 1 else MELEE


def _is_equilibrium(seat: Seat) -> bool:
    return seat.kind == "rational"


def _told(seat: Seat) -> str:
    return TELLING.get(str(seat.params.get("prompt")), NOT_TOLD)


def _without_prompt(record: MatchRecord) -> MatchRecord:
    """Returns the record without its agents' prompts: agents that differ in nothing else are compared as one."""
    def bare(params: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in params.items() if name not in ("prompt", WORDING)}

    return record.model_copy(update={
        "seats": [seat.model_copy(update={"params": bare(seat.params)}) for seat in record.seats]})
