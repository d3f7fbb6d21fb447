"""Plans: the matches that a run's settings ask for."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import adapters
from adapters import Adapter
from gtarena import games
from gtarena.agents.base import Seating
from gtarena.agents.lineup import agent_factory, require_presets
from gtarena.agents.strategies import Strategy
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import Seat
from gtarena.models.base import Reply, Request
from gtarena.models.settings import ModelSettings
from gtarena.runs.schedule import MatchSpec, schedule
from gtarena.runs.settings import GameSettings, PlannedGame, RunSettings
from gtarena.runs.stopping.comparisons import find_comparisons
from gtarena.system.redaction import public_address

DEFAULT_AGENTS = ("llm", "random")


def planned_games(settings: RunSettings) -> list[PlannedGame]:
    """Returns the games of a run: its single game, or the chosen part of its suite.

    Raises:
        UsageError: neither or both of a game and a suite are given, a game has no agents, ``games`` names one that the
            suite lacks, or ``players`` is given for games without this parameter.
    """
    chosen = _choose_games(settings)
    if settings.players is not None and not any(_has_players(entry.game) for entry in chosen):
        names = ", ".join(dict.fromkeys(entry.game.name for entry in chosen))
        raise UsageError(f"players={settings.players}: {names} can only be played by a fixed number of players")
    return chosen


def _choose_games(settings: RunSettings) -> list[PlannedGame]:
    game, suite, wanted = settings.game, settings.suite, settings.games
    if game and (suite or wanted):
        raise UsageError(f"game={game.name} cannot be combined with a suite: suite=NAME games=[{game.name}] plays that "
                         "part of it")
    if game:
        return [_as_commanded(PlannedGame(game, DEFAULT_AGENTS), settings)]
    if not suite:
        raise UsageError("nothing to play: give game=NAME or suite=NAME (`gtarena games` lists the games)")
    listed = [_as_commanded(entry, settings) for entry in suite.games]
    if wanted is None:
        return listed
    missing = set(wanted) - {entry.game.name for entry in listed}
    if missing:
        known = ", ".join(dict.fromkeys(entry.game.name for entry in listed))
        raise UsageError(f"games={sorted(missing)[0]} is not in suite {suite.name} (it has: {known})")
    return [entry for entry in listed if entry.game.name in wanted]


def _as_commanded(entry: PlannedGame, settings: RunSettings) -> PlannedGame:
    """Returns the entry with what the command line sets instead: agents, opponents, numbers of matches and players."""
    if not (settings.agents or entry.agents):
        raise UsageError(f"the suite lists no agents for {entry.game.name}: give agents=[A,B]")
    opponents = entry.opponents if settings.opponents is None else settings.opponents
    return replace(entry, game=_with_players(entry.game, settings.players), agents=settings.agents or entry.agents,
                   matches=settings.matches or entry.matches, opponents=opponents)


def _with_players(game: GameSettings, players: int | None) -> GameSettings:
    if players is None or not _has_players(game):
        return game
    return replace(game, params={**game.params, "players": players})


def _has_players(game: GameSettings) -> bool:
    return "players" in games.defaults(game.name)


def plan_matches(settings: RunSettings) -> list[MatchSpec]:
    """Returns every match of the run.

    Each agent is made once, so that one that cannot play a game is found before anything is played. The settings of
    agents that do not play are checked too, and so is the prompt version of a run without models.

    Raises:
        UsageError: a game, an agent or a setting does not exist, an agent cannot play a game, or the run's own model is
            none of those that play.
    """
    require_presets(settings.presets.values())
    lineup = settings.lineup()
    suite = settings.suite.name if settings.suite and not settings.game else None
    specs, played = list[MatchSpec](), list[Adapter]()
    for entry in planned_games(settings):
        name, params = entry.game.name, entry.game.params
        game = games.load(name, params)
        own, adapter = lineup.with_settings(entry.settings, entry.limits), adapters.for_game(game)
        require_presets(own.presets[changed] for changed in entry.settings)
        seats, opponents = own.seats(entry.agents, adapter), own.seats(entry.opponents, adapter)
        for seat in (*seats, *opponents):
            require_agent(seat, adapter)
        specs += schedule(name, params, seats, entry.matches, settings.seed, suite, opponents, settings.pairings,
                          settings.draws, settings.sides)
        played.append(adapter)
    if not any(settings.prompt in adapter.versions() for adapter in played):
        lineup.version(played[0])  # which says what there is
    _require_own_model(settings.model, [seat for spec in specs for seat in spec.seats if seat.model is not None])
    merged = _merge_specs(specs)
    if settings.stop is not None:
        find_comparisons(merged)  # which says if there are none
    return merged


def _require_own_model(model: ModelSettings, seats: Sequence[Seat]) -> None:
    """Checks that the name and the address of the run's own model reach one of the seats that have a model.

    Raises:
        UsageError: the models of all seats are named after an @ instead.
    """
    names = sorted({str(seat.model) for seat in seats})
    if not seats:
        return
    if model.api_base is not None and not any("api_base" in seat.params for seat in seats):
        raise UsageError(
            f"model.api_base={public_address(model.api_base)} reaches no agent: it is the address of model.name alone, "
            f"and the agents play with {', '.join(names)}, named after an @; write agents=[llm] model.name={names[0]}, "
            "or give the address in the environment, as in HOSTED_VLLM_API_BASE=ADDRESS for hosted_vllm/NAME")
    if model.name not in (ModelSettings.name, *names):
        raise UsageError(f"model.name={model.name} reaches no agent: they play with {', '.join(names)}, named after an "
                         "@; leave it out, or write the agent without an @, as in agents=[llm]")


def _merge_specs(specs: Iterable[MatchSpec]) -> list[MatchSpec]:
    """Returns every match once, with the challengers of all tables that it is a match of."""
    merged: dict[str, MatchSpec] = {}
    for spec in specs:
        known = merged.get(spec.match_id)
        merged[spec.match_id] = known.merge_challengers(spec) if known else spec
    return list(merged.values())


def require_agent(seat: Seat, adapter: Adapter) -> None:
    """Checks that the seat's agent can be made and can play the game, and that the game knows the moves it is told.

    Raises:
        UsageError: one of them is not so.
    """
    try:
        agent = agent_factory(seat, lambda _: _NoModel(), InMemoryTexts())(Seating(adapter.game, 0, 0))
        if isinstance(agent, Strategy) and agent.named:
            agent.named.require_known(adapter)
    except (ValueError, TypeError) as error:
        raise UsageError(f"agent {seat.agent}: {error}") from error


class _NoModel:
    """Stands in for the model while agents are made but not asked."""

    async def complete(self, request: Request) -> Reply:
        raise NotImplementedError("agents are not asked while a run is planned")
