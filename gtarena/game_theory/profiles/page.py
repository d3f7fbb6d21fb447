"""Page of profiles: an overview of all measures, and a profile of each agent with a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Any

from gtarena.game_theory.profiles.axes import COLOURS, SHAPES, draw_axis, look_of
from gtarena.game_theory.profiles.collection import Profiles
from gtarena.game_theory.profiles.findings import EFFECT, RECOGNITION, Finding, find_ends, group_scales
from gtarena.game_theory.profiles.measures import MEASURES
from gtarena.game_theory.profiles.tables import tidy_csv
from gtarena.reports.html import STYLE, TEMPLATES, page_template
from gtarena.system.files import write_text

PAGE, NUMBERS = "profiles.html", "profiles.csv"
ROWS_SHOWN = 6  # games of a measure in the overview; the others are folded

Scales = Sequence[Sequence[Finding]]


def write_profiles(profiles: Profiles, out: Path) -> Path:
    """Writes the page and the numbers into a folder, and returns the path of the page.

    Raises:
        OSError: the folder cannot be written.
    """
    out.mkdir(parents=True, exist_ok=True)
    write_text(out / NUMBERS, tidy_csv(profiles.findings))
    write_text(out / PAGE, render(profiles, out.name))
    return out / PAGE


def render(profiles: Profiles, title: str) -> str:
    """Returns the page as HTML, which loads nothing."""
    style = STYLE + (TEMPLATES / "profiles.css").read_text(encoding="utf-8")
    scales = group_scales(profiles.findings)
    return page_template("profiles.html.jinja", style, "").render(
        title=title,
        headline=state_sources(profiles),
        agents=[_shown_agent(profiles, agent) for agent in profiles.agents],
        overview=[_overview(measure, list(found), profiles) for measure, found in groupby(
            filter(_is_overviewed, scales), lambda scale: scale[0].measure)],
        profiles=[{**_shown_agent(profiles, agent), "measures": list(_profile(agent, scales, profiles))}
                  for agent in profiles.with_model],
        rows_shown=ROWS_SHOWN,
        looks=COLOURS * SHAPES,
        skipped=profiles.skipped,
        generated=f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC",
    )


def state_sources(profiles: Profiles) -> str:
    """Returns the sentence at the head of the page: how many agents, matches and answers it is about."""
    agents = _counted(len(profiles.with_model), "agent with a model", "agents with a model")
    others = len(profiles.agents) - len(profiles.with_model)
    beside = f" beside {_counted(others, 'other')}" if others else ""
    sources = [_counted(profiles.matches, "match", "matches")] if profiles.matches else []
    if profiles.studies:
        sources.append(f"{_counted(profiles.answers, 'answer')} to {_counted(profiles.studies, 'study', 'studies')}")
    return f"{agents}{beside}, from {' and '.join(sources)}."


def _counted(number: int, one: str, several: str = "") -> str:
    return f"{number:,} {one if number == 1 else several or f'{one}s'}"


def _is_overviewed(scale: Sequence[Finding]) -> bool:
    """Returns whether the overview has a scale: it shows agents as they are, and what disguises change."""
    return not scale[0].condition or scale[0].measure in (EFFECT, RECOGNITION)


def _shown_agent(profiles: Profiles, agent: str) -> Mapping[str, Any]:
    place = profiles.agents.index(agent)
    anchor = f"agent-{place + 1}" if agent in profiles.with_model else None
    colour, shape = look_of(place)
    return {"name": agent, "colour": colour, "shape": shape, "anchor": anchor}


def _overview(measure: str, scales: Scales, profiles: Profiles) -> Mapping[str, Any]:
    """Returns the variables of the template for a measure: a row per game, with all agents on one axis."""
    return {"about": MEASURES[measure], "rows": [
        {"game": scale[0].game, "condition": scale[0].condition, "axis": draw_axis(scale, profiles.agents),
         "ends": find_ends(scale)} for scale in scales]}


def _profile(agent: str, scales: Scales, profiles: Profiles) -> list[Mapping[str, Any]]:
    """Returns the variables of the template for an agent: by measure a row per game, with the others as scale."""
    own = [(scale, each) for scale in scales for each in scale if each.agent == agent]
    return [{"about": MEASURES[measure], "rows": [
        {"found": each, "axis": draw_axis(scale, profiles.agents, agent), "ends": find_ends(scale)}
        for scale, each in found]} for measure, found in groupby(own, lambda pair: pair[1].measure)]
