import pytest

import gtarena
from gtarena.models.base import ModelError


def test_a_reply_that_raises_fails_the_test_at_once(openai_server, monkeypatch):
    def reply(payload):
        raise LookupError("no such player")

    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    openai_server.reply = reply
    with pytest.raises(ModelError, match="no such player"):
        gtarena.play("kuhn_poker", ["llm*2"], model={"name": "openai/any", "api_base": openai_server.api_base})
    assert len(openai_server.received) == 1
