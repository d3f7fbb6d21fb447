"""Hand-made matches of GameBench, and a file in the form of the published one, with its numbers of matches and ties."""

import json
import random
from collections.abc import Iterable, Sequence
from itertools import combinations
from math import exp
from pathlib import Path
from typing import Any

from gtarena.logs.records import MatchRecord, Seat
from gtarena.suites.gamebench.taxonomy import GAMES
from tests.support.records import record, seat

# Matches of the published file by game; 18 of Hive's are ties.
PUBLISHED = {"sea_battle": 49, "codenames": 41, "two_rooms_and_a_boom": 40, "are_you_the_traitor": 39,
             "arctic_scavengers": 27, "santorini": 25, "hive": 21, "air_land_sea": 18, "pit": 17}
HIVE_TIES = 18
AGENTS = ("random", "human", "gpt-3", "gpt-3-cot", "gpt-4", "gpt-4-cot", "gpt-4-rap")
SHARES = ("air_land_sea", "codenames", "pit")  # games whose scores are shares; in others one side wins


def match(match_id: str, game: str, scores: Sequence[tuple[str, float]], **fields: Any) -> MatchRecord:
    """Returns a match without moves from the agents of its seats and their returns."""
    return record(match_id, [seat(name) for name, _ in scores], [score for _, score in scores],
                  **({"game": game, "suite": "gamebench", "source": "gamebench"} | fields))


def duels(game: str, *scores: tuple[str, str, float], **fields: Any) -> list[MatchRecord]:
    """Returns matches of two seats from their agents and the score of the first one."""
    return [match(f"{game} {number}", game, ((one, score), (other, 1 - score)), **fields)
            for number, (one, other, score) in enumerate(scores)]


def team_match(match_id: str, seats: Sequence[Seat], teams: Sequence[int], **fields: Any) -> MatchRecord:
    """Returns a match of the suite with these seats, won by team 0."""
    returns = [float(team == 0) for team in teams]
    return record(match_id, seats, **({"returns": returns, "teams": list(teams), "suite": "gamebench"} | fields))


def entries() -> list[dict[str, Any]]:
    """Returns 277 made-up matches in the published form."""
    generator = random.Random(277)
    written: list[dict[str, Any]] = []
    for game, number in PUBLISHED.items():
        for place in range(number):
            one, other = generator.sample(AGENTS, 2)
            score = generator.randint(0, 7) / 7 if game in SHARES else float(generator.random() < 0.5)
            if game == "hive" and place < HIVE_TIES:
                score = 0.5
            written.append({"game": game, one: score, other: 1 - score})
    generator.shuffle(written)
    return written


# Sea Battle as in the paper, section 4.3: gpt-4 is second best everywhere else and loses all matches there.
ABILITIES = {  # from the worst: the first of a pair has a chance of at most one half
    "random": -1.5, "gpt-3": -0.75, "gpt-3-cot": 0.0, "gpt-4": 0.2, "human": 1.5}
NEAR = 0.3  # part of the chance to win by which both scores of a pair differ from it


def with_a_lost_game() -> list[MatchRecord]:
    """Returns two matches of every pair in all nine games, with scores near the chances; gpt-4 loses Sea Battle."""
    played = []
    for game in GAMES:
        scores = []
        for one, other in combinations(ABILITIES, 2):
            chance = 1 / (1 + exp(ABILITIES[other] - ABILITIES[one]))
            lost = game == "sea_battle" and "gpt-4" in (one, other)
            scores += [(one, other, float(other == "gpt-4") if lost else chance * times)
                       for times in (1 - NEAR, 1 + NEAR)]
        played += duels(game, *scores)
    return played


def published_file(folder: Path, listed: Iterable[Any] | None = None) -> Path:
    """Writes the entries, by default those of :func:`entries`, as ``matches.json`` and returns its path."""
    path = folder / "matches.json"
    path.write_text(json.dumps(entries() if listed is None else list(listed)), encoding="utf-8")
    return path
