"""The script that runs the pages' commands: one session for a page, models on this machine, and a copy to work in."""

import json
import os
import urllib.request
from collections.abc import Iterator

import pytest

from tests.support import ROOT
from tests.support.script_modules import load_script

SECONDS = 60.0


@pytest.fixture(scope="module")
def script() -> Iterator[object]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(ROOT / "scripts")
        yield load_script("scripts/run_docs.py")


def test_a_command_goes_on_where_the_one_before_it_ended(script, tmp_path):
    commands = [("mkdir 'a b' && cd 'a b'\nexport X='1 \"2\"'", (0, "")), ("echo first; echo \"$X\"", (0, '1 "2"')),
                ("pwd; exit 3", (3, f"{tmp_path}/a b")), ("false | cat", (1, "")), ("read line", (1, ""))]
    for command, ended in commands:
        assert script.run(command, tmp_path, os.environ, SECONDS) == ended


def test_a_command_without_an_end_is_ended(script, tmp_path):
    assert script.run("exec sleep 1000", tmp_path, os.environ, 0.0) == (None, "")


def test_a_copy_has_the_files_of_the_checkout_and_needs_no_preparation(script, tmp_path):
    script.copy_checkout(tmp_path)
    assert (tmp_path / "mkdocs.yml").read_bytes() == (ROOT / "mkdocs.yml").read_bytes()
    assert not (tmp_path / "results").exists()
    marks = sorted((tmp_path / ".venv").glob(".prepared-*"))
    assert [mark.name for mark in marks] == [".prepared-all", ".prepared-docs", ".prepared-test"]
    requirements = max((tmp_path / name).stat().st_mtime for name in ("pyproject.toml", "constraints.txt"))
    assert all(mark.stat().st_mtime > requirements for mark in marks)
    script.state_prices(tmp_path)
    compile((tmp_path / script.PRICES).read_text(encoding="utf-8"), "prices", "exec")
    variables = script.environment(tmp_path, {"OPENAI_API_KEY": "sk-fake"})
    where = "import gtarena, pathlib; print(pathlib.Path(gtarena.__file__).parents[1])"
    assert script.run(f'python -c "{where}"', tmp_path, variables, SECONDS) == (0, str(tmp_path))


def test_every_model_is_a_server_on_this_machine_with_a_fake_key(script):
    with script.serving() as variables:
        assert {value for name, value in variables.items() if name.endswith("_KEY")} == {"sk-fake"}
        addresses = {name: value for name, value in variables.items() if name.endswith(("_BASE", "_URL"))}
        assert all(address.startswith("http://127.0.0.1:") for address in addresses.values())
        assert {"OPENAI_API_BASE", "ANTHROPIC_API_BASE", "OLLAMA_API_BASE", "HOSTED_VLLM_API_BASE"} <= set(addresses)
        question = {"model": "m", "messages": [{"role": "user", "content": "Your legal moves:\n- a\n"}]}
        address = f"{addresses['OPENAI_API_BASE']}/chat/completions"
        with urllib.request.urlopen(address, json.dumps(question).encode()) as answer:
            assert json.load(answer)["choices"][0]["message"]["content"]
