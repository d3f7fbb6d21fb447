"""Typed settings of a run, which the command line builds from Hydra's configuration."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, get_args

from adapters.disguises.disguise import NO_DISGUISE
from gtarena.agents.lineup import Lineup
from gtarena.agents.llm.settings import NO_LIMITS, IllegalMoves, TokenLimits
from gtarena.agents.presets import AgentPreset, all_presets
from gtarena.errors import UsageError
from gtarena.models.budget import Limits
from gtarena.models.cache import default_cache_path
from gtarena.models.settings import ModelSettings
from gtarena.runs.stopping.rule import StopRule
from gtarena.system.files import named_path
from gtarena.trackers.registry import require_tracker

DEFAULT_MATCHES = 10

Pairings = Literal["all", "opponents", "mixed"]
Draws = Literal["paired", "fresh"]
Sides = Literal["rotated", "drawn"]


@dataclass(frozen=True)
class CacheSettings:
    """Settings under ``cache.*`` of the response cache; without a ``path`` it is in the user's cache folder.

    Raises:
        UsageError: the ``path`` is empty, or that of a folder.
    """

    enabled: bool = True
    path: str | None = None

    def __post_init__(self) -> None:
        if self.path is not None and named_path(self.path, "cache.path").expanduser().is_dir():
            raise UsageError(f"cache.path={self.path} is a folder: name a file, such as {self.path}/replies.sqlite")

    @property
    def file(self) -> Path | None:
        """The SQLite file of the response cache; ``None`` if the cache is off."""
        if not self.enabled:
            return None
        return self._place

    @property
    def queues(self) -> Path:
        """The SQLite file of the limits per minute, beside the response cache even if that is off."""
        return self._place.with_name("limits.sqlite")

    @property
    def budgets(self) -> Path:
        """The SQLite file of the budgets of sweeps, beside the response cache even if that is off."""
        return self._place.with_name("budgets.sqlite")

    @property
    def _place(self) -> Path:
        return Path(self.path).expanduser() if self.path else default_cache_path()


@dataclass(frozen=True)
class GameSettings:
    """Settings under ``game.*``: the short name of a game and its parameters.

    Raises:
        UsageError: the name is no text.
    """

    name: str
    params: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not isinstance(self.name, str):
            raise UsageError(f"game.name={self.name} is not the name of a game: write game=NAME "
                             "(`gtarena games` lists all)")


@dataclass(frozen=True)
class PlannedGame:
    """Game of a run, with its agents, their opponents, and the number of matches at each table.

    Without ``agents`` in a suite the command line has to list them. ``settings`` overrides settings of agents in this
    game, as ``{"mcts": {"simulations": 20}}``. ``limits`` are those of replies where the run names none.

    Raises:
        UsageError: ``matches`` is not a whole number of at least 1.
    """

    game: GameSettings
    agents: tuple[str, ...] = ()
    matches: int = DEFAULT_MATCHES
    opponents: tuple[str, ...] = ()
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    limits: TokenLimits = NO_LIMITS

    def __post_init__(self) -> None:
        if type(self.matches) is not int or self.matches < 1:
            raise UsageError(
                f"matches={self.matches!r} of {self.game.name} is not a whole number of at least 1")


@dataclass(frozen=True)
class SuiteSettings:
    """Name and games of a suite."""

    name: str
    games: tuple[PlannedGame, ...]


@dataclass(frozen=True)
class ReportSettings:
    """Contents of a report besides the matches.

    With ``paper`` it has the numbers that the benchmarks' papers print; with ``tables`` the terminal shows all tables
    and not the leaderboard alone.
    """

    paper: bool = False
    tables: bool = False


@dataclass(frozen=True)
class RunSettings:
    """All settings of a run, named as on the command line.

    Either ``game`` or ``suite`` is played; ``games`` selects games of the suite. ``agents``, ``opponents`` and
    ``matches`` replace the suite's own unless they are ``None``, and so does ``players`` in all games that have this
    parameter. With ``draws="paired"`` agents change seats with the same chance events; with ``"fresh"`` every match of
    a table has chance events of its own. With ``sides="rotated"`` agents change teams half way through the matches of a
    table; with ``"drawn"`` chance decides in which order, match by match. With ``stop`` tables play no further once a
    rule is met (see :mod:`gtarena.runs.stopping`). ``disguise`` is the form in which models see the games (see
    :mod:`adapters.disguises`). ``objective`` names the score that a job of a sweep returns (see
    :mod:`gtarena.suites.objective`). ``tracker`` names what follows the run of a command (see :mod:`gtarena.trackers`).
    ``plugins`` are modules and files to load (see :mod:`gtarena.plugins`), and ``presets`` the agents that can be
    named.

    Raises:
        UsageError: a value is not allowed.
    """

    name: str = "run"
    seed: int = 0
    matches: int | None = None
    suite: SuiteSettings | None = None
    games: tuple[str, ...] | None = None
    game: GameSettings | None = None
    agents: tuple[str, ...] | None = None
    opponents: tuple[str, ...] | None = None
    pairings: Pairings = "all"
    draws: Draws = "paired"
    sides: Sides = "rotated"
    stop: StopRule | None = None
    players: int | None = None
    prompt: str = "v1"
    disguise: str = NO_DISGUISE
    objective: str = "mean_return"
    workers: int = 1
    tracker: str | None = None
    plugins: tuple[str, ...] = ()
    model: ModelSettings = field(default_factory=ModelSettings)
    cache: CacheSettings = field(default_factory=CacheSettings)
    budget: Limits = field(default_factory=Limits)
    illegal: IllegalMoves = field(default_factory=IllegalMoves)
    report: ReportSettings = field(default_factory=ReportSettings)
    presets: Mapping[str, AgentPreset] = field(default_factory=all_presets)

    def lineup(self) -> Lineup:
        """Returns what makes seats of this run's agents."""
        return Lineup(self.presets, self.model, self.prompt, self.illegal, disguise=self.disguise)

    def __post_init__(self) -> None:
        if not os.path.normpath(os.path.join("results", self.name.strip())).startswith("results/"):
            raise UsageError(f"name={self.name} names no folder of its own in results/: give the run a name, or leave "
                             "it out")
        if self.agents == ():
            raise UsageError("agents=[] names no agent: list at least one, as in agents=[llm,random]")
        if self.games == ():
            raise UsageError("games=[] names no game of the suite: list at least one, or leave it out")
        for name, value, known in (
                ("pairings", self.pairings, Pairings), ("draws", self.draws, Draws), ("sides", self.sides, Sides)):
            if value not in get_args(known):
                raise UsageError(f"{name}={value} is not {' or '.join(get_args(known))}")
        if self.matches is not None and self.matches < 1:
            raise UsageError(f"matches={self.matches} is not a whole number of at least 1")
        if self.stop is not None:
            self.stop.require_pairs(self.draws, self.pairings)
        if self.tracker is not None:
            require_tracker(self.tracker)
        if self.workers < 1:
            raise UsageError(f"workers={self.workers} is not a whole number of at least 1")
