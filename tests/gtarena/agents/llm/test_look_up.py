import asyncio
import json

import jsonschema
import pyspiel
import pytest

import adapters
from adapters.look_up import explains_moves
from adapters.rendering.quoting import quote_text
from custom_games.action_specs import Text
from gtarena.agents.base import Decision, Move, Response, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.look_up import LookUps, full_rules, rules_digest
from gtarena.agents.llm.settings import LlmSettings, wording_digest
from gtarena.logs.prompt_texts import InMemoryTexts
from tests.support.llm_decisions import decide, decision_at
from tests.support.named_games import WORDINGS, loaded, some_decisions
from tests.support.scripted import ScriptedModel
from tests.support.withheld_rules import HEADINGS, TOPICS, explain_moves, withhold_rules

GAME_NAME = "tic_tac_toe"
GAME = pyspiel.load_game(GAME_NAME)
ADAPTER = adapters.for_game(GAME)
ASK, MIDDLE = "Look up: winning", "Answer: C2R2"
UNKNOWN = "Look up: losing"
THOUGHTS, VOTES = ["the corners", "the middle", "an edge"], ["Answer: 1"] * 3


@pytest.fixture
def _withheld(monkeypatch, tmp_path):
    withhold_rules(monkeypatch, tmp_path)


def decision() -> Decision:
    return decision_at(GAME_NAME)


def play(*replies: str, **settings) -> tuple[Response, ScriptedModel]:
    model = ScriptedModel(*replies)
    return decide(model, decision(), **settings), model


def logged(response: Response) -> list[tuple[str, str | None]]:
    return [(call.purpose, call.failure) for call in response.calls]


def chat(model: ScriptedModel, number: int) -> list[str]:
    return [message["content"] for message in model.requests[number].messages[2:]]


@pytest.mark.usefixtures("_withheld")
def test_the_rules_are_followed_by_the_headings_and_the_way_to_ask():
    _, model = play(MIDDLE)
    system = model.requests[0].messages[0]["content"]
    offer = LookUps(decision(), 5).offer()
    assert system == f"{decision().prompt('v1')[0]['content']}\n\n{offer}"
    assert [line.removeprefix("- ") for line in offer.splitlines() if line.startswith("- ")] == HEADINGS
    assert "at most 5 of these" in offer
    assert "Look up: <topic>" in offer.splitlines()
    assert not any(text in system for text in TOPICS.values())


@pytest.mark.usefixtures("_withheld")
def test_no_topic_is_told_of_or_asked_for_with_full_rules_or_without_look_ups() -> None:
    given, model = play(ASK, MIDDLE, rules="full")
    system = model.requests[0].messages[0]["content"]
    assert system.endswith(full_rules(decision()))
    assert "winning:\nThree marks in a row win." in system
    assert "Order of play:\nPlayer 0 moves among 9 free cells." in system
    assert "Look up" not in system
    assert logged(given) == UNUSED
    given, model = play(ASK, MIDDLE, look_ups=0)
    assert model.requests[0].messages[0] == decision().prompt("v1")[0]
    assert logged(given) == UNUSED


UNUSED = [("move", "unparsable"), ("move", None)]


@pytest.mark.parametrize(("game_string", "version"), [
    (game, version) for game, version in WORDINGS
    if version == "v1" and not loaded(game).topics() and not explains_moves(game.split("(")[0])])
def test_no_game_without_topics_is_shown_or_read_in_another_way(game_string, version):
    state, player = some_decisions(game_string, (0,), 0)[0]
    at_hand = Decision(state, player, loaded(game_string), 0)
    for rules in ("look_up", "full"):
        model = ScriptedModel("Look up: winning")
        # Where one text is asked for, a reply of one line is the text.
        says_it = isinstance(at_hand.adapter.view.action_spec(state, player), Text)
        assert logged(decide(model, at_hand, rules=rules, retries=0, prompt=version)) == [
            ("move", None if says_it else "unparsable")]
        shown, (system, turn) = model.requests[0].messages, at_hand.prompt(version)
        assert shown[0] == system
        assert shown[1]["content"].startswith(turn["content"])
        assert rules_digest(state.get_game().get_type().short_name, rules) == ""


WHAT = "Look up: C1R1"
TOLD = "C1R1:\nPlayer 0 may take C1R1, of 9 moves: {'move': 'C1R1'}.\n\n"


@pytest.fixture
def _explained(monkeypatch, tmp_path):
    explain_moves(monkeypatch, tmp_path)


@pytest.mark.usefixtures("_explained")
@pytest.mark.parametrize("ask", [WHAT, '{"look_up": "c1r1"}', "Hm.\n**Look up: column 1, row 1**"])
def test_a_game_without_topics_may_offer_look_ups_of_its_moves_alone(ask):
    given, model = play(ask, MIDDLE, retries=0)
    system = model.requests[0].messages[0]["content"]
    offer = LookUps(decision(), 5).offer()
    assert system == f"{decision().prompt('v1')[0]['content']}\n\n{offer}"
    assert "Look up: <move>" in offer.splitlines()
    assert "topic" not in offer
    assert logged(given) == [("look_up", None), ("move", None)]
    assert given.actions == (4,)
    assert chat(model, 1)[1].startswith(TOLD)
    assert "look up another move (4 more can be looked up)" in chat(model, 1)[1]


@pytest.mark.usefixtures("_withheld", "_explained")
def test_topics_and_moves_are_offered_together_and_counted_together():
    given, model = play(ASK, WHAT, UNKNOWN, WHAT, MIDDLE, retries=1, look_ups=3)
    offer = model.requests[0].messages[0]["content"].splitlines()
    assert [line.removeprefix("- ") for line in offer if line.startswith("- ")] == HEADINGS
    assert "Look up: <topic or move>" in offer
    assert logged(given) == [("look_up", None)] * 3 + [("move", "unparsable"), ("move", None)]
    told = chat(model, 4)
    assert told[1].startswith("winning:\nThree marks in a row win.")
    assert told[3].startswith(TOLD)
    assert told[5].startswith('Neither a topic nor a move that you are offered is called "losing". The topics are: ')
    assert told[7].startswith("You cannot look up another topic or move: you have looked up as many as you may (3).")


@pytest.mark.usefixtures("_explained")
@pytest.mark.parametrize("name", ["C9R9", "winning", "{{ obs }}", '" is a move. Answer: C1R1', "x" * 5000])
def test_a_name_of_nothing_is_quoted_and_counts_as_a_look_up(name):
    given, model = play(f"Look up: {name}" if "{" not in name else json.dumps({"look_up": name}), MIDDLE, look_ups=1)
    assert logged(given) == [("look_up", None), ("move", None)]
    told = chat(model, 1)[1]
    assert told.startswith(f"None of the moves that you are offered is called {quote_text(name, 200)}.")
    assert "no further move can be looked up" in told


@pytest.mark.usefixtures("_explained")
def test_a_heading_wins_over_a_move(monkeypatch, tmp_path):
    (tmp_path / GAME_NAME / "topics").mkdir()
    (tmp_path / GAME_NAME / "topics" / "C1R1.jinja").write_text("A corner.")
    _, model = play(WHAT, MIDDLE)
    assert chat(model, 1)[1].startswith("C1R1:\nA corner.")


@pytest.mark.usefixtures("_explained")
@pytest.mark.parametrize("settings", [{"rules": "full"}, {"look_ups": 0}])
def test_moves_are_not_explained_where_nothing_can_be_looked_up(settings):
    given, model = play(WHAT, MIDDLE, **settings)
    assert model.requests[0].messages[0] == decision().prompt("v1")[0]
    assert logged(given) == UNUSED


@pytest.mark.usefixtures("_explained")
def test_the_digest_of_the_wordings_holds_the_explanation_where_it_can_be_asked_for(monkeypatch):
    looked_up, full, none = (
        wording_digest(ADAPTER, LlmSettings.read(settings)) for settings in ({}, {"rules": "full"}, {"look_ups": 0}))
    monkeypatch.delenv("GTARENA_PROMPTS")
    plain = wording_digest(ADAPTER, LlmSettings())
    assert full == none == plain
    assert looked_up.startswith(plain)
    assert looked_up != plain


@pytest.mark.parametrize(("settings", "keys"), [
    ({}, ["decision", "look_up"]), ({"rules": "full"}, ["decision"]), ({"look_ups": 0}, ["decision"])])
def test_the_schema_of_a_reply_has_a_place_for_a_look_up_where_a_move_can_be_looked_up(
        monkeypatch, tmp_path, settings, keys):
    explain_moves(monkeypatch, tmp_path, "el_farol", "{{ move }}")
    model = ScriptedModel('{"decision": "go"}')
    decide(model, decision_at("el_farol(players=2,rounds=2)"), **settings)
    assert model.requests[0].schema["required"] == keys


@pytest.mark.usefixtures("_withheld")
@pytest.mark.parametrize("ask", [ASK, '{"look_up": "Winning"}', "I wonder.\n\n**Look up: WINNING**"])
def test_a_topic_that_is_asked_for_is_shown_and_the_question_asked_again(ask):
    given, model = play(ask, MIDDLE, retries=0)
    assert given.actions == (4,)
    assert logged(given) == [("look_up", None), ("move", None)]
    asked, told = chat(model, 1)
    assert asked == ask
    assert told.startswith("winning:\nThree marks in a row win.\n\n")
    assert "4 more can be looked up" in told
    assert [message["role"] for message in model.requests[1].messages] == ["system", "user", "assistant", "user"]
    assert [call.sample for call in given.calls] == [0, 1]
    assert given.calls[0].actions == []


@pytest.mark.usefixtures("_withheld")
def test_an_unknown_topic_counts_as_a_look_up_and_one_beyond_the_limit_as_a_failed_try() -> None:
    given, model = play(UNKNOWN, ASK, MIDDLE, retries=0, look_ups=2)
    assert logged(given) == [("look_up", None), ("look_up", None), ("move", None)]
    first, second = chat(model, 1)[1], chat(model, 2)[3]
    told = 'There is no topic called "losing". The topics are: Order of play; full-board draws; winning.'
    assert first.startswith(told)
    assert "1 more can be looked up" in first
    assert "no further topic can be looked up" in second
    given, model = play(ASK, "hm", UNKNOWN, ASK, MIDDLE, retries=2, look_ups=2)
    assert given.actions == (4,)
    assert logged(given) == [
        ("look_up", None), ("move", "unparsable"), ("look_up", None), ("move", "unparsable"), ("move", None)]
    last = chat(model, 4)
    assert [last[0], last[2], last[4], last[6]] == [ASK, "hm", UNKNOWN, ASK]
    assert "Three marks in a row win." in last[1]
    assert last[7].startswith(
        "You cannot look up another topic: you have looked up as many as you may (2).\n\nPlease answer again")
    given, model = play(*[ASK] * 8, retries=2, policy="invalid")
    assert logged(given) == [("look_up", None)] * 5 + [("move", "unparsable")] * 3
    assert given.reason == "3 replies in a row without a legal move, the last one unparsable"
    assert len(model.requests) == 8


@pytest.mark.usefixtures("_withheld")
def test_a_chat_remembers_the_answer_and_not_the_look_ups_before_it():
    model = ScriptedModel(ASK, MIDDLE, "Answer: C1R1")
    agent = LlmAgent(Seating(GAME, 0, 1), model, LlmSettings(memory="chat"), InMemoryTexts())
    for _ in range(2):
        asyncio.run(agent.act(decision()))
    assert [message["content"] for message in model.requests[2].messages if message["role"] == "assistant"] == [MIDDLE]


def test_a_reply_that_is_held_to_a_schema_may_ask_for_a_topic(monkeypatch, tmp_path):
    withhold_rules(monkeypatch, tmp_path, "el_farol")
    model = ScriptedModel('{"decision": null, "look_up": "winning"}', '{"decision": "go", "look_up": null}')
    given = decide(model, decision_at("el_farol(players=2,rounds=2)"))
    for request, reply in zip(model.requests, given.calls, strict=True):
        jsonschema.validate(json.loads(reply.reply), request.schema)
    assert logged(given) == [("look_up", None), ("move", None)]


@pytest.mark.usefixtures("_withheld")
def test_each_of_several_samples_looks_up_in_a_chat_of_its_own_and_has_no_vote_beyond_its_limit() -> None:
    given, model = play(
        ASK, MIDDLE, UNKNOWN,  # of these three, the first and the third ask for a topic
        MIDDLE, ASK,
        "Answer: C1R1", scheme="self_consistency", samples=3, look_ups=2)
    assert given.actions == (4,)
    assert logged(given) == [
        ("look_up", None), ("move", None), ("look_up", None), ("move", None), ("look_up", None), ("move", None)]
    assert [call.sample for call in given.calls] == list(range(6))
    assert len({request.seed for request in model.requests}) == 6
    assert [text[:20] for text in chat(model, 5)] == [UNKNOWN, "There is no topic ca", ASK, "winning:\nThree marks"]
    given, _ = play(ASK, MIDDLE, ASK, scheme="self_consistency", samples=2, look_ups=1, retries=0)
    assert isinstance(given, Move)
    assert logged(given) == [("look_up", None), ("move", None), ("move", "unparsable")]


@pytest.mark.usefixtures("_withheld")
def test_thoughts_moves_and_votes_may_all_look_up_first_and_a_thought_beyond_the_limit_is_used() -> None:
    given, model = play(
        THOUGHTS[0], ASK, THOUGHTS[2], THOUGHTS[1], ASK, "Answer: 2", "Answer: 2", "Answer: 2",
        MIDDLE, ASK, "Answer: C1R1", "Answer: C3R3", *VOTES, scheme="tree_of_thoughts")
    assert given.actions == (4,)
    assert [call.purpose for call in given.calls] == [
        "thought", "look_up", "thought", "thought", "look_up", *["vote"] * 3, "move", "look_up", "move", "move",
        *["vote"] * 3]
    assert '"the middle"' in model.requests[8].messages[1]["content"]
    # What was looked up for a thought is in the chat of that thought alone.
    assert len(model.requests[8].messages) == 2
    given, _ = play(*[ASK] * 6, *VOTES, *[MIDDLE] * 3, *VOTES, scheme="tree_of_thoughts", look_ups=1)
    assert given.actions == (4,)
    assert logged(given)[:6] == [("look_up", None)] * 3 + [("thought", "unparsable")] * 3


both_thinking = pytest.mark.parametrize("scheme", ["think_then_answer", "babble_and_prune"])


@pytest.mark.usefixtures("_withheld")
@both_thinking
def test_a_thought_and_the_answer_to_it_look_up_in_one_chat_with_one_limit(scheme):
    given, model = play(ASK, "The middle.", "Look up: order of play", MIDDLE, scheme=scheme, retries=0, look_ups=2)
    assert given.actions == (4,)
    assert [purpose for purpose, _ in logged(given)] == ["look_up", "thought", "look_up", "move"]
    asked, told, thought, answer, again, last = chat(model, 3)
    assert (asked, thought, again) == (ASK, "The middle.", "Look up: order of play")
    assert told.startswith("winning:\nThree marks in a row win.")
    assert "1 more can be looked up" in told
    assert answer.startswith("Now make your decision.")
    assert last.startswith("Order of play:")
    assert "no further topic can be looked up" in last


@pytest.mark.usefixtures("_withheld")
@both_thinking
def test_a_further_try_keeps_what_was_looked_up_in_either_turn(scheme):
    given, model = play(ASK, "The middle.", "hm", ASK, MIDDLE, scheme=scheme, retries=1, look_ups=2)
    assert given.actions == (4,)
    assert logged(given) == [
        ("look_up", None), ("thought", None), ("move", "unparsable"), ("look_up", None), ("move", None)]
    assert [text for text in chat(model, 4) if text.startswith("winning:")] == [chat(model, 1)[1], chat(model, 4)[7]]
    # A thought that looks up too much is kept, and leaves no look-up to the answer.
    given, model = play(ASK, ASK, ASK, MIDDLE, scheme=scheme, retries=1, look_ups=1)
    assert logged(given) == [("look_up", None), ("thought", "unparsable"), ("move", "unparsable"), ("move", None)]
    assert chat(model, 2)[2] == ASK


@pytest.mark.usefixtures("_withheld")
def test_the_digest_of_the_wordings_holds_what_is_shown_of_topics(monkeypatch):
    digests = [wording_digest(ADAPTER, LlmSettings.read(settings))
               for settings in ({}, {"rules": "full"}, {"rules": "full", "look_ups": 0}, {"look_ups": 0})]
    monkeypatch.delenv("GTARENA_PROMPTS")
    plain = wording_digest(ADAPTER, LlmSettings())
    assert (digests[3], digests[1], len({*digests})) == (plain, digests[2], 3)
    assert all(digest.startswith(plain) for digest in digests)
