"""Figures of NRA: by game, kind of game and way of reasoning, and between models (Figures 2 to 5, 8 and 9)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from gtarena.formatting import agent_name, format_signed
from gtarena.metrics.bootstrap import BootstrapEstimate
from gtarena.metrics.teams import AGENT_COLUMNS
from gtarena.reports.figures import heat_maps
from gtarena.reports.figures.dot_plots import ONLY, Dot, DotPanel, Plot, Scale
from gtarena.reports.sections import Figure
from gtarena.suites.gtbench.comparisons import Comparison, NraMatrix
from gtarena.suites.gtbench.duel_means import average_over
from gtarena.suites.gtbench.taxonomy import AVERAGE, TAXONOMY, is_complete_deterministic, name_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure as Drawing

NRA_SCALE = Scale("NRA", (-1, 1), (-1, 0, 1))
NRA_SHADES = heat_maps.Shades("NRA of the row against the column", "gains", -1, 1)
ABILITIES = tuple(dict.fromkeys(ability for taxon in TAXONOMY.values() for ability in taxon.abilities))

ByGame = Mapping[str, BootstrapEstimate]


def figures(seats: pd.DataFrame, compared: Sequence[Comparison], models: Sequence[NraMatrix]) -> Iterator[Figure]:
    """Yields agents against conventional opponents, models against each other, and ways and wordings of reasoning."""
    conventional = [each for each in compared if not each.is_model]
    yield from _figures((f"NRA against {each.opponent}", _by_game(each)) for each in conventional)
    if models:
        yield Figure("nra between models", "NRA of models against each other", partial(_matrices, models[:1]))
    if len(models) > 1:  # the first is the average
        yield Figure("nra between models by game", "NRA of models against each other by game",
                     partial(_matrices, models[1:]))
    yield from _figures(_ways_of_reasoning(seats, conventional))
    yield from _figures(_wordings(seats, conventional))


def kinds(compared: Sequence[Comparison]) -> Iterator[Figure]:
    """Yields averages over kinds of games, against each opponent that was met in several games."""
    yield from _figures((f"NRA by kind of game against {each.opponent}", _by_kind(each))
                        for each in compared if len(each.games) > 1)


def _figures(plots: Iterable[tuple[str, Plot]]) -> Iterator[Figure]:
    for heading, plot in plots:
        if not plot.empty:
            yield Figure(heading.lower(), f"{heading}, with 95 % intervals", plot.draw)


def _by_game(compared: Comparison) -> Plot:
    """Returns a plot with complete, deterministic games in its first block and all others in the second."""
    solid = [game for game in compared.games if is_complete_deterministic(game)]
    others = [game for game in compared.games if not is_complete_deterministic(game)]
    return Plot(NRA_SCALE, [_panels(games, compared.by_agent) for games in (solid, others)], list(compared.by_agent))


def _panels(games: Sequence[str], by_row: Mapping[str, ByGame]) -> list[DotPanel]:
    """Returns a panel for each game and, if there are several, one for their average."""
    panels = [_panel(game_title(game), [game], by_row) for game in games]
    return [*panels, _panel("average of these", games, by_row)] if len(games) > 1 else panels


def _panel(heading: str, games: Sequence[str], by_row: Mapping[str, ByGame]) -> DotPanel:
    averages = {row: average_over(games, by_game) for row, by_game in by_row.items()}
    return DotPanel(heading, {(row, ONLY): dot(average) for row, average in averages.items() if average})


def _by_kind(compared: Comparison) -> Plot:
    """Returns a plot of averages over the paper's categories, and in a second block over the games for an ability."""
    asking = {ability: [game for game in compared.games if _asks_for(game, ability)] for ability in ABILITIES}
    blocks = [[_panel(name, games, compared.by_agent) for name, games in kinds.items()]
              for kinds in (compared.groups(), asking)]
    return Plot(NRA_SCALE, blocks, list(compared.by_agent))


def _asks_for(game: str, ability: str) -> bool:
    return name_of(game) in TAXONOMY and ability in TAXONOMY[name_of(game)].abilities


def _ways_of_reasoning(seats: pd.DataFrame, conventional: Iterable[Comparison]) -> Iterator[tuple[str, Plot]]:
    """Yields plots of models' ways of reasoning side by side, if any model has several."""
    agents = {who: (model, agent_name(agent, "", settings)) for who, agent, model, settings in _models(seats)}
    for compared in conventional:
        averages = {agents[who]: average_over(compared.games, by_game)
                    for who, by_game in compared.by_agent.items() if who in agents}
        found = {key: dot(estimate) for key, estimate in averages.items() if estimate}
        models, ways = (sorted({key[part] for key in found}) for part in (0, 1))
        if len(found) > len(models):
            plot = Plot(NRA_SCALE, [[DotPanel(AVERAGE, found)]], models, ways, "agent")
            yield f"NRA by reasoning against {compared.opponent}", plot


def _models(seats: pd.DataFrame) -> Iterator[Sequence[str]]:
    with_model = seats[seats["model"] != ""]
    yield from with_model[["who", *AGENT_COLUMNS]].drop_duplicates().itertuples(index=False)


def _wordings(seats: pd.DataFrame, conventional: Sequence[Comparison]) -> Iterator[tuple[str, Plot]]:
    """Yields plots of agents that differ only in the wording of the reasoning prompt, by conventional opponent."""
    wordings = dict(zip(seats["who"], seats["reasoning"], strict=True))
    same: dict[str, list[str]] = {}
    for who, agent, model, settings in _models(seats):
        others = settings.replace(f"reasoning={wordings[who]}", "")
        same.setdefault(agent_name(agent, model, others), []).append(who)
    for name, agents in same.items():
        for compared in conventional:
            found = {wordings[who]: compared.by_agent[who] for who in agents if who in compared.by_agent}
            if len(found) > 1:
                plot = Plot(NRA_SCALE, [_panels(compared.games, found)], sorted(found))
                yield f"NRA by wording, {name} against {compared.opponent}", plot


def _matrices(found: Sequence[NraMatrix]) -> Drawing:
    models = found[0].models
    drawn = [heat_maps.HeatMap(game_title(matrix.title), {
        pair: (estimate.value, format_signed(estimate.value)) for pair, estimate in matrix.cells.items()})
        for matrix in found]
    return heat_maps.draw(drawn, models, models, NRA_SHADES)


def dot(estimate: BootstrapEstimate) -> Dot:
    """Returns an estimate with its interval."""
    return Dot(estimate.value, *estimate.interval())


def game_title(game: str) -> str:
    """Returns a game's label as words, which can be wrapped."""
    return game.replace("_", " ").replace("(", " (")
