import asyncio
from statistics import mean, stdev

import pyspiel
import pytest

import adapters
from adapters.disguises.disguise import Disguise
from adapters.disguises.exchanges import Exchange
from gtarena.agents.base import Decision, Move, Seating
from gtarena.agents.lineup import Lineup
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.inquiries import Estimate, Inquiry
from gtarena.agents.llm.model_calls import ModelCalls, Question
from gtarena.agents.llm.next_token import Estimates
from gtarena.agents.llm.settings import IllegalMoves, LlmSettings, wording_digest
from gtarena.agents.presets import all_presets
from gtarena.errors import UsageError
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Alternative, Reply, TokenLogprob
from gtarena.models.settings import ModelSettings
from tests.support.chat_game import small_talk
from tests.support.disguised_minds import memoriser, reasoner, returns
from tests.support.llm_decisions import decide, decision_at
from tests.support.scripted import ScriptedModel

KUHN = adapters.for_game(pyspiel.load_game("kuhn_poker"))
TIC_TAC_TOE = adapters.for_game(pyspiel.load_game("tic_tac_toe"))


def lineup(disguise: str = "none") -> Lineup:
    return Lineup(all_presets(), ModelSettings(name="offline/random"), "v1", IllegalMoves(), disguise=disguise)


def test_the_model_reads_and_says_the_words_of_the_disguise_and_its_move_is_played() -> None:
    model = ScriptedModel(Reply(text='I have the worst blick.\n{"move": "Wug"}'))
    move = decide(model, decision_at("kuhn_poker", 0, 1), disguise="renamed")
    assert isinstance(move, Move)
    assert move.actions == (1,)  # Bet
    (request,) = model.requests
    assert "Your blick is V." in request.messages[-1]["content"]
    assert "Legal moves: Dax | Wug" in request.messages[-1]["content"]
    assert request.schema is not None
    assert request.schema["properties"]["move"]["enum"] == ["Dax", "Wug"]
    assert request.form is not None
    assert request.form.moves == ("Dax", "Wug")


def test_the_log_has_what_was_sent_and_said_and_the_move_of_the_game_itself() -> None:
    texts, decision = InMemoryTexts(), decision_at("kuhn_poker", 0, 1)
    settings = LlmSettings(disguise="renamed")
    model = ScriptedModel("My blick is low: I dax.\nAnswer: Dax")
    move = asyncio.run(LlmAgent(Seating(KUHN.game, 0, 1), model, settings, texts).act(decision))
    assert isinstance(move, Move)
    (call,) = move.calls
    assert call.reply == "My blick is low: I dax.\nAnswer: Dax"
    assert call.actions == [0]
    assert [texts[ref.sha256] for ref in call.messages] == [
        message["content"] for message in model.requests[0].messages]
    assert call.answer_span is not None
    assert call.reply[slice(*call.answer_span)] == "Answer: Dax"


def test_a_model_that_says_no_legal_move_is_asked_again_in_the_words_of_the_disguise() -> None:
    model = ScriptedModel("Answer: Bet", "Answer: Wug")
    move = decide(model, decision_at("kuhn_poker", 0, 1), disguise="renamed", retries=1)
    assert isinstance(move, Move)
    assert move.actions == (1,)
    again = model.requests[1].messages
    assert again[-2]["content"] == "Answer: Bet"
    # The reader sees the word that Bet stands for, and the model sees its own again.
    assert again[-1]["content"].startswith("Your answer 'Bet' is not a legal move.")
    assert "Legal moves: Dax | Wug" in again[-1]["content"]
    assert '{"move": "Pass"}' not in again[-1]["content"]


def test_a_mirrored_board_is_shown_and_the_answer_is_turned_back() -> None:
    model = ScriptedModel("Answer: C3R2")
    move = decide(model, decision_at("tic_tac_toe", 0, 1), disguise="mirrored")
    assert isinstance(move, Move)
    assert move.actions == (3,)  # C1R2
    assert move.calls[0].actions == [3]
    assert "R1  .  o  x\n" in model.requests[0].messages[-1]["content"]


def test_a_chat_that_is_remembered_stays_in_the_words_of_the_disguise() -> None:
    model = ScriptedModel("I dax. Answer: Dax\nAnswer: Dax", "Answer: Wug")
    agent = LlmAgent(Seating(KUHN.game, 0, 1), model, LlmSettings(disguise="renamed", memory="chat"), InMemoryTexts())
    asyncio.run(agent.act(decision_at("kuhn_poker", 0, 1)))
    asyncio.run(agent.act(decision_at("kuhn_poker", 0, 1, 0, 1)))
    assert [message["role"] for message in model.requests[1].messages] == ["system", "user", "assistant", "user"]
    assert model.requests[1].messages[2]["content"] == "I dax. Answer: Dax\nAnswer: Dax"
    assert model.requests[1].messages[:2] == model.requests[0].messages


def test_what_others_said_is_told_in_the_words_of_the_disguise_and_what_the_model_says_in_those_of_the_game() -> None:
    game = small_talk()
    state = game.new_initial_state()
    for action in state.action_spec(0).read({"message": "go left"}):
        state.apply_action(action)
    decision = Decision(state, 1, adapters.for_game(game), 1)
    model, words = ScriptedModel('{"message": "dax it is"}'), Disguise((Exchange.of_pairs({"left": "dax"}),))
    calls = ModelCalls(model, InMemoryTexts(), 1, decision, disguise=words)
    question = Question("move", (), decision.prompt("v1")[-1])
    (answer,) = asyncio.run(calls.ask(question, 1, decision.read))
    assert "go dax" in model.requests[0].messages[0]["content"]
    assert "go left" not in model.requests[0].messages[0]["content"]
    assert decision.choices(answer.stated) == ["left it is"]


def test_the_next_word_is_compared_with_the_options_of_the_disguise() -> None:
    top = (Alternative("Dax", -0.1), Alternative("Pass", -3.0))
    model = ScriptedModel(Reply(text="Dax", logprobs=(TokenLogprob("Dax", -0.1, top),)))
    words = Disguise((Exchange.of_pairs({"pass": "dax"}),))
    calls = ModelCalls(model, InMemoryTexts(), 1, decision_at("kuhn_poker", 0, 1), disguise=words)
    question = Question("estimate", (), {"role": "user", "content": "Pass or Bet?"})
    ((passes, _),) = asyncio.run(calls.ask_probabilities([question], ["Pass", "Bet"], Estimates("logprobs")))
    assert passes > 0.9
    assert model.requests[0].messages[0]["content"] == "Dax or Bet?"


def test_an_inquiry_is_asked_in_the_words_of_the_disguise() -> None:
    model = ScriptedModel('{"Dax": 0.25, "Wug": 0.75}')
    agent = LlmAgent(Seating(KUHN.game, 0, 1), model, LlmSettings(disguise="renamed"), InMemoryTexts())
    found = asyncio.run(agent.inquire(decision_at("kuhn_poker", 0, 1), Inquiry("policy", ("Pass", "Bet"))))
    assert isinstance(found, Estimate)
    assert found.probabilities == (0.25, 0.75)
    assert "Pass" not in model.requests[0].messages[-1]["content"]


def test_seats_log_a_disguise_and_none_of_those_without_changes() -> None:
    (plain,) = lineup().seats(["llm"], KUHN)
    (disguised,) = lineup("renamed").seats(["llm"], KUHN)
    assert "disguise" not in plain.params
    assert disguised.params["disguise"] == "renamed"
    wording = str(plain.params["wording"])
    assert str(disguised.params["wording"]).startswith(wording)
    assert disguised.params["wording"] != wording
    assert [seat.params for seat in lineup("renamed").seats(["random"], KUHN)] == [{"kind": "random"}]


def test_a_disguise_that_does_not_apply_is_refused_in_one_line() -> None:
    with pytest.raises(UsageError, match="agent llm: disguise=mirrored does not apply to kuhn_poker: it has no board"):
        lineup("mirrored").seats(["llm"], KUHN)
    with pytest.raises(UsageError, match="disguise=renamd is not none, mirrored, swapped"):
        LlmSettings(disguise="renamd")


def test_words_are_not_changed_beside_pictures_and_boards_are() -> None:
    with pytest.raises(UsageError, match="disguise=renamed changes words, and pictures show the game as it is: set "
                                         "observation=text, not image"):
        wording_digest(TIC_TAC_TOE, LlmSettings(disguise="renamed", observation="image"))
    assert wording_digest(TIC_TAC_TOE, LlmSettings(disguise="mirrored", observation="image"))


@pytest.mark.parametrize("disguise", ["renamed", "swapped", "story", "anonymous", "affine", "swapped+renamed"])
def test_who_reads_the_rules_plays_the_same_in_every_disguise(disguise: str) -> None:
    seeds = range(60)
    assert returns(reasoner, disguise, seeds) == returns(reasoner, "none", seeds)


@pytest.mark.parametrize("disguise", ["renamed", "swapped", "story"])
def test_who_knows_words_by_heart_loses_by_a_disguise(disguise: str) -> None:
    seeds = range(60)
    pairs = zip(returns(memoriser, disguise, seeds), returns(memoriser, "none", seeds), strict=True)
    drops = [hidden - plain for hidden, plain in pairs]
    assert mean(drops) + 2 * stdev(drops) / len(drops) ** 0.5 < 0
    # By heart 2, -1 and -1 with K, Q and J; in a disguise -1 whatever the card, or -1, 0 on average and -2.
    assert mean(drops) == pytest.approx(-1, abs=0.5)
