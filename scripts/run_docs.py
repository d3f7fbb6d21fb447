"""Runs the commands of the documentation: `python scripts/run_docs.py [--pages README.md sweeps.md]`.

Every block of ``sh`` is run, command by command and page by page, each page in a temporary copy of this checkout. Keys
are fake, and a local server answers for all models, so that nothing leaves the machine. A block below a line
``<!-- needs: X -->`` is not run, and neither is the test suite. The exit code is 1 if a command failed.
"""

import argparse
import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from _doc_blocks import ROOT, blocks, commands, pages

sys.path.insert(0, str(ROOT))  # makes tests.support importable from any directory

from tests.support.openai_server import OpenAIServer, random_move
from tests.support.protocols import PROTOCOLS, Protocol

SECONDS = 300.0  # for one command
NOWHERE = "http://127.0.0.1:9"  # a proxy that does not exist
WIDTH = 110
TESTS = "scripts/test"
# A model of OpenAI's has no known price at another address than OpenAI's, and so no budget in dollars.
PRICES = Path("gtarena/models/prices.py")
NO_PRICE, A_PRICE = 'elsewhere = provider == "openai" and', "elsewhere = False and"
_PREPARES = re.compile(r'prepare "\$here" (\w+)')
# Runs a command where the one before it ended, and with the variables that it left.
_SESSION = """
[ -e {state}/variables ] && source {state}/variables && cd "$(cat {state}/place)"
{command}
code=$?
export -p > {state}/variables; pwd > {state}/place
exit $code
"""


def served() -> Mapping[str, Protocol]:
    """Returns the protocols of the providers that the pages name, by the first word of variables for their address."""
    chat, generate = PROTOCOLS["ollama_chat"].success, PROTOCOLS["ollama"].success
    assert chat
    assert generate
    both = replace(PROTOCOLS["ollama"], path=r"/v1/api/(generate|chat|show)",
                   success=lambda *said: {**generate(*said), **chat(*said)})
    alike = ("openai", "anthropic", "hosted_vllm", "mistral", "deepseek", "groq", "openrouter", "gemini")
    return {**{name.upper(): PROTOCOLS[name] for name in alike}, "OLLAMA": both}


def answer(protocol: Protocol, payload: dict[str, Any]) -> str:
    """Returns the reply of a local server, which sees the text of a prompt and no pictures."""
    if protocol.success is None:  # in OpenAI's form
        for turn in payload["messages"]:
            if isinstance(turn["content"], list):
                turn["content"] = "\n".join(part["text"] for part in turn["content"] if part["type"] == "text")
    return random_move(payload, protocol)


@contextlib.contextmanager
def serving() -> Iterator[dict[str, str]]:
    """Yields the variables with which every model is a local server's."""
    variables = {}
    with contextlib.ExitStack() as stack:
        for provider, protocol in served().items():
            server = OpenAIServer(partial(answer, protocol), protocol=protocol)
            stack.callback(server.close)
            variables |= {f"{provider}_API_BASE": server.api_base, **protocol.environment("sk-fake")}
            if provider == "OPENAI":  # which programs that talk to it themselves read
                variables["OPENAI_BASE_URL"] = server.api_base
        yield variables


def copy_checkout(folder: Path) -> None:
    """Copies the files of this checkout that git does not ignore, with an environment that counts as prepared."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True,
                            text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    own = folder / ".venv"
    own.mkdir()
    for entry in (ROOT / ".venv").iterdir():
        if not entry.name.startswith(".prepared"):
            (own / entry.name).symlink_to(entry)
    for script in (folder / "scripts").iterdir():
        for wanted in _PREPARES.findall(script.read_text(encoding="utf-8")) if script.is_file() else ():
            (own / f".prepared-{wanted}").touch()


def state_prices(folder: Path) -> None:
    """Changes the code of a copy, so that models have their prices although a local server answers for them."""
    code = (folder / PRICES).read_text(encoding="utf-8")
    assert NO_PRICE in code
    (folder / PRICES).write_text(code.replace(NO_PRICE, A_PRICE), encoding="utf-8")


def environment(folder: Path, models: Mapping[str, str]) -> dict[str, str]:
    """Returns the variables for commands in a copy: its own code, caches of its own, and no way out."""
    proxies = dict.fromkeys(("HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"), NOWHERE)
    local = dict.fromkeys(("NO_PROXY", "no_proxy"), "127.0.0.1,localhost")
    return {**os.environ, **proxies, **local, **models, "PYTHONPATH": str(folder), "PIP_DRY_RUN": "1",
            "PATH": f"{folder}/.venv/bin:{os.environ['PATH']}", "XDG_CACHE_HOME": str(folder / ".cache"),
            "PYTHONDONTWRITEBYTECODE": "1"}


def run(command: str, folder: Path, variables: Mapping[str, str], seconds: float) -> tuple[int | None, str]:
    """Runs a command, and returns its exit code, ``None`` if it took too long, and the last line that it wrote."""
    state = folder / ".session"
    state.mkdir(exist_ok=True)
    script = _SESSION.format(state=state, command=command)
    with (state / "written").open("w+b") as written:
        process = subprocess.Popen(["bash", "-o", "pipefail", "-c", script], cwd=folder, env=dict(variables),
                                   stdin=subprocess.DEVNULL, stdout=written, stderr=written, start_new_session=True)
        try:
            code: int | None = process.wait(seconds)
        except subprocess.TimeoutExpired:
            code = None
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        written.seek(0)
        lines = written.read().decode("utf-8", "replace").strip().splitlines()
    return code, lines[-1] if lines else ""


def run_page(page: Path, models: Mapping[str, str], seconds: float) -> Counter[str]:
    """Runs the commands of a page, prints a line for each, and returns their numbers by result."""
    counted: Counter[str] = Counter()
    name = page.relative_to(ROOT)
    with tempfile.TemporaryDirectory(prefix="gtarena-docs-") as temporary:
        folder = Path(temporary)
        copy_checkout(folder)
        state_prices(folder)
        variables = environment(folder, models)
        for block in blocks(page.read_text(encoding="utf-8")):
            for offset, command in commands(block.text) if block.language == "sh" else ():
                needs = "a run of its own" if command.split()[0] == TESTS else block.needs
                start = time.monotonic()
                code, last = (0, "") if needs else run(command, folder, variables, seconds)
                result = "not run" if needs else "ok" if code == 0 else "FAILED"
                counted[result] += 1
                shown = " ".join(command.split())[:WIDTH]
                print(f"{result:8} {time.monotonic() - start:6.1f} s  {name}:{block.line + offset}  {shown}")
                if needs:
                    print(f"{'':18}needs {needs}")
                elif code != 0:
                    print(f"{'':18}{'no end' if code is None else f'exit code {code}'}: {last[:2 * WIDTH]}")
                sys.stdout.flush()
    return counted


def main() -> int:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = {str(page.relative_to(ROOT)).removeprefix("docs/"): page for page in pages()}
    parser.add_argument("--pages", nargs="+", choices=known, default=list(known), metavar="NAME",
                        help="names such as README.md and sweeps.md (default: all)")
    parser.add_argument("--seconds", type=float, default=SECONDS, help=f"for one command (default: {SECONDS:g})")
    parsed = parser.parse_args()
    with serving() as models:
        counted = sum((run_page(known[name], models, parsed.seconds) for name in parsed.pages), Counter())
    print(", ".join(f"{number} {result}" for result, number in counted.items()))
    return 1 if counted["FAILED"] else 0


if __name__ == "__main__":
    sys.exit(main())
