"""Replies of a real model (``scripts/real_model.py --save``), with the decisions that they answer."""

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

import adapters
from gtarena.logs.replay import Replay

MATCHES = json.loads(Path(__file__).with_name("real_replies.json").read_text("utf-8"))
GAMES = sorted({match["game"] for match in MATCHES})


@cache
def readings(number):
    """Returns each reply of a match with what it states or why it is refused, and the spec of its decision.

    The text that states the move is read once more, by itself.
    """
    match, found = MATCHES[number], []
    replay, left = Replay(match["game"], match["params"], match["seed"]), list(match["history"])
    adapter = adapters.for_game(replay.state.get_game())
    for asked in sorted(match["replies"], key=lambda asked: asked["move_number"]):
        while len(match["history"]) - len(left) < asked["move_number"]:
            replay.apply(*left.pop(0))
        spec = adapter.view.action_spec(replay.state, asked["player"])
        try:
            actions, _, span = adapter.read(asked["reply"], replay.state, asked["player"], match["prompt"])
        except adapters.ReplyError as refused:
            found.append((asked, refused.reason, spec))
        else:
            answer = asked["reply"][slice(*span)]
            assert adapter.parse(answer, replay.state, asked["player"], match["prompt"]) == list(actions), answer
            found.append((asked, actions if spec is None else spec.logged_actions(actions), spec))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_a_real_models_replies_are_read_as_they_were_and_by_their_answers_alone(game):
    for number, match in enumerate(MATCHES):
        for asked, found, _ in readings(number) if match["game"] == game else ():
            # What was cut off by the limit of tokens is refused without being read.
            assert asked["reads"] in (found, "truncated"), asked["reply"]


def test_there_are_replies_to_every_named_game_with_their_provenance():
    assert len(GAMES) == 35
    assert Counter(match["mode"] for match in MATCHES) == {"text": 35, "schema": 34}
    assert sum(len(match["replies"]) for match in MATCHES) >= 500
    assert all(match["model"] and match["prompt"] for match in MATCHES)


def test_replies_that_are_held_to_a_list_of_the_legal_moves_are_legal():
    # A schema cannot say that the parts of a division add up, and no text ends where the limit of tokens wants it.
    legal = [isinstance(asked["reads"], list) for number, match in enumerate(MATCHES) if match["mode"] == "schema"
             for asked, _, spec in readings(number) if spec is None or spec.named]
    assert sum(legal) >= 0.95 * len(legal) > 100
