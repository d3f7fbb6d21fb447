import base64
import json
from collections.abc import Iterator

import pytest

from adapters.images.drawing import Canvas
from gtarena.logs.prompt_texts import InMemoryTexts, sha256
from gtarena.logs.records import Step, TextRef, TreeNode
from gtarena.reports.match_browser import matches
from gtarena.reports.match_browser.matches import LARGEST_PICTURE, Shelf, is_png, match_json
from tests.support.records import call, llm, record, seat, steps
from tests.support.reported_matches import HOSTILE, hostile

DUEL = [llm(prompt="v1"), seat()]
NAMES = ["llm offline/random", "random"]
BET = {"history": steps((-1, 0), (-1, 1), (0, 1), (1, 0)), "game": "kuhn_poker"}


def told(match, texts=(), names=NAMES):
    kept = InMemoryTexts()
    for text in texts:
        kept.put(text)
    shelf = Shelf(kept)
    return match_json(match, names, shelf), shelf


def strings(value) -> Iterator[str]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield key
            yield from strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from strings(each)
    elif isinstance(value, str):
        yield value


def test_a_match_and_its_calls_have_all_that_the_log_tells_and_what_was_said_stands_beside_the_move():
    match = record("m", DUEL, [1, -1], suite="gtbench", seed=7, tags={"run": 1}, teams=[0, 1], **BET)
    found, _ = told(match)
    assert {key: value for key, value in found.items() if key not in ("start", "turns", "rounds")} == {
        "id": "m", "suite": "gtbench", "game": "kuhn_poker", "short": "kuhn_poker", "params": {}, "seed": 7,
        "source": "gtarena", "teams": [0, 1], "outcome": "finished", "offender": None, "error": None,
        "seats": [{"name": NAMES[0], "called": "Player 0", "agent": "llm", "model": "offline/random",
                   "settings": {"prompt": "v1"}, "colour": None},
                  {"name": NAMES[1], "called": "Player 1", "agent": "random", "model": None, "settings": {},
                   "colour": None}],
        "returns": [1, -1], "tags": {"run": 1}, "started": "2026-01-02T03:04:05.000+00:00", "seconds": 1.0,
        "versions": {"gtarena": "0.1.0"}, "problem": None}
    assert [(turn["player"], turn["first"], turn["move"]) for turn in found["turns"]] == [
        (-1, 0, "move 0"), (-1, 1, "move 1"), (0, 2, "Bet"), (1, 3, "Pass")]
    assert found["turns"][0]["shown"] is None  # chance is next
    assert found["turns"][1]["shown"] is not None
    calls = [call(0, 2, reply="no", failure="illegal", texts=["d"]),
             call(0, 2, reply="Bet", reasoning="why", actions=[1], nudges=1, beliefs=[[0.5, 0.5]],
                  logprobs=[{"token": "B\x00", "logprob": -0.1, "top": [{"token": "\u202eB", "logprob": -0.1}]}])]
    found, _ = told(record("m", DUEL, [1, -1], calls=calls, **BET))
    spent = {"tokens_in": 10, "tokens_out": 2, "cost": 0.5, "seconds": 1.0}
    assert found["turns"][2]["calls"] == [
        {"player": 0, "move_number": 2, "messages": [{"role": "user", "sha256": "d"}], "reply": "no",
         "failure": "illegal", **spent},
        {"player": 0, "move_number": 2, "messages": [], "reply": "Bet", "reasoning": "why", "actions": [1], "nudges": 1,
         "beliefs": [[0.5, 0.5]], "move": "Bet", **spent,
         "logprobs": [{"token": "B<U+0000>", "logprob": -0.1, "top": [{"token": "<U+202E>B", "logprob": -0.1}]}]}]
    history = [Step(player=0, action=None, name="a\nb\x1b")]
    found, _ = told(record("m", DUEL, None, history=history, outcome="invalid"))
    assert (found["turns"][0]["said"], found["turns"][0]["move"]) == (["a\nb<U+001B>"], '"a b<U+001B>"')


@pytest.mark.parametrize(("fields", "problem"), [
    ({"game": "gone"}, "gone"),
    ({"params": {"nonsense": 1}}, "nonsense"),
    ({"history": steps((-1, 0), (-1, 1), (0, 9))}, "action 9 of player 0 is not legal"),
    ({"history": steps((5, 0))}, "player 5"),
    ({"schema_version": 1, "history": [Step(player=0, action=65, name="A")]}, "not legal"),
    ({"seats": [seat()] * 3, "returns": [0, 0, 0]}, "3 seats in a game for 2")])
def test_matches_that_cannot_be_replayed_are_told_with_the_reason(fields, problem):
    match = record("m", DUEL, [1, -1], **BET).model_copy(update=fields)
    found, _ = told(match, names=["a"] * len(match.seats))
    assert problem in found["problem"]
    assert found["start"] is None
    assert [turn["shown"] for turn in found["turns"]] == [None] * len(found["turns"])
    assert len(found["turns"]) == len(match.history)


def test_trees_texts_pictures_and_moves_that_were_voted_for_are_ready_to_be_shown():
    tree = [TreeNode(state="start"), TreeNode(parent=0, action="left", reward=0.5, visits=2, others="pass"),
            TreeNode(parent=0, action="right")]
    found, _ = told(record("m", DUEL, [1, -1], calls=[call(0, 2, tree=tree)], **BET))
    (root,) = [each["tree"] for each in found["turns"][2]["calls"]]
    assert (root["state"], root["best"], root["left_out"]) == ("start", True, 0)
    left, right = root["branches"]
    assert left == {"action": "left", "words": "left", "figures": "reward 0.5", "passed": "2 visits", "visits": 2,
                    "best": True, "others": "pass", "state": None, "branches": [], "left_out": 0}
    assert (right["action"], right["passed"], right["best"]) == ("right", "not visited", False)
    drawn = base64.b64encode(Canvas(8, 8).png()).decode()
    refs = [TextRef(role="user", sha256=sha256("asked\x07"), image=sha256(drawn)),
            TextRef(role="user", sha256=sha256("gone"), image=sha256("<svg onload=x>"))]
    asked = call(0, 2).model_copy(update={"messages": refs})
    _, shelf = told(record("m", DUEL, [1, -1], calls=[asked, asked], **BET), ["asked\x07", drawn, "<svg onload=x>"])
    content = shelf.content([])
    assert content["texts"] == {sha256("asked\x07"): "asked<U+0007>"}
    assert content["images"] == {sha256(drawn): drawn}
    assert shelf.size == len("asked<U+0007>") + len(drawn) + sum(map(len, content["pictures"]))
    calls = [call(0, 2, actions=[0], purpose="vote"), call(0, 2, actions=[1])]
    found, _ = told(record("m", DUEL, [1, -1], calls=calls, **BET))
    assert [each["move"] for each in found["turns"][2]["calls"]] == ["Pass", "Bet"]
    calls = [call(0, 0, actions=[action]) for action in (-5, 2**40)]
    found, _ = told(record("m", DUEL, None, game="chess", outcome="invalid", calls=calls))
    assert [(each["actions"], "move" in each) for each in found["turns"][0]["calls"]] == [
        ([-5], False), ([2**40], False)]


def test_a_fault_of_a_plugged_in_picture_costs_no_match(monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise KeyError("cell\u202e")

    monkeypatch.setattr(matches, "shown_match", broken)
    found, _ = told(record("m", DUEL, [1, -1], **BET))
    assert (found["problem"], len(found["turns"])) == ("KeyError: 'cell\\u202e'", 4)


def test_hostile_texts_are_visible_everywhere_and_the_json_is_plain():
    found, shelf = told(hostile(), [HOSTILE], [HOSTILE, HOSTILE])
    text = json.dumps(shelf.content([found]), allow_nan=False)
    assert found["problem"]
    assert text.isascii()
    for each in strings(shelf.content([found])):
        assert not set(each) & {"\x00", "\x07", "\x1b", "\u202e", "\u2066"}, each
    assert "gnp.exe" in found["turns"][0]["calls"][0]["reply"]


DRAWN = base64.b64encode(Canvas(8, 8).png()).decode()


@pytest.mark.parametrize("text", ["", "<script>", DRAWN[1:], f"{DRAWN}\n", f"{DRAWN}\" onload=\"x", f"{DRAWN}===",
                                  DRAWN + "A" * LARGEST_PICTURE, base64.b64encode(b"GIF89a").decode()])
def test_the_base64_of_a_png_file_is_one_and_other_texts_are_none(text):
    assert not is_png(text)
    assert is_png(DRAWN)
