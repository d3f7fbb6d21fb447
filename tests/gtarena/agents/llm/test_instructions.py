import pyspiel
import pytest

import adapters
from adapters.rendering import templates
from gtarena.agents.base import Decision
from gtarena.agents.llm.instructions import Instruction, guide_digest, guide_text, persona_text
from gtarena.errors import UsageError
from tests.support.named_games import after

GUIDED = (
    "air_land_sea", "arctic_scavengers", "are_you_the_traitor", "codenames", "hive", "pit", "santorini", "sea_battle",
    "two_rooms_and_a_boom")
ADAPTER = adapters.for_game(after("el_farol").get_game())


@pytest.fixture
def own(tmp_path, monkeypatch):
    monkeypatch.setenv("GTARENA_PROMPTS", str(tmp_path))
    for name, text in {
        "reasoning/plain": "Think.", "reasoning/placed": "{% block phrase %}Muse.{% endblock %}",
        "el_farol/open": "{% block phrase %}{{ phrase }}{% endblock %}", "el_farol/closed": "Well?",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / f"{name}.jinja").write_text(text)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize(("name", "version", "expected"), [
    ("plain", "open", Instruction("", "Think.")),
    ("plain", "closed", Instruction("", "Think.")),
    ("placed", "open", Instruction("Muse.", "")),
    ("placed", "closed", Instruction("", "Muse.")),
    ("none", "open", Instruction("", "")),
])
def test_an_instruction_goes_where_both_it_and_the_wording_say_and_ends_the_question_otherwise(name, version, expected):
    assert Instruction.of(name, ADAPTER, version) == expected


def test_no_shipped_instruction_but_to_answer_directly_forbids_thinking():
    for name in set(templates.versions("reasoning")) - {"direct", "none"}:
        text = Instruction.of(name, ADAPTER, "v1").ending
        assert " ".join(text.split()).endswith("in the form asked for.")
        assert "nothing else" not in text


def test_a_persona_is_a_name_or_a_text_of_several_words():
    assert persona_text("selfish").startswith("You are")
    assert persona_text(" You are a pirate. ") == "You are a pirate."
    assert persona_text(None) == persona_text("") == ""
    with pytest.raises(UsageError, match="unknown persona 'selfless'; did you mean selfish"):
        persona_text("selfless")


def decision(name):
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return Decision(state, max(state.current_player(), 0), adapters.for_game(state.get_game()), 0)


def test_a_guide_is_one_of_the_games_by_its_name_or_a_text_of_several_words():
    one = decision("el_farol")
    assert guide_text(None, one) == guide_text("", one) == guide_digest("", one.adapter) == ""
    assert guide_text(" Stay at\nhome. ", one) == "Stay at\nhome."
    assert guide_text("basics", decision("pit")).startswith("How to play Pit well:\n- ")
    with pytest.raises(UsageError, match="unknown guide of pit 'basic'; did you mean basics"):
        guide_text("basic", decision("pit"))


@pytest.mark.usefixtures("own")
def test_a_guide_of_ones_own_sees_what_prompts_see(tmp_path):
    (tmp_path / "el_farol" / "guides").mkdir()
    before = guide_digest("Stay at home.", ADAPTER)
    (tmp_path / "el_farol" / "guides" / "mine.jinja").write_text("There are {{ game.players }} of you.\n")
    assert guide_text("mine", decision("el_farol(players=7)")) == "There are 7 of you."
    assert len({guide_digest("mine", ADAPTER), guide_digest("Stay at home.", ADAPTER)}) == 2
    assert guide_digest("Stay at home.", ADAPTER) == before


@pytest.mark.parametrize("name", GUIDED)
def test_a_shipped_guide_is_short_plain_text(name):
    text = (templates.PROMPTS / name / "guides" / "basics.jinja").read_text(encoding="utf-8")
    if name in pyspiel.registered_names():
        text = guide_text("basics", decision(name))
        assert "{" not in text
    heading, *points = text.splitlines()
    assert heading.startswith("How to play ")
    assert 8 <= len([point for point in points if point.startswith("- ")]) <= 12
    assert len(text) < 3000
    assert text.isascii()
