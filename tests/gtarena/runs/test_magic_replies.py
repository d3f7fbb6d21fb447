"""Replies as models write them in MAgIC's games, each sent by a server at the decision that it is meant for."""

import json
import re
from collections import Counter
from pathlib import Path

import pytest

import gtarena
from tests.support.openai_server import random_move
from tests.support.prompt_reader import read_form

CASES = json.loads(Path(__file__).with_name("magic_replies.json").read_text(encoding="utf-8"))
ON_A_LINE = "0"  # the only value of an answer line, which has no name
NAME = re.compile(r"\bYou are Player (\d)")
GAMES = ("chameleon", "undercover", "cost_sharing", "three_player_prisoners_dilemma", "public_good")


class Server:
    """Answers the first request of a player for a decision with the reply of a case, and all others as they ask.

    Votes accuse the last player, who is the chameleon, so that it has to guess.
    """

    def __init__(self, case):
        self.case, self.sent = case, False

    def __call__(self, payload):
        asked = set(read_form(payload["messages"]).open_values())
        player = NAME.search(payload["messages"][0]["content"])[1]
        if player == self.case["player"] and asked & {self.case["decision"], ON_A_LINE} and not self.sent:
            self.sent = True
            return self.case["reply"]
        accusing = "vote" in asked and self.case["decision"] == "guess"
        return json.dumps({"vote": "Player 1" if player == "3" else "Player 3"}) if accusing else random_move(payload)


def spoken(record, player, reply):
    """Returns what the log says of a reply: the names of the steps that it became, and why it was refused."""
    steps = iter([step for step in record.history if step.player == int(player) - 1])
    for call in record.calls:
        if call.player == int(player) - 1:
            names = [next(steps).name for _ in call.actions]
            if call.reply == reply:
                return names, call.failure
    raise AssertionError(f"{reply!r} was never sent")


@pytest.mark.parametrize("case", CASES, ids=[f"{case['game'].partition('(')[0]}-{case['why']}" for case in CASES])
def test_a_reply_is_read_as_a_person_would_read_it(case, openai_server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    openai_server.reply = Server(case)
    record = gtarena.play(case["game"], ["llm*3"], model={"name": "openai/any", "api_base": openai_server.api_base})
    names, failure = spoken(record, case["player"], case["reply"])
    assert (names, failure) == (case.get("says", []), case.get("refused"))


def test_the_table_has_every_kind_of_decision_of_every_game_with_replies_that_are_understood_and_that_are_not():
    of_game = Counter(case["game"].partition("(")[0] for case in CASES)
    assert set(of_game) == set(GAMES)
    assert min(of_game.values()) >= 8
    decisions = {(case["game"].partition("(")[0], case["decision"]) for case in CASES}
    assert decisions == {
        *(("chameleon", key) for key in ("role", "clue", "suspect", "player_1_suspects", "vote", "guess")),
        *(("undercover", key) for key in ("role", "clue", "suspect", "vote")),
        ("cost_sharing", "proposal"), ("cost_sharing", "vote"), ("three_player_prisoners_dilemma", "move"),
        ("public_good", "contribution")}
    for game in GAMES:
        ends = {case.get("refused", "understood") for case in CASES if case["game"].startswith(game)}
        assert ends == {"understood", "illegal", "unparsable"}
