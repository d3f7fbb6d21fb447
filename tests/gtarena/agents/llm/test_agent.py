import asyncio

import pyspiel
import pytest

import adapters
import custom_games  # noqa: F401
from custom_games.framework.spiel import game_class
from gtarena.agents.base import Decision, Move, NoMove, Penalty, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings, settings_to_log
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import ModelError, Reply
from tests.support import keepers
from tests.support.llm_decisions import decide, decision_at
from tests.support.scripted import ScriptedModel

GAME = pyspiel.load_game("tic_tac_toe")


def decision(*actions: int) -> Decision:
    return decision_at("tic_tac_toe", *actions)


def agent(model: ScriptedModel, **settings) -> LlmAgent:
    return LlmAgent(Seating(GAME, 0, 1), model, LlmSettings.read(settings), InMemoryTexts())


def act(player: LlmAgent, *actions: int) -> Move | NoMove:
    return asyncio.run(player.act(decision(*actions)))


def test_the_stated_move_is_played_and_the_call_is_logged():
    counts = {"tokens_in": 50, "tokens_out": 5, "cost": 0.25, "seconds": 1.5, "retries": 2, "cached": True}
    move = act(agent(ScriptedModel(Reply(text="Answer: C1R1", **counts))))
    assert move.actions == (0,)
    (call,) = move.calls
    assert (call.actions, call.failure, call.reply) == ([0], None, "Answer: C1R1")
    assert {name: getattr(call, name) for name in counts} == counts
    assert [ref.role for ref in call.messages] == ["system", "user"]


def test_after_a_reply_without_a_legal_move_the_model_is_told_why_and_asked_again():
    model = ScriptedModel("hm", "Answer: C9R9", "Answer: C2R2")
    move = act(agent(model, retries=2))
    assert move.actions == (4,)
    assert [call.failure for call in move.calls] == ["unparsable", "illegal", None]
    assert [call.sample for call in move.calls] == [0, 1, 2]
    last = model.requests[2].messages
    assert [message["role"] for message in last] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert last[2]["content"] == "hm"
    assert last[5]["content"].startswith("Your answer 'C9R9' is not a legal move.\n\nPlease answer again")
    assert "\nLegal moves: C1R1 | C2R1 | C3R1 | " in last[5]["content"]
    assert [call.nudges for call in move.calls] == [0, 1, 2]
    assert len({request.seed for request in model.requests}) == 3


@pytest.mark.parametrize("policy", ["forfeit", "invalid"])
def test_when_the_retries_are_used_up_the_policy_ends_the_match(policy):
    given_up = act(agent(ScriptedModel("", "no"), retries=1, policy=policy))
    assert given_up.outcome == policy
    assert given_up.reason == "2 replies in a row without a legal move, the last one unparsable"
    assert [call.failure for call in given_up.calls] == ["empty", "unparsable"]


def test_the_random_and_the_charged_policy_go_on_and_keep_the_failure_in_the_log() -> None:
    chosen = {act(agent(ScriptedModel("no"), retries=0, policy="random"), 0, 1).actions for _ in range(3)}
    assert len(chosen) == 1
    assert chosen.pop()[0] in range(2, 9)
    assert act(agent(ScriptedModel("no"), retries=0, policy="random")).calls[0].failure == "unparsable"
    asked = decision_at("beauty_contest(upper=10,grid=1.0)")
    answer = decide(ScriptedModel("no"), asked, policy="charged", retries=0)
    assert isinstance(answer, Penalty)
    assert answer.calls[0].failure == "unparsable"


@pytest.mark.parametrize("name", ["tic_tac_toe", "el_farol"])
def test_nobody_can_be_charged_in_a_game_whose_rules_do_not_say_so(name):
    with pytest.raises(UsageError, match=f"illegal.policy=charged is not supported by {name}: it defines no penalty"):
        decide(ScriptedModel(), decision_at(name), policy="charged")


def test_an_unreachable_model_is_not_charged_to_the_player_and_earlier_calls_stay_in_the_account():
    error = ModelError("no connection")
    answer = act(agent(ScriptedModel("no", error), retries=1))
    assert answer.error is error
    assert [call.failure for call in answer.calls] == ["unparsable"]


def test_earlier_turns_are_seen_with_chat_memory_alone_and_failed_ones_never() -> None:
    model = ScriptedModel("Answer: C1R1", "Answer: C2R2")
    player = agent(model, memory="none")
    act(player)
    act(player, 0, 1)
    assert [len(request.messages) for request in model.requests] == [2, 2]
    model = ScriptedModel("what?", "Answer: C1R1", "Answer: C2R2")
    player = agent(model, memory="chat", retries=1)
    act(player)
    act(player, 0, 1)
    messages = model.requests[2].messages
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user"]
    assert (messages[1], messages[2]["content"]) == (model.requests[0].messages[1], "Answer: C1R1")


def test_with_no_instruction_the_prompt_leaves_as_it_is_and_null_or_empty_is_none() -> None:
    asked, model = decision_at("el_farol(players=2,rounds=2)"), ScriptedModel('{"decision": "go"}')
    assert decide(model, asked, reasoning="none").actions == (1,)
    assert list(model.requests[0].messages) == asked.prompt("v1")
    assert model.requests[0].schema is None
    for nothing in (None, ""):
        assert settings_to_log({"kind": "llm", "reasoning": nothing}) == {"kind": "llm", "reasoning": "none"}
    for settings in ({"reasoning": "cot"}, {"kind": "llm"}):
        assert settings_to_log(settings) == settings


def test_reasoning_wordings_close_the_prompt_and_differ_in_what_they_stress() -> None:
    turns = {}
    for reasoning in ("direct", "cot"):
        model = ScriptedModel("Answer: C1R1")
        act(agent(model, reasoning=reasoning))
        turns[reasoning] = model.requests[0].messages[-1]["content"]
    assert turns["direct"].endswith("\n\nReply with what the form asks for and nothing else.")
    assert ["step by step" in turn for turn in turns.values()] == [False, True]
    names = ("cot_situation", "cot_careful", "cot_thoughts", "cot_state_strategy", "cot_strategy")
    turns = [" ".join(at_the_bar(reasoning=name)[-1]["content"].split()).rsplit("Legal moves", 1)[1] for name in names]
    assert ["situation" in turn for turn in turns] == [True, True, False, False, False]
    assert ["step by step" in turn for turn in turns] == [False, True, False, False, False]
    assert ["what you think" in turn for turn in turns] == [False, False, True, False, False]
    assert ["strategy for beating" in turn for turn in turns] == [False, False, False, True, True]
    assert ["analysis" in turn for turn in turns] == [False, False, False, True, False]


def test_the_seed_of_a_request_depends_on_the_match_the_move_and_the_attempt():
    def seed(match_seed: int, *actions: int) -> int:
        model = ScriptedModel("Answer: C3R3")
        player = LlmAgent(Seating(GAME, 0, match_seed), model, LlmSettings(), InMemoryTexts())
        asyncio.run(player.act(decision(*actions)))
        return model.requests[0].seed

    assert seed(1) == seed(1)
    assert len({seed(1), seed(2), seed(1, 0, 1)}) == 3


def test_a_prompt_for_json_comes_with_its_schema_in_which_thoughts_come_first_and_one_for_a_line_with_none() -> None:
    asked = []
    for reasoning in ("direct", "cot"):
        model = ScriptedModel('{"decision": "go"}')
        assert decide(model, decision_at("el_farol(players=2,rounds=2)"), reasoning=reasoning).actions == (1,)
        asked.append(model.requests[0].schema)
    direct, thinking = asked
    assert direct == {"type": "object", "properties": {"decision": {"type": "string", "enum": ["stay", "go"]}},
                      "required": ["decision"], "additionalProperties": False}
    assert thinking["required"] == ["thoughts", "decision"]
    assert list(thinking["properties"].items()) == [("thoughts", {"type": "string"}), *direct["properties"].items()]
    model = ScriptedModel("Action: C1R1")
    act(agent(model, prompt="paper"))
    assert model.requests[0].schema is None


BAR = "el_farol(players=3,rounds=4)"


def at_the_bar(**settings):
    """Returns the messages to the model in seat 0 after two rounds; in the first it went to a crowded bar."""
    model = ScriptedModel('{"decision": "go"}')
    decide(model, decision_at(BAR, [1, 1, 0], [0, 1, 1]), **settings)
    return model.requests[0].messages


def test_with_memory_of_reports_past_rounds_are_turns_and_without_it_all_stands_in_one() -> None:
    messages = at_the_bar(memory="reports")
    assert [message["role"] for message in messages] == ["system", "user", "assistant", "user", "assistant", "user"]
    assert [message["content"] for message in messages if message["role"] == "assistant"] == [
        '{"decision": "go"}', '{"decision": "stay"}']
    assert "2 of the 3 players went to the bar" in messages[1]["content"]
    own_result, next_report = messages[3]["content"].split("\n\n", 1)
    assert own_result == "You got 0 points."
    assert next_report.startswith("Results of round 2:")
    assert "Round 3" in messages[-1]["content"]
    assert "Results" not in messages[-1]["content"]
    model = ScriptedModel("hm", "", '{"decision": "go"}')
    given = decide(model, decision_at(BAR, [1, 1, 0]), memory="reports")
    roles = [message["role"] for message in model.requests[2].messages]
    assert roles == ["system", *["user", "assistant"] * 3, "user"]
    assert [len(call.messages) for call in given.calls] == [4, 6, 8]
    _, turn = at_the_bar()
    told = "".join(message["content"] for message in at_the_bar(memory="reports")[1:])
    assert "".join(told.split()) == "".join(turn["content"].split())


def test_a_persona_stands_before_the_rules_and_a_guide_after_them_and_their_topics_in_every_scheme() -> None:
    plain, cooperative, own = (
        at_the_bar(persona=persona)[0]["content"] for persona in (None, "cooperative", "You are a pirate."))
    assert own == f"You are a pirate.\n\n{plain}"
    first, rules = cooperative.split("\n\n", 1)
    assert rules == plain
    assert first.startswith("You are")
    plain, given = (at_the_bar(guide=guide)[0]["content"] for guide in (None, "Go when others went home."))
    assert given == f"{plain}\n\nGo when others went home."
    for scheme in ("self_consistency", "tree_of_thoughts", "think_then_answer", "babble_and_prune"):
        model = ScriptedModel(*["hm"] * 12)
        act(agent(model, scheme=scheme, guide="Take the centre.", retries=0))
        assert model.requests
        for request in model.requests:
            assert request.messages[0]["content"].endswith("\n\nTake the centre.")
    model = ScriptedModel("hm")
    decide(model, decision_at("sea_battle"), guide="basics", rules="full", retries=0)
    rules, guide = model.requests[0].messages[0]["content"].split("\n\nHow to play Sea Battle well:\n")
    assert "sinks when its damage reaches" in rules
    assert "A ship shoots to its left or right" in guide


@pytest.mark.parametrize("reasoning", ["cot1", "cot2", "cot3", "cot4", "cot5"])
def test_every_wording_of_thinking_step_by_step_ends_the_turn(reasoning):
    direct, thinking = at_the_bar()[-1]["content"], at_the_bar(reasoning=reasoning)[-1]["content"]
    assert "step by step" in " ".join(thinking.split()).rsplit("Legal moves", 1)[1]
    assert direct.split("\n\n")[:-1] == thinking.split("\n\n")[:-1]


LAST_CELL = (0, 1, 2, 4, 3, 5, 7, 6)  # nobody has three in a row, and only the lower right corner is free


def test_a_forced_move_is_played_without_a_call_if_it_is_to_be_and_a_choice_of_two_is_asked_for():
    model = ScriptedModel(*["Answer: C3R3"] * 2)
    assert act(agent(model, forced_moves="played"), *LAST_CELL) == Move((8,))
    assert model.requests == []
    assert len(act(agent(model, forced_moves="asked"), *LAST_CELL).calls) == 1
    assert len(act(agent(model, forced_moves="played"), *LAST_CELL[:-1]).calls) == 1


@pytest.mark.parametrize(("settings", "message"), [
    ({"forced_moves": "skipped"}, "^forced_moves=skipped is not asked or played$"),
    ({"openings": "stored"}, "^openings=stored is not live or recorded$"),
    *(({"history": value}, rf"^history={value} is not all, last:N with N from 1 on, or none$")
      for value in ("last:0", "3", "some")),
    ({"persona": "selfless"}, "unknown persona 'selfless'; did you mean selfish"),
    *(({"look_ups": value}, f"^look_ups={value} is not a whole number from 0 to 100$")
      for value in (-1, 101, 2.5, True, "3", None)), ({"rules": "none"}, "^rules=none is not look_up or full$")])
def test_other_settings_are_refused_with_what_is_allowed(settings, message):
    with pytest.raises(UsageError, match=message):
        LlmSettings(**settings)


@pytest.mark.parametrize("limit", [None, 40])
def test_a_limit_of_the_reply_is_asked_for(limit):
    model = ScriptedModel("Answer: C1R1")
    act(agent(model, max_tokens=limit))
    assert [request.max_tokens for request in model.requests] == [limit]


def opening(said, **settings):
    """The answer of a model at the first decision of a game whose data records a whisper, and its requests."""
    model, state = ScriptedModel(said), keepers.started(game_class(keepers.RecordedKeepers)())
    asked = Decision(state, 0, adapters.for_game(state.get_game()), 9)
    return asked, decide(model, asked, **settings), model.requests


def test_a_recorded_opening_is_played_without_a_call_if_there_is_one_and_it_is_asked_for() -> None:
    asked, move, requests = opening("Answer: no", openings="recorded")
    assert (asked.choices(move.actions), move.calls, requests) == (["hush"], (), [])
    asked, move, requests = opening("Answer: no")
    assert (asked.choices(move.actions), len(move.calls), len(requests)) == (["no"], 1, 1)
    move = act(agent(ScriptedModel("Answer: C1R1"), openings="recorded"))
    assert (move.actions, len(move.calls)) == ((0,), 1)
