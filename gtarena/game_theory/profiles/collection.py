"""Profiles of all agents with a model below results folders, from the logs of matches and of studies alone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gtarena.errors import UsageError
from gtarena.game_theory.profiles.findings import Finding, name_agent
from gtarena.game_theory.profiles.match_findings import find_in_matches
from gtarena.game_theory.profiles.study_findings import Studies, find_in_studies, read_studies
from gtarena.logs import damage
from gtarena.logs.reader import MATCHES, find
from gtarena.logs.records import Seat
from gtarena.metrics.agent_settings import NULL, DifferentSeats
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.reported_log import ReportedLog

MOST_REASONS = 3  # why nothing can be told


@dataclass(frozen=True)
class Profiles:
    """Findings about ``agents``, the strongest first, of which those with a model have a profile.

    ``matches``, ``studies`` and ``answers`` are the numbers of those behind them, and ``skipped`` names in a line each
    all that could not be counted.
    """

    findings: Sequence[Finding]
    agents: Sequence[str]
    with_model: Sequence[str]
    matches: int = 0
    studies: int = 0
    answers: int = 0
    skipped: Sequence[str] = ()

    def of_agent(self, agent: str) -> list[Finding]:
        """Returns the findings about one agent."""
        return [each for each in self.findings if each.agent == agent]


def read_profiles(paths: Sequence[Path]) -> Profiles:
    """Reads matches and studies below folders, and returns what they tell of each agent.

    Raises:
        UsageError: a path does not exist, or there are neither matches nor answers to a study.
    """
    log, studies = ReportedLog(*paths), read_studies(paths)
    different = log.seats.different
    numbers = _read_matches(log, paths)
    if not numbers and not studies.found:
        raise _nothing(paths, studies)
    studies.add_seats(different, [different.seat(number) for number in numbers])
    # From here on all seats have their names.
    boards = reported_boards(log.seats.frame()) if numbers else None
    findings = [*(find_in_matches(boards) if boards else ()), *find_in_studies(studies, different)]
    agents = list(dict.fromkeys(each.agent for each in findings))
    return Profiles(findings, agents, _with_model(different, agents), len(log.places), len(studies.found),
                    studies.answers, studies.skipped)


def _read_matches(log: ReportedLog, paths: Sequence[Path]) -> list[int]:
    """Reads all matches, and returns the numbers of their different seats; there need not be any."""
    numbers: dict[int, None] = {}
    if find(MATCHES, *paths):
        try:
            for _, seats in log.read():
                numbers |= dict.fromkeys(seats)
        except UsageError:
            if log.places:
                raise
    return list(numbers)


def _nothing(paths: Sequence[Path], studies: Studies) -> UsageError:
    reasons = [*studies.skipped, *filter(None, [damage.summarise_skipped(*paths)])]
    told = "; ".join(reasons[:MOST_REASONS]) or (
        "play matches with `gtarena game=... agents=[...]`, or conduct a study such as `gtarena policy GAME`")
    return UsageError(f"neither matches nor whole studies below {', '.join(map(str, paths))}: {told}")


def _with_model(different: DifferentSeats, agents: Sequence[str]) -> list[str]:
    """Returns those of the agents that have a model; duplicates have no profile."""
    labels = different.labels()
    seats: list[tuple[Seat, str]] = [(different.seat(number), label) for number, label in enumerate(labels)]
    called = {name_agent(seat.agent, seat.model, label).agent for seat, label in seats
              if seat.model and not seat.agent.startswith(NULL)}
    return [agent for agent in agents if agent in called]
