"""The frame of all matches, from which the tables and figures of MAgIC are made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import nan
from statistics import mean
from typing import TYPE_CHECKING, Any

from gtarena import games
from gtarena.formatting import agent_name
from gtarena.logs.records import MatchRecord, Seat
from gtarena.logs.replay import naming_match
from gtarena.metrics.agent_settings import SeatKey, settings_labels
from gtarena.suites.contract import Trace
from gtarena.suites.magic import NAME
from gtarena.suites.magic.games import GAMES
from gtarena.suites.magic.play import Play
from gtarena.suites.magic.scores import ABILITIES, SCHEMES
from gtarena.suites.scoring import SuiteRecords

if TYPE_CHECKING:
    import pandas as pd

NO_BELIEFS = "none"
BELIEF_SETTINGS = ("beliefs", "vote", "reader", "scheme")  # tell a belief-aware agent from one without beliefs
DETAILS = ("cost", "score", "payback", "invested", "defections")
COUNTS = tuple(f"{ability}_{part}_{scheme}"
               for scheme in SCHEMES for ability in ABILITIES for part in ("right", "total"))
MATCH_COLUMNS = (
    "match_id", "unit", "challenger", "agent", "model", "settings", "beliefs", "game", "label", "role", "seats",
    "opponents", "setting", "rounds", "outcome", "credits", "win_rate", *DETAILS, *COUNTS,
    *(f"units_{scheme}" for scheme in SCHEMES),
)


def matches_frame(records: Iterable[MatchRecord]) -> pd.DataFrame:
    """Returns a row for each role of each challenger in the finished matches of MAgIC; iterates over them repeatedly.

    The columns are:
        ``match_id``; ``unit``: the same for matches of a game that were dealt the same chance;
        ``challenger``: the agent with its model and the settings that vary; ``agent``; ``model`` (empty without one);
        ``settings``: those that vary apart from its beliefs, by which agents with and without beliefs are paired;
        ``beliefs``: ``none``, ``text`` or ``matrix``;
        ``game``; ``label``: the game with the parameters that are not the default;
        ``role``: one of :data:`.scores.ROLES`; ``seats``: those of the challenger in this role, a tuple counted from 0;
        ``opponents``: the agents in the seats that are not measured, a tuple in the order of seats;
        ``setting``: a label of what was dealt or set; ``rounds``: their number;
        ``outcome``: ``caught``, ``guessed``, ``escaped`` or ``tie`` (word games), ``agreed`` or ``failed`` (cost
        sharing), or empty;
        ``credits``, and ``win_rate``, their share of the largest win: means over the seats;
        ``cost`` (own share in per cent, after an agreement), ``score`` (dilemma), ``payback`` from the pool and points
        ``invested`` (public good), ``defections`` (share of rounds): means over the seats, NaN where undefined;
        ``<ability>_right_<scheme>`` and ``<ability>_total_<scheme>``: the numbers of right units and of all units;
        ``units_<scheme>``: the units themselves, a tuple of :class:`.ability_units.Unit`.

    Raises:
        ValueError: a logged action is illegal.
    """
    import pandas as pd

    played = SuiteRecords(records, NAME, GAMES, finished=True)
    names, others = settings_labels(played), settings_labels(map(_without_beliefs, played))
    rows = [row for record in played for row in _rows(record, names, others)]
    return pd.DataFrame(rows, columns=list(MATCH_COLUMNS))


def _rows(
    record: MatchRecord, names: Mapping[SeatKey, str], others: Mapping[SeatKey, str]
) -> Iterator[dict[str, Any]]:
    with naming_match(record.match_id):
        play = Play.of(Trace.of(record))

    def name(seat: int) -> str:
        agent = record.seats[seat]
        return agent_name(agent.agent, agent.model or "", names[record.match_id, seat], None)

    of_match = {
        "match_id": record.match_id, "unit": record.unit, "game": record.game,
        "label": games.label(record.game, record.params), "setting": play.setting(),
        "rounds": record.params.get("rounds", 1), "outcome": play.outcome(),
        "opponents": tuple(name(seat) for seat in range(len(record.seats)) if seat not in play.challengers)}

    def key(seat: int) -> tuple[str, str]:
        return name(seat), play.role(seat)

    for (challenger, role), grouped in groupby(sorted(play.challengers, key=key), key):
        seats = tuple(grouped)
        agent = record.seats[seats[0]]
        yield {
            **of_match, "challenger": challenger, "agent": agent.agent, "model": agent.model or "",
            "settings": others[record.match_id, seats[0]], "beliefs": _beliefs(agent), "role": role, "seats": seats,
            **_numbers(play, seats)}


def _numbers(play: Play, seats: Sequence[int]) -> dict[str, Any]:
    details = [play.details(seat) for seat in seats]
    found: dict[str, Any] = {
        "credits": mean(map(play.credits, seats)), "win_rate": mean(map(play.win_rate, seats)),
        **{name: mean(each.get(name, nan) for each in details) for name in DETAILS}}
    for scheme in SCHEMES:
        found[f"units_{scheme}"] = tuple(play.units(seats, scheme))
        for ability, (right, total) in play.counts(seats, scheme).items():
            found[f"{ability}_right_{scheme}"], found[f"{ability}_total_{scheme}"] = right, total
    return found


def _beliefs(agent: Seat) -> str:
    return str(agent.params.get("beliefs", "text")) if agent.params.get("scheme") == "pgm" else NO_BELIEFS


def _without_beliefs(record: MatchRecord) -> MatchRecord:
    """Returns the record without its agents' settings of beliefs."""
    def bare(params: dict[str, Any]) -> dict[str, Any]:
        return {name: value for name, value in params.items() if name not in BELIEF_SETTINGS}

    return record.model_copy(update={
        "seats": [seat.model_copy(update={"params": bare(seat.params)}) for seat in record.seats]})
