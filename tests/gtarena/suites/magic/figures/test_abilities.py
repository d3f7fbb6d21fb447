from math import nan

import pytest

from gtarena.suites.magic.ability_units import Unit
from gtarena.suites.magic.figures import abilities
from gtarena.suites.magic.scores import ABILITIES
from tests.support.drawn_figures import drawn, texts
from tests.support.magic_figures import frame, published, row
from tests.support.magic_tables import TABLE_1, TABLE_4

AWARE = {who for who in TABLE_4 if who.endswith("+PGM")}
PLAIN, WITH = (f"Abilities, their radar area and win rate of {who} (printed)"
               for who in ("challengers", "challengers with beliefs"))
PAIRS = "Abilities of challengers without and with beliefs (printed)"


def charts(table, aware=AWARE):
    return {figure.title: figure for figure in abilities.charts(table, aware, "(printed)")}


def polygons(axes):
    return {line.get_label(): line.get_ydata().tolist()[:-1] for line in axes.lines
            if not line.get_label().startswith("_")}


def test_the_published_challengers_have_their_polygons_areas_and_win_rates_in_the_order_of_the_areas():
    table = published()
    radar, legend, bars, line = drawn(charts(table)[PLAIN]).axes
    assert polygons(radar) == {who: row[1:] for who, row in TABLE_1.items()}
    names = list(polygons(radar))
    assert texts(legend.get_legend()) == names
    # Areas from Table 1's rows, as the paper's Figure 1 orders them.
    assert [round(bar.get_height()) for bar in bars.patches] == [12901, 9316, 9071, 4132, 3823, 3135, 3086, 2854]
    assert line.lines[0].get_ydata().tolist() == [table.loc[who, "win_rate"] for who in names]
    assert [label.get_text().replace("\n", " ") for label in bars.get_xticklabels()] == names
    assert [label.get_text() for label in radar.get_xticklabels()] == [
        "Judgement", "Reasoning", "Deception", "Self-awareness", "Cooperation", "Coordination", "Rationality"]


def test_challengers_with_beliefs_have_a_chart_of_their_own():
    radar = drawn(charts(published())[WITH]).axes[0]
    assert set(polygons(radar)) == AWARE


@pytest.mark.parametrize("number", [1, 9])
def test_one_challenger_and_nine_of_them_can_be_drawn(number):
    table = published(nine=(41, 80, 50, 30, 20, 50, 20, 40)).iloc[-number:]
    assert len(polygons(drawn(charts(table, ())[PLAIN]).axes[0])) == number


def test_an_ability_without_a_value_is_a_gap_that_is_named_below_and_its_challenger_has_no_bar():
    drawing = drawn(charts(published(**{"a$b_{": (nan, 80, nan, 30, nan, 50, 20, 40)}))[PLAIN])
    radar, _, bars, line = drawing.axes
    assert polygons(radar)[r"a\$b_{"] == pytest.approx([80, nan, 30, nan, 50, 20, 40], nan_ok=True)
    assert len(bars.patches) == 8
    assert len(line.lines[0].get_ydata()) == 8
    assert drawing.get_supxlabel() == "Without a value, and so without an area: a$b_{: Reasoning, Self-awareness"


def test_without_areas_and_win_rates_there_are_no_bars():
    assert len(drawn(charts(published(x=[nan] * 7 + [30]).loc[["x"]])[PLAIN]).axes) == 2


def test_nothing_measured_is_no_figure_and_one_ability_is():
    assert charts(published(x=[nan] * 8).loc[["x"]]) == {}
    assert PLAIN in charts(published(x=[nan] * 7 + [30]).loc[["x"]])
    assert list(abilities.figures(frame(), "printed")) == []


def units(pattern):
    """The votes of a match: ``x`` for a right one."""
    return tuple(Unit("judgement", seat, 1, "vote", letter == "x") for seat, letter in enumerate(pattern))


def voter(who, number, pattern, beliefs="none", role="non-chameleon"):
    """A match of a challenger with votes, which are right where the pattern has an ``x``."""
    return row(who, role, f"{number} {role}", label=f"{role} {number}", beliefs=beliefs,
               units_printed=units(pattern), judgement_right_printed=pattern.count("x"),
               judgement_total_printed=len(pattern))


def votes(who, patterns, beliefs="none"):
    return [voter(who, number, pattern, beliefs, role) for number, pattern in enumerate(patterns)
            for role in ("non-chameleon", "civilian")]


def pairs(found):
    (figure,) = (figure for figure in abilities.figures(found, "printed") if figure.title == PAIRS)
    return drawn(figure)


def test_a_pair_is_a_panel_in_which_significant_abilities_are_marked():
    many = frame(*votes("llm m", ["--"] * 8 + ["xx"]), *votes("pgm m", ["xx"] * 8 + ["x-"], "text"),
                 *votes("llm n", ["x-", "-x", "xx"]), *votes("pgm n", ["-x", "-x", "xx"], "text"))
    drawing = pairs(many)
    assert [texts(axes.get_legend()) for axes in drawing.axes] == [["llm m", "pgm m"], ["llm n", "pgm n"]]
    corners = [[label.get_text() for label in axes.get_xticklabels()] for axes in drawing.axes]
    assert [names[0] for names in corners] == ["Judge. *", "Judge."]
    assert not any("*" in name for names in corners for name in names[1:])
    assert polygons(drawing.axes[0])["llm m"][0] == pytest.approx(100 / 9)
    assert polygons(drawing.axes[0])["pgm m"][0] == pytest.approx(100 * 17 / 18)
    assert "* the abilities of the two differ significantly (paired t-test, p < 0.05)" in drawing.get_supxlabel()


def test_without_a_pair_there_is_no_figure_of_pairs():
    found = frame(*votes("llm m", ["xx"]), *votes("pgm n", ["xx"], "text"))
    assert PAIRS not in [figure.title for figure in abilities.figures(found, "printed")]


def test_every_ability_has_a_corner():
    assert list(abilities.CORNERS) == list(ABILITIES)
