"""Findings about agents, one number each, and the rules by which agents are named and a game's scale is found."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from gtarena.formatting import agent_name
from gtarena.game_theory.profiles.measures import MEASURES, Measure
from gtarena.metrics.agent_settings import UNSTATED, stated_settings

DISGUISE = "disguise"
EFFECT = "disguise_effect"  # the measure that is about disguises


class Named(NamedTuple):
    """Agent as profiles name it, and the ``condition`` under which it was seen: its disguise, if it had one."""

    agent: str
    condition: str = ""


@dataclass(frozen=True)
class Finding:
    """One number about an agent in a game, with the ends of its 95 % interval; what is not known is NaN.

    ``game`` is a label with parameters, or stands for all games. ``count`` is the number of ``counted`` things behind
    the number, such as matches. ``note`` says why a number or an interval is not known. ``source`` is ``matches`` or
    the name of a study.
    """

    agent: str
    game: str
    measure: str
    value: float
    low: float
    high: float
    count: int
    counted: str
    condition: str = ""
    note: str = ""
    source: str = "matches"

    @property
    def about(self) -> Measure:
        """The measure itself."""
        return MEASURES[self.measure]

    @property
    def interval(self) -> str:
        """The interval as people read it; empty if it is not known."""
        ends = (self.about.shown(end).replace("inf", "∞") for end in (self.low, self.high))
        return "" if math.isnan(self.low) else f"[{', '.join(ends)}]"

    @property
    def shown(self) -> str:
        """The number with its interval, as people read it."""
        return f"{self.about.shown(self.value)} {self.interval}".strip()


def name_agent(agent: str, model: str, settings: str) -> Named:
    """Returns the name of an agent by the columns that identify it: an agent in a disguise has that of the agent."""
    stated = stated_settings(settings)
    disguise = stated.pop(DISGUISE, UNSTATED[DISGUISE])
    rest = " ".join(f"{name}={value}" for name, value in stated.items())
    condition = "" if disguise == UNSTATED[DISGUISE] else f"{DISGUISE}={disguise}"
    return Named(agent_name(agent, model, rest, None), condition)


def group_scales(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Returns the findings in groups that share a scale: measure, game and condition, in the order of measures."""
    groups: dict[tuple[str, str, str], list[Finding]] = {}
    for each in findings:
        groups.setdefault((each.measure, each.condition, each.game), []).append(each)
    order = list(MEASURES)
    return [groups[key] for key in sorted(groups, key=lambda key: (order.index(key[0]), *key[1:]))]


def find_ends(scale: Sequence[Finding]) -> tuple[Finding, Finding] | None:
    """Returns the best and the worst finding on a scale; ``None`` unless two tell and the measure has a direction."""
    ranked = sorted((each for each in scale if not math.isnan(each.about.rank(each.value))),
                    key=lambda each: each.about.rank(each.value))
    return (ranked[0], ranked[-1]) if len(ranked) > 1 else None
