import asyncio
import re

import pytest

import gtarena
from gtarena.agents.base import Decision, NoMove, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from tests.support.gamebench_decisions import decisions
from tests.support.openai_server import random_move
from tests.support.scripted import ScriptedModel

ILLEGAL, UNPARSABLE = "illegal", "unparsable"
# By decision: a reply that states a step, the step as OpenSpiel writes its actions, and a reply that is refused.
REPLIES = {
    "als_action": ('```json\n{"action": "Improvise Aerodrome (Air 4) to Land"}\n```',
                   "Improvise Aerodrome (Air 4) to Land", "Answer: Deploy Blockade (Sea 5) to Air"),
    "als_two": ("> Answer: `Deploy Maneuver (Land 3) to Land`", "Deploy Maneuver (Land 3) to Land",
                "Answer: Deploy Maneuver"),
    "als_flip": ("Answer: your top card in Air", "Flip your top card in Air", "Answer: Flip your top card in Land"),
    "als_card": ("Nothing to gain here.\n\nAnswer: *Decline*", "Decline", "Answer: Take back Blockade (Sea 5)"),
    "als_move": ("Answer: move air drop (air 2) to land", "Move Air Drop (Air 2) to Land",
                 "Answer: Move Air Drop (Air 2)"),
    "als_theater": ('Answer: "Sea"', "Sea", "Answer: Land"),
    "arc_action": ('I dig.\n{"action": "DIG", "cards": ["Shovel", "Brawler"]}', "DIG Brawler Shovel confirm",
                   "Answer: DRAW with Spear"),
    "arc_hire": ("**Answer:** HIRE Scavenger", "HIRE Scavenger confirm", "Answer: HIRE Thug"),
    "arc_keep": ("Answer: nothing", "nothing", "Answer: Medkit"),
    "arc_pay": ("Answer: HIRE Scout with Pills.", "HIRE Scout Pills confirm", "Answer: HIRE Thug with Pills"),
    "arc_react": ("Answer: **disarm Spear**", "disarm Spear", "Answer: snipe Thug"),
    "arc_skirmish": ("Answer: Stop", "stop", "Answer: snipe Brawler"),
    "pit_open": ("Final answer: Offer the Bull", "Offer the Bull", '{"action": "Offer 4 Barley"}'),
    "pit_accept": ("**Answer:** Accept Player 4's offer of 1 with 1 Soybeans",
                   "Accept Player 4's offer of 1 with 1 Soybeans", "Answer: Accept Player 3's offer of 1 with 1 Corn"),
    "sn_place": ('```\n{"move": "Place A on row 3, column 3"}\n```', "Place A on row 3, column 3",
                 "Answer: Place A on row 0, column 3"),
    "sn_turn": ('{"move": "move west, build north"}', "Move west, build north", "Answer: Move north, build east"),
    "sb_order": ("Rocks ahead!\n\nAnswer: **Stay, shoot right**", "Stay, shoot right", "Answer: Stay"),
    "trb_partner": ('```json\n{"partner": 3}\n```', "Player 3", "Answer: Player 1"),
    "trb_question": ('{"question": "Red?"}', "R e d ? END", '{"question": ["Red?"]}'),
    "trb_answer": ("I had better lie.\n\n**Answer:** No", "N o END", '{"answer": true}'),
    "trb_hostage": ("Player 3 is not ours.\nAnswer: Player 3", "Player 3", "Answer: Player 1"),
    "ayt_partner": ('{"partner": "Player 4"}', "Player 4", '{"partner": "Player 3"}'),
    "ayt_question": ("Red?", "R e d ? END", '{"question": ["Red?"]}'),
    "ayt_answer": ("Answer: No", "N o END", '{"answer": true}'),
    "ayt_stop": ('{"stop": "no"}', "pass", '{"stop": "maybe"}'),
    "ayt_accused": ('{"accused": "Player 4"}', "Player 4", "Answer: Player 2"),
    "hv_first": ("I open with a spider.\nAnswer: **wS1**", "wS1", "Answer: bS1"),
    "hv_turn": ("- Answer: `bG2 east of bQ`", "bG2 bQ-", "Answer: bG2 east of wB2"),
    "hv_stack": ("Answer: wB2 on top of bA3", "wB2 bA3", "Answer: wB2 on top of bQ"),
    "cn_clue": ('```json\n{"clue": "ocean", "number": 3}\n```', "o c e a n END 3",
                '{"clue": "steamboat", "number": 2}'),
    "cn_guess": ("Water: that is a *boat*.\nAnswer: Boat", "boat", "Answer: end turn"),
    "cn_more": ("I am not sure of any other.\n\nAnswer: pass", "end turn", "Answer: beach"),
    "hv_pass": ("I have no choice.\n\nAnswer: **pass**", "pass", "Answer: stay")}
TEXTS = {"trb_question", "trb_answer", "ayt_question", "ayt_answer"}  # which a reply of one line says
WORDLESS = "Let me think.\nThis position takes a while."
EXPLAINING = {name for name in REPLIES if name[:3] in ("als", "arc", "cn_", "sb_", "hv_")}
WITHHOLDING = {"als_action": "battle cards", "sb_order": "sinking", "hv_turn": "freedom to move"}
# By decision: an offered move, which a look-up names, and words that only its explanation has.
MOVES = {
    "als_action": ("Improvise Aerodrome (Air 4) to Land", "The card is played face down"),
    "als_theater": ("Sea", "The card that you drew is played to Sea"),
    "arc_action": ("HUNT with Scavenger and Spear", "You get"),
    "arc_keep": ("nothing", "All cards that you turned up go to the bottom of the junkyard"),
    "arc_react": ("snipe Scavenger", "the announced action does not take place"),
    "sb_order": ("Stay, shoot right", "The ship stays where it is, and then it shoots to its right"),
    "hv_turn": ("bG2 east of bQ", "You place bG2 (grasshopper) from your reserve"),
    "hv_first": ("wS1", "You place wS1 (spider) from your reserve"), "hv_stack": ("wB2 on top of bA3", "on top of bA3"),
    "hv_pass": ("pass", "You have no other legal move")}


def ask(chats, **settings):
    """Returns the response to each chat, a decision with the replies that a model gives in turn, and that model."""
    return [_answer(name, ScriptedModel(*replies), LlmSettings(**settings)) for name, replies in chats]


def _answer(name, model, settings):
    adapter, state, player = decisions()[name]
    agent = LlmAgent(Seating(state.get_game(), player, 1), model, settings, InMemoryTexts())
    return asyncio.run(agent.act(Decision(state, player, adapter, 0))), model


def stated(name, response):
    """Returns the step that a response takes, as OpenSpiel writes it; the failure of its last call if it takes none."""
    if isinstance(response, NoMove):
        return response.calls[-1].failure
    _, state, player = decisions()[name]
    if state.is_simultaneous_node():
        return " ".join(state.action_to_string(player, action) for action in response.actions)
    clone, words = state.clone(), []
    for action in response.actions:
        words.append(clone.action_to_string(player, action))
        clone.apply_action(action)
    return " ".join(words)


def logged(response):
    return [(call.purpose, call.failure) for call in response.calls]


def told(model):
    """Returns what the user's turns of a chat say after the prompt."""
    return [message["content"] for message in model.requests[-1].messages if message["role"] == "user"][1:]


def legal(name):
    """Returns a reply that states a legal move, with the move."""
    reply, step, _ = REPLIES[name]
    return reply, step


def test_a_reply_takes_the_step_that_it_states_or_fails_for_the_named_reason():
    assert set(REPLIES) == set(decisions())
    cases = [case for name, (reply, step, wrong) in REPLIES.items()
             for case in ((name, reply, step), (name, wrong, ILLEGAL), (name, WORDLESS, UNPARSABLE))]
    answers = ask([(name, [reply]) for name, reply, _ in cases], retries=0, policy="invalid")
    assert [(name, reply, stated(name, response))
            for (name, reply, _), (response, _) in zip(cases, answers, strict=True)] == cases
    assert {len(response.calls) for response, _ in answers} == {1}


# look-ups; no retry is allowed, so that any that is taken for a failed try ends the decision


@pytest.mark.parametrize("dress", ["Look up: {}", "I am not sure.\n\n**Look up: {}**", '{{"look_up": "{}"}}',
                                   '```json\n{{"look_up": "{}"}}\n```', "- look-up: {}."])
def test_an_offered_move_is_explained_in_every_dress_without_a_failed_try(dress):
    answers = ask([(name, [dress.format(move), legal(name)[0]]) for name, (move, _) in MOVES.items()], retries=0)
    for (response, model), (name, (move, words)) in zip(answers, MOVES.items(), strict=True):
        assert logged(response) == [("look_up", None), ("move", None)], (name, told(model))
        assert stated(name, response) == legal(name)[1]
        [text] = told(model)
        assert text.startswith(f"{move}:\n")
        assert words in text
        assert "(4 more can be looked up)" in text


def test_headings_moves_and_unknown_names_are_look_ups_and_one_beyond_the_limit_is_a_failed_try():
    chats = [(name, [f"Look up: {heading.upper()}", f"Look up: {MOVES[name][0]}", 'Hm.\n{"look_up": "castling"}',
                     "Look up: castling", legal(name)[0]])
             for name, heading in WITHHOLDING.items()]
    for (response, model), (name, heading) in zip(ask(chats, retries=1, look_ups=3), WITHHOLDING.items(), strict=True):
        assert logged(response) == [("look_up", None)] * 3 + [("move", UNPARSABLE), ("move", None)]
        assert stated(name, response) == legal(name)[1]
        texts = told(model)
        assert texts[0].startswith(f"{heading}:\n")
        assert texts[1].startswith(f"{MOVES[name][0]}:\n")
        assert texts[2].startswith('Neither a topic nor a move that you are offered is called "castling". The topics')
        assert "as many as you may (3)" in texts[3]


@pytest.mark.parametrize("dress", ["Look up: {}", "**Look up: {}**", '```json\n{{"look_up": "{}"}}\n```'])
def test_every_topic_of_codenames_is_told_to_spymasters_and_operatives(dress):
    topics = decisions()["cn_clue"][0].topics()
    names = ("cn_clue", "cn_guess", "cn_more")
    chats = [(name, [*(dress.format(topic.upper()) for topic in topics), legal(name)[0]]) for name in names]
    for name, (response, model) in zip(names, ask(chats, retries=0, look_ups=len(topics)), strict=True):
        assert logged(response) == [("look_up", None)] * len(topics) + [("move", None)]
        assert stated(name, response) == legal(name)[1]
        assert [text.partition(":\n")[0] for text in told(model)] == topics


def test_an_unknown_name_is_a_look_up_where_moves_are_explained_and_of_two_answers_the_last_one_counts():
    replies = {name: ["Look up: castling", legal(name)[0]] for name in REPLIES if name not in TEXTS}
    for name, (response, _) in zip(replies, ask(list(replies.items()), retries=1), strict=True):
        first = ("look_up", None) if name in EXPLAINING else ("move", UNPARSABLE)
        assert logged(response) == [first, ("move", None)], name
    names = list(MOVES)
    answer = {name: legal(name)[0] for name in names}
    asking = [(name, [f"{answer[name]}\n\nLook up: {MOVES[name][0]}", answer[name]]) for name in names]
    answering = [(name, [f"Look up: {MOVES[name][0]}\n\n{answer[name]}"]) for name in names]
    responses = [response for response, _ in ask(asking + answering, retries=0)]
    for name, response in zip(names * 2, responses, strict=True):
        assert stated(name, response) == legal(name)[1]
    assert [logged(response) for response in responses] == (
        [[("look_up", None), ("move", None)]] * len(names) + [[("move", None)]] * len(names))


# whole matches


@pytest.mark.parametrize(
    "game", ["air_land_sea(vp_to_win=3)", "arctic_scavengers(rounds=1)", "sea_battle(max_turns=2)"])
def test_the_look_ups_of_a_match_are_counted_and_are_no_failed_tries(game, openai_server, monkeypatch):
    """Every decision of the first player looks up its last legal move, up to six times in all."""
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    asked = []

    def reply(payload):
        turn = payload["messages"][-1]["content"]
        if payload["messages"][-2]["role"] == "assistant" or len(asked) == 6 or "Legal moves: " not in turn:
            return random_move(payload)
        asked.append(re.split(r" \| ", turn.partition("Legal moves: ")[2].splitlines()[0])[-1])
        return f"Which one?\nLook up: {asked[-1]}"

    openai_server.reply = reply
    record = gtarena.play(game, ["llm", "random"], model={"name": "openai/any", "api_base": openai_server.api_base})
    assert record.outcome == "finished"
    assert 1 <= len(asked) <= 6
    assert sum(call.purpose == "look_up" for call in record.calls) == len(asked)
    assert {call.failure for call in record.calls} == {None}
    assert not any(call.actions for call in record.calls if call.purpose == "look_up")
