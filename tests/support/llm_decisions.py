"""Decisions of games, and what a language model agent does at one."""

import asyncio
from typing import Any

import adapters
from gtarena.agents.base import Decision, Response, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.model_calls import ModelCalls
from gtarena.agents.llm.schemes.base import Steps
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models import offline
from gtarena.models.base import Alternative, Model, Reply, Request, TokenLogprob
from tests.support.named_games import after


def decision_at(game_string: str, *moves: int | list[int]) -> Decision:
    """Returns the decision after the moves, that of player 0 if all choose at once; chance takes its first outcome."""
    state = after(game_string, *moves)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return Decision(state, max(0, state.current_player()), adapters.for_game(state.get_game()), len(moves))


def decide(model: Model, decision: Decision, **settings: Any) -> Response:
    """Returns the answer of a new agent, which calls the model, to a decision."""
    seating = Seating(decision.state.get_game(), decision.player, 1)
    return asyncio.run(LlmAgent(seating, model, LlmSettings.read(settings), InMemoryTexts()).act(decision))


def steps_at(model: Model, decision: Decision, ending: str = "", look_ups: int = 0) -> Steps:
    """Returns the questions about a decision, from which schemes are built."""
    calls = ModelCalls(model, InMemoryTexts(), 1, decision, look_ups)
    rules, turn = decision.prompt("v1")
    if look_ups:
        rules = rules | {"content": f"{rules['content']}\n\n{calls.look_ups.offer()}"}
    return Steps(calls, (rules,), turn, turn, ending, None, decision.reply_form("v1"))


class OfflineModel:
    """Built-in model, without litellm around it."""

    async def complete(self, request: Request) -> Reply:
        asked = ("offline/random", request.messages, request.seed, request.form)
        if request.logprobs is None:
            return Reply(text=offline.answer(*asked).text)
        word = offline.first_word(*asked, request.logprobs)
        top = tuple(Alternative(*alternative) for alternative in word.top)
        return Reply(text=word.text, truncated=True, logprobs=(TokenLogprob(word.text, -1.0, top),))
