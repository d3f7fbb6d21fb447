import pytest

import adapters
from adapters import templates
from gtarena.agents.instructions import Instruction, persona_text
from gtarena.errors import UsageError
from tests.support.named_games import after

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
