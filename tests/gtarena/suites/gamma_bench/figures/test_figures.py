import random
from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Drawing

from custom_games import GAMES
from custom_games import battle_royale as battle
from custom_games import pirate_game as pirates
from custom_games.framework.node import Node
from custom_games.framework.rounds import Position
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL
from gtarena.reports.figures import style
from gtarena.suites.gamma_bench.figures import figures
from gtarena.suites.gamma_bench.figures.selection import first_runs, panel_title
from gtarena.suites.gamma_bench.results import MatchResult
from gtarena.suites.gamma_bench.scores import GAME_SCORES, Match
from gtarena.suites.gamma_bench.sweeps import Sweep, all_sweeps
from tests.support import drawn_figures
from tests.support.drawn_figures import texts

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
    return drawing.axes[[axes.get_title(loc="left") for axes in drawing.axes].index(title) + part]


def line(axes: Axes, name: str) -> list[float]:
    """The values of the only line with this name."""
    (found,) = [each for each in axes.lines if each.get_label() == name]
    return list(found.get_ydata())


@pytest.mark.parametrize("game", GAME_SCORES)
def test_a_match_of_one_game_alone_can_be_drawn(game):
    only = [result(at_random(game))]
    names = [figure.name for figure in figures(only, all_sweeps(only))]
    assert names
    for name in names:
        drawn(only, name, all_sweeps(only))


def test_a_match_of_every_game_gives_figures_whose_names_are_those_of_files_and_differ_whatever_their_case():
    assert [figure.name for figure in figures(everything(), [])] == ["choices-m", "actions-m", "battle-m", "pirates-m"]
    results = [each for who in ("a/b", "a:b", "A b", "../" * 90, "é$x") for each in everything(who)]
    names = [figure.name for figure in figures(results, all_sweeps(results))]
    assert len({name.casefold() for name in names}) == len(names)
    assert not any(set(name) & set('/\\:*?"<>| ') or name.startswith(".") or len(name) > 110 for name in names)
    titles = [figure.title for figure in figures(results, all_sweeps(results))]
    assert len(set(titles)) == len(titles)


def test_actions_show_a_row_and_choices_a_line_per_player_with_what_they_are_measured_by():
    axes, bar = drawn([result(at_once("diners_dilemma", (0, 1, 0), (1, 1, 0)))], "actions").axes
    assert axes.images[0].get_array().tolist() == [[0, 1], [1, 1], [0, 0]]
    assert [text.get_text() for text in bar.get_yticklabels()] == ["cheap", "costly"]
    axes, bar = drawn([result(at_once("divide_dollar", (5, 7), (9, 100)))], "actions").axes
    assert axes.images[0].get_array().tolist() == [[5, 9], [7, 100]]
    assert bar.get_ylabel() == "bid (coins)"
    drawing = drawn([result(at_once("guess_two_thirds", (50, 40, 9), (9, 6, 3)))], "choices")
    axes = panel(drawing, "Guess 2/3 of the Average")
    assert [each.get_ydata().tolist() for each in axes.lines[:3]] == [[50, 9], [40, 6], [9, 3]]
    assert line(axes, "mean of the players") == [33, 6]
    assert line(axes, "winning number") == [9, 3]  # two thirds of the means are 22 and 4
    assert axes.lines[0].get_xdata().tolist() == [1, 2]
    drawing = drawn([result(at_once("el_farol", (1, 1), (1, 0), (0, 1), (0, 0), capacity=0.5))], "choices")
    share = panel(drawing, "El Farol Bar (implicit feedback)")
    total = panel(drawing, "El Farol Bar (implicit feedback)", 1)
    assert share.lines[0].get_ydata() == pytest.approx([1, 1, 2 / 3, 1 / 2])
    assert line(share, "mean of the players") == pytest.approx([1, 3 / 4, 2 / 3, 1 / 2])
    assert (line(total, "all players together"), set(line(total, "capacity or gold"))) == ([2, 1, 1, 0], {1})
    axes = panel(drawn([result(at_once("divide_dollar", (30, 40), (90, 60)))], "choices"), "Divide the Dollar", 1)
    assert (line(axes, "all players together"), set(line(axes, "capacity or gold"))) == ([70, 150], {100})
    assert axes.get_ylim()[1] > 150
    drawing = drawn([result(at_once("diners_dilemma", (0, 0, 1), (0, 1, 1)))], "choices")
    share, paid = (panel(drawing, "Diner's Dilemma", part) for part in (0, 1))
    assert line(share, "mean of the players") == pytest.approx([1 / 3, (0 + 1 / 2 + 1) / 3])
    assert line(paid, "average bill") == pytest.approx([40 / 3, 50 / 3])
    assert [each.get_ydata().tolist() for each in paid.lines[:3]] == [
        pytest.approx([15 - 40 / 3, 15 - 50 / 3]), pytest.approx([15 - 40 / 3, 20 - 50 / 3]),
        pytest.approx([20 - 40 / 3, 20 - 50 / 3])]
    assert line(paid, "mean of the players") == pytest.approx([50 / 3 - 40 / 3, 55 / 3 - 50 / 3])


def test_battles_show_who_shot_at_whom_and_pirates_every_offer_with_its_votes():
    fired = (battle.Shot(0, 2, False, 3), battle.Shot(1, None, False, 3), battle.Shot(2, 0, True, 2))
    match = Match(GAMES["battle_royale"](players=3), battle.Position((1, 2), shots=fired))
    shots, left = drawn([result(match)], "battle").axes
    ends = {each.get_label(): list(zip(*each.get_data(), strict=True)) for each in shots.lines}
    assert (ends["shot at and missed"], ends["shot at and hit"]) == ([(1, 2)], [(3, 0)])
    assert ends["missed on purpose"] == [(2, 1)]
    lives = {segment[0][1]: segment[1][0] for segment in shots.collections[0].get_segments()}
    assert lives == {0: 3, 1: 3.5, 2: 3.5}
    assert left.lines[0].get_ydata().tolist() == [3, 3, 2]
    rounds = (pirates.Round(0, (9, 1, 0), (1, 0, 0)), pirates.Round(1, (10, 0), (1, 0)))
    match = Match(GAMES["pirate_game"](players=3, gold=10), pirates.Position(rounds))
    plans, distance, votes = drawn([result(match)], "pirates").axes
    found = {(round(text.get_position()[0]), text.get_position()[1]): text.get_text() for text in plans.texts}
    assert found == {(1, 1): "9", (2, 1): "1 ✗", (3, 1): "0 ✗", (2, 2): "10", (3, 2): "0 ✗"}
    # In coins of a hundred the plan is 90, 10, 0 and should be 99, 0, 1; two alive need not share.
    assert [bar.get_width() for bar in distance.patches] == [20, 0]
    # The coded scheme credits no vote on one coin at an odd distance, and every rejection of nothing.
    assert [text.get_text() for text in votes.texts] == ["0.5", "1"]
    rounds = (pirates.Round(0, (4, 0), (1, 0)), pirates.Round(1, (4,), (1,)))
    match = Match(GAMES["pirate_game"](players=2, gold=4), pirates.Position(rounds))
    *_, votes = drawn([result(match)], "pirates").axes
    assert votes.texts[1].get_text() == "–"


def test_fixed_strategies_are_set_against_the_others_and_their_games_share_a_figure():
    mixed = result(at_once("divide_dollar", (5, 7, 91), (3, 3, 91)), who="2 x m + fixed:91", settings={},
                   agents=("llm", "llm", "fixed:91"))
    alone = [result(at_once("divide_dollar", (10, 20, 30), (1, 2, 3)), run=1),
             result(at_once("divide_dollar", (30, 40, 50), (3, 4, 5)), run=2)]
    stranger = result(at_once("divide_dollar", (0, 0, 0)), who="n")
    axes = panel(drawn([mixed, *alone, stranger], "fixed-strategies-2-x-m"), "Divide the Dollar, fixed:91")
    assert (line(axes, "mean of the other players"), line(axes, "fixed strategy")) == ([6, 3], [91, 91])
    assert line(axes, "mean without the fixed strategy") == [30, 3]
    mixed = result(at_once("public_goods", (5, 0), (3, 0)), who="m + fixed:0", settings={}, agents=("llm", "fixed:0"))
    axes = panel(drawn([mixed], "fixed-strategies-m"), "Public Goods Game, fixed:0")
    assert [each.get_label() for each in axes.lines] == ["mean of the other players", "fixed strategy"]
    mixed = [result(at_once(game, (5, 0)), who=f"m + {word}", settings={}, agents=("llm", word))
             for game, word in (("divide_dollar", "fixed:91"), ("public_goods", "fixed:0"))]
    assert len(drawn(mixed, "fixed-strategies").axes) == 2


def test_players_variants_and_first_runs_with_the_usual_settings_have_panels_of_their_own():
    runs = [result(at_random("el_farol"), "a"), result(at_random("el_farol"), "b"),
            result(at_random("el_farol", feedback="explicit"), "a", feedback="explicit"),
            result(at_random("el_farol", capacity=0.2), "a", capacity=0.2)]
    assert first_runs(runs) == {
        "a": {"El Farol Bar (implicit feedback)": runs[0], "El Farol Bar (explicit feedback)": runs[2]},
        "b": {"El Farol Bar (implicit feedback)": runs[1]}}
    assert panel_title(result(at_random("sealed_bid_auction", price="second"))) == "Sealed-Bid Auction (second price)"
    assert panel_title(result(at_once("divide_dollar", (1, 2)))) == "Divide the Dollar"
    kinds = [("el_farol", {}), ("el_farol", {"feedback": "explicit"}), ("sealed_bid_auction", {}),
             ("sealed_bid_auction", {"price": "second"})]
    drawing = drawn([result(at_random(game, **variant), **variant) for game, variant in kinds], "choices")
    titles = [axes.get_title(loc="left") for axes in drawing.axes]
    assert [title for title in titles if title] == [
        "El Farol Bar (implicit feedback)", "El Farol Bar (explicit feedback)",
        "Sealed-Bid Auction (first price)", "Sealed-Bid Auction (second price)"]
    runs = [
        result(at_once("divide_dollar", (7, 7)), settings={"prompt": "v2", "temperature": 1.0}),
        result(at_once("divide_dollar", (9, 9), gold=50), gold=50),
        result(at_once("divide_dollar", (1, 3))), result(at_once("divide_dollar", (5, 5)), run=2)]
    assert line(panel(drawn(runs, "choices"), "Divide the Dollar", 1), "all players together") == [4]


def test_a_comparison_has_a_line_per_column_that_is_the_mean_over_its_matches():
    runs = [result(at_once("divide_dollar", *played), run=run, settings={"temperature": temperature})
            for temperature, run, played in (
                (0.0, 1, [(1, 3), (5, 5), (8, 8)]), (0.0, 2, [(4, 4)]), (1.0, 1, [(0, 1)]), (1.0, 2, [(1, 2)]))]
    drawing = drawn(runs, "temperature", all_sweeps(runs))
    axes = panel(drawing, "Divide the Dollar")
    assert (line(axes, "0"), line(axes, "1")) == ([3, 5, 8], [1])
    assert axes.lines[1].get_marker() == "o"  # a line of one point would not be seen
    assert texts(drawing.legends[0]) == ["0", "1"]
    assert drawing.legends[0].get_title().get_text() == "temperature"


def test_variants_of_games_are_together_with_a_legend_per_game_and_parameters_that_change_together_share_a_cell():
    results = [
        *(result(at_random("guess_two_thirds", ratio=ratio), **changed)
          for ratio, changed in ((2 / 3, {}), *((number / 6, {"ratio": number / 6}) for number in range(4)))),
        *(result(at_random("pirate_game", gold=gold), **changed) for gold, changed in ((100, {}), (4, {"gold": 4})))]
    drawing = drawn(results, "games-settings", all_sweeps(results))
    guess, pirate = panel(drawing, "Guess 2/3 of the Average"), panel(drawing, "Pirate Game", 1)
    assert texts(guess.get_legend()) == ["0", "0.1667", "0.3333", "0.5", "0.6667"]
    assert guess.get_legend().get_title().get_text() == "ratio"
    assert texts(pirate.get_legend()) == ["4", "100"]
    variants = [{}, {"low": 10}, {"low": 10, "high": 60}]
    results = [result(at_random("guess_two_thirds", **variant), **variant) for variant in variants]
    drawing = drawn(results, "games-high-low", all_sweeps(results))
    legend = panel(drawing, "Guess 2/3 of the Average").get_legend()
    assert texts(legend) == ["60, 10", "100, 0", "100, 10"]
    assert legend.get_title().get_text() == "high, low"


def test_columns_look_the_same_in_all_panels_and_different_from_each_other_under_names_that_are_no_formulas():
    results = [*everything("a"), *everything("b")[1:], *everything("c")]
    drawing = drawn(results, "leaderboard", all_sweeps(results))
    colours = {}
    for axes in drawing.axes:
        for each in axes.lines:
            colours.setdefault(each.get_label(), set()).add((each.get_color(), each.get_linestyle()))
    assert all(len(seen) == 1 for seen in colours.values())
    assert len(set.union(*colours.values())) == 3
    assert set(texts(drawing.legends[0])) == {"a", "b", "c"}
    names = [f"provider/a-model-with-a-rather-long-name-{number}" for number in range(13)]
    results = [each for number, name in enumerate(names) for each in everything(name, seed=number)]
    drawing = drawn(results, "leaderboard", all_sweeps(results))
    axes = panel(drawing, "El Farol Bar")
    # get_linestyle tells "--" for every kind of dashes.
    assert len({(each.get_color(), str(each._unscaled_dash_pattern)) for each in axes.lines}) == 13
    (legend,) = drawing.legends
    assert len(set(texts(legend))) == 13
    extent = legend.get_window_extent()
    assert min(extent.x0, extent.y0) >= 0
    assert extent.x1 <= drawing.bbox.width
    names = ["$x^2$", "_hidden", "a" * 80 + "1", "a" * 80 + "2", "two\nlines"]
    results = [result(at_once("divide_dollar", (1, 2), (3, 4)), who=name) for name in names]
    shown = texts(drawn(results, "leaderboard", all_sweeps(results)).legends[0])
    assert len(set(shown)) == len(names)
    assert {r"\$x^2\$", " _hidden", "two lines"} <= set(shown)
    assert all(len(text) <= style.LABEL_LETTERS + len(" (2)") for text in shown)
