import json

import pytest
from pydantic import Field, ValidationError

from gtarena.logs.strict_model import StrictModel, is_none


class Note(StrictModel):
    text: str
    later: int | None = Field(default=None, exclude_if=is_none)


def test_a_line_holds_no_line_break_of_any_kind_and_no_field_that_is_left_out():
    line = Note(text="a\nb\u2028c\x85d").line()
    assert len(line.splitlines()) == 1
    assert json.loads(line) == {"text": "a\nb\u2028c\x85d"}
    assert json.loads(Note(text="", later=0).line()) == {"text": "", "later": 0}


def test_a_line_holds_no_secret(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "canary-1234567890")
    assert "canary" not in Note(text="my key is canary-1234567890").line()


def test_unknown_fields_are_refused_and_known_ones_cannot_be_changed():
    with pytest.raises(ValidationError):
        Note.model_validate({"text": "", "unknown": 1})
    with pytest.raises(ValidationError):
        Note(text="").text = "b"
