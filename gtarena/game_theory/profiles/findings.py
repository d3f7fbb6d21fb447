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
RECOGNITION = "recognition"  # the measure of what disguises are to prevent
ALL_THE_SAME = "all the same"


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
    def is_bound(self) -> bool:
        """True if the number is the lower end of its interval, and nothing is known but that it is not lower."""
        return self.value == self.low and self.high == math.inf

    @property
    def number(self) -> str:
        """The number as people read it."""
        return f"{'at least ' if self.is_bound else ''}{self.about.shown(self.value)}"

    @property
    def interval(self) -> str:
        """The interval as people read it; empty if it is not known, or the number has said it."""
        ends = (self.about.shown(end).replace("inf", "∞") for end in (self.low, self.high))
        return "" if math.isnan(self.low) or self.is_bound else f"[{', '.join(ends)}]"

    @property
    def shown(self) -> str:
        """The number with its interval, as people read it."""
        return f"{self.number} {self.interval}".strip()


class End(NamedTuple):
    """Best or worst number on a scale as people read it, and ``whose`` it is."""

    number: str
    whose: str


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


def find_ends(scale: Sequence[Finding]) -> tuple[End, End] | None:
    """Returns the best and the worst number on a scale; ``None`` unless two tell and the measure has a direction.

    Numbers that people read alike are the same.
    """
    ranked = sorted((each for each in scale if not math.isnan(each.about.rank(each.value))),
                    key=lambda each: each.about.rank(each.value))
    return (_end(ranked, ranked[0]), _end(ranked, ranked[-1])) if len(ranked) > 1 else None


def _end(ranked: Sequence[Finding], end: Finding) -> End:
    same = [each.agent for each in ranked if each.number == end.number]
    more = f" and {len(same) - 1} more" if len(same) > 1 else ""
    return End(end.number, ALL_THE_SAME if len(same) == len(ranked) else f"{same[0]}{more}")
