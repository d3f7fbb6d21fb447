from gtarena.metrics.duels import pairings
from gtarena.metrics.frames import seats_frame
from gtarena.reports.comparisons import heat_maps
from tests.support.drawn_figures import drawn
from tests.support.records import call, record, seat
from tests.support.reported_matches import HOSTILE, graded

A, B = seat("a"), seat("b")


def found(records):
    return pairings(seats_frame(records))


def test_a_cell_tells_its_interval_its_matches_and_its_failures():
    played = found([record("1", [A, B], [1, -1], seed=1, calls=[call(0, 0, failure="empty"), call(0, 0)]),
                    record("2", [A, B], [-1, 1], seed=2), record("3", [B, A], None, outcome="invalid", offender=1)])
    (matrix,) = heat_maps.shown(played)
    own, cell = matrix["rows"][0]
    assert (matrix["names"], own) == (["a", "b"], None)
    assert cell["title"] == ("against b: win rate 50% in 3 matches, 2 with returns, 95 % interval [−1.00, +1.00], "
                             "1 not finished, 50% of its replies without a legal move")
    assert matrix["rows"][1][0]["title"].endswith("1 not finished")


def test_of_several_games_the_matrix_over_all_stands_first_and_of_one_there_is_one():
    played = found([record(game, [A, B], [1, -1], game=game) for game in ("nim", "pig")])
    assert [(each["label"], each["game"]) for each in heat_maps.shown(played)] == [
        ("All games", None), ("nim", "nim"), ("pig", "pig")]
    assert [each["label"] for each in heat_maps.shown(found([record("1", [A, B], [1, -1])]))] == ["kuhn_poker"]


def test_the_best_agents_stand_first_and_those_without_a_score_last():
    records = [record("1", [A, B], [-1, 1]), record("2", [B, seat("c")], [1, -1]), record("3", [A, seat("c")], [1, -1]),
               record("4", [A, seat("0")], None, outcome="invalid")]
    (matrix,) = heat_maps.shown(found(records))
    assert matrix["names"] == ["b", "a", "c", "0"]


def test_a_figure_shows_values_with_intervals():
    figure = next(heat_maps.figures(found(graded())))
    axes = drawn(figure).axes[0]
    assert figure.title == "NRA of agents against each other: All games"
    assert "+0.50\n[+0.17, +0.83]" in [text.get_text() for text in axes.texts]  # best against even


def test_two_agents_or_very_many_have_no_figure():
    assert list(heat_maps.figures(found([record("1", [A, B], [1, -1])]))) == []
    crowd = [record(f"{number}", [seat(f"x{number}"), A], [1, -1]) for number in range(heat_maps.MOST_AGENTS)]
    assert list(heat_maps.figures(found(crowd))) == []


def test_the_table_has_a_row_for_each_side_of_each_pairing():
    table = heat_maps.table(found([record("1", [A, B], [1, -1])]))
    assert table[["game", "agent", "opponent", "nra", "matches"]].to_numpy().tolist() == [
        ["All games", "a", "b", 1, 1], ["All games", "b", "a", -1, 1],
        ["kuhn_poker", "a", "b", 1, 1], ["kuhn_poker", "b", "a", -1, 1]]


def test_hostile_names_are_shown_as_codes():
    (matrix,) = heat_maps.shown(found([record("1", [seat(HOSTILE), A], [1, -1])]))
    assert not any(character in "".join(matrix["names"]) for character in "\x1b\u202e\x00")
