"""Comparisons of NRA: all agents against a common opponent, and models against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import BootstrapEstimate
from gtarena.metrics.duels import Duel
from gtarena.suites.gtbench.duel_means import average_over
from gtarena.suites.gtbench.taxonomy import AVERAGE, GAME_GROUPS, taxonomy_order

if TYPE_CHECKING:
    import pandas as pd

# The paper's conventional solvers: one plays some of the games and the other plays the rest.
CONVENTIONAL_SOLVERS = ("mcts", "tit_for_tat")


@dataclass(frozen=True)
class Comparison:
    """NRA of agents against one opponent, by agent and game; ``opponent`` is its name, or the names of both solvers."""

    opponent: str
    is_model: bool
    by_agent: Mapping[str, Mapping[str, BootstrapEstimate]]

    @property
    def games(self) -> list[str]:
        """The games that any agent played, in the order of the taxonomy."""
        return sorted({game for by_game in self.by_agent.values() for game in by_game}, key=taxonomy_order)

    def groups(self) -> dict[str, list[str]]:
        """Returns the distinct groups of several of these games by name, all games first."""
        found: dict[str, list[str]] = {}
        for name, belongs in GAME_GROUPS.items():
            members = list(filter(belongs, self.games))
            if len(members) > 1 and members not in found.values():
                found[name] = members
        return found

    def average(self, who: str, group: str) -> BootstrapEstimate | None:
        """Returns an agent's average over a group of games, or ``None`` if the agent lacks one of them."""
        return average_over(self.groups()[group], self.by_agent[who])


def comparisons(seats: pd.DataFrame, estimates: Mapping[Duel, BootstrapEstimate]) -> list[Comparison]:
    """Returns the comparisons of all agents against each conventional opponent, then of models against each model.

    The solvers count as one opponent, as in Figures 2 and 3, unless both were met in the same game.

    Args:
        seats: the seats from which the estimates were computed.
        estimates: NRA by game, agent and opponent.
    """
    words = dict(zip(seats["who"], seats["agent"], strict=True))
    models = models_of(seats)
    opponents = sorted({opponent for _, _, opponent in estimates})
    conventional = [opponent for opponent in opponents if opponent not in models]
    sides = [*_sides(conventional, words, estimates), *((model,) for model in opponents if model in models)]
    return [found for side in sides if (found := _comparison(side, models, estimates)).by_agent]


def models_of(seats: pd.DataFrame) -> list[str]:
    """Returns the agents that have a model."""
    return sorted(set(seats.loc[seats["model"] != "", "who"]))


def _sides(
    conventional: Sequence[str], words: Mapping[str, str], estimates: Mapping[Duel, BootstrapEstimate]
) -> Iterator[tuple[str, ...]]:
    """Yields the solvers as one side, unless both were met in the same game, then every other opponent."""
    solvers = [who for who in conventional if words[who] in CONVENTIONAL_SOLVERS]
    met = [game for who in solvers for game in {game for game, _, opponent in estimates if opponent == who}]
    if len(met) > len(set(met)):
        solvers = []
    if solvers:
        yield tuple(solvers)
    for who in conventional:
        if who not in solvers:
            yield (who,)


def _comparison(
    side: Collection[str], models: Sequence[str], estimates: Mapping[Duel, BootstrapEstimate]
) -> Comparison:
    is_model = any(who in models for who in side)
    by_agent: dict[str, dict[str, BootstrapEstimate]] = {}
    for (game, who, opponent), estimate in estimates.items():
        if opponent in side and who not in side and (who in models or not is_model):
            by_agent.setdefault(who, {})[game] = estimate
    ordered = sorted(by_agent, key=lambda who: (who not in models, who))
    return Comparison(" / ".join(side), is_model, {who: by_agent[who] for who in ordered})


@dataclass(frozen=True)
class NraMatrix:
    """NRA of each model (row) against each other (column), in one game or averaged over all of them."""

    title: str
    models: Sequence[str]
    cells: Mapping[tuple[str, str], BootstrapEstimate]


def matrices(seats: pd.DataFrame, estimates: Mapping[Duel, BootstrapEstimate]) -> list[NraMatrix]:
    """Returns the matrix of averages over all games in which models met, and that of each game (Figure 8)."""
    models = models_of(seats)
    pairs: dict[tuple[str, str], dict[str, BootstrapEstimate]] = {}
    for (game, who, opponent), estimate in estimates.items():
        if who in models and opponent in models:
            pairs.setdefault((who, opponent), {})[game] = estimate
    games = sorted({game for by_game in pairs.values() for game in by_game}, key=taxonomy_order)
    present = [model for model in models if any(model in pair for pair in pairs)]
    averages = {pair: average_over(games, by_game) for pair, by_game in pairs.items()}
    single = [NraMatrix(game, present, {pair: by_game[game] for pair, by_game in pairs.items() if game in by_game})
              for game in games]
    if len(games) < 2:
        return single
    return [NraMatrix(AVERAGE, present, {pair: each for pair, each in averages.items() if each}), *single]
