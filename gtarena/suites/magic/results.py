"""The frame of all matches, from which the tables and figures of MAgIC are made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import nan
from statistics import mean
from typing import TYPE_CHECKING, Any

from gtarena import games
from gtarena.formatting import agent_name
from gtarena.logs.records import Seat
from gtarena.logs.replay import ReplayedMatch
from gtarena.metrics.agent_settings import DifferentSeats
from gtarena.suites.contract import Trace
from gtarena.suites.magic.ability_units import Unit
from gtarena.suites.magic.balance import WORD_GAMES, TopicDraw, draw_of
from gtarena.suites.magic.games import GAMES
from gtarena.suites.magic.play import MagicPlay, count_units
from gtarena.suites.magic.scores import ABILITIES, SCHEMES, Scheme

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


@dataclass(frozen=True, slots=True)
class SeatMeasures:
    """Numbers measured of a challenger in a seat; ``units`` are those of each scheme."""

    role: str
    credits: float
    win_rate: float
    details: Mapping[str, float]
    units: Mapping[Scheme, Sequence[Unit]]


@dataclass(frozen=True, slots=True)
class MeasuredMatch:
    """Numbers measured in a finished match, of which ``of_match`` has columns of :func:`matches_frame`.

    ``numbers`` are those of the seats, ``challengers`` the measured ones, and ``topic`` is that of a word game that
    one agent played alone.
    """

    of_match: Mapping[str, Any]
    numbers: Sequence[int]
    challengers: Mapping[int, SeatMeasures]
    topic: TopicDraw | None


def extract(match: ReplayedMatch, numbers: Sequence[int]) -> MeasuredMatch | None:
    """Returns what is measured in a match, if it is a finished one of the suite's games.

    Raises:
        ValueError: a logged action is illegal.
    """
    record = match.record
    if record.game not in GAMES or record.outcome != "finished":
        return None
    play = MagicPlay.of(Trace.of(match))
    of_match = {
        "match_id": record.match_id, "unit": record.unit, "game": record.game,
        "label": games.label(record.game, record.params), "setting": play.setting(),
        "rounds": record.params.get("rounds", 1), "outcome": play.outcome()}
    measures = {seat: SeatMeasures(play.role(seat), play.credits(seat), play.win_rate(seat), play.details(seat),
                                   {scheme: play.units([seat], scheme) for scheme in SCHEMES})
                for seat in play.challengers}
    topic = draw_of(record, play, numbers) if record.game in WORD_GAMES else None
    return MeasuredMatch(of_match, numbers, measures, topic)


def matches_frame(found: Sequence[MeasuredMatch], seats: DifferentSeats) -> pd.DataFrame:
    """Returns a row for each role of each challenger in these matches, given the different seats.

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
    """
    import pandas as pd

    names = names_by_number(found, seats)
    others = seats.labels_among(list(names), BELIEF_SETTINGS)
    rows = [row for match in found for row in _rows(match, seats, names, others)]
    return pd.DataFrame(rows, columns=list(MATCH_COLUMNS))


def names_by_number(found: Sequence[MeasuredMatch], seats: DifferentSeats) -> dict[int, str]:
    """Returns the agents of these matches, with model and the settings that vary, by their number."""
    numbers = [number for match in found for number in match.numbers]
    return {number: agent_name(seats.seat(number).agent, seats.seat(number).model or "", label, None)
            for number, label in seats.labels_among(numbers).items()}


def _rows(
    match: MeasuredMatch, different: DifferentSeats, names: Mapping[int, str], others: Mapping[int, str]
) -> Iterator[dict[str, Any]]:
    opponents = tuple(
        names[number] for seat, number in enumerate(match.numbers) if seat not in match.challengers)

    def key(seat: int) -> tuple[str, str]:
        return names[match.numbers[seat]], match.challengers[seat].role

    for (challenger, role), grouped in groupby(sorted(match.challengers, key=key), key):
        seats = tuple(grouped)
        first = match.numbers[seats[0]]
        agent = different.seat(first)
        yield {
            **match.of_match, "opponents": opponents, "challenger": challenger, "agent": agent.agent,
            "model": agent.model or "", "settings": others[first], "beliefs": _beliefs(agent), "role": role,
            "seats": seats, **_numbers([match.challengers[seat] for seat in seats])}


def _numbers(seats: Sequence[SeatMeasures]) -> dict[str, Any]:
    found: dict[str, Any] = {
        "credits": mean(seat.credits for seat in seats), "win_rate": mean(seat.win_rate for seat in seats),
        **{name: mean(seat.details.get(name, nan) for seat in seats) for name in DETAILS}}
    for scheme in SCHEMES:
        units = tuple(unit for seat in seats for unit in seat.units[scheme])
        found[f"units_{scheme}"] = units
        for ability, (right, total) in count_units(units).items():
            found[f"{ability}_right_{scheme}"], found[f"{ability}_total_{scheme}"] = right, total
    return found


def _beliefs(agent: Seat) -> str:
    return str(agent.params.get("beliefs", "text")) if agent.params.get("scheme") == "pgm" else NO_BELIEFS
