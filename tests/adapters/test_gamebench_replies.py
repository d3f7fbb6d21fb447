"""Replies as models write them in GameBench's games, each with the move that a careful person reads in it."""

import json
from collections import Counter
from pathlib import Path

import pytest

import adapters
from tests.support.gamebench_decisions import decisions

CASES = json.loads(Path(__file__).with_name("gamebench_replies.json").read_text(encoding="utf-8"))


def reading(decision, reply):
    """Returns the actions of a reply, or why it is refused."""
    adapter, state, player = decisions()[decision]
    try:
        return adapter.parse(reply, state, player)
    except adapters.ReplyError as refused:
        return refused.reason


@pytest.mark.parametrize("decision", sorted(CASES))
def test_replies_are_read_as_a_careful_person_reads_them_or_refused(decision):
    adapter, state, player = decisions()[decision]
    for case in CASES[decision]:
        if "means" in case:
            assert (case["reply"], reading(decision, case["reply"])) == (
                case["reply"], adapter.parse(f"Answer: {case['means']}", state, player))
        else:
            assert (case["reply"], reading(decision, case["reply"])) == (case["reply"], case["refused"])


def test_every_decision_has_replies_that_state_a_move_and_replies_that_state_none():
    assert set(CASES) == set(decisions())
    for cases in CASES.values():
        assert len({"means" in case for case in cases}) == 2
    replies = [(decision, case["reply"]) for decision, cases in CASES.items() for case in cases]
    assert len(set(replies)) == len(replies)
    by_game = Counter(decision[:2] for decision, _ in replies)
    assert by_game.keys() == {"al", "ar", "ay", "cn", "pi", "sn", "sb", "tr", "hv"}
    assert min(by_game.values()) >= 55
