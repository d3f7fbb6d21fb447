from gtarena.logs.reader import MATCHES, match_row
from gtarena.trackers.new_rows import NewRows
from tests.support.records import record, seat, write_log

SEATS = [seat("random"), seat("mcts")]


def test_only_whole_lines_that_came_since_the_last_reading_are_read_and_damaged_ones_passed_over(tmp_path):
    rows = NewRows([tmp_path], MATCHES, match_row)
    assert list(rows) == []
    first, second, third = (record(name, SEATS, [1, -1]) for name in "abc")
    path = write_log(tmp_path / "matches.jsonl", first)
    assert [row.match_id for row in rows] == ["a"]
    line = third.line()
    with path.open("a") as file:
        file.write(f"no match\n{second.line()}\n{line[:20]}")
    assert [row.match_id for row in rows] == ["b"]
    with path.open("a") as file:
        file.write(f"{line[20:]}\n")
    assert [row.match_id for row in rows] == ["c"]
    assert list(rows) == []


def test_all_files_of_a_run_are_read_and_not_those_of_runs_below_its_folder(tmp_path):
    rows = NewRows([tmp_path], MATCHES, match_row)
    for place in ("matches-0.jsonl", "matches-1.jsonl", "below/matches.jsonl"):
        write_log(tmp_path / place, record(place, SEATS, [1, -1]))
    assert [row.match_id for row in rows] == ["matches-0.jsonl", "matches-1.jsonl"]
