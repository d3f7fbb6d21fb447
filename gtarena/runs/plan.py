"""From the settings of a run to the matches that it consists of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

import adapters
from gtarena import games
from gtarena.agents.base import Agent, Seating
from gtarena.agents.lineup import Lineup
from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.runs.schedule import MatchSpec, Pairings, schedule

DEFAULT_AGENTS = ("llm", "random")
DEFAULT_MATCHES = 10


@dataclass(frozen=True)
class Entry:
    """One game of a run, with the agents that meet there, their opponents, and the number of matches at each table.

    ``settings`` holds what a suite sets differently for agents in this game, as ``{"mcts": {"simulations": 20}}``.
    """

    game: str
    params: Mapping[str, Any]
    agents: Sequence[str]
    matches: int
    opponents: Sequence[str] = ()
    pairings: Pairings = "all"
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def entries(settings: Mapping[str, Any]) -> list[Entry]:
    """The games of a run: the single ``game``, or those of the ``suite`` that ``games`` does not leave out.

    ``agents`` and ``matches``, where given, take the place of the suite's own.

    Raises:
        UsageError: nothing is to be played, both a game and a suite are, or ``games`` names one that the suite lacks.
    """
    game, suite, agents = settings["game"], settings["suite"], settings["agents"]
    if agents == []:
        raise UsageError("agents=[] names nobody who could play")
    if game and (suite or settings["games"]):
        name = game["name"]
        raise UsageError(f"game={name} leaves no room for a suite: games=[{name}] plays that part of it")
    if game:
        params = {key: value for key, value in game.items() if key != "name"}
        return [Entry(game["name"], params, agents or DEFAULT_AGENTS, _matches(settings, DEFAULT_MATCHES),
                      settings["opponents"] or (), _pairings(settings))]
    if not suite:
        raise UsageError("nothing to play: give game=NAME or suite=NAME (`gtarena games` lists the games)")
    listed = [_suite_entry(item, settings) for item in suite["games"]]
    wanted = settings["games"]
    if wanted is None:
        return listed
    missing = set(wanted) - {entry.game for entry in listed}
    if missing:
        known = ", ".join(entry.game for entry in listed)
        raise UsageError(f"games={sorted(missing)[0]} is not in suite {suite['name']} (it has: {known})")
    return [entry for entry in listed if entry.game in wanted]


def _suite_entry(item: Mapping[str, Any], settings: Mapping[str, Any]) -> Entry:
    name, params = games.parse(item["game"])
    agents = settings["agents"] or item["agents"]
    matches = _matches(settings, item.get("matches", DEFAULT_MATCHES))
    opponents = item.get("opponents", ()) if settings["opponents"] is None else settings["opponents"]
    return Entry(name, params, agents, matches, opponents, _pairings(settings), item.get("agent", {}))


def _pairings(settings: Mapping[str, Any]) -> Pairings:
    pairings: Pairings = settings["pairings"]
    if pairings not in get_args(Pairings):
        raise UsageError(f"pairings={pairings} is not {' or '.join(get_args(Pairings))}")
    return pairings


def _matches(settings: Mapping[str, Any], default: int) -> int:
    matches = default if settings["matches"] is None else settings["matches"]
    if matches < 1:
        raise UsageError(f"matches={matches} is not a whole number of at least 1")
    return int(matches)


def plan(
    settings: Mapping[str, Any], lineup: Lineup, make: Callable[[Seat], Callable[[Seating], Agent]]
) -> list[MatchSpec]:
    """Every match of the run, each agent tried out on its seat so that a misfit is known before anything is played.

    Raises:
        UsageError: a game, an agent or a setting does not exist, or an agent cannot play a game.
    """
    suite = settings["suite"]["name"] if not settings["game"] else None
    specs: list[MatchSpec] = []
    for entry in entries(settings):
        game = games.load(entry.game, entry.params)
        own, adapter = lineup.with_settings(entry.settings), adapters.for_game(game)
        seats, opponents = own.seats(entry.agents, adapter), own.seats(entry.opponents, adapter)
        for seat in (*seats, *opponents):
            try:
                make(seat)(Seating(game, 0, 0))
            except (ValueError, TypeError) as error:
                raise UsageError(f"agent {seat.agent}: {error}") from error
        specs += schedule(entry.game, entry.params, seats, entry.matches, settings["seed"], suite, opponents,
                          entry.pairings)
    return list({spec.match_id: spec for spec in specs}.values())
