"""Hand-made results of gamma-Bench's matches, from which its figures are drawn, and their figures read back."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from custom_games import GAMES
from custom_games.framework.node import Node
from custom_games.framework.rounds import Position
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL
from gtarena.suites.gamma_bench.figures import figures
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match
from gtarena.suites.gamma_bench.sweeps import Sweep
from tests.support import drawn_figures

SETTINGS = {"prompt": "v1", "temperature": 1.0}
SMALL = {"players": 4}


def result(
    match: Match, who: str = "m", run: int = 1, settings: Mapping[str, Any] = SETTINGS, agents: Sequence[str] = (),
    **variant: Any,
) -> MatchResult:
    game = match.rules.facts.short_name
    return MatchResult(f"{game} {who} {run} {variant}", game, tuple(agents) or ("llm",) * match.rules.players, who,
                       settings, variant, run, match)


def at_once(game: str, *played: tuple[int, ...], **params: Any) -> Match:
    """A match of simultaneous choices, by round and seat."""
    return Match(GAMES[game](players=len(played[0]), **params), Position(played))


def at_random(game: str, seed: int = 1, **params: Any) -> Match:
    """A match of four players who play at random."""
    rules, rng = GAMES[game](**SMALL | params), random.Random(seed)
    node = Node(rules, rules.initial_state())
    while node.player != TERMINAL:
        for move in _moves(node, rng):
            node = node.after(move)
    return Match(rules, node.position)


def _moves(node: Node, rng: random.Random) -> Sequence[Any]:
    if node.player == CHANCE:
        outcomes, weights = zip(*node.rules.chance_outcomes(node.position), strict=True)
        return rng.choices(outcomes, weights)
    if node.player != SIMULTANEOUS:
        return node.random_move(node.player, rng)
    return [tuple(rng.choice(node.legal_actions(seat) or [0]) for seat in range(node.rules.players))]


def everything(who: str = "m", seed: int = 1, **fields: Any) -> list[MatchResult]:
    """A random match of each game."""
    return [result(at_random(game, seed), who, **fields) for game in GAME_SCORES]


def drawn(results: Sequence[MatchResult], name: str, compared: Sequence[Sweep] = ()) -> Drawing:
    """Draws the only figure whose name begins like this."""
    (figure,) = [figure for figure in figures(results, compared) if figure.name.startswith(name)]
    return drawn_figures.drawn(figure)


def panel(drawing: Drawing, title: str, part: int = 0) -> Axes:
    """The panel with this title, or one below it."""
    titles = [axes.get_title(loc="left") for axes in drawing.axes]
    return drawing.axes[titles.index(title) + part]


def line(axes: Axes, name: str) -> list[float]:
    """The values of the only line with this name."""
    (found,) = [each for each in axes.lines if each.get_label() == name]
    return list(found.get_ydata())
