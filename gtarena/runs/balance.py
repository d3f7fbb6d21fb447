"""The balance of a game: the shares of wins of its sides, each played by several kinds of agents.

A game measures its players only if the outcome depends on them. If one kind of agent on some side wins nearly always,
whoever plays the others, the side decides the match instead.
"""

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from statistics import fmean
from typing import Any

import pyspiel

import adapters
from adapters import Adapter
from gtarena import games
from gtarena.agents import registry
from gtarena.agents.base import Seating
from gtarena.agents.deduction.scripts import SCRIPTS
from gtarena.agents.eligibility import reason_not_playable
from gtarena.errors import UsageError
from gtarena.metrics.win_shares import WinShare, win_share
from gtarena.runs.matches.match import play_match
from gtarena.seeds import derive

DECIDED = 0.9  # share of wins beyond which a side decides

Agents = Mapping[str, Mapping[str, Any]]  # settings by kind


@dataclass(frozen=True)
class Pairing:
    """A side with the kind of agent that plays it, the kind that plays all other sides, and the share of its wins."""

    side: str
    agent: str
    others: str
    wins: WinShare


def measure_balance(
    name: str, params: Mapping[str, Any], matches: int, seed: int = 0, simulations: int = 50,
    kinds: Collection[str] = (),
) -> list[Pairing]:
    """Returns the shares of wins of every side of a game, by every kind of agent against every kind on all other sides.

    A side is a team, or a role that the game's parameters can give to a seat. It wins if the mean of its returns is the
    highest; sides with the same mean share the win. :func:`list_agents` has the kinds.

    Args:
        name: of the game.
        params: those of its parameters that differ from the defaults.
        matches: number of matches of each pairing, which is dealt the same chance as all others.
        seed: seeds all chance and all agents.
        simulations: of a search.
        kinds: of agents, by default all that can play the game.

    Raises:
        UsageError: there is no such game or parameter, the game has a single side, or a number is not positive.
    """
    for setting, number in (("matches", matches), ("simulations", simulations)):
        if number < 1:
            raise UsageError(f"{setting}={number} is too few: state a whole number from 1 on")
    script = SCRIPTS.get(name)
    deals = [games.load(name, {**params, **deal}) for deal in (script.deals if script else ({},))]
    sides = script.sides if script else _name_sides(games.teams(deals[0]))
    if len(sides) < 2:
        raise UsageError(f"{name} has a single side: its seats play for one team, and there is nothing to compare")
    agents = {kind: own for kind, own in list_agents(deals[0], simulations).items() if not kinds or kind in kinds}
    played: dict[tuple[str, ...], list[list[float]]] = {}
    pairings = []
    for place, own, others in product(range(len(sides)), agents, agents):
        line_up = tuple(own if each == place else others for each in range(len(sides)))
        if line_up not in played:  # of two sides, each match tells of both
            each_dealt = ((adapters.for_game(deals[number % len(deals)]), derive(seed, name, number))
                          for number in range(matches))
            played[line_up] = asyncio.run(_play(each_dealt, line_up, agents))
        wins = win_share([shares[place] for shares in played[line_up]], range(matches))
        pairings.append(Pairing(sides[place], own, others, wins))
    return pairings


def list_agents(game: pyspiel.Game, simulations: int) -> Agents:
    """Returns the kinds of agents by which a game is measured, with their settings: as many as can play it.

    They are ``random``; the search ``ismcts``, or else, unless players say texts, ``mcts``; and ``deducer``.
    """
    searches = [kind for kind in ("ismcts", "mcts") if reason_not_playable(kind, game) is None]
    search = searches[:1] if not games.has_texts(game) else []  # mcts would read the roles that the game hides
    scripted = ["deducer"] if reason_not_playable("deducer", game) is None else []
    return {"random": {}, **{kind: {"simulations": simulations} for kind in search}, **{kind: {} for kind in scripted}}


def find_decided_side(pairings: Sequence[Pairing]) -> Pairing | None:
    """Returns a pairing in which a kind of agent on one side does worst, if it wins more than 90 % even so."""
    worst: dict[tuple[str, str], Pairing] = {}
    for pairing in sorted(pairings, key=lambda pairing: pairing.wins.share):
        worst.setdefault((pairing.side, pairing.agent), pairing)
    return next((pairing for pairing in worst.values() if pairing.wins.share > DECIDED), None)


def _name_sides(teams: Sequence[int]) -> list[str]:
    seats = ([str(seat) for seat, own in enumerate(teams) if own == team] for team in sorted(set(teams)))
    return [f"seat{'s' * (len(own) > 1)} {', '.join(own)}" for own in seats]


async def _play(dealt: Iterable[tuple[Adapter, int]], kinds: Sequence[str], agents: Agents) -> list[list[float]]:
    """Returns every side's share of the win in every match, each of a game and a seed; ``kinds`` play the sides."""
    shares = []
    for adapter, seed in dealt:
        teams = games.teams(adapter.game)
        makers = [partial(_make, kinds[team], agents) for team in teams]
        returns = (await play_match(adapter, makers, seed, " ".join(kinds))).returns or ()
        means = [fmean(value for value, own in zip(returns, teams, strict=True) if own == team)
                 for team in range(len(kinds))]
        best = [mean == max(means) for mean in means]
        shares.append([float(wins) / sum(best) for wins in best])
    return shares


def _make(kind: str, agents: Agents, seating: Seating) -> Any:
    return registry.make_agent(kind, seating, agents[kind])
