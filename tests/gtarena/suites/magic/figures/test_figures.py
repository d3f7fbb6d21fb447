from math import nan

import pytest

from gtarena.suites.magic.ability_units import Unit
from gtarena.suites.magic.figures import abilities, beliefs, tendencies
from gtarena.suites.magic.figures.estimates import mean_dot, ratio_dot
from tests.support.drawn_figures import drawn, texts
from tests.support.magic_figures import frame, published, row
from tests.support.magic_matches import aware, dilemma, model, public_good
from tests.support.magic_tables import TABLE_1, TABLE_4
from tests.support.suite_matches import findings

AWARE = {who for who in TABLE_4 if who.endswith("+PGM")}
PLAIN, WITH = (f"Abilities, their radar area and win rate of {who} (published)"
               for who in ("challengers", "challengers with beliefs"))
PAIRS = "Abilities of challengers without and with beliefs (published)"


def charts(table, aware=AWARE):
    return {figure.title: figure for figure in abilities.charts(table, aware, "(published)")}


def polygons(axes):
    return {line.get_label(): line.get_ydata().tolist()[:-1] for line in axes.lines
            if not line.get_label().startswith("_")}


@pytest.mark.parametrize("number", [1, 9])
def test_one_challenger_and_nine_of_them_can_be_drawn(number):
    table = published(nine=(41, 80, 50, 30, 20, 50, 20, 40)).iloc[-number:]
    assert len(polygons(drawn(charts(table, ())[PLAIN]).axes[0])) == number


def test_published_challengers_have_their_polygons_and_areas_and_gaps_are_named_below():
    table = published()
    found = charts(table)
    radar, legend, bars, line = drawn(found[PLAIN]).axes
    assert polygons(radar) == {who: row[1:] for who, row in TABLE_1.items()}
    assert set(polygons(drawn(found[WITH]).axes[0])) == AWARE
    names = list(polygons(radar))
    assert texts(legend.get_legend()) == names
    # Areas from Table 1's rows, as the paper's Figure 1 orders them.
    assert [round(bar.get_height()) for bar in bars.patches] == [12901, 9316, 9071, 4132, 3823, 3135, 3086, 2854]
    assert line.lines[0].get_ydata().tolist() == [table.loc[who, "win_rate"] for who in names]
    assert [label.get_text().replace("\n", " ") for label in bars.get_xticklabels()] == names
    assert [label.get_text() for label in radar.get_xticklabels()] == [
        "Judgement", "Reasoning", "Deception", "Self-awareness", "Cooperation", "Coordination", "Rationality"]
    drawing = drawn(charts(published(**{"a$b_{": (nan, 80, nan, 30, nan, 50, 20, 40)}))[PLAIN])
    radar, _, bars, line = drawing.axes
    assert polygons(radar)[r"a\$b_{"] == pytest.approx([80, nan, 30, nan, 50, 20, 40], nan_ok=True)
    assert len(bars.patches) == 8
    assert len(line.lines[0].get_ydata()) == 8
    assert drawing.get_supxlabel() == "Without a value, and so without an area: a$b_{: Reasoning, Self-awareness"


def test_matches_give_the_figures_of_what_was_played_or_none_also_under_hostile_names():
    found = findings("magic", [dilemma("CDC", "DDD")]).figures
    assert [figure.name for figure in found] == ["investments-and-defections"]
    drawn(found[0])
    records = [play(rounds, challenger=agent(name), match_id=f"{play} {agent} {name}")
               for play, rounds in ((dilemma, "CDD"), (public_good, (10, 20, None)))
               for agent in (model, aware) for name in ("$x^2$", "_h", "a" * 90 + "1", "a" * 90 + "2")]
    found = findings("magic", records).figures
    assert len({figure.name for figure in found}) == len(found)
    assert [figure.name for figure in found] == [
        "abilities", "abilities-with-beliefs", "abilities-in-pairs", "investments-and-defections"]
    for figure in found:
        drawn(figure)
    assert charts(published(x=[nan] * 8).loc[["x"]]) == {}
    radar, _ = drawn(charts(published(x=[nan] * 7 + [30]).loc[["x"]])[PLAIN]).axes  # without an area no bars
    assert len(polygons(radar)) == 1
    assert list(abilities.figures(frame(), "published")) == []


def units(pattern):
    """The votes of a match: ``x`` for a right one."""
    return tuple(Unit("judgement", seat, 1, "vote", letter == "x") for seat, letter in enumerate(pattern))


def voter(who, number, pattern, beliefs="none", role="non-chameleon"):
    """A match of a challenger with votes, which are right where the pattern has an ``x``."""
    return row(who, role, f"{number} {role}", label=f"{role} {number}", beliefs=beliefs, units_published=units(pattern),
               judgement_right_published=pattern.count("x"), judgement_total_published=len(pattern))


def votes(who, patterns, beliefs="none"):
    return [voter(who, number, pattern, beliefs, role) for number, pattern in enumerate(patterns)
            for role in ("non-chameleon", "civilian")]


def pairs(found):
    (figure,) = (figure for figure in abilities.figures(found, "published") if figure.title == PAIRS)
    return drawn(figure)


def test_a_pair_is_a_panel_in_which_abilities_that_differ_beyond_noise_are_marked():
    many = frame(*votes("llm m", ["--"] * 8 + ["xx"]), *votes("pgm m", ["xx"] * 8 + ["x-"], "text"),
                 *votes("llm n", ["x-", "-x", "xx"]), *votes("pgm n", ["-x", "-x", "xx"], "text"))
    drawing = pairs(many)
    assert [texts(axes.get_legend()) for axes in drawing.axes] == [["llm m", "pgm m"], ["llm n", "pgm n"]]
    corners = [[label.get_text() for label in axes.get_xticklabels()] for axes in drawing.axes]
    assert [names[0] for names in corners] == ["Judge. *", "Judge."]
    assert not any("*" in name for names in corners for name in names[1:])
    assert polygons(drawing.axes[0])["llm m"][0] == pytest.approx(100 / 9)
    assert polygons(drawing.axes[0])["pgm m"][0] == pytest.approx(100 * 17 / 18)
    assert "* the abilities of the two differ beyond noise" in drawing.get_supxlabel()
    found = frame(*votes("llm m", ["xx"]), *votes("pgm n", ["xx"], "text"))
    assert PAIRS not in [figure.title for figure in abilities.figures(found, "published")]


def matches(who, kind, rates, rights, **fields):
    return [row(who, match_id=f"{number}", unit=f"{number}", beliefs=kind, win_rate=rate,
                judgement_right_published=right, judgement_total_published=2, **fields)
            for number, (rate, right) in enumerate(zip(rates, rights, strict=True))]


def draw_beliefs(*rows):
    (figure,) = beliefs.figures(frame(*rows))
    return drawn(figure)


def heights(axes):
    return [bar.get_height() for bar in axes.patches]


@pytest.mark.usefixtures("plain_percentiles")
def test_bars_are_win_rates_and_shares_of_votes_of_non_chameleons_with_beliefs_with_intervals():
    drawing = draw_beliefs(*matches("llm m", "none", (0, 1), (0, 1)), *matches("pgm m", "text", (1, 1), (2, 1)),
                   *matches("pgm matrix m", "matrix", (0.5, 0.5), (0, 0)))
    wins, votes = drawing.axes
    assert (heights(wins), heights(votes)) == ([50, 100, 50], [25, 75, 0])
    assert [label.get_text() for label in wins.get_xticklabels()] == ["llm m"]
    assert texts(*drawing.legends) == ["no beliefs", "beliefs read from a text", "beliefs stated as a matrix"]
    ends = [[end for _, end in segment] for lines in votes.collections for segment in lines.get_segments()]
    assert ends == [pytest.approx(pair) for pair in ([0, 50], [50, 100], [0, 0])]
    other = row("llm m", "chameleon", beliefs="none", win_rate=1.0)
    (bar,) = (heights(axes) for axes in draw_beliefs(*matches("pgm m", "text", (0.5,), (1,)), other).axes[:1])
    assert bar == [50]
    assert list(beliefs.figures(frame(*matches("llm m", "none", (1,), (2,))))) == []
    assert list(beliefs.figures(frame())) == []


def test_groups_have_one_model_and_settings_and_nine_of_them_with_hostile_names_can_be_drawn():
    rows = [row(who, beliefs=kind, model=model, settings=settings) for who, kind, model, settings in (
        ("llm m", "none", "m", ""), ("cot m", "none", "m", ""), ("pgm m", "text", "m", ""),
        ("pgm m hot", "text", "m", "temperature=1"), ("pgm beliefs=matrix m", "matrix", "m", ""),
        ("pgm n", "matrix", "n", ""))]
    assert beliefs.groups(frame(*rows)) == {
        "cot m": {"none": "cot m", "text": "pgm m", "matrix": "pgm beliefs=matrix m"}, "llm m": {"none": "llm m"},
        "pgm m hot": {"text": "pgm m hot"}, "pgm n": {"matrix": "pgm n"}}
    names = [f"$x^2$ {number}\n_{'a' * 50}{number}" for number in range(9)]
    rows = [each for number, name in enumerate(names) for kind in ("none", "text", "matrix")
            for each in matches(f"{name} {kind}", kind, (0, 1), (1, 2), model=f"{number}")]
    assert [len(heights(axes)) for axes in draw_beliefs(*rows).axes] == [27, 27]


@pytest.mark.usefixtures("plain_percentiles")
def test_means_of_shares_are_in_per_cent_and_matches_of_the_same_deal_are_drawn_together():
    dot = mean_dot(frame(*(row(match_id=f"{number}", win_rate=rate) for number, rate in enumerate((0, 1, 1, 1)))),
                   "win_rate", 100)
    assert dot.value == 75
    assert 0 <= dot.low < 75 < dot.high <= 100
    rows = [row(match_id=name, judgement_right_coded=right, judgement_total_coded=total)
            for name, right, total in (("a", 2, 2), ("b", 1, 2), ("c", 0, 1))]
    columns = ("judgement_right_coded", "judgement_total_coded")
    assert ratio_dot(frame(*rows), columns, 100).value == pytest.approx(60)
    same = [row(match_id=name, unit="1", win_rate=rate) for name, rate in (("a", 0), ("b", 1))]
    one = mean_dot(frame(*same), "win_rate", 100)
    assert (one.low, one.high) == (50, 50)
    other = mean_dot(frame(same[0], same[1] | {"label": "chameleon(topic=2)"}), "win_rate", 100)
    assert (other.low, other.high) == (0, 100)


GOOD, DILEMMA = "public_good", "three_player_prisoners_dilemma"


def invested(who, multiplier, *totals):
    return [row(who, GOOD, f"{multiplier} {number}", setting=multiplier, invested=float(total))
            for number, total in enumerate(totals)]


def defected(who, scores, *shares):
    return [row(who, DILEMMA, f"{scores} {number}", setting=scores, defections=share)
            for number, share in enumerate(shares)]


def draw_tendencies(*rows):
    (figure,) = tendencies.figures(frame(*rows))
    return drawn(figure)


def lines(axes):
    return {line.get_label(): line for line in axes.lines}


@pytest.mark.usefixtures("plain_percentiles")
def test_lines_are_means_by_setting_with_intervals_in_the_papers_order_for_what_was_played():
    drawing = draw_tendencies(*invested("llm m", "1", 40, 60), *invested("llm m", "3", 130),
                              *defected("llm m", "3,5,2", 0.2, 0.6))
    investments, defections = drawing.axes
    assert lines(investments)["llm m"].get_ydata().tolist() == [50, 130]
    assert list(lines(investments)["budget: 100"].get_ydata()) == [100, 100]
    assert lines(defections)["llm m"].get_ydata().tolist() == pytest.approx([40])
    ends = [[end for _, end in segment] for kind in investments.collections for segment in kind.get_segments()]
    assert ends == [[40, 60], [130, 130]]
    assert texts(*drawing.legends) == ["budget: 100", "llm m"]
    assert investments.get_ylim()[1] > 130
    assert defections.get_ylim() == (-3, 105)
    axes, = draw_tendencies(*invested("rational", "1", 0, 0), *invested("rational", "2", 0)).axes
    assert lines(axes)["rational"].get_ydata().tolist() == [0, 0]
    assert axes.get_ylim()[0] < 0
    assert min(axes.get_yticks()[axes.get_yticks() >= axes.get_ylim()[0]]) == 0
    axes, = draw_tendencies(*invested("llm m", "1", 10), *invested("llm n", "1", 20), *invested("llm n", "2", 30)).axes
    found = lines(axes)
    assert (found["llm m"].get_ydata().tolist(), found["llm n"].get_ydata().tolist()) == ([10], [20, 30])
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2"]
    sets = ["5,5,3", "3,20,2", "3,5,2", "9,9,9", "3,10,2", "3,5,5", "3,5,4", "3,5,3"]
    assert tendencies.sort_settings(sets) == ["3,5,2", "3,10,2", "3,20,2", "3,5,3", "3,5,4", "3,5,5", "5,5,3", "9,9,9"]
    assert tendencies.sort_settings(["10", "2.5", "1", "1.2", "2.5"]) == ["1", "1.2", "2.5", "10"]
    (axes,) = draw_tendencies(*defected("llm m", "3,5,2", 0.0)).axes
    assert axes.get_ylabel() == "defections, per cent"
    assert list(tendencies.figures(frame(row("llm m", "cost_sharing")))) == []
    assert list(tendencies.figures(frame())) == []
    axes, = draw_tendencies(*(each for number in range(9) for each in defected(f"llm {number}", "3,5,2", 0.5))).axes
    places = sorted(line.get_xdata()[0] for line in axes.lines)
    assert len(set(places)) == 9
    assert -0.5 < places[0] < 0 < places[-1] < 0.5
