"""The tables of Economics Arena: payoffs, rule breaks, and how far from equilibrium agents play, by situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import isnan
from typing import TYPE_CHECKING

from gtarena.reports.tables import Cell, Table
from gtarena.suites.econ_arena.scores import LEVELS, RUN_READERS, in_order
from gtarena.suites.econ_arena.situations import HISTORIES, Situation, situations, studied

if TYPE_CHECKING:
    import pandas as pd

SESSIONS = (20, 60, 100)  # Table 1
NO_HISTORY = "none"
SUMMARY = {
    "net gain": "net_gain", "less the equilibrium's": "gap", "assets ratio": "asset_ratio",
    "payoff ratio": "payoff_ratio", "deviation": "deviation", "wins (share)": "won"}
_DIGITS = 3


def all_tables(found: pd.DataFrame) -> list[Table]:
    """All tables that these results allow.

    Args:
        found: the frame of :func:`gtarena.suites.econ_arena.results.results`.
    """
    rows = studied(found)
    return [*_sessions(rows), *_rule_breaks(rows), *_groups(rows), *_deviations(rows), *_histories(rows),
            *_levels(rows), *_summaries(rows)]


def _sessions(rows: pd.DataFrame) -> Iterator[Table]:
    """The mean payoff of a run over the first sessions of an agent (Table 1)."""
    for situation, part in situations(rows):
        # The groups of a session number stand together, so that all of them are among the first sessions.
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
    """Broken runs in per cent of all runs of a model, without a history and with one (Table 2)."""
    models = rows[rows["model"] != ""].assign(percent=lambda frame: 100 * frame["rule_break"])
    columns = {
        f"{game}, {words}": models[(models["game"] == game) & (models["history"] == history)]
        for game in RUN_READERS for history, words in HISTORIES.items()}
    there = {name: part for name, part in columns.items() if not part.empty}
    if there:
        yield _table("rule breaks", "Rule breaks (% of runs)", list(there), list(there.values()), "percent", 2,
                     counted=True)


def _groups(rows: pd.DataFrame) -> Iterator[Table]:
    """Payoffs by the group of configurations (Figure 3)."""
    for situation, part in situations(rows):
        groups = in_order(part["group"])
        yield _table(f"payoffs by group {_stem(situation)}", f"Mean payoff of a run, {situation.words()}", groups,
                     [part[part["group"] == group] for group in groups], "net_gain")


def _deviations(rows: pd.DataFrame) -> Iterator[Table]:
    """The mean distance from equilibrium by who the others are and what is told of them (Figures 1b, 2b and 4)."""
    for game in RUN_READERS:
        parts = {f"{situation.environment}, {situation.knowledge()}": part
                 for situation, part in situations(rows[rows["game"] == game])}
        if parts:
            yield _table(f"deviation {game}", f"Deviation from equilibrium, {game}", list(parts), parts.values(),
                         "deviation")


def _histories(rows: pd.DataFrame) -> Iterator[Table]:
    """What a history changes: payoffs and deviations with each and with none, in otherwise the same surroundings."""
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
    """How many of an agent's numbers are of which level of reasoning, in per cent."""
    for situation, part in situations(rows[rows["level"] != ""]):
        shares = [part.assign(share=100.0 * (part["level"] == level)) for level in LEVELS]
        yield _table(f"levels {_stem(situation)}", f"Levels of reasoning (% of numbers), {situation.words()}", LEVELS,
                     shares, "share", 1)


def _summaries(rows: pd.DataFrame) -> Iterator[Table]:
    """Everything that is measured of a run, as means."""
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
    """A row per agent and a column per part: the mean of a metric over the runs that have it."""
    known = [part[part[metric].notna()].groupby("who")[metric].agg(["mean", "count"]) for part in parts]
    cells = [{str(who): Cell(mean, count=int(count) if counted else None, digits=digits)
              for who, mean, count in part.itertuples()} for part in known]
    agents = sorted({who for part in cells for who in part})
    rows = tuple((who, tuple(part.get(who) for part in cells)) for who in agents)
    return Table(name, title, tuple(columns), rows, label="agent")
