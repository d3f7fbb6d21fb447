"""Figures are read back from their axes; whether they are good to look at is for people to say."""

import subprocess
import sys
import warnings
from dataclasses import asdict
from math import nan

import pandas as pd
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg

from gtarena.suites.econ_arena.figures import figures
from gtarena.suites.econ_arena.results import RunRow

M, N = "llm m", "llm n"
PAYOFF = "Mean payoff in Beauty Contest (melee), no history, with 95 % intervals"
DEVIATION = "Deviation from equilibrium in Beauty Contest (rational)"
HISTORY = "Mean deviation with and without a history in Beauty Contest (rational), with 95 % intervals"
PATH = "Actions over the runs of a session (rational, others said to be rational, choices told)"


def row(match_id="1", who=M, **fields):
    """A run of a beauty contest without a history in which somebody stated the equilibrium and got nothing."""
    usual = {
        "run": 1, "seat": 0, "action": 0.0, "equilibrium_action": 0.0, "scale": 100.0, "rule_break": 0.0, "won": 0.0,
        "net_gain": 0.0, "gap": 0.0, "asset_ratio": nan, "payoff_ratio": 1.0, "deviation": 0.0, "level": "",
        "match_id": match_id, "session": 1, "game": "beauty_contest", "group": "L", "environment": "melee", "told": "",
        "history": "none", "who": who, "model": who, "equilibrium": False}
    return RunRow(**(usual | fields))


def among_rational(match_id="1", who=M, **fields):
    return row(match_id, who, **({"environment": "rational", "told": "rational"} | fields))


def frame(rows):
    return pd.DataFrame([asdict(each) for each in rows], columns=list(RunRow.__dataclass_fields__))


def titled(*rows):
    return {figure.title: figure for figure in figures(frame(rows))}


def drawn(title, *rows):
    """The figure with this title, drawn to the end, with any warning being an error."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        drawing = titled(*rows)[title].draw()
        FigureCanvasAgg(drawing).draw()
    return drawing


def panels(drawing):
    return {axes.get_title(loc="left").replace("\n", " "): axes for axes in drawing.axes}


def names(drawing):
    """The rows, named at the left of the first panel."""
    return [label.get_text() for label in drawing.axes[0].get_yticklabels()]


def dots(drawing, heading, series=0):
    """By row, the value that a panel shows."""
    axes = panels(drawing)[heading]
    points = zip(*axes.lines[series + 1].get_data(), strict=True)  # the first line marks 0
    return {names(drawing)[round(at)]: value for value, at in points}


def texts(drawing):
    return [text.get_text() for legend in drawing.legends for text in legend.get_texts()]


def test_nothing_gives_no_figures():
    assert figures(frame([])) == []


def test_importing_the_figures_does_not_import_matplotlib():
    code = "import sys, gtarena.suites.econ_arena.figures; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_payoffs_are_means_over_all_groups_and_in_each():
    rows = [row(f"{group} {number}", who, group=group, net_gain=gain)
            for who, group, gains in [(M, "L", (1, 0)), (M, "H", (1, 1)), (N, "L", (0, 0)), (N, "H", (0, 1))]
            for number, gain in enumerate(gains)]
    drawing = drawn(PAYOFF, *rows)
    assert list(panels(drawing)) == ["all groups", "L", "H"]
    assert dots(drawing, "all groups") == {M: 0.75, N: 0.25}
    assert dots(drawing, "L") == {M: 0.5, N: 0}
    assert dots(drawing, "H") == {M: 1, N: 0.5}


def test_a_session_counts_once_however_many_runs_it_has():
    rows = [row("1", net_gain=1), *(row("2", run=run, net_gain=0) for run in (1, 2, 3))]
    assert dots(drawn(PAYOFF, *rows), "L") == {M: 0.5}


def test_a_payoff_without_variation_has_an_interval_of_no_length():
    drawing = drawn(PAYOFF, row("1", net_gain=0.5), row("2", net_gain=0.5))
    (interval,) = drawing.axes[0].collections[-1].get_segments()
    assert interval[:, 0].tolist() == [0.5, 0.5]


def test_gains_in_auctions_are_shares_of_the_assets():
    drawing = drawn("Mean payoff in Second-Price Auction (melee), no history, with 95 % intervals",
                    row("1", game="second_price_auction", net_gain=10, scale=100, asset_ratio=1.1),
                    row("2", game="second_price_auction", net_gain=300, scale=1000, asset_ratio=1.3, group="M"))
    assert dots(drawing, "all groups") == pytest.approx({M: 0.2})
    assert drawing.axes[0].get_xlabel() == "net gain / assets"


@pytest.mark.parametrize(("gains", "ticks"), [
    ((0.0, 0.0), [0, 0.4, 0.8]), ((0.0, 0.2), [0, 0.1, 0.2]),
    ((-0.42, 0.27), [-0.4, -0.2, 0, 0.2]), ((-0.05, 0.0), [-0.04, -0.02, 0])])
def test_0_is_among_round_ticks(gains, ticks):
    drawing = drawn(PAYOFF, *(row(f"{gain}{number}", f"llm {number}", net_gain=gain)
                              for number, gain in enumerate(gains)))
    assert drawing.axes[0].get_xticks() == pytest.approx(ticks)


def test_what_was_told_of_earlier_runs_makes_figures_of_its_own():
    found = titled(row("1"), row("2", history="private"))
    assert list(found) == [PAYOFF, PAYOFF.replace("no history", "choices and values told")]


def test_equilibrium_agents_around_a_model_are_in_no_figure():
    rows = [among_rational(deviation=0.5), *(among_rational("1", "rational", seat=seat, told="", equilibrium=True)
                                              for seat in range(1, 5))]
    assert list(titled(*rows)) == [DEVIATION]
    assert names(drawn(DEVIATION, *rows)) == [M]


def test_equilibrium_agents_that_meet_models_in_melee_are_shown():
    assert names(drawn(PAYOFF, row("1"), row("1", N), row("1", "rational", equilibrium=True))) == [M, N, "rational"]


def test_a_distribution_has_all_runs_and_its_mean():
    drawing = drawn(DEVIATION, *(among_rational(f"{number}", deviation=value)
                                 for number, value in enumerate((0, 0, 0, 0.9))))
    (axes,) = drawing.axes
    bars = [bar for bar in axes.patches if bar.get_height() > 0]
    assert [round(bar.get_x(), 2) for bar in bars] == [0, 0.87]  # the first and the last of thirty bins
    assert [bar.get_height() for bar in bars] == pytest.approx([0.8, 0.8 / 3])  # a row is 1 high
    assert [bar.get_y() + bar.get_height() / 2 for bar in bars] == pytest.approx([0, 0])
    assert axes.lines[0].get_xdata() == pytest.approx([0.225])


def test_equilibrium_play_is_a_distribution_without_width():
    (axes,) = drawn(DEVIATION, among_rational("1"), among_rational("2")).axes
    assert axes.lines[0].get_xdata().tolist() == [0]


def test_told_or_not_and_histories_have_panels_of_one_scale():
    drawing = drawn(DEVIATION, among_rational("1", deviation=0.1), among_rational("2", told="", deviation=0.8),
                    among_rational("3", history="choices", deviation=0.2))
    assert list(panels(drawing)) == [
        "no history", "others said to be rational, no history", "others said to be rational, choices told"]
    assert len({axes.get_xlim() for axes in drawing.axes}) == 1


def test_runs_that_broke_the_rules_are_in_no_distribution_and_neither_is_one_who_always_did():
    drawing = drawn(DEVIATION, among_rational("1", deviation=0.4), among_rational("2", deviation=nan),
                    among_rational("3", N, deviation=nan))
    assert names(drawing) == [M]
    assert drawing.axes[0].lines[0].get_xdata().tolist() == [0.4]


def test_deviation_with_a_history_stands_beside_that_without_one():
    rows = [among_rational("1", deviation=0.8), among_rational("2", history="choices", deviation=0.1),
            among_rational("2", history="choices", run=2, deviation=0.3)]
    drawing = drawn(HISTORY, *rows)
    assert texts(drawing) == ["no history", "choices told"]
    assert dots(drawing, "others said to be rational", 0) == {M: 0.8}
    assert dots(drawing, "others said to be rational", 1) == pytest.approx({M: 0.2})


def test_without_a_history_there_is_nothing_to_compare():
    assert HISTORY not in titled(among_rational("1"), among_rational("2"))


def test_a_path_is_the_mean_distance_from_equilibrium_in_every_run():
    bound = {"history": "choices", "scale": 200.0}
    rows = [among_rational("1", run=1, action=100, **bound), among_rational("2", run=1, action=50, **bound),
            among_rational("1", run=2, action=nan, **bound), among_rational("2", run=2, action=20, **bound),
            among_rational("1", run=3, action=0, **bound), among_rational("2", run=3, action=10, **bound)]
    (axes,) = drawn(PATH, *rows).axes
    path = next(line for line in axes.lines if line.get_label() == M)
    assert path.get_xdata().tolist() == [1, 2, 3]
    assert path.get_ydata() == pytest.approx([0.375, 0.1, 0.025])


def test_a_path_in_an_auction_is_counted_from_the_equilibrium_bid():
    auction = {"game": "second_price_auction", "history": "choices", "asset_ratio": 1.0, "equilibrium_action": 50.0}
    rows = [among_rational("1", run=1, action=40, **auction), among_rational("1", run=2, action=55, **auction)]
    path = next(line for line in drawn(PATH, *rows).axes[0].lines if line.get_label() == M)
    assert path.get_ydata() == pytest.approx([-0.1, 0.05])


def test_single_runs_have_no_path():
    assert not [title for title in titled(among_rational("1")) if "runs" in title]


def test_names_of_figures_differ_and_hostile_names_of_models_are_drawn():
    hostile = ["$x^2$", "two\nlines", "_hidden", "a" * 80 + "1", "a" * 80 + "2"]
    rows = [make(f"{who} {number}", who, run=run, history="choices", deviation=0.1 * run)
            for make in (row, among_rational) for who in hostile for number in range(2) for run in (1, 2)]
    rows += [among_rational(who, who) for who in hostile]
    found = titled(*rows)
    assert len({figure.name for figure in found.values()}) == len(found)
    for title in found:
        drawing = drawn(title, *rows)
        assert len(set(texts(drawing) if title.startswith("Actions") else names(drawing))) == len(hostile)
