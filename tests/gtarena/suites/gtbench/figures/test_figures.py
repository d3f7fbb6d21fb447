from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np
import pandas as pd
import pytest
from matplotlib.figure import Figure as Drawing

from gtarena.logs.records import MatchRecord
from gtarena.reports.sections import Figure
from gtarena.suites.gtbench.figures import figures
from gtarena.suites.gtbench.profile import PROFILE_COLUMNS
from tests.support import drawn_figures
from tests.support.drawn_figures import dots, panels, row_names, texts
from tests.support.gtbench_matches import AGREE, UTTER, auction, deal, duels, match, model, no_deal, proposal
from tests.support.records import seat, steps
from tests.support.suite_matches import match_frames

NO_ERRORS = pd.DataFrame(columns=list(PROFILE_COLUMNS)).astype({"value": "float64", "count": "int64"})


def errors(*rows: tuple[Any, ...]) -> pd.DataFrame:
    """An error profile from rows of game, model, metric, value and count."""
    return pd.DataFrame([(game, "llm", who, "", *row) for game, who, *row in rows], columns=list(PROFILE_COLUMNS))


def titled(matches: Sequence[MatchRecord], profile: pd.DataFrame = NO_ERRORS) -> dict[str, Figure]:
    """All figures by title, which ends before the words on intervals."""
    found = figures(match_frames(matches), profile)
    return {figure.title.removesuffix(", with 95 % intervals"): figure for figure in found}


def drawn(matches: Sequence[MatchRecord], title: str, profile: pd.DataFrame = NO_ERRORS) -> Drawing:
    """Draws the figure with this title."""
    return drawn_figures.drawn(titled(matches, profile)[title])


def map_cells(drawing: Drawing, heading: str) -> dict[tuple[str, int], str]:
    """The text in the cells of a map, by row and number of the column."""
    rows = drawn_figures.row_names(drawing)
    return {(rows[round(text.get_position()[1])], round(text.get_position()[0]) + 1): text.get_text()
            for text in drawn_figures.panels(drawing)[heading].texts}


RANDOM = seat("random")
M, N = model("m"), model("n")


def test_figures_have_names_of_files_and_matches_that_were_not_valid_none():
    assert list(titled([match("1", (M, N), None, outcome="invalid", offender=0)])) == []
    hostile = [model(name) for name in ("a/b", "A:b", "../" * 90, "é$x", "$x^2$")]
    matches = [each for game in ("nim", "pig") for one in hostile for each in duels(one, RANDOM, [1], game)]
    matches += [each for one in hostile for each in duels(one, M, [1], "nim") + duels(one, M, [1], "pig")]
    found = figures(match_frames(matches), NO_ERRORS)
    stems = [figure.name.casefold() for figure in found]
    assert len(set(stems)) == len(stems) == len({figure.title for figure in found})
    assert not any(set(stem) & set('/\\:*?"<>| ') or stem.startswith(".") or len(stem) > 110 for stem in stems)


@pytest.mark.usefixtures("plain_percentiles")
def test_ways_of_reasoning_and_wordings_stand_side_by_side_if_there_are_several():
    cot = model("m", "cot", reasoning="cot")
    drawing = drawn([*duels(M, RANDOM, [1, 1]), *duels(cot, RANDOM, [-1, -1]), *duels(N, RANDOM, [1, -1])],
                    "NRA by reasoning against random")
    assert (row_names(drawing), texts(*drawing.legends)) == (["m", "n"], ["cot", "llm"])
    assert dots(drawing, "average", 0) == {"m": (-1, -1, -1)}
    assert {row: value for row, (value, *_) in dots(drawing, "average", 1).items()} == {"m": 1, "n": 0}
    assert not [title for title in titled([*duels(M, RANDOM, [1]), *duels(N, RANDOM, [1])]) if "reasoning" in title]
    wordings = [model("m", "cot", reasoning=f"cot{number}", temperature=0.5) for number in (1, 2)]
    matches = [*duels(wordings[0], RANDOM, [1, 1]), *duels(wordings[1], RANDOM, [-1, -1]), *duels(M, RANDOM, [1])]
    drawing = drawn(matches, "NRA by wording, cot m against random")
    assert dots(drawing, "tic tac toe") == {"cot1": (1, 1, 1), "cot2": (-1, -1, -1)}


@pytest.mark.usefixtures("plain_percentiles")
def test_dots_are_nra_by_game_within_intervals_and_by_kind_of_game_without_empty_rows():
    matches = [*duels(M, RANDOM, [1, 1, 1, -1], "tic_tac_toe"), *duels(M, RANDOM, [1, -1, 0, 0], "nim"),
               *duels(M, RANDOM, [1, 2, -1, 2], "kuhn_poker"), *duels(N, RANDOM, [-1, -1], "nim")]
    drawing = drawn(matches, "NRA against random")
    assert list(panels(drawing)) == ["tic tac toe", "nim", "average of these", "kuhn poker"]
    tops = {heading: axes.get_position().y0 for heading, axes in panels(drawing).items()}
    assert tops["nim"] > tops["kuhn poker"]  # complete and deterministic games stand above the others
    assert (row_names(drawing), dots(drawing, "nim")["llm n"]) == (["llm m", "llm n"], (-1, -1, -1))
    value, low, high = dots(drawing, "tic tac toe")["llm m"]
    assert value == 2 / 4  # three wins and a loss
    assert (low, high) == (-0.5, 1)  # of four, three are lost in 5 % of all samples, and all in 0.4 %
    assert {row: value for row, (value, *_) in dots(drawing, "average of these").items()} == {"llm m": (0.5 + 0) / 2}
    assert dots(drawing, "kuhn poker")["llm m"][0] == pytest.approx(4 / 6)
    played = {"tic_tac_toe": 1, "nim": -1, "breakthrough": 1, "liars_dice": 1, "kuhn_poker": -1}
    matches = [each for game, gain in played.items() for each in duels(M, RANDOM, [gain, gain], game)]
    drawing = drawn(matches, "NRA by kind of game against random")
    averages = {heading: dots(drawing, heading)["llm m"][0] for heading in panels(drawing)}
    assert averages == pytest.approx({
        "average": 1 / 5, "average without breakthrough": 0, "complete and deterministic": 1 / 3,
        "probabilistic or dynamic": 0, "board": 1, "math": -1 / 3, "bluff": 0, "bids": 1})
    matches = [*duels(M, RANDOM, [1], "nim"), *duels(M, RANDOM, [1], "go"), *duels(M, RANDOM, [1], "hex"),
               *duels(N, RANDOM, [1], "go")]
    assert row_names(drawn(matches, "NRA against random")) == ["llm m", "llm n"]
    assert row_names(drawn(matches, "NRA by kind of game against random")) == ["llm m"]


def test_matrices_show_rows_against_columns_and_many_names_like_formulas_do_not_overlap():
    matches = [*duels(M, N, [1, 1, 1, -1], "nim"), *duels(M, N, [1, 1], "pig")]
    average = drawn(matches, "NRA of models against each other")
    assert map_cells(average, "average") == {("llm m  1", 2): "+0.75", ("llm n  2", 1): "−0.75"}
    by_game = drawn(matches, "NRA of models against each other by game")
    assert map_cells(by_game, "nim") == {("llm m  1", 2): "+0.50", ("llm n  2", 1): "−0.50"}
    image = panels(by_game)["pig"].collections[0]
    assert image.get_array().filled(np.nan)[0, 1] == 1
    assert (image.get_array().mask.tolist(), image.get_clim()) == ([[True, False], [False, True]], (-1, 1))
    hostile = ["$x^2$", "two\nlines", "a" * 80 + "1", "a" * 80 + "2"]
    matches = [each for name in hostile for each in duels(model(name), RANDOM, [1])]
    matches += duels(model(hostile[0]), model(hostile[1]), [1])
    shown = row_names(drawn(matches, "NRA against random"))
    assert len(set(shown)) == len(hostile)
    assert {r"llm \$x^2\$", "llm two lines"} <= set(shown)
    assert all(len(text) < 60 for text in shown)
    drawn(matches, "NRA of models against each other")
    agents = [model(f"provider/a-model-with-a-rather-long-name-{number}") for number in range(30)]
    drawing = drawn([each for one in agents for each in duels(one, RANDOM, [1, -1])], "NRA against random")
    boxes = [label.get_window_extent() for label in drawing.axes[0].get_yticklabels()]
    assert len(boxes) == 30
    assert all(upper.y0 >= lower.y1 for upper, lower in pairwise(boxes))
    assert min(box.x0 for box in boxes) >= 0


@pytest.mark.usefixtures("plain_percentiles")
def test_agreements_are_points_whose_area_counts_them_with_a_frontier_for_both_seats_and_regret_has_its_panels():
    matches = [auction("1", (M, RANDOM), (9, 5), (8, 2)), auction("2", (M, RANDOM), (9, 5), (5, 3)),
               auction("3", (N, M), (4, 9), (1, 2))]
    drawing = drawn(matches, "Mean regret in first sealed auction")
    assert list(panels(drawing)) == ["against llm m", "against llm n", "against random"]
    assert dots(drawing, "against random") == {"llm m": (3, 1, 5)}  # 8 - 3 and 5 - 4
    assert dots(drawing, "against llm m")["llm n"] == (1, 1, 1)  # 4 - 3
    assert len({axes.get_xlim() for axes in drawing.axes}) == 1
    one, other = model("m"), seat("random")
    (axes,) = drawn([deal("1", (one, other), (5, 0, 5), (85, 50))], "Agreements in negotiation").axes
    assert axes.get_title(loc="left").startswith("llm m\n")
    both = drawn([deal("1", (other, seat("mcts")), (5, 0, 5), (85, 50))], "Agreements in negotiation").axes
    assert sorted(axes.get_title(loc="left").split("\n")[0] for axes in both) == ["mcts", "random"]
    history = steps((-1, 0), (0, proposal((0, 0, 0))), (0, UTTER), (1, AGREE))
    generous = match("1", (M, RANDOM), [0, 30], game="negotiation", params={"rng_seed": -2}, seed=1, history=history)
    (axes,) = drawn([generous], "Agreements in negotiation (rng seed=-2)").axes
    assert axes.collections[0].get_offsets()[0][0] == 0  # a player that takes nothing has nothing
    assert not axes.lines
    matches = [deal("1", (M, RANDOM), (5, 0, 0), (50, 100)), deal("2", (M, RANDOM), (5, 0, 0), (50, 100)),
               deal("3", (M, RANDOM), (0, 5, 0), (5, 100)), deal("4", (RANDOM, M), (5, 0, 5), (85, 50)),
               no_deal("5", (RANDOM, M))]
    (axes,) = drawn(matches, "Agreements in negotiation").axes
    heading = axes.get_title(loc="left").split("\n")
    assert heading == ["llm m", "first to move: 3 of 3 agreed", "second to move: 1 of 2 agreed"]
    first, second = axes.collections
    areas = dict(zip(map(tuple, first.get_offsets().tolist()), first.get_sizes(), strict=True))
    assert (set(areas), areas[50, 100]) == ({(50, 100), (5, 100)}, 2 * areas[5, 100])
    assert second.get_offsets().tolist() == [[50, 85]]
    frontiers = [list(zip(*line.get_data(), strict=True)) for line in axes.lines]
    assert {(0, 150), (50, 100), (85, 50), (90, 0)} <= set(frontiers[0])
    assert set(frontiers[1]) == {(other, own) for own, other in frontiers[0]}
    (axes,) = drawn([no_deal("1", (M, RANDOM))], "Agreements in negotiation").axes
    assert not axes.collections
    assert "first to move: 0 of 1 agreed" in axes.get_title(loc="left")


def test_errors_are_rates_with_their_cases_and_value_given_away_has_a_scale_of_its_own():
    profile = errors(("nim", "m", "win_missed", 0.25, 1200), ("nim", "n", "win_missed", 0.0, 3),
                     ("pig", "m", "illegal", 0.5, 2), ("pig", "m", "empty", 0.0, 2))
    drawing = drawn([], "Error rates and numbers of cases", profile)
    assert set(panels(drawing)) == {"win missed", "illegal", ""}  # the last is the scale; no reply was empty
    assert map_cells(drawing, "win missed") == {("nim", 1): "25%\nof 1,200", ("nim", 2): "0%\nof 3"}
    assert map_cells(drawing, "illegal") == {("pig", 1): "50%\nof 2"}
    assert texts(*drawing.legends) == ["llm m", "llm n"]
    profile = errors(("kuhn_poker", "m", "value_given_away", 1.5, 4),
                     ("connect_four", "m", "value_given_away_estimated", 0.0, 2))
    assert list(titled([], profile)) == ["Value given away per decision, and numbers of decisions"]
    drawing = drawn([], "Value given away per decision, and numbers of decisions", profile)
    assert map_cells(drawing, "value given away") == {("kuhn poker", 1): "1.50\nof 4"}
    assert drawing.axes[0].collections[0].get_clim() == (0, 1.5)
