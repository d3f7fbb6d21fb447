"""Replies of a real model (``scripts/real_model.py --save``), with the decisions that they answer."""

import json
from collections import Counter
from pathlib import Path

import pytest

import adapters
from gtarena.logs.replay import Replay

MATCHES = json.loads(Path(__file__).with_name("real_replies.json").read_text("utf-8"))
GAMES = sorted({match["game"] for match in MATCHES})


def decision_of(match, asked):
    """Returns the adapter and the state of the decision that a reply answers."""
    replay = Replay(match["game"], match["params"], match["seed"])
    for player, choice in match["history"][:asked["move_number"]]:
        replay.apply(player, choice)
    return adapters.for_game(replay.state.get_game()), replay.state


def reading(match, asked):
    """Returns the actions that a reply states, or why it is refused."""
    adapter, state = decision_of(match, asked)
    spec = adapter.view.action_spec(state, asked["player"])
    try:
        actions = adapter.parse(asked["reply"], state, asked["player"], match["prompt"])
    except adapters.ReplyError as refused:
        return refused.reason
    return actions if spec is None else spec.logged_actions(actions)


@pytest.mark.parametrize("game", GAMES)
def test_a_real_models_replies_are_read_as_they_were(game):
    for match in (match for match in MATCHES if match["game"] == game):
        for asked in match["replies"]:
            found = reading(match, asked)
            # What was cut off by the limit of tokens is refused without being read.
            assert asked["reads"] in (found, "truncated"), asked["reply"]


def test_there_are_replies_to_every_named_game_with_their_provenance():
    assert len(GAMES) == 35
    assert Counter(match["mode"] for match in MATCHES) == {"text": 35, "schema": 34}
    assert sum(len(match["replies"]) for match in MATCHES) >= 500
    assert all(match["model"] and match["prompt"] for match in MATCHES)


def test_replies_that_are_held_to_a_list_of_the_legal_moves_are_legal():
    # A schema cannot say that the parts of a division add up, and no text ends where the limit of tokens wants it.
    legal = []
    for match in (match for match in MATCHES if match["mode"] == "schema"):
        for asked in match["replies"]:
            adapter, state = decision_of(match, asked)
            spec = adapter.view.action_spec(state, asked["player"])
            if spec is None or spec.named:
                legal.append(isinstance(asked["reads"], list))
    assert sum(legal) >= 0.95 * len(legal) > 100
