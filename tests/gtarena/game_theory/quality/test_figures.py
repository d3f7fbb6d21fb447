import pytest

from gtarena.game_theory.quality.figures import quality_figures
from gtarena.game_theory.quality.match_quality import Quality
from tests.gtarena.game_theory.quality.test_tables import REGRETS, judged


def test_curves_fall_from_the_share_of_errors_to_nothing_and_are_named():
    quality = Quality([judged(number, regret, agent=agent) for agent, shift in (("one", 0), ("two", -5.0))
                       for number, regret in enumerate(value + shift for value in REGRETS)])
    (figure,) = quality_figures(quality)
    axes = figure.draw().axes[0]
    one, two = axes.get_lines()
    at = dict(zip(one.get_xdata(), one.get_ydata(), strict=True))  # after the step at each regret
    assert (at[0], at[1], at[2]) == pytest.approx((37.5, 12.5, 0))
    assert max(two.get_ydata()) == 0  # regrets below 0 are noise
    assert {one.get_label(), two.get_label()} == {"one", "two"}
    assert figure.name == "regrets_tic_tac_toe"
