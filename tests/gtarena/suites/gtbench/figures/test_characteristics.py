from tests.support.drawn_figures import dots, panels
from tests.support.gtbench_figures import drawn
from tests.support.gtbench_matches import AGREE, UTTER, auction, deal, match, model, proposal
from tests.support.records import seat, steps

RANDOM = seat("random")
M, N = model("m"), model("n")


def test_regret_has_a_panel_per_opponent():
    matches = [auction("1", (M, RANDOM), (9, 5), (8, 2)), auction("2", (M, RANDOM), (9, 5), (5, 3)),
               auction("3", (N, M), (4, 9), (1, 2))]
    drawing = drawn(matches, "Mean regret in first sealed auction")
    assert list(panels(drawing)) == ["against llm m", "against llm n", "against random"]
    assert dots(drawing, "against random") == {"llm m": (3, 1, 5)}  # 8 - 3 and 5 - 4
    assert dots(drawing, "against llm m")["llm n"] == (1, 1, 1)  # 4 - 3
    assert len({axes.get_xlim() for axes in drawing.axes}) == 1


def test_agreements_are_those_of_models_unless_there_are_none():
    one, other = model("m"), seat("random")
    (axes,) = drawn([deal("1", (one, other), (5, 0, 5), (85, 50))], "Agreements in negotiation").axes
    assert axes.get_title(loc="left").startswith("llm m\n")
    both = drawn([deal("1", (other, seat("mcts")), (5, 0, 5), (85, 50))], "Agreements in negotiation").axes
    assert sorted(axes.get_title(loc="left").split("\n")[0] for axes in both) == ["mcts", "random"]


def test_a_pool_that_is_drawn_for_every_match_has_a_figure_of_its_own_without_a_frontier():
    history = steps((-1, 0), (0, proposal((0, 0, 0))), (0, UTTER), (1, AGREE))
    generous = match("1", (M, RANDOM), [0, 30], game="negotiation", params={"rng_seed": -2}, seed=1, history=history)
    (axes,) = drawn([generous], "Agreements in negotiation (rng seed=-2)").axes
    assert axes.collections[0].get_offsets()[0][0] == 0  # a player that takes nothing has nothing
    assert not axes.lines
