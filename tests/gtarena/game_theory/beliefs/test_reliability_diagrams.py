from gtarena.game_theory.beliefs.calibration import Bin
from gtarena.game_theory.beliefs.reliability_diagrams import draw

BINS = [Bin(8, 0.1, 0.25), Bin(2, 0.9, 0.5)]


def test_every_agent_has_a_panel_with_its_bins_and_the_diagonal():
    drawing = draw({"llm": BINS, "other": BINS[:1]})
    first, second = drawing.axes
    assert [axes.get_title(loc="left") for axes in drawing.axes] == ["llm", "other"]
    diagonal, line = first.get_lines()
    assert diagonal.get_xydata().tolist() == [[0, 0], [1, 1]]
    assert line.get_xydata().tolist() == [[0.1, 0.25], [0.9, 0.5]]
    (marks,) = first.collections
    many, few = marks.get_sizes()
    assert many == 4 * few
    assert len(second.get_lines()[1].get_xydata()) == 1
