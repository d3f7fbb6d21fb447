from tests.support.gtbench_figures import drawn
from tests.support.gtbench_matches import deal, model, no_deal
from tests.support.records import seat

RANDOM = seat("random")
M = model("m")


def test_agreements_are_points_whose_area_counts_them_and_the_frontier_is_drawn_for_both_seats():
    matches = [deal("1", (M, RANDOM), (5, 0, 0), (50, 100)), deal("2", (M, RANDOM), (5, 0, 0), (50, 100)),
               deal("3", (M, RANDOM), (0, 5, 0), (5, 100)), deal("4", (RANDOM, M), (5, 0, 5), (85, 50)),
               no_deal("5", (RANDOM, M))]
    (axes,) = drawn(matches, "Agreements in negotiation").axes
    heading = axes.get_title(loc="left").split("\n")
    assert heading == ["llm m", "first to move: 3 of 3 agreed", "second to move: 1 of 2 agreed"]
    first, second = axes.collections
    areas = dict(zip(map(tuple, first.get_offsets().tolist()), first.get_sizes(), strict=True))
    assert set(areas) == {(50, 100), (5, 100)}
    assert areas[50, 100] == 2 * areas[5, 100]
    assert second.get_offsets().tolist() == [[50, 85]]
    frontiers = [list(zip(*line.get_data(), strict=True)) for line in axes.lines]
    assert {(0, 150), (50, 100), (85, 50), (90, 0)} <= set(frontiers[0])
    assert set(frontiers[1]) == {(other, own) for own, other in frontiers[0]}


def test_no_agreement_is_drawn_where_there_was_none():
    (axes,) = drawn([no_deal("1", (M, RANDOM))], "Agreements in negotiation").axes
    assert not axes.collections
    assert "first to move: 0 of 1 agreed" in axes.get_title(loc="left")
