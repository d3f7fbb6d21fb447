import csv

import pytest

from gtarena.reports.comparisons import noise
from gtarena.reports.comparisons.section import FOLDER, matrices_alone, write_comparisons
from gtarena.reports.leaderboard_rows import reported_boards
from gtarena.reports.write import write_report
from tests.support.records import call, record, seat

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
    boards = reported_boards(records)
    comparisons = write_comparisons(boards, out)
    report = write_report(records, boards, out, "A title", comparisons=comparisons)
    return out, comparisons, report.page.read_text(encoding="utf-8")


def test_the_folder_has_every_figure_and_table(written):
    out, comparisons, _ = written
    names = {path.name for path in (out / FOLDER).iterdir()}
    assert {"matrix.csv", "differences.csv", "costs.csv"} <= names
    assert {f"{stem}{suffix}" for stem in ("strength-and-cost", "matrix-kuhn_poker")
            for suffix in (".png", ".svg", ".pdf")} <= names
    assert {path.parent for path in comparisons.pictures.values()} == {out / FOLDER}


def test_no_cell_of_a_table_is_a_formula(written):
    out, _, _ = written
    for path in (out / FOLDER).glob("*.csv"):
        cells = [cell for row in csv.reader(path.read_text(encoding="utf-8").splitlines()) for cell in row]
        assert f"'{HARMFUL}" in cells
        assert not any(cell.startswith("=") for cell in cells)


def test_the_page_shows_the_noise_floor_and_the_rule(written):
    _, _, page = written
    section = page.partition("<h2>Differences and noise</h2>")[2].partition("</section>")[0]
    assert "noise floor" in section
    assert "null duplicate" in section
    assert page.count("data:image/png;base64,") == 2


def test_without_a_match_browser_there_are_no_links(written):
    _, _, page = written
    assert "#matches" not in page


def test_a_duplicate_is_not_counted_among_the_agents_that_are_left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(noise, "MOST_COMPARED", 1)
    of_the_two = duels()[:6]
    assert write_comparisons(reported_boards(of_the_two), tmp_path).left_out == 0


def test_agents_that_cannot_be_compared_have_no_folder(tmp_path):
    boards = reported_boards([record("1", [seat("a"), seat("a")], [1, -1])])
    assert write_comparisons(boards, tmp_path).pictures == {}
    assert list(tmp_path.iterdir()) == []
    assert matrices_alone(boards).pairings == {}
