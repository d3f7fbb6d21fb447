"""Tables of the quality of moves: a row per agent."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

import numpy as np

from gtarena.game_theory.quality.match_quality import Quality
from gtarena.game_theory.quality.phases import PHASES
from gtarena.game_theory.quality.regret import ONE_MOVE, Judged
from gtarena.game_theory.studies import Measured
from gtarena.metrics.bootstrap import estimate_mean
from gtarena.metrics.win_shares import win_share
from gtarena.reports.tables import Cell, Table, stem_of

COLUMNS = ("mean regret", "noise", "blunders, %", "best moves, %", "decisions")
KINDS = ("won", "even", "lost", "clear", "close")
DIGITS = 3


def quality_tables(quality: Quality, seed: int = 0) -> list[Table]:
    """Returns the tables of every game: of all decisions, and of mean regrets by phase and by kind of position.

    The seed is that of the bootstrap. Agents none of whose decisions were judged have a row without regrets.
    """
    skipped = {place: number for place, number in quality.skipped.items() if place[-1] != ONE_MOVE}
    games = dict.fromkeys([*(each.game for each in quality.judged), *(game for game, *_ in skipped)])
    return [table for game in games for table in _tables(
        game, [each for each in quality.judged if each.game == game], quality.references[game],
        {(agent, reason): number for (where, agent, reason), number in skipped.items() if where == game}, seed)]


def _tables(
    game: str, judged: Sequence[Judged], reference: str, skipped: Mapping[tuple[str, str], int], seed: int
) -> Iterator[Table]:
    """Yields the tables of a game; ``skipped`` has the numbers of decisions by agent and reason."""
    name = f"quality_{stem_of(game)}"
    agents = list(dict.fromkeys([*(each.agent for each in judged), *(agent for agent, _ in skipped)]))

    def table(title: str, stem: str, columns: Sequence[str], cells: Callable[[str], Sequence[Cell | None]],
              notes: tuple[str, ...] = ()) -> Table:
        rows = tuple((agent, tuple(cells(agent))) for agent in agents)
        return Table(stem, f"{game}: {title}", tuple(columns), rows, label="agent", notes=notes)

    def mean_regrets(agent: str, groups: Sequence[str], group_of: Callable[[Judged], str]) -> list[Cell | None]:
        own = [each for each in judged if each.agent == agent]
        return [mean_regret([each for each in own if group_of(each) == group], seed) for group in groups]

    yield table("quality of moves", name, COLUMNS,
                lambda agent: _cells([each for each in judged if each.agent == agent], seed),
                (f"Reference: {reference}.", *_not_judged(skipped)))
    if not judged:
        return
    phases = _found(PHASES, {each.phase for each in judged})
    yield table("mean regret by phase", f"{name}_by_phase", phases,
                lambda agent: mean_regrets(agent, phases, lambda each: each.phase))
    kinds = _found(KINDS, {each.kind for each in judged})
    yield table("mean regret by kind of position", f"{name}_by_kind", kinds,
                lambda agent: mean_regrets(agent, kinds, lambda each: each.kind))


def _found(names: Sequence[str], found: Collection[str]) -> list[str]:
    return [name for name in names if name in found]


def _cells(own: Sequence[Judged], seed: int) -> Sequence[Cell | None]:
    if not own:
        return *[None] * (len(COLUMNS) - 1), Cell(0, digits=0)
    noise = float(np.mean([each.regret.error for each in own]))
    return (mean_regret(own, seed), Cell(noise, digits=DIGITS), share(own, lambda each: each.blunder),
            share(own, lambda each: each.best), Cell(len(own), digits=0))


def mean_regret(decisions: Sequence[Judged], seed: int = 0) -> Cell | None:
    """Returns the mean regret with its bootstrap interval over units; ``None`` without decisions."""
    if not decisions:
        return None
    estimate = estimate_mean(np.array([each.regret.value for each in decisions]), seed, units_of(decisions))
    low, high = estimate.interval()
    return Cell(estimate.value, low=low, high=high, digits=DIGITS)


def share(decisions: Sequence[Judged], holds: Callable[[Judged], bool]) -> Cell:
    """Returns the share of decisions of which something holds, in %, with Wilson's interval over units.

    Each unit counts once, with its own share.
    """
    found = win_share([float(holds(each)) for each in decisions], units_of(decisions))
    return Cell(100 * found.share, low=100 * found.low, high=100 * found.high)


def measure_quality(quality: Quality, seed: int = 0) -> Iterator[Measured]:
    """Yields the mean regret of each agent in each game, as a share of the range of returns, and its blunder rate."""
    for agent, game in dict.fromkeys((each.agent, each.game) for each in quality.judged):
        own = [each for each in quality.judged if (each.agent, each.game) == (agent, game)]
        units = units_of(own)
        mean = estimate_mean(np.array([each.share for each in own]), seed, units)
        yield Measured(agent, game, "mean_regret", mean.value, *mean.interval())
        rate = win_share([float(each.blunder) for each in own], units)
        yield Measured(agent, game, "blunder_rate", rate.share, rate.low, rate.high)


def units_of(decisions: Sequence[Judged]) -> list[str]:
    """Returns the unit of each decision."""
    return [each.unit for each in decisions]


def _not_judged(skipped: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Yields a line for each reason, with the number of decisions of each agent that were not judged for it."""
    for reason in dict.fromkeys(reason for _, reason in skipped):
        counts = ", ".join(f"{number:,} of {agent}" for (agent, why), number in skipped.items() if why == reason)
        yield f"Decisions that were not judged: {counts}, because {reason}."
