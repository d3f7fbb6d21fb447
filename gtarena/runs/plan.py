"""Plans: the matches that a run's settings ask for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import adapters
from gtarena import games
from gtarena.agents.base import Seating
from gtarena.agents.lineup import Lineup, agent_factory
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import Seat
from gtarena.models.base import Model, Reply, Request
from gtarena.runs.schedule import MatchSpec, schedule
from gtarena.runs.settings import DEFAULT_MATCHES, Pairings, RunSettings, SuiteGame

DEFAULT_AGENTS = ("llm", "random")


@dataclass(frozen=True)
class PlannedGame:
    """Game of a run, with its agents, their opponents, and the number of matches at each table.

    ``settings`` overrides settings of agents in this game, as ``{"mcts": {"simulations": 20}}``.
    """

    game: str
    params: Mapping[str, Any]
    agents: Sequence[str]
    matches: int
    opponents: Sequence[str] = ()
    pairings: Pairings = "all"
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def planned_games(settings: RunSettings) -> list[PlannedGame]:
    """Returns the games of a run: its single game, or the chosen part of its suite.

    Raises:
        UsageError: neither or both of a game and a suite are given, a game has no agents, or ``games`` names one that
            the suite lacks.
    """
    game, suite, wanted = settings.game, settings.suite, settings.games
    if game and (suite or wanted):
        raise UsageError(f"game={game.name} cannot be combined with a suite: suite=NAME games=[{game.name}] plays that "
                         "part of it")
    if game:
        agents, matches = settings.agents or DEFAULT_AGENTS, settings.matches or DEFAULT_MATCHES
        return [PlannedGame(game.name, game.params, agents, matches, settings.opponents or (), settings.pairings)]
    if not suite:
        raise UsageError("nothing to play: give game=NAME or suite=NAME (`gtarena games` lists the games)")
    listed = [_from_suite(entry, settings) for entry in suite.games]
    if wanted is None:
        return listed
    missing = set(wanted) - {entry.game for entry in listed}
    if missing:
        known = ", ".join(dict.fromkeys(entry.game for entry in listed))
        raise UsageError(f"games={sorted(missing)[0]} is not in suite {suite.name} (it has: {known})")
    return [entry for entry in listed if entry.game in wanted]


def _from_suite(entry: SuiteGame, settings: RunSettings) -> PlannedGame:
    if not (settings.agents or entry.agents):
        raise UsageError(f"the suite lists no agents for {entry.game.name}: give agents=[A,B]")
    opponents = entry.opponents if settings.opponents is None else settings.opponents
    return PlannedGame(
        entry.game.name, entry.game.params, settings.agents or entry.agents, settings.matches or entry.matches,
        opponents, settings.pairings, entry.settings)


def plan(settings: RunSettings) -> list[MatchSpec]:
    """Returns every match of the run.

    Each agent is made once, so that one that cannot play a game is found before anything is played.

    Raises:
        UsageError: a game, an agent or a setting does not exist, or an agent cannot play a game.
    """
    lineup = Lineup(settings.presets, settings.model, settings.prompt, settings.illegal)
    suite = settings.suite.name if settings.suite and not settings.game else None
    specs: list[MatchSpec] = []
    for entry in planned_games(settings):
        game = games.load(entry.game, entry.params)
        own, adapter = lineup.with_settings(entry.settings), adapters.for_game(game)
        seats, opponents = own.seats(entry.agents, adapter), own.seats(entry.opponents, adapter)
        for seat in (*seats, *opponents):
            _require_agent(seat, Seating(game, 0, 0))
        specs += schedule(entry.game, entry.params, seats, entry.matches, settings.seed, suite, opponents,
                          entry.pairings)
    return list({spec.match_id: spec for spec in specs}.values())


def _require_agent(seat: Seat, seating: Seating) -> None:
    """Checks that the seat's agent can be made and can play the game."""
    try:
        agent_factory(seat, _no_model, InMemoryTexts())(seating)
    except (ValueError, TypeError) as error:
        raise UsageError(f"agent {seat.agent}: {error}") from error


class _NoModel:
    """Stands in for the model while agents are made but not asked."""

    async def complete(self, request: Request) -> Reply:
        raise NotImplementedError("agents are not asked while a run is planned")


def _no_model(seat: Seat) -> Model:
    return _NoModel()
