import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gtarena.cli.settings import hydra_config
from gtarena.models.base import Reply, Request
from gtarena.models.client import check_key
from gtarena.models.settings import ModelSettings
from gtarena.models.stack import Shared, model_for
from tests.support import ROOT
from tests.support.model_calls import forget_providers
from tests.support.model_calls import run as run_closing
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
            "/api/chat": {"message": {"role": "assistant", "content": "Answer: a", "thinking": "Which one?"}}}
        if request.path not in ollama:
            return super().answer(request)
        self.received.append(request)
        return Raw(json.dumps(ENDED | ollama[request.path]))


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[LocalServer]:
    forget_providers(monkeypatch)
    server = LocalServer(lambda payload: "Answer: a")
    yield server
    server.close()


def ask(settings: ModelSettings) -> Reply:
    async def asked() -> Reply:
        await check_key(settings)
        return await model_for(settings, Shared()).complete(ASK)

    return run_closing(asked())


# The model, what its address ends with, the environment variable that may name the address, and where the call arrives.
SPELLINGS = [
    ("ollama_chat/llama3.1", "", "OLLAMA_API_BASE", "/api/chat"),
    ("ollama/llama3.1", "", "OLLAMA_API_BASE", "/api/generate"),
    ("openai/llama3.1", "/v1", "OPENAI_API_BASE", "/v1/chat/completions"),
    ("openai/llama3.1", "/v1", "OPENAI_BASE_URL", "/v1/chat/completions"),
    ("hosted_vllm/meta-llama/Llama-3.1-8B-Instruct", "/v1", "HOSTED_VLLM_API_BASE", "/v1/chat/completions")]


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
    assert (request.path, request.payload["model"]) == (path, name.partition("/")[2])
    for message in ASK.messages:
        assert message["content"] in json.dumps(request.payload)


def test_ollama_is_told_the_settings_in_its_own_words(server: LocalServer) -> None:
    reply = ask(ModelSettings("ollama_chat/x", api_base=server.root, retries=0, max_tokens=77, temperature=0.5))
    options = server.received[0].payload["options"]
    assert (options["num_predict"], options["temperature"]) == (77, 0.5)
    assert (reply.reasoning, reply.tokens_in, reply.tokens_out) == ("Which one?", 5, 2)


def shown_commands() -> list[list[str]]:
    page = ROOT / "docs" / "models.md"
    lines = re.findall(r"^(?:\w+=\S+ )?scripts/gtarena (?:doctor )?(\S+=.*)$", page.read_text(), re.MULTILINE)
    return [line.split() for line in lines]


def test_the_page_about_models_shows_valid_commands_and_every_spelling() -> None:
    assert len(shown_commands()) == 9
    for words in shown_commands():
        assert hydra_config.compose_settings(words).model.name != ModelSettings().name
    page = (ROOT / "docs" / "models.md").read_text()
    for name, _, variable, _ in SPELLINGS:
        assert name.partition("/")[0] + "/" in page
        assert f"{variable}=" in page


# Holds up the import of litellm until the event loop has made a turn in the meantime, and records what the loop's own
# thread imports of it: each would halt the loop.
WAIT_FOR_THE_LOOP = """
import sys, threading
begun, turned, imports, halting = threading.Event(), threading.Event(), [], []
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("litellm", "openai") and threading.current_thread() is threading.main_thread():
            halting.append(name)
        if name == "litellm":
            begun.set()
            imports.append(turned.wait(timeout=60))
sys.meta_path.insert(0, Finder())
"""

# Records every attempt to look up or connect to an address.
WATCH_SOCKETS = """
import socket
attempts = []
def refuse(*args, **kwargs):
    attempts.append(args)
    raise OSError("no network in this test")
socket.socket.connect = socket.socket.connect_ex = socket.getaddrinfo = refuse
"""

CALLS = """
import asyncio, sys
from gtarena.models import litellm_loader
from adapters.replies.reply_forms import ReplyForm
from custom_games.action_specs.patterns import Pattern
from gtarena.models.base import ModelError, Request
from gtarena.models.client import LitellmModel
from gtarena.models.settings import ModelSettings
ASK = Request(messages=({"role": "user", "content": "Legal moves: a"},), form=ReplyForm((Pattern("a"),)))
async def ask(name, api_base=None):
    try:
        return (await LitellmModel(ModelSettings(name, api_base)).complete(ASK)).text
    except ModelError as error:
        return error
"""


def run(code: str, tmp_path: Path) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LITELLM")}
    return subprocess.run(
        [sys.executable, "-W", "default", "-W", "ignore::DeprecationWarning", "-c", code],
        cwd=tmp_path, env={**environment, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, timeout=120,
        check=True)


def test_calls_of_servers_alone_import_litellm_once_without_network_dotenv_noise_or_a_halted_loop(tmp_path):
    (tmp_path / ".env").write_text("FROM_DOTENV=1\n")
    code = f"""{WATCH_SOCKETS}{WAIT_FOR_THE_LOOP}{CALLS}
import os
from gtarena.models.stack import direct_model
from tests.support import ROOT
async def turn():
    while not begun.is_set():
        await asyncio.sleep(0)
    turned.set()
async def main():
    offline = direct_model(ModelSettings("offline/first"))
    replies = await asyncio.gather(*(offline.complete(ASK) for _ in range(40)))
    before = "litellm" in sys.modules
    turning = asyncio.create_task(turn())
    await asyncio.gather(*(litellm_loader.load_litellm() for _ in range(40)))
    await turning
    halting_first_call = list(halting)
    await litellm_loader.close_litellm()
    return before, set(reply.text for reply in replies), halting_first_call
before, texts, halting = asyncio.run(main())
print(before, texts, attempts, "FROM_DOTENV" in os.environ, imports, halting)
"""
    finished = run(code, tmp_path)
    # It is looked for, and then imported.
    assert finished.stdout == "False {'Answer: a'} [] False [True, True] []\n"
    assert finished.stderr == ""


def test_calls_over_http_print_nothing_at_their_end_and_compute_no_price_until_they_are_asked(openai_server, tmp_path):
    code = f"""{CALLS}
async def main():
    print(await ask("openai/x", {openai_server.api_base!r}) == "Answer: a", await ask("ollama/x", "http://127.0.0.1:9"))
    litellm = await litellm_loader.load_litellm()
    from gtarena.models.exchange import EXCHANGE, HttpExchange
    async def leave():
        pass
    EXCHANGE.set(HttpExchange(10**6, leave))
    from litellm import cost_calculator
    compute, computed = cost_calculator.completion_cost, []
    cost_calculator.completion_cost = lambda *given, **named: computed.append(named) or compute(*given, **named)
    response = await litellm.acompletion(
        model="openai/gpt-4o-mini", messages=[{{"role": "user", "content": "a"}}], api_base={openai_server.api_base!r},
        api_key="none")
    print(len(computed), response._hidden_params["response_cost"])
    response.usage.prompt_tokens, response.usage.completion_tokens = 1_000_000, 0
    print(litellm.completion_cost(response, base_model="openai/gpt-4o-mini"))
    await litellm_loader.close_litellm()
asyncio.run(main())"""
    finished = run(code, tmp_path)
    called, *prices = finished.stdout.splitlines()
    assert called.startswith("True ollama/x: nothing answers at http://127.0.0.1:9;")
    assert (prices, finished.stderr) == (["0 None", "0.15"], "")
