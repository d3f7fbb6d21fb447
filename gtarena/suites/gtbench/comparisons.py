"""Whose NRA is set beside whose: everybody against one opponent, and models against each other."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gtarena.metrics.bootstrap import Estimate
from gtarena.suites.gtbench.nra import Duel, average_over
from gtarena.suites.gtbench.taxonomy import AVERAGE, GAME_GROUPS, taxonomy_order

if TYPE_CHECKING:
    import pandas as pd

# What the paper calls conventional solvers: of these one plays some games and the other plays the rest.
CONVENTIONAL_SOLVERS = ("mcts", "tit_for_tat")


@dataclass(frozen=True)
class Comparison:
    """NRA of agents against one opponent, by agent and game; ``opponent`` is its name, or the solvers' names."""

    opponent: str
    is_model: bool
    by_agent: Mapping[str, Mapping[str, Estimate]]

    @property
    def games(self) -> list[str]:
        """The games that anybody played, in the order of the taxonomy."""
        return sorted({game for by_game in self.by_agent.values() for game in by_game}, key=taxonomy_order)

    def groups(self) -> dict[str, list[str]]:
        """Groups of these games to average over by name, the first of all of them; no two groups are the same."""
        found: dict[str, list[str]] = {}
        for name, belongs in GAME_GROUPS.items():
            members = list(filter(belongs, self.games))
            if len(members) > 1 and members not in found.values():
                found[name] = members
        return found

    def average(self, who: str, group: str) -> Estimate | None:
        """An agent's average over a group of games; nothing if it lacks one of them."""
        return average_over(self.groups()[group], self.by_agent[who])


def comparisons(seats: pd.DataFrame, estimates: Mapping[Duel, Estimate]) -> list[Comparison]:
    """Everybody against each conventional opponent, and then models against each model.

    The solvers are one opponent, as in Figures 2 and 3, unless there is a game that two of them were met in.

    Args:
        seats: what the estimates were made of.
        estimates: NRA by game, agent and opponent.
    """
    words = dict(zip(seats["who"], seats["agent"], strict=True))
    models = models_of(seats)
    opponents = sorted({opponent for _, _, opponent in estimates})
    conventional = [opponent for opponent in opponents if opponent not in models]
    sides = [*_sides(conventional, words, estimates), *((model,) for model in opponents if model in models)]
    return [found for side in sides if (found := _comparison(side, models, estimates)).by_agent]


def models_of(seats: pd.DataFrame) -> list[str]:
    """The agents that have a model."""
    return sorted(set(seats.loc[seats["model"] != "", "who"]))


def _sides(
    conventional: Sequence[str], words: Mapping[str, str], estimates: Mapping[Duel, Estimate]
) -> Iterator[tuple[str, ...]]:
    """The solvers together if they can be, then everybody else."""
    solvers = [who for who in conventional if words[who] in CONVENTIONAL_SOLVERS]
    met = [game for who in solvers for game in {game for game, _, opponent in estimates if opponent == who}]
    if len(met) > len(set(met)):
        solvers = []
    if solvers:
        yield tuple(solvers)
    for who in conventional:
        if who not in solvers:
            yield (who,)


def _comparison(side: Collection[str], models: Sequence[str], estimates: Mapping[Duel, Estimate]) -> Comparison:
    is_model = any(who in models for who in side)
    by_agent: dict[str, dict[str, Estimate]] = {}
    for (game, who, opponent), estimate in estimates.items():
        if opponent in side and who not in side and (who in models or not is_model):
            by_agent.setdefault(who, {})[game] = estimate
    ordered = sorted(by_agent, key=lambda who: (who not in models, who))
    return Comparison(" / ".join(side), is_model, {who: by_agent[who] for who in ordered})


@dataclass(frozen=True)
class Matrix:
    """NRA of each model (row) against each other (column), in one game or averaged over all of them."""

    title: str
    models: Sequence[str]
    cells: Mapping[tuple[str, str], Estimate]


def matrices(seats: pd.DataFrame, estimates: Mapping[Duel, Estimate]) -> list[Matrix]:
    """The average over all games in which models met, and each of these games (Figure 8)."""
    models = models_of(seats)
    pairs: dict[tuple[str, str], dict[str, Estimate]] = {}
    for (game, who, opponent), estimate in estimates.items():
        if who in models and opponent in models:
            pairs.setdefault((who, opponent), {})[game] = estimate
    games = sorted({game for by_game in pairs.values() for game in by_game}, key=taxonomy_order)
    present = [model for model in models if any(model in pair for pair in pairs)]
    averages = {pair: average_over(games, by_game) for pair, by_game in pairs.items()}
    single = [Matrix(game, present, {pair: by_game[game] for pair, by_game in pairs.items() if game in by_game})
              for game in games]
    if len(games) < 2:
        return single
    return [Matrix(AVERAGE, present, {pair: each for pair, each in averages.items() if each}), *single]
