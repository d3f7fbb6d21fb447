"""Decisions of every named game, with a server that holds replies to their schema and with one that refuses it."""

import logging

from gtarena.agents.base import Decision, Move, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Reply
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support.model_calls import run
from tests.support.named_games import SETTINGS, loaded, some_decisions
from tests.support.schema_servers import enforcing, refusing, schema_in


def played(model, games, **settings):
    async def answer(state, player, game):
        agent = LlmAgent(
            Seating(state.get_game(), player, 1), model, LlmSettings(look_ups=0, **settings), InMemoryTexts())
        return await agent.act(Decision(state, player, loaded(game), 0))

    async def one_by_one():
        return [await answer(state, player, game)
                for game in games for state, player in some_decisions(game, (0,), 2)]

    return run(one_by_one())


def over_http(server):
    return model_for(ModelSettings("openai/anything", api_base=server.api_base), Shared())


class HeldToSchemas:
    async def complete(self, request):
        schema = {"json_schema": {"schema": request.schema}}
        return Reply(text=enforcing({"messages": request.messages, "response_format": schema}), structured=True)


def check_schemas(moves):
    assert all(isinstance(move, Move) for move in moves)
    assert [call.form for move in moves for call in move.calls] == ["schema"] * len(moves)


def test_every_decision_is_answered_at_once_where_replies_are_held_to_its_schema():
    for games, version, reasoning in ((SETTINGS[::2], "v1", "direct"), (SETTINGS[1::2], "v2", "cot")):
        check_schemas(played(HeldToSchemas(), games, prompt=version, reasoning=reasoning))


def test_a_server_that_holds_replies_to_schemas_is_called_once_for_each_decision(openai_server, monkeypatch, caplog):
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    openai_server.reply = enforcing
    with caplog.at_level(logging.WARNING):
        moves = played(over_http(openai_server), SETTINGS[::8])
    check_schemas(moves)
    assert len(openai_server.received) == len(moves)
    assert not caplog.messages


def test_every_decision_is_answered_where_schemas_are_refused(openai_server, monkeypatch, caplog):
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    openai_server.reply = refusing
    with caplog.at_level(logging.WARNING):
        moves = played(over_http(openai_server), SETTINGS[4::8])
    assert all(isinstance(move, Move) for move in moves)
    assert {call.form for move in moves for call in move.calls} == {"json"}
    assert [schema_in(request.payload) is not None for request in openai_server.received] == [
        True, *[False] * len(moves)]
    assert len(caplog.messages) == 1
