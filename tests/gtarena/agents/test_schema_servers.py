"""Decisions of every named game, with a server that holds replies to their schema and with one that refuses it."""

import asyncio
import logging

import pytest

from gtarena.agents.base import Decision, Move, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models import litellm_loader
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support.named_games import SETTINGS, loaded, some_decisions
from tests.support.schema_servers import enforcing, refusing, schema_in

VERSIONS = ("v1", "v2")


@pytest.fixture(autouse=True)
def _no_key(monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")


def played(server, **settings):
    """Returns the responses to some decisions of every game, as one model gives them one after another."""
    model = model_for(ModelSettings("openai/anything", api_base=server.api_base), Shared())

    def agent(state, player, version):
        chosen = LlmSettings(prompt=version, look_ups=0, **settings)
        return LlmAgent(Seating(state.get_game(), player, 1), model, chosen, InMemoryTexts())

    async def one_by_one():
        try:
            return [await agent(state, player, version).act(Decision(state, player, loaded(game), 0))
                    for game in SETTINGS for version in VERSIONS for state, player in some_decisions(game, (0,), 2)]
        finally:
            await litellm_loader.close_litellm()

    return asyncio.run(one_by_one())


@pytest.mark.parametrize("reasoning", ["direct", "cot"])
def test_every_decision_is_answered_at_once_where_replies_are_held_to_its_schema(reasoning, openai_server, caplog):
    openai_server.reply = enforcing
    with caplog.at_level(logging.WARNING):
        moves = played(openai_server, reasoning=reasoning)
    assert all(isinstance(move, Move) for move in moves)
    assert [call.form for move in moves for call in move.calls] == ["schema"] * len(moves)
    assert len(openai_server.received) == len(moves)
    assert not caplog.messages


def test_every_decision_is_answered_where_schemas_are_refused(openai_server, caplog):
    openai_server.reply = refusing
    with caplog.at_level(logging.WARNING):
        moves = played(openai_server)
    assert all(isinstance(move, Move) for move in moves)
    assert {call.form for move in moves for call in move.calls} == {"json"}
    assert [schema_in(request.payload) is not None for request in openai_server.received] == [
        True, *[False] * len(moves)]
    assert len(caplog.messages) == 1
