"""Runs of identical players, and the share of pairs of them that a report says to differ, by kind of statement."""

import asyncio
import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import gtarena
from gtarena import plugins
from gtarena.agents.presets import AgentPreset
from gtarena.agents.registry import kinds
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.logs.records import MatchRecord
from gtarena.metrics import duels
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.sweeps import find_sweeps
from gtarena.reports.leaderboard_rows import Boards, reported_boards
from gtarena.runs.matches.match_records import LoadedGames, record_match
from gtarena.runs.plan import plan_matches

RUNS = {  # settings, and the number of agents, all of which play at random
    "el_farol(players=3,rounds=5) matches=6": 3, "el_farol(players=3,rounds=5) matches=24": 3,
    "kuhn_poker matches=10": 3, "kuhn_poker matches=24": 3, "tic_tac_toe matches=12": 3,
    "pig(winscore=10) matches=20": 4}


class Certified(NamedTuple):
    """Pairs that are said to differ, and all pairs of which it could be said."""

    differing: int
    pairs: int

    @property
    def share(self) -> float:
        return self.differing / max(self.pairs, 1)

    def __add__(self, other: "Certified") -> "Certified":  # type: ignore[override]
        return Certified(self.differing + other.differing, self.pairs + other.pairs)


def count_certified(run: str, agents: int, seeds: Sequence[int]) -> Mapping[str, Certified]:
    """Returns the pairs that are certified to differ in runs with these seeds, by kind of statement."""
    found: dict[str, Certified] = {}
    for seed in seeds:
        records = play_null_run(run, agents, seed)
        for kind, differs in judge_pairs(reported_boards(seats_frame(records))):
            found[kind] = found.get(kind, Certified(0, 0)) + Certified(int(differs), 1)
    return found


def play_null_run(run: str, agents: int, seed: int) -> list[MatchRecord]:
    """Returns the matches of a run of identical random players with different names."""
    game, *words = run.split()
    names = [f"random_{number}" for number in range(agents)]
    plug_in = gtarena.Plugin(agents={name: _make_random(name) for name in names})
    with plugins.adding(plug_in):
        settings = gtarena.compose_settings([f"game={game}", f"seed={seed}", *words])
        presets = settings.presets | {name: AgentPreset(name, {"kind": name}) for name in names}
        settings = replace(settings, agents=tuple(names), presets=presets)
        loaded, texts = LoadedGames(), InMemoryTexts()

        async def play() -> list[MatchRecord]:
            return [await record_match(spec, loaded.adapter(spec), _no_model, texts) for spec in plan_matches(settings)]

        return asyncio.run(play())


def _make_random(name):
    def make(seating):
        return kinds()["random"](seating)

    make.__doc__ = f"Plays at random under the name {name}."
    return make


def _no_model(seat):
    raise AssertionError(f"{seat.agent} has no model")


def judge_pairs(boards: Boards) -> Iterator[tuple[str, bool]]:
    """Yields for each pair of agents, in each table that compares them, whether it says that they differ."""
    for board in (boards.overall, *(board for _, board in boards.games.groupby("game"))):
        for one, other in itertools.combinations(board.to_dict("records"), 2):
            yield "ranks", one["worst_rank"] < other["best_rank"] or other["worst_rank"] < one["best_rank"]
            yield "ratings", one["high_95"] < other["low_95"] or other["high_95"] < one["low_95"]
    for each in boards.differences:
        yield "differences", bool(each.beyond_noise)
    for (_, who, opponent), pairing in duels.pairings(boards.seats).items():
        if who < opponent:
            yield "matrices", pairing.low > 0 or pairing.high < 0
    for result in boards.results.values():
        yield "results", result.low > 0 or result.high < 0
    for sweep in find_sweeps(boards.seats):
        for line in sweep.lines:
            for one, other in itertools.combinations(line.points, 2):
                yield "sweeps", one.high < other.low or other.high < one.low
