import pytest

import gtarena
from gtarena.models.base import ModelError
from tests.support.openai_server import chat, error
from tests.support.protocols import PROTOCOLS


def test_a_reply_that_raises_fails_the_test_at_once(openai_server, monkeypatch):
    def reply(payload):
        raise LookupError("no such player")

    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    openai_server.reply = reply
    with pytest.raises(ModelError, match="no such player"):
        gtarena.play("kuhn_poker", ["llm*2"], model={"name": "openai/any", "api_base": openai_server.api_base})
    assert len(openai_server.received) == 1


@pytest.mark.parametrize("family", PROTOCOLS)
def test_an_answer_is_put_into_the_form_of_a_protocol_once(family):
    protocol = PROTOCOLS[family]
    for answer in (chat("Answer: a"), error(500, "boom")):
        spoken = protocol.spoken(answer.body)
        assert ("Answer: a" in spoken) != ("boom" in spoken)
        assert protocol.spoken(spoken) == spoken


@pytest.mark.parametrize("body", ["", "[" * 100_000, "[]", '{"choices": []}', '{"error": "boom"}', "<html>"])
def test_what_is_neither_a_reply_nor_an_error_is_the_same_in_every_protocol(body):
    assert {protocol.spoken(body) for protocol in PROTOCOLS.values()} == {body}
