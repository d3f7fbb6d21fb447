"""Calls to local servers, in every spelling that docs/models.md shows, through litellm and without a key."""

import asyncio
import json
import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from gtarena.cli.settings import hydra_config
from gtarena.models import litellm_loader
from gtarena.models.base import Reply, Request
from gtarena.models.client import check_key
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support import ROOT
from tests.support.openai_server import Answer, OpenAIServer, Raw, Received

ASK = Request(messages=({"role": "system", "content": "The rules."}, {"role": "user", "content": "Legal moves: a | b"}))
ENDED: dict[str, Any] = {"model": "m", "done": True, "done_reason": "stop", "prompt_eval_count": 5, "eval_count": 2}


pytestmark = pytest.mark.filterwarnings("ignore:Items? .* `ReadOnly` qualifier:UserWarning")


class LocalServer(OpenAIServer):
    """Supports Ollama's own protocol and OpenAI's, as Ollama does."""

    @property
    def root(self) -> str:
        return self.api_base.removesuffix("/v1")

    def answer(self, request: Received) -> Answer:
        ollama: dict[str, dict[str, Any]] = {
            "/api/generate": {"response": "Answer: a"},
            "/api/chat": {"message": {"role": "assistant", "content": "Answer: a", "thinking": "Which one?"}},
        }
        if request.path not in ollama:
            return super().answer(request)
        self.received.append(request)
        return Raw(json.dumps(ENDED | ollama[request.path]))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    for variable in list(os.environ):
        if variable.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(variable)
    server = LocalServer(lambda payload: "Answer: a")
    yield server
    server.close()


def ask(settings: ModelSettings) -> Reply:
    async def asked() -> Reply:
        try:
            await check_key(settings)
            return await model_for(settings, Shared()).complete(ASK)
        finally:
            await litellm_loader.close_litellm()

    return asyncio.run(asked())


# The model, what its address ends with, the environment variable that may name the address, and where the call arrives.
SPELLINGS = [
    ("ollama_chat/llama3.1", "", "OLLAMA_API_BASE", "/api/chat"),
    ("ollama/llama3.1", "", "OLLAMA_API_BASE", "/api/generate"),
    ("openai/llama3.1", "/v1", "OPENAI_API_BASE", "/v1/chat/completions"),
    ("openai/llama3.1", "/v1", "OPENAI_BASE_URL", "/v1/chat/completions"),
    ("hosted_vllm/meta-llama/Llama-3.1-8B-Instruct", "/v1", "HOSTED_VLLM_API_BASE", "/v1/chat/completions"),
]


@pytest.mark.parametrize("by", ["setting", "environment"])
@pytest.mark.parametrize(("name", "ending", "variable", "path"), SPELLINGS)
def test_a_local_server_is_reached_without_a_key(server, monkeypatch, name, ending, variable, path, by):
    address = f"{server.root}{ending}"
    if by == "environment":
        monkeypatch.setenv(variable, address)
    reply = ask(ModelSettings(name, api_base=address if by == "setting" else None, retries=0))
    assert reply.text == "Answer: a"
    assert None not in (reply.tokens_in, reply.tokens_out)
    (request,) = server.received
    assert request.path == path
    assert request.payload["model"] == name.partition("/")[2]
    for message in ASK.messages:
        assert message["content"] in json.dumps(request.payload)


def test_ollama_is_told_the_settings_in_its_own_words(server: LocalServer) -> None:
    settings = ModelSettings("ollama_chat/x", api_base=server.root, retries=0, max_tokens=77, temperature=0.5)
    reply = ask(settings)
    options = server.received[0].payload["options"]
    assert (options["num_predict"], options["temperature"]) == (77, 0.5)
    assert (reply.reasoning, reply.tokens_in, reply.tokens_out) == ("Which one?", 5, 2)


def shown_commands() -> list[list[str]]:
    page = ROOT / "docs" / "models.md"
    lines = re.findall(r"^(?:\w+=\S+ )?gtarena (?:doctor )?(\S+=.*)$", page.read_text(), re.MULTILINE)
    return [line.split() for line in lines]


def test_the_commands_of_the_page_about_models_are_valid() -> None:
    assert len(shown_commands()) == 9
    for words in shown_commands():
        settings = hydra_config.compose_settings(words)
        assert settings.model.name != ModelSettings().name


def test_the_page_about_models_shows_every_spelling_that_is_tested() -> None:
    page = (ROOT / "docs" / "models.md").read_text()
    for name, _, variable, _ in SPELLINGS:
        assert name.partition("/")[0] + "/" in page
        assert f"{variable}=" in page
