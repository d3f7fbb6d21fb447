import pytest

from gtarena.suites.magic.figures import beliefs
from tests.support.drawn_figures import drawn, texts
from tests.support.magic_figures import frame, row


def matches(who, kind, rates, rights, **fields):
    return [row(who, match_id=f"{number}", unit=f"{number}", beliefs=kind, win_rate=rate, judgement_right_printed=right,
                judgement_total_printed=2, **fields)
            for number, (rate, right) in enumerate(zip(rates, rights, strict=True))]


def draw(*rows):
    (figure,) = beliefs.figures(frame(*rows))
    return drawn(figure)


def heights(axes):
    return [bar.get_height() for bar in axes.patches]


def test_bars_are_win_rates_and_shares_of_correct_votes_with_intervals():
    drawing = draw(*matches("llm m", "none", (0, 1), (0, 1)), *matches("pgm m", "text", (1, 1), (2, 1)),
                   *matches("pgm matrix m", "matrix", (0.5, 0.5), (0, 0)))
    wins, votes = drawing.axes
    assert heights(wins) == [50, 100, 50]
    assert heights(votes) == [25, 75, 0]
    assert [label.get_text() for label in wins.get_xticklabels()] == ["llm m"]
    assert texts(*drawing.legends) == ["no beliefs", "beliefs read from a text", "beliefs stated as a matrix"]
    ends = [[end for _, end in segment] for lines in votes.collections for segment in lines.get_segments()]
    assert ends == [pytest.approx(pair) for pair in ([0, 50], [50, 100], [0, 0])]


def test_only_matches_as_non_chameleon_count():
    other = row("llm m", "chameleon", beliefs="none", win_rate=1.0)
    (bar,) = (heights(axes) for axes in draw(*matches("pgm m", "text", (0.5,), (1,)), other).axes[:1])
    assert bar == [50]


def test_without_beliefs_there_is_nothing_to_compare():
    assert list(beliefs.figures(frame(*matches("llm m", "none", (1,), (2,))))) == []
    assert list(beliefs.figures(frame())) == []


def test_groups_have_one_model_and_settings_and_a_second_challenger_of_a_kind_begins_another():
    rows = [row(who, beliefs=kind, model=model, settings=settings) for who, kind, model, settings in (
        ("llm m", "none", "m", ""), ("cot m", "none", "m", ""), ("pgm m", "text", "m", ""),
        ("pgm m hot", "text", "m", "temperature=1"), ("pgm beliefs=matrix m", "matrix", "m", ""),
        ("pgm n", "matrix", "n", ""))]
    assert beliefs.groups(frame(*rows)) == {
        "cot m": {"none": "cot m", "text": "pgm m", "matrix": "pgm beliefs=matrix m"}, "llm m": {"none": "llm m"},
        "pgm m hot": {"text": "pgm m hot"}, "pgm n": {"matrix": "pgm n"}}


def test_nine_models_with_hostile_names_can_be_drawn():
    names = [f"$x^2$ {number}\n_{'a' * 50}{number}" for number in range(9)]
    rows = [each for number, name in enumerate(names) for kind in ("none", "text", "matrix")
            for each in matches(f"{name} {kind}", kind, (0, 1), (1, 2), model=f"{number}")]
    assert [len(heights(axes)) for axes in draw(*rows).axes] == [27, 27]
