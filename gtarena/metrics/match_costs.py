"""Costs of agents' matches beside their strength, and the agents that get most for the money."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gtarena.metrics import bootstrap
from gtarena.metrics.ratings.score_pairs import names_in
from gtarena.metrics.teams import AGENT_COLUMNS, by_team
from gtarena.seeds import derive

if TYPE_CHECKING:
    import pandas as pd

DOLLARS, TOKENS = "US dollars a match", "tokens a match"


@dataclass(frozen=True)
class PricedAgent:
    """Agent with its cost and its tokens per match, NaN if unknown, and its score with its 95 % interval.

    ``efficient`` is true if no other agent costs at most as much and scores at least as high, one of them better.
    """

    name: str
    dollars: float
    tokens: float
    score: float
    low: float
    high: float
    illegal_rate: float
    efficient: bool = False


@dataclass(frozen=True)
class CostsOfStrength:
    """Agents with a score and a price, the cheapest first; ``unit`` is what they are priced in."""

    score: str
    unit: str
    agents: tuple[PricedAgent, ...]

    def price(self, agent: PricedAgent) -> float:
        """Returns what a match costs the agent, in the unit."""
        return agent.dollars if self.unit == DOLLARS else agent.tokens


def costs_of_strength(seats: pd.DataFrame, overall: pd.DataFrame) -> CostsOfStrength | None:
    """Returns what agents cost and how strong they are; ``None`` unless two have a score and one calls a model.

    The score is the rating over all games, or in a single game, where two agents have no rating, the mean return;
    agents whose score has no interval, for they have too few deals, are left out. A match costs what it would without
    the cache: replies from the cache count like the others of the agent. The unit is dollars if the price of every
    agent is known and not 0, and otherwise tokens, read and written.

    Args:
        seats: the frame of :func:`gtarena.metrics.frames.seats_frame`.
        overall: the frame of :func:`gtarena.metrics.leaderboard.overall_leaderboard` of the same matches.
    """
    score, agents = "rating", _rated_agents(overall)
    if len(agents) < 2 and seats["game"].nunique() == 1:
        score, agents = "mean return", _paid_agents(seats, overall)
    callers = overall["calls"].sum() > 0
    if len(agents) < 2 or not callers:
        return None
    priced = all(not math.isnan(agent.dollars) for agent in agents) and any(agent.dollars for agent in agents)
    found = CostsOfStrength(score, DOLLARS if priced else TOKENS, tuple(agents))
    known = [agent for agent in agents if not math.isnan(found.price(agent)) and not math.isnan(agent.low)]
    marked = [PricedAgent(**{**vars(agent), "efficient": _efficient(agent, known, found)}) for agent in known]
    marked.sort(key=lambda agent: (found.price(agent), agent.name))
    return CostsOfStrength(score, found.unit, tuple(marked)) if len(marked) > 1 else None


def _efficient(agent: PricedAgent, others: Sequence[PricedAgent], costs: CostsOfStrength) -> bool:
    own = costs.price(agent)
    return not any(costs.price(other) <= own and other.score >= agent.score
                   and (costs.price(other) < own or other.score > agent.score) for other in others)


def _rated_agents(overall: pd.DataFrame) -> list[PricedAgent]:
    rated = overall[overall["rating"].notna()]
    return [PricedAgent(name, *_prices(row), row["rating"], row["low_95"], row["high_95"], row["illegal_rate"])
            for name, row in zip(names_in(rated), rated.to_dict("records"), strict=True)]


def _paid_agents(seats: pd.DataFrame, overall: pd.DataFrame) -> list[PricedAgent]:
    teams = by_team(seats[seats["return"].notna()])
    rows = dict(zip(names_in(overall), overall.to_dict("records"), strict=True))
    found = []
    for _, own in teams.groupby(AGENT_COLUMNS):
        (name,) = set(names_in(own))
        estimate = bootstrap.estimate_mean(own["return"].to_numpy(), derive("cost", name), list(own["unit"]))
        ends = estimate.interval()
        found.append(PricedAgent(name, *_prices(rows[name]), estimate.value, *ends, rows[name]["illegal_rate"]))
    return found


def _prices(row: Mapping[Any, Any]) -> tuple[float, float]:
    """Returns dollars and tokens per match; those of replies from the cache are taken to be like the others."""
    if not row["calls"]:
        return 0.0, 0.0
    paid = row["calls"] - row["cached"]
    if not paid:
        return math.nan, math.nan
    share = row["calls"] / paid / row["matches"]
    return row["cost"] * share, (row["tokens_in"] + row["tokens_out"]) * share
