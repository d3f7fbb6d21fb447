"""GameBench's published search and ours, both with the same made-up model, whose answers follow from the messages."""

import asyncio
import hashlib
import importlib.util
import json
import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import MagicMock

from gtarena.agents.base import Decision, Seating
from gtarena.agents.llm.agent import LlmAgent
from gtarena.agents.llm.schemes import make_scheme
from gtarena.agents.llm.settings import LlmSettings
from gtarena.logs.prompt_texts import InMemoryTexts
from gtarena.models.base import Alternative, Reply, TokenLogprob
from tests.support.gamebench_program import CHECKOUT, load

TOKENS = ("yes", "No", "0", "1", "2", "3", "7", "maybe")


class MadeUpModel:
    """Model that predicts something new in every chat, and sometimes asks for the topic or says nothing that is read.

    ``calls`` are the messages that it was sent, with whether a token was asked for.
    """

    def __init__(self, topic="none", written="Why?"):
        self.calls, self._topic, self._written = [], topic, written

    def say(self, messages):
        """Returns the reply to a chat."""
        number = self._hear(messages, None)
        if self._topic and number % 6 == 0 and len(messages) < 16:
            return f"rule({self._topic}) please"
        if number % 7 == 0 and "<actions>" not in messages[-1]["content"]:  # without which the program gives up
            return "I cannot tell."
        names = "\n".join(f"{each}. do {number % 97 + each % 3}" for each in range(number % 4 + 1))
        return (f"{self._written}<state> S{number} </state> or <others>O{number}\n</others></others>"
                f"<actions>\n{names}\n</actions>")

    def weigh(self, messages, count):
        """Returns that many tokens with their log-probabilities, the most probable one first."""
        number = self._hear(messages, count)
        tokens = sorted(TOKENS, key=lambda token: _digest([token, number]))[:count]
        return sorted(((token, -(_digest([number, token]) % 997 + 1) / 200) for token in tokens),
                      key=lambda pair: -pair[1])

    def _hear(self, messages, count):
        chat = [(message["role"], message["content"]) for message in messages]
        self.calls.append((count, chat))
        return _digest(chat)

    async def complete(self, request):
        """Answers a request of ours."""
        if request.logprobs is None:
            return Reply(text=self.say(request.messages))
        tokens = [Alternative(token, value) for token, value in self.weigh(request.messages, request.logprobs)]
        return Reply(text=tokens[0].token, logprobs=(TokenLogprob(tokens[0].token, tokens[0].logprob, tuple(tokens)),))


def _digest(value):
    return int(hashlib.sha256(json.dumps(value).encode()).hexdigest()[:12], 16)


def published_search(model, rules, observation, actions):
    """Returns the action that the program's search chooses."""
    for module in ("torch", "transformers"):
        if module not in sys.modules and importlib.util.find_spec(module) is None:
            sys.modules[module] = MagicMock()
    chat = load("agents.rap.chat")
    chat.util = SimpleNamespace(load_json=lambda path: json.loads((Path(CHECKOUT) / path).read_text("utf-8")))
    chat.openai_client = SimpleNamespace(chat=SimpleNamespace(completions=SimpleNamespace(
        create=partial(_answer, model))))
    load("agents.rap.func").print = lambda *shown: None
    return load("agents.rap.agent").ReasoningViaPlanning(team_id=0, agent_id=0).take_action(
        rules, observation, actions, show_state=False)


def _answer(made_up, messages, top_logprobs=None, **settings):
    if top_logprobs is None:
        return SimpleNamespace(choices=[SimpleNamespace(message=SimpleNamespace(content=made_up.say(messages)))])
    tokens = [SimpleNamespace(token=token, logprob=value) for token, value in made_up.weigh(messages, top_logprobs)]
    return SimpleNamespace(choices=[SimpleNamespace(logprobs=SimpleNamespace(
        content=[SimpleNamespace(top_logprobs=tokens)]))])


def our_search(model, adapter, state, player):
    """Returns the response of our agent with the scheme ``rap``."""
    settings = LlmSettings(prompt="published", scheme=make_scheme("rap", {}), retries=0, policy="invalid")
    agent = LlmAgent(Seating(state.get_game(), player, 1), model, settings, InMemoryTexts())
    return asyncio.run(agent.act(Decision(state, player, adapter, len(state.history()))))
