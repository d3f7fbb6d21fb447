"""The frame of all players' runs, from which the tables and figures of Economics Arena are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from gtarena.formatting import agent_name
from gtarena.logs.records import Seat
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.agent_settings import WORDING, DifferentSeats
from gtarena.suites.contract import Trace
from gtarena.suites.econ_arena.scores import RUN_READERS, RunPlay, group_of, plays

if TYPE_CHECKING:
    import pandas as pd

MELEE, RATIONAL, SELF = "melee", "rational", "self"
NOT_TOLD = ""
TELLING = {"rational": "rational", "cot": "rational", "equal": "equal"}  # what prompt versions tell of the others


@dataclass(frozen=True)
class RunRow(RunPlay):
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


@dataclass(frozen=True, slots=True)
class PlayedSession:
    """The runs of a finished match, with what :class:`RunRow` tells of it, and the number of each seat."""

    of_match: Mapping[str, Any]
    numbers: Sequence[int]
    plays: Sequence[RunPlay]


def extract(match: ReplayedMatch, numbers: Sequence[int]) -> PlayedSession | None:
    """Returns the runs of a match, if it is a finished one of the suite's games.

    Raises:
        ValueError: a logged action is illegal.
    """
    record = match.record
    if record.game not in RUN_READERS or record.outcome != "finished":
        return None
    run = record.tags.get("run")
    of_match = {
        "match_id": record.match_id,
        "unit": record.unit,
        "session": run if isinstance(run, int) else 1,
        "game": record.game,
        "group": group_of(record.game, record.params),
        "history": str(record.params["history"]),
    }
    return PlayedSession(of_match, numbers, list(plays(Trace.of(match))))


def runs_frame(found: Sequence[PlayedSession], seats: DifferentSeats) -> pd.DataFrame:
    """Returns a :class:`RunRow` for every seat in every run of these matches, given the different seats.

    Undefined values are NaN. Agents that differ in nothing but their prompts are compared as one.
    """
    import pandas as pd

    labels = seats.labels_among((number for session in found for number in session.numbers), ("prompt", WORDING))
    rows = [asdict(row) for session in found for row in _rows(session, seats, labels)]
    return pd.DataFrame(rows, columns=list(RunRow.__dataclass_fields__))


def _rows(session: PlayedSession, different: DifferentSeats, labels: Mapping[int, str]) -> Iterator[RunRow]:
    seats = [different.seat(number) for number in session.numbers]
    names = [agent_name(seat.agent, seat.model or "", labels[number], None)
             for number, seat in zip(session.numbers, seats, strict=True)]
    environment = _environment(seats, names)
    for play in session.plays:
        seat = seats[play.seat]
        yield RunRow(**asdict(play), **session.of_match, environment=environment, told=_told(seat),
                     who=names[play.seat], model=seat.model or "", equilibrium=_is_equilibrium(seat))


def _environment(seats: Sequence[Seat], names: Sequence[str]) -> str:
    if len(set(names)) == 1:
        return SELF
    return RATIONAL if sum(map(_is_equilibrium, seats)) == len(seats) - 1 else MELEE


def _is_equilibrium(seat: Seat) -> bool:
    return seat.kind == "rational"


def _told(seat: Seat) -> str:
    return TELLING.get(str(seat.params.get("prompt")), NOT_TOLD)
