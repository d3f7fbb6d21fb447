from gtarena.reports.match_browser.index import FAILURES, Index, row_of
from tests.support.match_files import unpacked
from tests.support.records import call, llm, record, seat

PLAYED = [
    record("a", [llm(), seat()], [1, -1], started="2026-01-01", calls=[
        call(failure="empty", cost=0.25), call(failure="illegal", cost=0.5, nudges=1), call(cost=0.1)]),
    record("b", [llm(), seat()], None, outcome="forfeit", offender=0, suite="gtbench", started="2026-01-02", calls=[
        call(0, 0, failure="truncated", cost=None), call(0, 1, purpose="prediction", failure="unparsable")]),
    record("c", [seat(), seat(), seat()], [2.5, 0, -1], game="nim", started="2026-01-03"),
    record("d", [seat(), llm()], [0, 0], started="2026-01-04", calls=[call(1, 0, cost=3.0, cached=True)]),
]
NAMES = [("llm x", "random"), ("llm x", "random"), ("random",) * 3, ("random", "llm x")]


def test_the_columns_are_those_of_four_matches_coded_by_hand():
    index = Index()
    rows = [row_of(match, names, turns) for match, names, turns in zip(PLAYED, NAMES, (1, 2, 0, 7), strict=True)]
    index.add("0" * 16, rows[:3])
    index.add("f" * 16, rows[3:])
    assert index.matches == 4
    assert unpacked(index.text()) == {
        "files": ["0" * 16, "f" * 16],
        "games": ["kuhn_poker", "nim"],
        "seatings": [["llm x", "random"], ["random", "random", "random"], ["random", "llm x"]],
        "outcomes": ["finished", "forfeit"],
        "suites": ["", "gtbench"],
        "results": [["win", "loss"], ["loss", "win"], ["win", "loss", "loss"], ["draw", "draw"]],
        "failing": [[0b1010, 0], [0b0001, 0], [0, 0, 0], [0, 0]],
        "failures": ["truncated", "empty", "unparsable", "illegal", "ambiguous"],
        "columns": {
            "id": ["a", "b", "c", "d"],
            "file": [0, 0, 0, 1],
            "game": [0, 0, 1, 0],
            "seating": [0, 0, 1, 2],
            "outcome": [0, 1, 0, 0],
            "suite": [0, 1, 0, 0],
            "results": [0, 1, 2, 3],
            "failing": [0, 1, 2, 3],
            "failure": [0b1010, 0b0001, 0, 0],
            "returns": [[1, -1], None, [2.5, 0, -1], [0, 0]],
            "turns": [1, 2, 0, 7],
            "calls": [3, 2, 0, 1],
            "cost": [0.85, None, 0, 0],
            "started": ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]},
    }


def test_an_index_without_matches_is_one():
    assert Index().matches == 0
    assert unpacked(Index().text())["failures"] == list(FAILURES)


def test_hostile_texts_are_visible():
    row = row_of(record("\u202eid", [seat()], [0], game="no\x1bne", suite="\x00"), ["\x1b[31m"], 0)
    assert (row.match_id, row.game, row.suite, row.seating) == (
        "<U+202E>id", "no<U+001B>ne", "<U+0000>", ("<U+001B>[31m",))
