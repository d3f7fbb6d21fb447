import json

import pytest
from pydantic import ValidationError

from gtarena.logs.records import Attempt, MatchRecord, Step, TreeNode
from gtarena.models.base import Alternative, TokenLogprob
from tests.support.records import call, record, seat

# A line of schema 1 as it was first written; old logs must be read for as long as the schema is 1.
LINE = """{"schema_version":1,"match_id":"m","key":{"a":1},"suite":null,"game":"nim","params":{"pile_sizes":"2"},\
"seed":7,"tags":{},"source":"gtarena","seats":[{"agent":"llm","model":"offline/first","params":{"temperature":0.5}},\
{"agent":"random","model":null,"params":{}}],"history":[{"player":0,"action":1,"name":"one"}],"calls":[{"player":0,\
"move_number":0,"purpose":"move","sample":0,"messages":[{"role":"user","sha256":"ab"}],"reply":"Answer: one",\
"reasoning":null,"actions":[1],"failure":null,"retries":1,"tokens_in":10,"tokens_out":2,"tokens_reasoning":null,\
"cost":0.5,"seconds":1.0,"cached":false}],"returns":[1.0,-1.0],"outcome":"finished","offender":null,"error":null,\
"versions":{"gtarena":"0.1.0"},"started":"2026-01-02T03:04:05.000+00:00","seconds":2.0}"""


def test_the_format_of_a_line_is_that_of_schema_1():
    assert MatchRecord.model_validate_json(LINE).line() == LINE


LOGPROBS = '"logprobs":[{"token":"Answer","logprob":-0.5,"top":[{"token":"I","logprob":-2.0}]}]'


@pytest.mark.parametrize(("old", "new", "field", "value", "without"), [
    ('"sha256":"ab"}', '"sha256":"ab","image":"cd"}', "hashes", {"ab", "cd"}, {"ab"}),
    *(('"failure"', f'"form":"{form}","failure"', "form", form, None)
      for form in ("json", "line", "box", "whole", "schema")),
    ('"cached":false', f'"cached":false,{LOGPROBS}', "logprobs",
     (TokenLogprob("Answer", -0.5, (Alternative("I", -2.0),)),), None),
    ('"cached":false', '"cached":false,"beliefs":[[0.25,0.75],[0.5,0.5]]', "beliefs", [[0.25, 0.75], [0.5, 0.5]], None),
    ('"purpose":"move"', '"purpose":"belief"', "purpose", "belief", "move"),
    ('"retries":1', '"nudges":2,"retries":1', "nudges", 2, 0),
    ('"retries":1', '"overlong_bytes":7,"retries":1', "overlong_bytes", 7, 0),
])
def test_what_later_versions_log_of_a_call_is_in_the_line_of_those_that_have_it(old, new, field, value, without):
    line = LINE.replace(old, new)
    kept = MatchRecord.model_validate_json(line)
    assert kept.line() == line
    assert getattr(kept.calls[0], field) == value
    assert getattr(MatchRecord.model_validate_json(LINE).calls[0], field) == without


def test_the_tree_of_a_search_is_kept_in_six_digits_and_left_out_where_there_is_none():
    tree = [{}, {"parent": 0, "action": "A", "win": 1 / 3, "visits": 1}]
    searched = record("m", [seat()], [0], calls=[call(tree=tree), call()])
    again = MatchRecord.model_validate_json(searched.line())
    assert again == searched
    assert again.calls[0].tree == (TreeNode(), TreeNode(parent=0, action="A", win=0.333333, visits=1))
    assert ["tree" in line for line in json.loads(searched.line())["calls"]] == [True, False]


@pytest.mark.parametrize("parents", [[0], [None, None], [None, 1], [None, -1], [None, 0, 7]])
def test_a_tree_in_which_a_node_does_not_follow_its_parent_is_refused(parents):
    with pytest.raises(ValidationError, match="of the tree has parent="):
        call(tree=[{"parent": parent} for parent in parents])


def test_a_line_is_one_to_every_program_however_many_lines_a_text_has_and_holds_no_secret(monkeypatch):
    text = "a\nb\u2028c\u2029d\x85e\x0bf"
    kept = record("m", [seat()], [0], calls=[call(reply=text)], history=[Step(player=0, action=None, name=text)])
    assert len(kept.line().splitlines()) == 1
    assert MatchRecord.model_validate_json(kept.line()) == kept
    monkeypatch.setenv("OPENAI_API_KEY", "canary-1234567890")
    assert "canary" not in record("m", [seat()], [0], error="my key is canary-1234567890").line()


def test_unknown_fields_and_outcomes_are_refused_and_a_record_cannot_be_changed():
    fields = json.loads(LINE)
    for changed in ({"extra": 1}, {"outcome": "won"}, {"seats": [{"agent": "llm", "colour": "red"}]}):
        with pytest.raises(ValidationError):
            MatchRecord.model_validate(fields | changed)
    with pytest.raises(ValidationError, match="frozen"):
        record("m", [seat()], [0]).seed = 1


@pytest.mark.parametrize(("fields", "requests"), [({}, 1), ({"retries": 2}, 3), ({"cached": True, "retries": 2}, 0)])
def test_a_call_takes_one_request_and_its_retries_or_none_from_the_cache(fields, requests):
    assert call(**fields).requests == requests


def test_an_attempt_costs_nothing_unless_it_says_so():
    attempt = Attempt(match_id="m", error="no answer", at="now")
    assert (attempt.requests, attempt.tokens_in, attempt.tokens_out, attempt.cost) == (0, 0, 0, 0)


def test_teams_are_in_the_line_only_if_seats_share_one():
    pairs = record("m", [seat()] * 4, [1, 1, 0, 0], teams=[0, 0, 1, 1])
    assert MatchRecord.model_validate_json(pairs.line()) == pairs
    assert pairs.seat_teams == json.loads(pairs.line())["teams"] == [0, 0, 1, 1]
    alone = record("m", [seat()] * 3, [1, 0, 0])
    assert "teams" not in json.loads(alone.line())
    assert (alone.teams, alone.seat_teams) == (None, [0, 1, 2])


@pytest.mark.parametrize(("fields", "error"), [
    ({"teams": []}, "teams has 0 entries for 2 seats"),
    ({"teams": [0, 2]}, "not numbers from 0 without gaps"),
    ({"teams": [-1, 0]}, "not numbers from 0 without gaps"),
    ({"offender": 2}, "offender=2 is not one of the 2 seats"),
    ({"offender": -1}, "offender=-1 is not one of the 2 seats"),
    ({"returns": [1.0]}, "returns has 1 entries for 2 seats"),
])
def test_what_is_told_seat_by_seat_is_told_of_every_seat(fields, error):
    with pytest.raises(ValidationError, match=error):
        MatchRecord.model_validate_json(json.dumps({**json.loads(LINE), **fields}))
