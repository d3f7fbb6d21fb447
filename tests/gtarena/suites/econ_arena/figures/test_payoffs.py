import pytest

from tests.support.drawn_figures import drawn, panels, row_names, values
from tests.support.econ_arena_runs import M, N, row, titled

PAYOFF = "Mean payoff in Beauty Contest (melee), no history, with 95 % intervals"


def payoffs(*rows):
    return drawn(titled(*rows)[PAYOFF])


def test_payoffs_are_means_over_all_groups_and_in_each():
    rows = [row(f"{group} {number}", who, group=group, net_gain=gain)
            for who, group, gains in [(M, "L", (1, 0)), (M, "H", (1, 1)), (N, "L", (0, 0)), (N, "H", (0, 1))]
            for number, gain in enumerate(gains)]
    drawing = payoffs(*rows)
    assert list(panels(drawing)) == ["all groups", "L", "H"]
    assert values(drawing, "all groups") == {M: 0.75, N: 0.25}
    assert values(drawing, "L") == {M: 0.5, N: 0}
    assert values(drawing, "H") == {M: 1, N: 0.5}


def test_a_session_counts_once_however_many_runs_it_has():
    rows = [row("1", net_gain=1), *(row("2", run=run, net_gain=0) for run in (1, 2, 3))]
    assert values(payoffs(*rows), "L") == {M: 0.5}


def test_a_payoff_without_variation_has_an_interval_of_no_length():
    drawing = payoffs(row("1", net_gain=0.5), row("2", net_gain=0.5))
    (interval,) = drawing.axes[0].collections[-1].get_segments()
    assert interval[:, 0].tolist() == [0.5, 0.5]


def test_gains_in_auctions_are_shares_of_the_assets():
    found = titled(row("1", game="second_price_auction", net_gain=10, scale=100, asset_ratio=1.1),
                   row("2", game="second_price_auction", net_gain=300, scale=1000, asset_ratio=1.3, group="M"))
    drawing = drawn(found["Mean payoff in Second-Price Auction (melee), no history, with 95 % intervals"])
    assert values(drawing, "all groups") == pytest.approx({M: 0.2})
    assert drawing.axes[0].get_xlabel() == "net gain / assets"


@pytest.mark.parametrize(("gains", "ticks"), [
    ((0.0, 0.0), [0, 0.4, 0.8]), ((0.0, 0.2), [0, 0.1, 0.2]),
    ((-0.42, 0.27), [-0.4, -0.2, 0, 0.2]), ((-0.05, 0.0), [-0.04, -0.02, 0])])
def test_0_is_among_round_ticks(gains, ticks):
    drawing = payoffs(*(row(f"{gain}{number}", f"llm {number}", net_gain=gain) for number, gain in enumerate(gains)))
    assert drawing.axes[0].get_xticks() == pytest.approx(ticks)


def test_each_history_has_a_figure_of_its_own():
    found = titled(row("1"), row("2", history="private"))
    assert list(found) == [PAYOFF, PAYOFF.replace("no history", "choices and values told")]


def test_equilibrium_agents_that_meet_models_in_melee_are_shown():
    assert row_names(payoffs(row("1"), row("1", N), row("1", "rational", equilibrium=True))) == [M, N, "rational"]
