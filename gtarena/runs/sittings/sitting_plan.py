"""Plan of a sitting: who sits where, and which match of the series is next."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path

import pyspiel
from pyspiel import GameType

import adapters
from gtarena import games
from gtarena.agents.eligibility import reason_not_playable
from gtarena.agents.lineup import require_presets
from gtarena.errors import UsageError
from gtarena.logs import reader
from gtarena.logs.records import Seat
from gtarena.runs.gate import require_ready
from gtarena.runs.plan import planned_games, require_agent
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import RunSettings
from gtarena.runs.sittings.sitting import Sitting
from gtarena.seeds import derive

PERSON = "human"
SEARCHES = ("mcts", "ismcts")
# OpenSpiel's games of few hidden cards, whose deals are redrawn while a person waits.
QUICKLY_REDRAWN = frozenset({
    "bargaining", "blackjack", "kuhn_poker", "leduc_poker", "liars_dice", "negotiation", "universal_poker"})
QUICK = 100  # simulations of an opponent that nobody has chosen, so that nobody has to wait for it


def plan_sitting(
    settings: RunSettings, folder: Path, against: Sequence[str] = (), seat: int | None = None,
    partner: str | None = None,
) -> Sitting:
    """Returns the sitting that a command asks for: the match that was left, or else the next one of its series.

    Args:
        settings: the run's settings, with the game.
        folder: the results folder of the series.
        against: agent words, one for all other teams or one for each; by default an agent that can play the game.
        seat: the person's seat, counted from 0; drawn by the seed for each match by default.
        partner: the agent word of the person's partners; by default the first of ``against``.

    Raises:
        UsageError: an agent, the seat or a setting does not exist, or an agent cannot play the game.
        OSError: the folder cannot be read.
    """
    require_presets(settings.presets.values())
    (entry,) = planned_games(settings)
    settings, name = replace(settings, game=entry.game), entry.game.name
    game = games.load(name, entry.game.params)
    teams = games.teams(game)
    if seat is not None and not 0 <= seat < len(teams):
        raise UsageError(f"--seat {seat}: {name} has the seats 0 to {len(teams) - 1}")
    person, others, partners = _agents(settings, game, against, partner)
    done = reader.match_ids(folder) if folder.is_dir() else set()
    before: list[MatchSpec] = []
    for spec, place in _series(settings, game, (person, others, partners), seat):
        if spec.match_id not in done:
            require_ready([spec], settings, folder)
            return Sitting(spec, place, folder, settings, tuple(before))
        before.append(spec)
    raise AssertionError("a series has no end")


def _series(
    settings: RunSettings, game: pyspiel.Game, agents: tuple[Seat, Sequence[Seat], Seat], seat: int | None
) -> Iterator[tuple[MatchSpec, int]]:
    """Yields the matches of a series, each with the person's seat."""
    assert settings.game is not None, "a person plays one game"
    name, params = settings.game.name, games.complete(settings.game.name, settings.game.params)
    label, teams = games.label(name, params), games.teams(game)
    for deal in count():
        seed = derive(settings.seed, label, deal)
        place = random.Random(derive(seed, "seat")).randrange(len(teams)) if seat is None else seat
        yield MatchSpec(name, params, _seat_agents(agents, teams, place), seed, run=deal + 1), place


def _seat_agents(agents: tuple[Seat, Sequence[Seat], Seat], teams: Sequence[int], place: int) -> tuple[Seat, ...]:
    person, others, partner = agents
    rivals = [team for team in dict.fromkeys(teams) if team != teams[place]]
    of_team = {team: others[index % len(others)] for index, team in enumerate(rivals)}
    of_team[teams[place]] = partner
    return tuple(person if index == place else of_team[team] for index, team in enumerate(teams))


def _agents(
    settings: RunSettings, game: pyspiel.Game, against: Sequence[str], partner: str | None
) -> tuple[Seat, Sequence[Seat], Seat]:
    """Returns the person, the opponents and the partner as seats.

    Raises:
        UsageError: a word names no agent, or their number does not fit the game.
    """
    teams = games.teams(game)
    name, rivals = game.get_type().short_name, len(set(teams)) - 1
    if against and not rivals:
        raise UsageError(f"against {' '.join(against)}: {name} has no opponents")
    if partner is not None and len(set(teams)) == len(teams):
        raise UsageError(f"--partner {partner}: {name} has no teams")
    lineup = settings.lineup()
    adapter = adapters.for_game(game)
    default = default_opponent(game)
    if not against and default in SEARCHES:
        lineup = lineup.with_settings({default: {"simulations": QUICK}})
    others = lineup.seats(against or [default], adapter)
    if len(others) not in (1, rivals) and rivals:
        raise UsageError(f"against {' '.join(against)}: {name} has {rivals} {'opponents' if rivals > 1 else 'opponent'}"
                         f" and {len(others)} agents are named: give 1 for all of them, or {rivals}")
    (person,) = lineup.seats([PERSON], adapter)
    partners = lineup.seats([partner], adapter) if partner is not None else others[:1]
    if len(partners) > 1:
        raise UsageError(f"--partner {partner}: one agent plays all partners, so give it without *")
    for each in (*others, *partners):
        if each.kind == PERSON:
            raise UsageError(f"one person plays at a time, so that {each.agent} cannot be an opponent or a partner")
        require_agent(each, adapter)
    return person, others, partners[0]


def default_opponent(game: pyspiel.Game) -> str:
    """Returns the agent word of an opponent that can play the game and sees no more than its seat may."""
    if game.get_type().information != GameType.Information.IMPERFECT_INFORMATION:
        search = "mcts"
    elif hasattr(game, "rules") or game.get_type().short_name in QUICKLY_REDRAWN:
        search = "ismcts"  # MCTS would see the true state, in which nothing is hidden
    else:
        return "random"  # to redraw whole hands takes too long, and OpenSpiel cannot redraw all that it says it can
    return search if reason_not_playable(search, game) is None else "random"
