from math import nan

import pytest

from tests.support.drawn_figures import drawn
from tests.support.econ_arena_runs import M, among_rational, titled

PATH = "Actions over the runs of a session (rational, others said to be rational, choices told)"


def path(*rows):
    (axes,) = drawn(titled(*rows)[PATH]).axes
    return next(line for line in axes.lines if line.get_label() == M)


def test_a_path_is_the_mean_distance_from_equilibrium_in_every_run():
    bound = {"history": "choices", "scale": 200.0}
    rows = [among_rational("1", run=1, action=100, **bound), among_rational("2", run=1, action=50, **bound),
            among_rational("1", run=2, action=nan, **bound), among_rational("2", run=2, action=20, **bound),
            among_rational("1", run=3, action=0, **bound), among_rational("2", run=3, action=10, **bound)]
    line = path(*rows)
    assert line.get_xdata().tolist() == [1, 2, 3]
    assert line.get_ydata() == pytest.approx([0.375, 0.1, 0.025])


def test_a_run_in_which_nothing_valid_was_stated_leaves_a_gap():
    rows = [among_rational(run=run, action=action, history="choices") for run, action in ((1, 50), (2, nan), (3, 0))]
    assert path(*rows).get_ydata() == pytest.approx([0.5, nan, 0], nan_ok=True)


def test_a_path_in_an_auction_is_counted_from_the_equilibrium_bid():
    auction = {"game": "second_price_auction", "history": "choices", "asset_ratio": 1.0, "equilibrium_action": 50.0}
    rows = [among_rational("1", run=1, action=40, **auction), among_rational("1", run=2, action=55, **auction)]
    assert path(*rows).get_ydata() == pytest.approx([-0.1, 0.05])


def test_games_of_the_same_environment_and_knowledge_share_a_figure():
    rows = [among_rational(game, game=game, run=run, history="choices")
            for game in ("beauty_contest", "second_price_auction") for run in (1, 2)]
    assert len(drawn(titled(*rows)[PATH]).axes) == 2


def test_single_runs_have_no_path():
    assert not [title for title in titled(among_rational("1")) if "runs" in title]
