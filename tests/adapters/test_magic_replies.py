"""Replies as models write them in MAgIC's games, each with the move that a careful person reads in it."""

import json
from collections import Counter
from pathlib import Path

import pytest

import adapters
from tests.support.magic_decisions import decisions

CASES = json.loads(Path(__file__).with_name("magic_replies.json").read_text(encoding="utf-8"))


def reading(decision, reply):
    """Returns the move of a reply as JSON values by key, to the character, or why it is refused."""
    adapter, state, player = decisions()[decision]
    try:
        actions = adapter.parse(reply, state, player)
    except adapters.ReplyError as refused:
        return refused.reason
    return dict(adapter.view.action_spec(state, player).values(actions))


@pytest.mark.parametrize("decision", sorted(CASES))
def test_replies_are_read_as_a_careful_person_reads_them_or_refused(decision):
    read = [{"reply": case["reply"], "read": reading(decision, case["reply"])} for case in CASES[decision]]
    assert read == CASES[decision]


def test_every_decision_has_replies_that_state_a_move_and_replies_that_state_none():
    assert set(CASES) == set(decisions())
    replies = [case for cases in CASES.values() for case in cases]
    kinds = Counter(isinstance(case["read"], str) for case in replies)
    assert min(kinds.values()) >= 150
    assert len({(decision, case["reply"]) for decision, cases in CASES.items() for case in cases}) == len(replies)
