"""Identical players in the suites, and the pairs of them that a suite says to differ, by kind of statement."""

import itertools
from collections.abc import Iterator, Mapping, Sequence

from gtarena.logs.records import MatchRecord, Seat
from gtarena.reports.tables import Cell, Table
from gtarena.suites.econ_arena.situations import mean_dots, situations
from tests.support.magic_matches import aware, model
from tests.support.null_runs import Certified, play_null_run
from tests.support.records import seat
from tests.support.suite_matches import findings, runs_frame

THREE = {f"random_{number}": seat(f"random_{number}", "m") for number in range(3)}
SUITE_RUNS: Mapping[str, tuple[Sequence[str], Mapping[str, Seat]]] = {  # runs, and the players of the random ones
    "gtbench": (("kuhn_poker matches=24", "tic_tac_toe matches=12"), THREE),
    "gamebench": (("kuhn_poker matches=24", "tic_tac_toe matches=12"), THREE),
    "magic": (("public_good(rounds=1) matches=24", "cost_sharing(rounds=2) matches=24"),
              {"random_0": model(), "random_1": aware(), "random_2": model("n")}),
    "econ_arena": (("beauty_contest(players=3) matches=24",), THREE)}
_RATINGS = ("ratings", "average scores", "general ability")


def count_certified_by_suite(suite: str, seeds: Sequence[int]) -> Mapping[str, Certified]:
    """Returns the pairs that a suite certifies to differ in runs with these seeds, by kind of statement."""
    found: dict[str, Certified] = {}
    for seed in seeds:
        for kind, differs in judge_suite(suite, play_null_suite(suite, seed)):
            found[kind] = found.get(kind, Certified(0, 0)) + Certified(int(differs), 1)
    return found


def play_null_suite(suite: str, seed: int) -> list[MatchRecord]:
    """Returns matches of random players under the names of a suite's players."""
    runs, players = SUITE_RUNS[suite]
    return [record.model_copy(update={"suite": suite, "seats": [players[each.agent] for each in record.seats]})
            for run in runs for record in play_null_run(run, len(players), seed)]


def judge_suite(suite: str, records: Sequence[MatchRecord]) -> Iterator[tuple[str, bool]]:
    """Yields for each pair of players, in each table or figure that compares them, whether it says that they differ."""
    if suite == "econ_arena":
        for _, rows in situations(runs_frame(records)):
            dots = mean_dots(rows, "net_gain").values()
            for one, other in itertools.combinations(dots, 2):
                yield "payoffs", one.high < other.low or other.high < one.low
        return
    for table in next(iter(findings(suite, records).tables.values())):
        yield from _JUDGES[suite](table)


def _judge_magic(table: Table) -> Iterator[tuple[str, bool]]:
    if table.name.startswith("differences"):
        for label, _ in table.rows:
            yield "abilities", label.endswith(": beyond noise")


def _judge_gtbench(table: Table) -> Iterator[tuple[str, bool]]:
    if table.name.startswith("nra between"):
        for place, (_, cells) in enumerate(table.rows):
            for cell in filter(None, cells[place + 1:]):
                yield "NRA of models", cell.low is not None and (cell.low > 0 or cell.high < 0)


def _judge_gamebench(table: Table) -> Iterator[tuple[str, bool]]:
    kind = next((kind for kind in _RATINGS if table.name.startswith(kind)), None)
    if kind and all(label in {f"{name} m" for name in THREE} for label, _ in table.rows):
        for one, other in itertools.combinations([cells for _, cells in table.rows], 2):
            for first, second in zip(one, other, strict=True):
                yield kind, first is not None and second is not None and _lie_apart(first, second)


def _lie_apart(one: Cell, other: Cell) -> bool:
    if None in (one.low, one.high, other.low, other.high):
        return False
    return one.high < other.low or other.high < one.low


_JUDGES = {"magic": _judge_magic, "gtbench": _judge_gtbench, "gamebench": _judge_gamebench}
