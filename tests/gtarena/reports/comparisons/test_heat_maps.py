import csv
import math
from dataclasses import replace

import pytest

from gtarena.metrics.duels import pairings
from gtarena.metrics.frames import seats_frame
from gtarena.metrics.paired_differences import Difference
from gtarena.reports.comparisons import heat_maps, noise
from gtarena.reports.comparisons.section import FOLDER, matrices_alone, write_comparisons
from gtarena.reports.write import write_report
from tests.support.drawn_figures import drawn
from tests.support.records import call, record, seat
from tests.support.reported_matches import HOSTILE, graded
from tests.support.suite_matches import boards_of, report_of

A, B = seat("a"), seat("b")


def found(records):
    return pairings(seats_frame(records))


def test_a_figure_shows_values_with_intervals_of_few_agents_and_the_table_a_row_for_each_side_of_a_pairing():
    figure = next(heat_maps.figures(found(graded())))
    axes = drawn(figure).axes[0]
    assert figure.title == "NRA of agents against each other: All games"
    assert "+0.50\n[+0.08, +0.83]" in [text.get_text() for text in axes.texts]  # best against even
    assert list(heat_maps.figures(found([record("1", [A, B], [1, -1])]))) == []
    crowd = [record(f"{number}", [seat(f"x{number}"), A], [1, -1]) for number in range(heat_maps.MOST_AGENTS)]
    assert list(heat_maps.figures(found(crowd))) == []
    table = heat_maps.frame_pairings(found([record("1", [A, B], [1, -1])]))
    assert table[["game", "agent", "opponent", "nra", "matches"]].to_numpy().tolist() == [
        ["All games", "a", "b", 1, 1], ["All games", "b", "a", -1, 1],
        ["kuhn_poker", "a", "b", 1, 1], ["kuhn_poker", "b", "a", -1, 1]]


def test_matrices_tell_intervals_matches_and_failures_with_the_best_agents_first_and_hostile_names_as_codes():
    played = found([record("1", [A, B], [1, -1], seed=1, calls=[call(0, 0, failure="empty"), call(0, 0)]),
                    record("2", [A, B], [-1, 1], seed=2), record("3", [B, A], None, outcome="invalid", offender=1)])
    (matrix,) = heat_maps.show_matrices(played)
    (_, _, (own, cell)), (_, _, (opposite, _)) = matrix["rows"]
    assert (matrix["columns"], own) == ([(1, "a"), (2, "b")], None)
    assert cell["title"] == ("against b: win rate 50% in 3 matches, 2 with returns, "
                             "1 not finished, 50% of its replies without a legal move")
    assert opposite["title"].endswith("1 not finished")
    played = found([record(game, [A, B], [1, -1], game=game) for game in ("nim", "pig")])
    assert [(each["label"], each["game"]) for each in heat_maps.show_matrices(played)] == [
        ("All games", None), ("nim", "nim"), ("pig", "pig")]
    assert [each["label"] for each in heat_maps.show_matrices(found([record("1", [A, B], [1, -1])]))] == ["kuhn_poker"]
    records = [record("1", [A, B], [-1, 1]), record("2", [B, seat("c")], [1, -1]), record("3", [A, seat("c")], [1, -1]),
               record("4", [A, seat("0")], None, outcome="invalid")]
    (matrix,) = heat_maps.show_matrices(found(records))
    assert [name for _, name, _ in matrix["rows"]] == ["b", "a", "c", "0"]
    assert matrix["columns"] == [(1, "b"), (2, "a"), (3, "c")]  # the column of 0 would repeat its row
    (matrix,) = heat_maps.show_matrices(found([record("1", [seat(HOSTILE), A], [1, -1])]))
    assert not any(character in "".join(name for _, name in matrix["columns"]) for character in "\x1b\u202e\x00")


HARMFUL = "=1+1"


def duels():
    """Matches of an agent, its duplicate and another one that calls no model, in six deals."""
    agents = [seat("a", "m", temperature=0.0), seat("null:a", "m", temperature=0.0), seat(HARMFUL)]
    return [record(f"{place}{deal}", pair, [1, -1], seed=deal, calls=[call(0, 0)])
            for place, pair in enumerate(([agents[0], agents[1]], [agents[0], agents[2]], [agents[1], agents[2]]))
            for deal in range(6)]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    out = tmp_path_factory.mktemp("out")
    records = duels()
    comparisons = write_comparisons(boards_of(records), out)
    report = write_report(report_of(records, comparisons=comparisons), out)
    return out, comparisons, report.page.read_text(encoding="utf-8")


def test_the_folder_has_all_figures_and_tables_without_formulas_and_the_page_the_noise_floor(written):
    out, comparisons, _ = written
    names = {path.name for path in (out / FOLDER).iterdir()}
    assert {"matrix.csv", "differences.csv", "costs.csv"} <= names
    assert {f"{stem}{suffix}" for stem in ("strength-and-cost", "matrix-kuhn_poker")
            for suffix in (".png", ".svg", ".pdf")} <= names
    assert list(comparisons.cost_pictures.values()) == [out / FOLDER / "strength-and-cost.svg"]
    out, _, _ = written
    for path in (out / FOLDER).glob("*.csv"):
        cells = [cell for row in csv.reader(path.read_text(encoding="utf-8").splitlines()) for cell in row]
        assert f"'{HARMFUL}" in cells
        assert not any(cell.startswith("=") for cell in cells)
    _, _, page = written
    section = page.partition("<h2>Differences and noise</h2>")[2].partition("</section>")[0]
    assert "noise floor" in section
    assert "null duplicate" in page.partition("How to read this page")[2].partition("</details>")[0]
    assert page.count("data:image/svg+xml;base64,") == 1  # the matrices are tables there
    assert "#matches" not in page


def test_against_one_opponent_alone_the_matrix_has_its_column_and_no_row_of_its_own():
    records = [record(f"{name}", [seat(name), A], [1, -1]) for name in "xyz"]
    (matrix,) = heat_maps.show_matrices(found(records))
    assert matrix["columns"] == [(4, "a")]
    assert [(number, name) for number, name, _ in matrix["rows"]] == [(1, "x"), (2, "y"), (3, "z")]


def test_agents_that_cannot_be_compared_have_no_folder(tmp_path):
    boards = boards_of([record("1", [seat("a"), seat("a")], [1, -1])])
    assert (write_comparisons(boards, tmp_path).cost_pictures, list(tmp_path.iterdir())) == ({}, [])
    assert matrices_alone(boards).pairings == {}


CLEAR = Difference("nim", ("a", "b"), -0.5, -0.7, -0.3, -2.0, 20, 0.001, adjusted=0.002)
NULL = Difference("nim", ("a", "null:a"), 0.1, -0.1, 0.3, 0.2, 20, 0.4, null=True)


def rows(*differences):
    return [row for game in noise.show_differences(differences) for row in game["rows"]]


def test_the_better_agent_stands_first_and_verdicts_tell_noise_and_too_few_deals():
    floor, clear = rows(CLEAR, NULL)
    assert (floor["first"], floor["verdict"]) == ("a", "noise floor")
    assert (clear["first"], clear["second"], clear["advantage"]) == ("b", "a", "+0.50 [+0.30, +0.70]")
    assert (clear["returns"], clear["p"], clear["verdict"], clear["beyond"]) == ("2", "0.002", "beyond noise", True)
    (row,) = rows(replace(CLEAR, floor=0.6))
    assert (row["verdict"], row["beyond"]) == ("within noise", False)
    (few,) = rows(replace(CLEAR, units=5, low=math.nan, high=math.nan))
    assert (few["verdict"], few["p"]) == ("fewer than 6 deals", "–")
    assert noise.state_needed([replace(CLEAR, units=6)] * 2 + [replace(CLEAR, units=4)]) == (
        "On 6 deals nothing can be beyond noise: any of 3 differences can be on 7, 2 times as many matches.")
    assert noise.state_needed([CLEAR]) == noise.state_needed([]) == ""
    assert "null duplicate" in noise.rule([CLEAR, NULL])
    assert "No duplicate has played" in noise.rule([CLEAR])
    assert "Holm" in noise.rule([])
    (row,) = noise.frame_differences([CLEAR]).to_dict("records")
    assert row == {"game": "nim", "first": "a", "second": "b", "advantage": -0.5, "low_95": -0.7, "high_95": -0.3,
                   "mean_return_difference": -2.0, "deals": 20, "p": 0.001, "p_holm": 0.002, "noise_floor": 0.0,
                   "verdict": "beyond noise"}
    many = [replace(CLEAR, pair=("a", f"b{number}")) for number in range(noise.MOST_ROWS + 2)]
    (game,) = noise.show_differences(many)
    assert (len(game["rows"]), game["left_out"], game["beyond"]) == (noise.MOST_ROWS, 2, noise.MOST_ROWS + 2)
