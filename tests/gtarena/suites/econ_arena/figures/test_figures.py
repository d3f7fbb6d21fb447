from math import nan

import pytest

from tests.support.drawn_figures import drawn, panels, row_names, texts, values
from tests.support.econ_arena_runs import M, N, among_rational, row, titled


def test_figures_leave_out_equilibrium_agents_around_a_model_and_differ_in_their_names():
    rows = [among_rational(deviation=0.5), *(among_rational("1", "rational", seat=seat, told="", equilibrium=True)
                                              for seat in range(1, 5))]
    (figure,) = titled(*rows).values()
    assert figure.title == "Deviation from equilibrium in Beauty Contest (rational)"
    assert row_names(drawn(figure)) == ["llm m"]
    hostile = ["$x^2$", "two\nlines", "_hidden", "a" * 80 + "1", "a" * 80 + "2"]
    rows = [make(f"{who} {number}", who, run=run, history="choices", deviation=0.1 * run)
            for make in (row, among_rational) for who in hostile for number in range(2) for run in (1, 2)]
    rows += [among_rational(who, who) for who in hostile]
    found = titled(*rows)
    assert len({figure.name for figure in found.values()}) == len(found)
    for title, figure in found.items():
        drawing = drawn(figure)
        names = texts(*drawing.legends) if title.startswith("Actions") else row_names(drawing)
        assert len(set(names)) == len(hostile)


DEVIATION = "Deviation from equilibrium in Beauty Contest (rational)"
HISTORY = "Mean deviation with and without a history in Beauty Contest (rational), with 95 % intervals"


def deviations(*rows):
    return drawn(titled(*rows)[DEVIATION])


def test_a_distribution_has_all_valid_runs_and_its_mean_in_panels_of_one_scale():
    drawing = deviations(*(among_rational(f"{number}", deviation=value) for number, value in enumerate((0, 0, 0, 0.9))))
    (axes,) = drawing.axes
    bars = [bar for bar in axes.patches if bar.get_height() > 0]
    assert [round(bar.get_x(), 2) for bar in bars] == [0, 0.87]  # the first and the last of thirty bins
    assert [bar.get_height() for bar in bars] == pytest.approx([0.8, 0.8 / 3])  # a row is 1 high
    assert [bar.get_y() + bar.get_height() / 2 for bar in bars] == pytest.approx([0, 0])
    assert axes.lines[0].get_xdata() == pytest.approx([0.225])
    drawing = deviations(among_rational("1", deviation=0.1), among_rational("2", told="", deviation=0.8),
                         among_rational("3", history="choices", deviation=0.2))
    assert list(panels(drawing)) == [
        "no history", "others said to be rational, no history", "others said to be rational, choices told"]
    assert len({axes.get_xlim() for axes in drawing.axes}) == 1
    drawing = deviations(among_rational("1", deviation=0.4), among_rational("2", deviation=nan),
                         among_rational("3", N, deviation=nan))
    assert (row_names(drawing), drawing.axes[0].lines[0].get_xdata().tolist()) == ([M], [0.4])


PATH = "Actions over the runs of a session (rational, others said to be rational, choices told)"


def path(*rows):
    (axes,) = drawn(titled(*rows)[PATH]).axes
    return next(line for line in axes.lines if line.get_label() == M)


@pytest.mark.usefixtures("plain_percentiles")
def test_paths_and_deviations_with_a_history_stand_beside_those_without_one():
    rows = [among_rational("1", deviation=0.8), among_rational("2", history="choices", deviation=0.1),
            among_rational("2", history="choices", run=2, deviation=0.3)]
    drawing = drawn(titled(*rows)[HISTORY])
    assert texts(*drawing.legends) == ["no history", "choices told"]
    assert values(drawing, "others said to be rational", 0) == {M: 0.8}
    assert values(drawing, "others said to be rational", 1) == pytest.approx({M: 0.2})
    rows = [among_rational(f"{told} {history}", told=told, history=history)
            for told in ("", "rational") for history in ("none", "choices")]
    drawing = drawn(titled(*rows)[HISTORY])
    assert list(panels(drawing)) == ["nothing said about the others", "others said to be rational"]
    bound = {"history": "choices", "scale": 200.0}
    rows = [among_rational("1", run=1, action=100, **bound), among_rational("2", run=1, action=50, **bound),
            among_rational("1", run=2, action=nan, **bound), among_rational("2", run=2, action=20, **bound),
            among_rational("1", run=3, action=0, **bound), among_rational("2", run=3, action=10, **bound)]
    line = path(*rows)
    assert (line.get_xdata().tolist(), line.get_ydata()) == ([1, 2, 3], pytest.approx([0.375, 0.1, 0.025]))
    rows = [among_rational(run=run, action=action, history="choices") for run, action in ((1, 50), (2, nan), (3, 0))]
    assert path(*rows).get_ydata() == pytest.approx([0.5, nan, 0], nan_ok=True)
    auction = {"game": "second_price_auction", "history": "choices", "asset_ratio": 1.0, "equilibrium_action": 50.0}
    rows = [among_rational("1", run=1, action=40, **auction), among_rational("1", run=2, action=55, **auction)]
    assert path(*rows).get_ydata() == pytest.approx([-0.1, 0.05])
    rows = [among_rational(game, game=game, run=run, history="choices")
            for game in ("beauty_contest", "second_price_auction") for run in (1, 2)]
    assert len(drawn(titled(*rows)[PATH]).axes) == 2


PAYOFF = "Mean payoff in Beauty Contest (melee), no history, with 95 % intervals"


def payoffs(*rows):
    return drawn(titled(*rows)[PAYOFF])


@pytest.mark.usefixtures("plain_percentiles")
def test_payoffs_are_means_over_sessions_and_gains_shares_of_the_assets_by_history():
    rows = [row(f"{group} {number}", who, group=group, net_gain=gain)
            for who, group, gains in [(M, "L", (1, 0)), (M, "H", (1, 1)), (N, "L", (0, 0)), (N, "H", (0, 1))]
            for number, gain in enumerate(gains)]
    drawing = payoffs(*rows)
    assert list(panels(drawing)) == ["all groups", "L", "H"]
    assert (values(drawing, "all groups"), values(drawing, "L")) == ({M: 0.75, N: 0.25}, {M: 0.5, N: 0})
    assert values(drawing, "H") == {M: 1, N: 0.5}
    rows = [row("1", net_gain=1), *(row("2", run=run, net_gain=0) for run in (1, 2, 3))]
    assert values(payoffs(*rows), "L") == {M: 0.5}
    found = titled(row("1", game="second_price_auction", net_gain=10, scale=100, asset_ratio=1.1),
                   row("2", game="second_price_auction", net_gain=300, scale=1000, asset_ratio=1.3, group="M"))
    drawing = drawn(found["Mean payoff in Second-Price Auction (melee), no history, with 95 % intervals"])
    assert values(drawing, "all groups") == pytest.approx({M: 0.2})
    assert drawing.axes[0].get_xlabel() == "net gain / assets"
    found = titled(row("1"), row("2", history="private"))
    assert list(found) == [PAYOFF, PAYOFF.replace("no history", "choices and values told")]
    assert row_names(payoffs(row("1"), row("1", N), row("1", "rational", equilibrium=True))) == [M, N, "rational"]
