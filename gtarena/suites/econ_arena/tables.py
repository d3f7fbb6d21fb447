"""The tables of Economics Arena: payoffs, rule breaks and deviations from equilibrium, by situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from gtarena.reports.tables import Cell, Table
from gtarena.suites.econ_arena.scores import LEVELS, RUN_READERS, ordered_groups
from gtarena.suites.econ_arena.situations import HISTORIES, Situation, drop_environment_agents, situations

if TYPE_CHECKING:
    import pandas as pd

SESSIONS = (20, 60, 100)  # Table 1
NO_HISTORY = "none"
SUMMARY = {
    "net gain": "net_gain", "gap to equilibrium": "gap", "assets ratio": "asset_ratio",
    "payoff ratio": "payoff_ratio", "deviation": "deviation", "wins (share)": "won"}
_DIGITS = 3


def all_tables(found: pd.DataFrame) -> list[Table]:
    """Returns all tables that these runs allow.

    Args:
        found: the frame of :func:`gtarena.suites.econ_arena.results.runs_frame`.
    """
    rows = drop_environment_agents(found)
    return [*_sessions(rows), *_rule_breaks(rows), *_groups(rows), *_deviations(rows), *_histories(rows),
            *_levels(rows), *_summaries(rows)]


def _sessions(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields the mean payoff of a run over the first sessions of an agent (Table 1)."""
    for situation, part in situations(rows):
        # Sorted by session number before group, so that the first sessions include every group.
        sessions = part[["who", "session", "group", "match_id"]].drop_duplicates().sort_values(
            ["who", "session", "group", "match_id"])
        sessions["place"] = sessions.groupby("who").cumcount()
        counts = sessions["who"].value_counts()
        placed = part.merge(sessions[["who", "match_id", "place"]], on=["who", "match_id"])
        steps = [number for number in SESSIONS if number < counts.max()] + [int(counts.max())]
        firsts = [placed[(placed["place"] < step) & (placed["who"].map(counts) >= step)] for step in steps]
        yield _table(f"payoffs by sessions {_stem(situation)}",
                     f"Mean payoff in the first sessions, {situation.words()}",
                     [f"{step} sessions" for step in steps], firsts, "net_gain")


def _rule_breaks(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields the percentage of a model's runs with a rule break, by game and history (Table 2)."""
    models = rows[rows["model"] != ""].assign(percent=lambda frame: 100 * frame["rule_break"])
    columns = {
        f"{game}, {words}": models[(models["game"] == game) & (models["history"] == history)]
        for game in RUN_READERS for history, words in HISTORIES.items()}
    there = {name: part for name, part in columns.items() if not part.empty}
    if there:
        yield _table("rule breaks", "Rule breaks (% of runs)", list(there), list(there.values()), "percent", 2,
                     counted=True)


def _groups(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields payoffs by configuration group (Figure 3)."""
    for situation, part in situations(rows):
        groups = ordered_groups(part["group"])
        yield _table(f"payoffs by group {_stem(situation)}", f"Mean payoff of a run, {situation.words()}", groups,
                     [part[part["group"] == group] for group in groups], "net_gain")


def _deviations(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields the mean deviation by environment and by what players were told (Figures 1b, 2b and 4)."""
    for game in RUN_READERS:
        parts = {f"{situation.environment}, {situation.knowledge()}": part
                 for situation, part in situations(rows[rows["game"] == game])}
        if parts:
            yield _table(f"deviation {game}", f"Deviation from equilibrium, {game}", list(parts), parts.values(),
                         "deviation")


def _histories(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields payoffs and deviations by history, in situations that differ in nothing else."""
    found: dict[Situation, dict[str, pd.DataFrame]] = {}
    for situation, part in situations(rows):
        found.setdefault(situation._replace(history=NO_HISTORY), {})[HISTORIES[situation.history]] = part
    for situation, parts in found.items():
        if len(parts) > 1:
            where = f"{situation.game}, {situation.environment}" + (f" ({situation.told})" if situation.told else "")
            for name, metric in (("payoff", "net_gain"), ("deviation", "deviation")):
                yield _table(f"{name} by history {where}", f"Mean {name} by history, {where}", list(parts),
                             parts.values(), metric)


def _levels(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields the percentage of an agent's numbers at each level of reasoning."""
    for situation, part in situations(rows[rows["level"] != ""]):
        shares = [part.assign(share=100.0 * (part["level"] == level)) for level in LEVELS]
        yield _table(f"levels {_stem(situation)}", f"Levels of reasoning (% of numbers), {situation.words()}", LEVELS,
                     shares, "share", 1)


def _summaries(rows: pd.DataFrame) -> Iterator[Table]:
    """Yields the means of all measures of a run."""
    for situation, part in situations(rows):
        known = {title: metric for title, metric in SUMMARY.items() if part[metric].notna().any()}
        by_agent = part.groupby("who")[list(known.values())].mean()
        cells = ((str(who), tuple(None if isnan(value) else Cell(value, digits=_DIGITS) for value in means))
                 for who, *means in by_agent.itertuples())
        yield Table(f"summary {_stem(situation)}", f"Means over runs, {situation.words()}", tuple(known), tuple(cells),
                    label="agent")


def _stem(situation: Situation) -> str:
    return " ".join(filter(None, situation))


def _table(
    name: str, title: str, columns: Sequence[str], parts: Iterable[pd.DataFrame], metric: str, digits: int = _DIGITS,
    counted: bool = False,
) -> Table:
    """Returns the mean of a metric over the runs in which it is defined: a row per agent, a column per part."""
    known = [part[part[metric].notna()].groupby("who")[metric].agg(["mean", "count"]) for part in parts]
    cells = [{str(who): Cell(mean, count=int(count) if counted else None, digits=digits)
              for who, mean, count in part.itertuples()} for part in known]
    agents = sorted({who for part in cells for who in part})
    rows = tuple((who, tuple(part.get(who) for part in cells)) for who in agents)
    return Table(name, title, tuple(columns), rows, label="agent")
