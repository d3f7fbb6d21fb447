"""Schedule: pairings, seat rotations and seeds of a game's matches, and the id of each match."""

import hashlib
import itertools
import json
import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

from gtarena import games
from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.runs.asking.questions import Question
from gtarena.runs.settings import Draws, Pairings, Sides
from gtarena.seeds import derive

MOST_MATCHES = 1_000_000  # of one game: their plan takes half a gigabyte
MOST_COMPOSITIONS = 10_000  # of a game's table
KEY_SCHEMA = 1  # of the keys of matches; a new one would give every match another id


@dataclass(frozen=True)
class MatchSpec:
    """Match to play, identified by the hash of its ``key``.

    ``run`` counts the repetitions of a game from 1, so that the same runs of several games can be compared.
    ``attempt`` counts the earlier plays of this match that were invalid. ``challengers`` are the seats whose agent is
    measured against an opponent; ``None`` if all seats are. With a ``question`` it is no match but one decision, which
    the agent of every seat is asked for.
    """

    game: str
    params: dict[str, Any]
    seats: tuple[Seat, ...]
    seed: int
    suite: str | None = None
    run: int = 1
    attempt: int = 0
    challengers: tuple[int, ...] | None = None
    question: Question | None = None

    @property
    def key(self) -> dict[str, Any]:
        """Everything that can change the course of the match, as plain JSON values."""
        return {
            "schema": KEY_SCHEMA,
            "game": self.game,
            "params": self.params,
            "seats": [seat.model_dump() for seat in self.seats],
            "seed": self.seed,
            **({"attempt": self.attempt} if self.attempt else {}),
            **({"question": self.question.key} if self.question else {}),
        }

    def again(self) -> "MatchSpec":
        """Returns the next attempt at the match, with the same chance but new draws by the agents."""
        return replace(self, attempt=self.attempt + 1)

    @cached_property
    def match_id(self) -> str:
        """The first 16 hexadecimal digits of the SHA-256 of the key's canonical JSON."""
        canonical = json.dumps(self.key, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(canonical.encode()).hexdigest()[:16]

    def merge_challengers(self, same: "MatchSpec") -> "MatchSpec":
        """Returns this match with the challengers of the same match, planned for another table, as well."""
        if self.challengers is None or same.challengers is None:
            return replace(self, challengers=None)
        both = sorted({*self.challengers, *same.challengers})
        return replace(self, challengers=tuple(both) if len(both) < len(self.seats) else None)


class Matchup(NamedTuple):
    """Agents that play each other, one per team; a ``challenger`` comes first and meets one opponent in all others."""

    agents: tuple[Seat, ...]
    challenger: Seat | None = None


def list_matchups(
    seats: Sequence[Seat],
    teams: Sequence[int],
    game: str,
    opponents: Sequence[Seat] = (),
    pairings: Pairings = "all",
) -> list[Matchup]:
    """Returns the tables of a game: those of the listed agents among themselves, and those with opponents.

    Every listed agent challenges every opponent, which plays all other teams; nobody is its own opponent, unless it is
    the only agent there is. In a game of two teams the listed agents also meet each other, unless ``pairings`` is
    ``opponents``; in larger games they do so only without opponents. Without opponents see :func:`pair_up`, and for
    ``mixed`` pairings :func:`compose_tables`. ``teams`` has the number of each seat's team; in most games every seat is
    a team of its own.

    Raises:
        UsageError: the number of agents is neither one nor that of the teams, there are opponents in a game of one team
            or of mixed pairings, or there are too many compositions.
    """
    if pairings == "mixed":
        return [Matchup(agents) for agents in compose_tables(seats, teams, game, opponents)]
    if not opponents or all(agent == seats[0] for agent in (*seats, *opponents)):
        return [Matchup(agents) for agents in pair_up(seats, teams, game)]
    others = len(set(teams)) - 1
    if not others:
        raise UsageError(
            f"{game} has {describe_seats(teams)}, so that there is nobody to play against: leave out opponents=")
    among = itertools.combinations(seats, 2) if others == 1 and pairings == "all" else ()
    challenges = (Matchup((seat, *(other,) * others), seat) for seat in seats for other in opponents if seat != other)
    return [*map(Matchup, among), *challenges]


def pair_up(seats: Sequence[Seat], teams: Sequence[int], game: str) -> list[tuple[Seat, ...]]:
    """Returns the groups of agents that play each other without opponents, one agent per team.

    In a game of one team every agent plays alone. In a game of two teams every two of the agents meet, and a single one
    meets itself. In a larger game one agent fills the table, or one agent per team makes one table.

    Raises:
        UsageError: the number of agents is neither one nor that of the teams.
    """
    sides = len(set(teams))
    if sides == 1:
        return [(seat,) for seat in seats]
    if len(seats) == 1:
        return [(seats[0],) * sides]
    if sides == 2:
        return list(itertools.combinations(seats, 2))
    if len(seats) != sides:
        raise UsageError(
            f"{game} has {describe_seats(teams)}, but agents lists {len(seats)}: give 1 to fill the table, or {sides}"
            f" (llm*{sides - 1} stands for {sides - 1} {'seats' if sides == len(teams) else 'teams'})"
        )
    return [tuple(seats)]


def compose_tables(
    seats: Sequence[Seat], teams: Sequence[int], game: str, opponents: Sequence[Seat] = ()
) -> list[tuple[Seat, ...]]:
    """Returns every composition of a table: each multiset of the different agents listed, one agent per team.

    Of A and B in a game of three these are AAA, AAB, ABB and BBB.

    Raises:
        UsageError: there are opponents, or more than ``MOST_COMPOSITIONS``.
    """
    if opponents:
        raise UsageError("pairings=mixed has no opponents, as all agents meet at every composition of a table: list "
                         "them in agents=, with opponents=[]")
    agents, sides = [seat for place, seat in enumerate(seats) if seat not in seats[:place]], len(set(teams))
    compositions = math.comb(len(agents) + sides - 1, sides)
    if compositions > MOST_COMPOSITIONS:
        raise UsageError(f"pairings=mixed of {len(agents)} agents at the {sides} places of {game} makes "
                         f"{compositions:,} compositions, and at most {MOST_COMPOSITIONS:,} are played: list fewer "
                         "agents, or lower the number of players")
    return list(itertools.combinations_with_replacement(agents, sides))


def describe_seats(teams: Sequence[int]) -> str:
    """Returns the number of seats in words, and that of the teams if they are fewer."""
    sides, seats = len(set(teams)), f"{len(teams)} seat{'s' * (len(teams) > 1)}"
    return seats if sides == len(teams) else f"{sides} team{'s' * (sides > 1)} in {seats}"


def seat_agents(agents: Sequence[Seat], teams: Sequence[int]) -> tuple[Seat, ...]:
    """Returns the agent in each seat: partners are one agent, that of their team."""
    return tuple(agents[team] for team in teams)


def rotations(table: tuple[Seat, ...]) -> list[tuple[Seat, ...]]:
    """Returns the distinct line-ups of teams that result from moving every agent on by the same number of teams."""
    turned: list[tuple[Seat, ...]] = []
    for shift in range(len(table)):
        candidate = table[-shift:] + table[:-shift] if shift else table
        if candidate not in turned:
            turned.append(candidate)
    return turned


def rotate_teams(
    table: tuple[Seat, ...], matches: int, draws: Draws = "paired"
) -> Iterator[tuple[tuple[Seat, ...], int]]:
    """Yields the ``(table, deal)`` of each match: rotations in blocks of equal size, so that teams swap half way.

    A deal is a number that seeds are derived from. With paired draws all blocks have the same deals, so that an agent
    gets the cards that the others got in its team. With fresh draws, or with fewer matches than rotations, every match
    has a deal of its own.
    """
    turned = rotations(table)
    paired = draws == "paired" and matches >= len(turned)
    first_of_block: dict[int, int] = {}
    for match in range(matches):
        block = match * len(turned) // matches
        start = first_of_block.setdefault(block, match)
        yield turned[block], match - start if paired else match


def draw_teams(
    table: tuple[Seat, ...], matches: int, seed: int, draws: Draws = "paired"
) -> Iterator[tuple[tuple[Seat, ...], int]]:
    """Yields the ``(table, deal)`` of each match: blocks of all rotations, each block in an order drawn by chance.

    Of two agents a fair coin decides who takes which team in the first match of every two, and in the second they
    change places. Neither the order in which the agents are listed nor the number of matches changes a match. With
    paired draws the matches of a block have the same deal, with fresh ones every match has a deal of its own.
    """
    turned = sorted(rotations(table), key=_canonical)
    for match in range(matches):
        block, place = divmod(match, len(turned))
        order = random.Random(derive(seed, _canonical(turned[0]), block)).sample(range(len(turned)), len(turned))
        yield turned[order[place]], block if draws == "paired" else match


def _canonical(agents: Sequence[Seat]) -> str:
    return json.dumps([agent.model_dump() for agent in agents], sort_keys=True)


def schedule(
    game: str,
    given: games.Parameters,
    seats: Sequence[Seat],
    matches: int,
    seed: int,
    suite: str | None = None,
    opponents: Sequence[Seat] = (),
    pairings: Pairings = "all",
    draws: Draws = "paired",
    sides: Sides = "rotated",
) -> list[MatchSpec]:
    """Returns all matches of one game: ``matches`` for every table. All tables have the same deals.

    Agents change teams by :func:`rotate_teams` or, with ``sides="drawn"``, by :func:`draw_teams`.

    Raises:
        UsageError: the game does not exist, the number of agents does not fit its teams, or there are too many matches.
    """
    teams = games.teams(games.load(game, given))
    params = games.complete(game, given)
    label = games.label(game, params)
    tables = list_matchups(seats, teams, label, opponents, pairings)
    if matches * len(tables) > MOST_MATCHES:
        raise UsageError(f"matches={matches} makes {matches * len(tables):,} matches of {label}, and a run can have "
                         f"{MOST_MATCHES:,} of a game: lower it, or split the run by seed=0, seed=1 and so on")
    coins = derive(seed, label, "sides")
    return [
        MatchSpec(game, params, seat_agents(agents, teams), derive(seed, label, deal), suite, deal + 1,
                  challengers=_challenger_seats(table.challenger, seat_agents(agents, teams)))
        for table in tables
        for agents, deal in (rotate_teams(table.agents, matches, draws) if sides == "rotated"
                             else draw_teams(table.agents, matches, coins, draws))
    ]


def _challenger_seats(challenger: Seat | None, seats: Sequence[Seat]) -> tuple[int, ...] | None:
    return None if challenger is None else tuple(place for place, seat in enumerate(seats) if seat == challenger)
