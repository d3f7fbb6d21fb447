import pytest

from gtarena.suites.magic.figures import tendencies
from tests.support.drawn_figures import drawn, texts
from tests.support.magic_figures import frame, row

GOOD, DILEMMA = "public_good", "three_player_prisoners_dilemma"


def invested(who, multiplier, *totals):
    return [row(who, GOOD, f"{multiplier} {number}", setting=multiplier, invested=float(total))
            for number, total in enumerate(totals)]


def defected(who, scores, *shares):
    return [row(who, DILEMMA, f"{scores} {number}", setting=scores, defections=share)
            for number, share in enumerate(shares)]


def draw(*rows):
    (figure,) = tendencies.figures(frame(*rows))
    return drawn(figure)


def lines(axes):
    return {line.get_label(): line for line in axes.lines}


def test_lines_are_means_by_setting_with_intervals_and_a_line_marks_the_budget():
    drawing = draw(*invested("llm m", "1", 40, 60), *invested("llm m", "3", 130), *defected("llm m", "3,5,2", 0.2, 0.6))
    investments, defections = drawing.axes
    assert lines(investments)["llm m"].get_ydata().tolist() == [50, 130]
    assert list(lines(investments)["budget: 100"].get_ydata()) == [100, 100]
    assert lines(defections)["llm m"].get_ydata().tolist() == pytest.approx([40])
    ends = [[end for _, end in segment] for kind in investments.collections for segment in kind.get_segments()]
    assert ends == [[40, 60], [130, 130]]
    assert texts(*drawing.legends) == ["budget: 100", "llm m"]
    assert investments.get_ylim()[1] > 130
    assert defections.get_ylim() == (-3, 105)


def test_a_line_at_zero_is_drawn_whole_above_the_axis():
    axes, = draw(*invested("rational", "1", 0, 0), *invested("rational", "2", 0)).axes
    assert lines(axes)["rational"].get_ydata().tolist() == [0, 0]
    assert axes.get_ylim()[0] < 0
    assert min(axes.get_yticks()[axes.get_yticks() >= axes.get_ylim()[0]]) == 0


def test_settings_are_in_the_order_of_the_paper():
    sets = ["5,5,3", "3,20,2", "3,5,2", "9,9,9", "3,10,2", "3,5,5", "3,5,4", "3,5,3"]
    assert tendencies.ordered(sets) == ["3,5,2", "3,10,2", "3,20,2", "3,5,3", "3,5,4", "3,5,5", "5,5,3", "9,9,9"]
    assert tendencies.ordered(["10", "2.5", "1", "1.2", "2.5"]) == ["1", "1.2", "2.5", "10"]


def test_a_challenger_that_did_not_play_a_setting_has_no_point_there():
    axes, = draw(*invested("llm m", "1", 10), *invested("llm n", "1", 20), *invested("llm n", "2", 30)).axes
    found = lines(axes)
    assert found["llm m"].get_ydata().tolist() == [10]
    assert found["llm n"].get_ydata().tolist() == [20, 30]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2"]


def test_nine_challengers_stand_beside_each_other_at_every_setting():
    axes, = draw(*(each for number in range(9) for each in defected(f"llm {number}", "3,5,2", 0.5))).axes
    places = sorted(line.get_xdata()[0] for line in axes.lines)
    assert len(set(places)) == 9
    assert -0.5 < places[0] < 0 < places[-1] < 0.5


def test_a_panel_is_drawn_only_for_a_game_that_was_played():
    (axes,) = draw(*defected("llm m", "3,5,2", 0.0)).axes
    assert axes.get_ylabel() == "defections, per cent"
    assert list(tendencies.figures(frame(row("llm m", "cost_sharing")))) == []
    assert list(tendencies.figures(frame())) == []
