import json
import random
from dataclasses import fields
from typing import get_args

import pyspiel
import pytest

import adapters
from adapters import ReplyError
from adapters.rendering import templates
from gtarena.agents.base import Decision
from gtarena.agents.llm.instructions import Instruction, guide_digest, render_guide, render_persona
from gtarena.agents.llm.nudges import nudge
from gtarena.agents.llm.schemes import setting_names
from gtarena.agents.llm.schemes.rap.scheme import Rap
from gtarena.agents.llm.settings import NO_LIMITS, IllegalMoves, LlmSettings, Policy, TokenLimits, wording_digest
from gtarena.errors import UsageError
from tests.support.llm_decisions import decision_at
from tests.support.named_games import SETTINGS, after, loaded, some_decisions

ADAPTER = adapters.for_game(pyspiel.load_game("tic_tac_toe"))


def test_prompt_versions_reasoning_personas_and_guides_have_digests_of_their_own() -> None:
    digests = {
        wording_digest(ADAPTER, LlmSettings(prompt=prompt, reasoning=reasoning))
        for prompt in ("v1", "v2") for reasoning in ("direct", "cot")}
    assert len(digests) == 4
    personas = (None, "selfish", "You are a pirate.")
    assert len({wording_digest(ADAPTER, LlmSettings(persona=persona)) for persona in personas}) == 3
    told = "memory=reports needs a prompt version that reports the rounds one by one: v1 of tic_tac_toe does not"
    with pytest.raises(UsageError, match=told):
        wording_digest(ADAPTER, LlmSettings(memory="reports"))
    plain = wording_digest(ADAPTER, LlmSettings())
    assert wording_digest(ADAPTER, LlmSettings(guide=None)) == wording_digest(ADAPTER, LlmSettings(guide="")) == plain
    digests = {wording_digest(ADAPTER, LlmSettings(guide=guide)) for guide in ("Take the centre.", "Take a corner.")}
    assert len({*digests, plain}) == 3
    with pytest.raises(UsageError, match="unknown guide of tic_tac_toe 'basics'"):
        wording_digest(ADAPTER, LlmSettings(guide="basics"))


@pytest.mark.parametrize(("game", "settings", "message"), [
    ("pig", {"history": "none"}, "history=none needs a prompt version that can leave out the past: v1 of pig does not"),
    ("kuhn_poker", {"history": "last:2"}, "history=last:2 needs a prompt version that can leave out the past"),
    ("chess", {"position": "epd"}, "position=epd is no form of positions: v1 of chess writes them as drawing or pieces "
                                   "or fen or pgn"),
    ("nim", {"position": "fen"}, "position=fen is no form of positions: v1 of nim has one form alone: leave it empty")])
def test_a_wording_that_cannot_tell_less_or_otherwise_is_refused(game, settings, message):
    with pytest.raises(UsageError, match=message):
        wording_digest(loaded(game), LlmSettings(**settings))


@pytest.mark.parametrize(("game", "settings"), [
    ("chess", {"position": "pgn"}), ("chess", {"history": "last:3", "position": "fen"}),
    ("clobber", {"history": "none"}), ("el_farol(rounds=3)", {"history": "last:1"})])
def test_a_wording_that_can_is_used(game, settings):
    assert wording_digest(loaded(game), LlmSettings(**settings))


def test_settings_of_schemes_stand_beside_the_shared_ones_under_names_of_their_own() -> None:
    seat = {"kind": "llm", "scheme": "rap", "depth": 3, "width": None, "memory": "chat", "temperature": 0.5,
            "illegal": {"policy": "random", "retries": 0}}
    assert LlmSettings.read(seat) == LlmSettings(scheme=Rap(depth=3), memory="chat", policy="random", retries=0)
    assert LlmSettings.read({}) == LlmSettings()
    assert not {spec.name for spec in fields(LlmSettings)} & set(setting_names())


def test_a_scheme_has_its_own_limit_or_that_of_all_if_there_is_one() -> None:
    limits = TokenLimits(40, {"tree_of_thoughts": 256})
    assert (limits.of("single"), limits.of("tree_of_thoughts")) == (40, 256)
    assert NO_LIMITS.of("single") is None


@pytest.mark.parametrize(("given", "message"), [
    ({"max_tokens": 0}, r"^max_tokens=0 is not a whole number of at least 1$"),
    ({"max_tokens": True}, r"^max_tokens=True is not a whole number of at least 1$"),
    ({"max_tokens": "40"}, r"^max_tokens='40' is not a whole number of at least 1$"),
    ({"schemes": {"single": None}}, r"^schemes.single=None is not a whole number of at least 1$"),
    ({"schemes": {"slow": 9}}, r"^schemes.slow is not single or self_consistency or tree_of_thoughts"),
    ({"schemes": 256}, r"^schemes=256 is not a limit for each scheme: write schemes: \{single: 256\}$")])
def test_a_wrong_limit_is_refused_in_one_line(given, message):
    with pytest.raises(UsageError, match=message):
        TokenLimits(**given)


GUIDED = (
    "air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames", "hive", "hive_without_beetles", "pit",
    "santorini", "sea_battle", "two_rooms_and_a_boom")
BAR = adapters.for_game(after("el_farol").get_game())


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    for name, text in {
        "reasoning/plain": "Think.", "reasoning/placed": "{% block phrase %}Muse.{% endblock %}",
        "el_farol/open": "{% block phrase %}{{ phrase }}{% endblock %}", "el_farol/closed": "Well?"}.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.jinja").write_text(text)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(("name", "version", "expected"), [
    ("plain", "open", Instruction("", "Think.")), ("plain", "closed", Instruction("", "Think.")),
    ("placed", "open", Instruction("Muse.", "")), ("placed", "closed", Instruction("", "Muse.")),
    ("none", "open", Instruction("", ""))])
def test_an_instruction_goes_where_both_it_and_the_wording_say_and_ends_the_question_otherwise(name, version, expected):
    assert Instruction.of(name, BAR, version) == expected


def test_no_shipped_instruction_but_to_answer_directly_forbids_thinking():
    for name in set(templates.list_versions("reasoning")) - {"direct", "none"}:
        text = Instruction.of(name, BAR, "v1").ending
        assert " ".join(text.split()).endswith("in the form asked for.")
        assert "nothing else" not in text


def test_a_persona_or_a_guide_is_a_name_or_a_text_of_several_words() -> None:
    assert render_persona("selfish").startswith("You are")
    assert render_persona(" You are a pirate. ") == "You are a pirate."
    assert render_persona(None) == render_persona("") == ""
    with pytest.raises(UsageError, match="unknown persona 'selfless'; did you mean selfish"):
        render_persona("selfless")
    one = decision_at("el_farol")
    assert render_guide(None, one) == render_guide("", one) == guide_digest("", one.adapter) == ""
    assert render_guide(" Stay at\nhome. ", one) == "Stay at\nhome."
    assert render_guide("basics", decision_at("pit")).startswith("How to play Pit well:\n- ")
    with pytest.raises(UsageError, match="unknown guide of pit 'basic'; did you mean basics"):
        render_guide("basic", decision_at("pit"))


@pytest.mark.usefixtures("own")
def test_a_guide_of_ones_own_sees_what_prompts_see(tmp_path):
    (tmp_path / "el_farol" / "guides").mkdir()
    before = guide_digest("Stay at home.", BAR)
    (tmp_path / "el_farol" / "guides" / "mine.jinja").write_text("There are {{ game.players }} of you.\n")
    assert render_guide("mine", decision_at("el_farol(players=7)")) == "There are 7 of you."
    assert len({guide_digest("mine", BAR), guide_digest("Stay at home.", BAR)}) == 2
    assert guide_digest("Stay at home.", BAR) == before


@pytest.mark.parametrize("name", GUIDED)
def test_a_shipped_guide_is_short_plain_text(name):
    text = (templates.PROMPTS / name / "guides" / "basics.jinja").read_text(encoding="utf-8")
    if name in pyspiel.registered_names():
        text = render_guide("basics", decision_at(name))
        assert "{" not in text
    heading, *points = text.splitlines()
    assert heading.startswith("How to play ")
    assert 8 <= len([point for point in points if point.startswith("- ")]) <= 12
    assert len(text) < 3000
    assert text.isascii()


ERROR = ReplyError("illegal", "Your answer 'x' is not a legal move.", "Legal moves: a | b")


def told(decision: Decision, version: str = "v1", seed: int = 0) -> str:
    message = nudge(decision, decision.reply_form(version), ERROR, random.Random(seed))
    assert message["role"] == "user"
    return message["content"]


def in_prisoners_dilemma() -> Decision:
    return Decision(after("iterated_prisoners_dilemma"), 0, loaded("iterated_prisoners_dilemma"), 0)


@pytest.mark.parametrize("game_string", SETTINGS)
def test_the_reason_a_legal_example_in_the_form_and_the_legal_moves_are_told_in_every_game(game_string):
    adapter = loaded(game_string)
    for state, player in some_decisions(game_string, seeds=(0,), most=1):
        decision = Decision(state, player, adapter, 0)
        for version in adapter.versions():
            reason, asked, *moves = told(decision, version).split("\n\n")
            assert reason == ERROR.fault
            shown = "\n".join(message["content"] for message in decision.prompt(version))
            assert moves[-1].splitlines()[0] in shown.splitlines()
            assert moves[-1].startswith("Legal moves: ")
            example = asked.split("\n", 1)[1]
            assert decision.parse(example)
            form = decision.reply_form(version)
            assert example.startswith("{" if form.keys else f"{form.label}: ")
            assert all(f'"{key.key}": ' in example for key in form.keys)


def test_examples_have_the_names_of_the_wording_favour_no_move_and_repeat_with_the_generator() -> None:
    assert told(in_prisoners_dilemma(), "paper").endswith("Legal moves: Silent | Testify")
    assert "\nAction: Silent\n" in told(in_prisoners_dilemma(), "paper", seed=1)
    game_string = "beauty_contest(runs=2)"
    (state, player), *_ = some_decisions(game_string, seeds=(0,), most=1)
    example = told(Decision(state, player, loaded(game_string), 0)).split("\n\n")[1].split("\n")[1]
    assert isinstance(json.loads(example)["popular answer"], float)
    drawn = [told(in_prisoners_dilemma(), seed=seed).split("\n\n")[1].split("\n")[1] for seed in range(200)]
    assert set(drawn) == {'{"move": "Cooperate"}', '{"move": "Defect"}'}
    assert 70 < drawn.count('{"move": "Defect"}') < 130
    assert told(in_prisoners_dilemma(), seed=3) == told(in_prisoners_dilemma(), seed=3)


def test_without_an_example_that_would_be_understood_none_is_shown(monkeypatch):
    decision = in_prisoners_dilemma()
    form = decision.reply_form("v1")
    monkeypatch.setattr(Decision, "parse", refuse)
    text = nudge(decision, form, ERROR, random.Random(0))["content"]
    assert text.split("\n\n")[1] == "Please answer again, in the form asked for."


def refuse(decision: Decision, reply: str, version: str) -> list[int]:
    raise ReplyError("illegal", "No.")


def test_by_default_the_model_is_asked_twice_more_and_loses_and_there_are_four_policies() -> None:
    assert IllegalMoves() == IllegalMoves(policy="forfeit", retries=2, replays=0)
    assert get_args(Policy) == ("forfeit", "invalid", "random", "charged")
    assert [IllegalMoves(policy).policy for policy in get_args(Policy)] == list(get_args(Policy))


@pytest.mark.parametrize(("settings", "message"), [
    ({"policy": "ignore"}, "illegal.policy=ignore is not forfeit or invalid or random or charged"),
    ({"retries": -1}, "illegal.retries=-1 is not a whole number of at least 0"),
    ({"replays": -1}, "illegal.replays=-1 is not a whole number of at least 0")])
def test_other_settings_are_refused_with_what_is_allowed(settings, message):
    with pytest.raises(UsageError) as refused:
        IllegalMoves(**settings)
    assert str(refused.value) == message
