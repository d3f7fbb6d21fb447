import json
import math
from urllib.parse import parse_qs, unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gtarena.formatting import format_visible
from gtarena.reports.match_browser.index import FAILURES, Index, row_of
from gtarena.reports.match_browser.links import match_link, matches_link
from gtarena.reports.match_browser.packing import mapped, packed
from tests.support.match_files import unpacked
from tests.support.records import call, llm, record, seat
from tests.support.reported_matches import HOSTILE

PLAYED = [
    record("a", [llm(), seat()], [1, -1], started="2026-01-01", calls=[
        call(failure="empty", cost=0.25), call(failure="illegal", cost=0.5, nudges=1), call(cost=0.1)]),
    record("b", [llm(), seat()], None, outcome="forfeit", offender=0, suite="gtbench", started="2026-01-02", calls=[
        call(0, 0, failure="truncated", cost=None), call(0, 1, purpose="prediction", failure="unparsable")]),
    record("c", [seat(), seat(), seat()], [2.5, 0, -1], game="nim", started="2026-01-03"),
    record("d", [seat(), llm()], [0, 0], started="2026-01-04", calls=[call(1, 0, cost=3.0, cached=True)])]
NAMES = [("llm x", "random"), ("llm x", "random"), ("random",) * 3, ("random", "llm x")]


def test_columns_are_those_of_matches_coded_by_hand_and_addresses_name_what_is_asked_for():
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
        "columns": {"id": ["a", "b", "c", "d"], "file": [0, 0, 0, 1], "game": [0, 0, 1, 0], "seating": [0, 0, 1, 2],
                    "outcome": [0, 1, 0, 0], "suite": [0, 1, 0, 0], "results": [0, 1, 2, 3], "failing": [0, 1, 2, 3],
                    "failure": [0b1010, 0b0001, 0, 0], "returns": [[1, -1], None, [2.5, 0, -1], [0, 0]],
                    "turns": [1, 2, 0, 7], "calls": [3, 2, 0, 1], "cost": [0.85, None, 0, 0],
                    "started": ["2026-01-01", "2026-01-02", "2026-01-03", "2026-01-04"]}}
    row = row_of(record("\u202eid", [seat()], [0], game="no\x1bne", suite="\x00"), ["\x1b[31m"], 0)
    assert (row.match_id, row.game, row.suite, row.seating) == (
        "<U+202E>id", "no<U+001B>ne", "<U+0000>", ("<U+001B>[31m",))
    assert (Index().matches, unpacked(Index().text())["failures"]) == (0, list(FAILURES))
    assert match_link("11b63e918acb49a7") == "#match=11b63e918acb49a7"
    assert match_link("11b63e918acb49a7", 17) == "#match=11b63e918acb49a7&move=17"
    assert matches_link() == "#matches"
    assert matches_link(game="pig(winscore=20)", agent="llm offline/random", failure="illegal") == (
        "#matches&game=pig%28winscore%3D20%29&agent=llm%20offline%2Frandom&failure=illegal")
    assert matches_link(agent="a&against=b", against="c") == "#matches&agent=a%26against%3Db&against=c"
    assert matches_link(outcome="forfeit") == "#matches&outcome=forfeit"


@given(st.text(st.characters()), st.just(HOSTILE))
def test_any_name_comes_back_as_the_page_shows_it(name, hostile):
    for each in (name, hostile, name + hostile):
        link = matches_link(agent=each, against=each)
        assert link.isascii()
        assert not set(link) & set("<>\"' \n")
        read = parse_qs(link.removeprefix("#matches&"), keep_blank_values=True, errors="strict")
        assert read == {"agent": [format_visible(each)], "against": [format_visible(each)]}
        assert unquote(match_link(each, 3), errors="strict") == f"#match={format_visible(each)}&move=3"


def test_what_is_packed_comes_back_with_secrets_hidden_and_numbers_that_scripts_cannot_hold_as_texts(
        monkeypatch: pytest.MonkeyPatch):
    value = {"a": [1, 0.5, None, True, "</script>é\u2028"], "b": {}}
    assert packed(value).isascii()
    assert (packed(value), unpacked(packed(value))) == (packed(json.loads(json.dumps(value))), value)
    monkeypatch.setenv("SOME_API_KEY", 'q"},{"w')
    monkeypatch.setenv("OTHER_API_KEY", "reply-key-0123456789")
    value = {"reply": ['say q"},{"w twice', "reply-key-0123456789"], "other": 1}
    assert unpacked(packed(value)) == {"reply": ["say [hidden] twice", "[hidden]"], "other": 1}
    assert mapped({"a": ["b", ("c", 1)], "d": {"e": "f"}}, str.upper) == {"a": ["B", ["C", 1]], "d": {"e": "F"}}
    numbers = [math.nan, -math.inf, 2**53, 2**53 + 1, -(2**70), 1e300, True]
    assert mapped(numbers, str) == ["nan", "-inf", 2**53, "9007199254740993", str(-(2**70)), 1e300, True]
