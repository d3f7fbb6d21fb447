"""Effects of importing litellm, in new processes, because this one may have imported it already."""

import os
import subprocess
import sys
from pathlib import Path

from tests.support import ROOT
from tests.support.openai_server import OpenAIServer

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
        check=True,
    )


def test_nothing_imports_litellm_before_a_model_is_called(tmp_path: Path) -> None:
    code = f"{CALLS}import gtarena.models.offline, gtarena.models.error_messages\nprint('litellm' in sys.modules)"
    assert run(code, tmp_path).stdout == "False\n"


def test_first_calls_at_once_import_litellm_once_without_network_dotenv_noise_or_a_halted_event_loop(tmp_path):
    (tmp_path / ".env").write_text("FROM_DOTENV=1\n")
    code = f"""{WATCH_SOCKETS}{WAIT_FOR_THE_LOOP}{CALLS}
import os
from tests.support import ROOT
async def turn():
    while not begun.is_set():
        await asyncio.sleep(0)
    turned.set()
async def main():
    turning = asyncio.create_task(turn())
    await asyncio.gather(*(litellm_loader.load_litellm() for _ in range(40)))
    await turning
    halting_first_call = list(halting)
    replies = await asyncio.gather(*(ask("offline/first") for _ in range(40)))
    await litellm_loader.close_litellm()
    return set(replies), halting_first_call
texts, halting = asyncio.run(main())
import litellm
providers = [item["provider"] for item in litellm.custom_provider_map]
print(texts, providers, attempts, "FROM_DOTENV" in os.environ, imports, halting)
"""
    finished = run(code, tmp_path)
    assert finished.stdout == "{'Answer: a'} ['offline'] [] False [True] []\n"
    assert finished.stderr == ""


def test_a_run_over_http_prints_nothing_at_its_end(openai_server: OpenAIServer, tmp_path: Path) -> None:
    code = f"""{CALLS}
async def main():
    print(await ask("openai/x", "{openai_server.api_base}") == "Answer: a", await ask("ollama/x", "http://127.0.0.1:9"))
    await litellm_loader.close_litellm()
asyncio.run(main())
"""
    finished = run(code, tmp_path)
    assert finished.stdout.startswith("True ollama/x: nothing answers at http://127.0.0.1:9;")
    assert finished.stderr == ""


def test_litellm_computes_no_price_within_a_call_and_still_does_when_asked(openai_server, tmp_path):
    code = f"""{CALLS}
async def main():
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
    assert run(code, tmp_path).stdout.split() == ["0", "None", "0.15"]
