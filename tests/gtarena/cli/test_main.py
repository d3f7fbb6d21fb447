import os
import re
import subprocess
import sys

import pytest

from gtarena.cli.listings.help_text import help_text
from tests.support import ROOT


def python(*program, words=(), **options):
    """Runs a program, given by its lines, in a process of its own."""
    return subprocess.run([sys.executable, "-c", "\n".join(program), *words], capture_output=True, text=True,
                          timeout=60, check=False, **options)


def test_what_only_a_match_shows_is_answered_in_one_line_and_debug_shows_where_an_error_arose(command, results):
    before = {path: path.read_bytes() for path in results.glob("*.jsonl")}
    shown = command("game=nim", "matches=1", "model.name=openai/x", "model.api_base=http://127.0.0.1:9/v1",
                    "model.retries=0")
    told = r"gtarena: 1 match could not be finished \(1 x openai/x: nothing answers at http://127.0.0.1:9/v1"
    assert re.match(told, "\n".join(shown.complaints))
    assert (shown.code, len(shown.complaints)) == (3, 1)
    assert {path: path.read_bytes() for path in before} == before
    for words in (["games", "nimm"], ["game=nim", "prompt=v9"]):
        shown = command(*words, "--debug")
        assert "Traceback (most recent call last)" in shown.err
        assert shown.complaints[-1].startswith("gtarena: unknown")
        assert shown.code == 2


def test_looking_things_up_imports_nothing_heavy_and_the_version_is_the_installed_one(command):
    program = ("import sys\n"
               "from gtarena.cli import main\n"
               "for words in (['--help'], ['games'], ['games', 'kuhn_poker'], ['games', 'el_farol']):\n"
               "    assert main.run(words) == 0\n"
               "print('imported:', *sys.modules)")
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    imported = ended.stdout.rpartition("imported:")[2].split()
    assert "gtarena.cli.main" in imported
    assert {"litellm", "matplotlib", "pandas", "hydra", "omegaconf", "rich"}.isdisjoint(imported)
    shown = command("--info")
    assert shown.out.count("Defaults List\n") == 1
    assert "gtarena: Defaults List" not in shown.err
    assert "suite/arena" in shown.out
    assert re.fullmatch(r"gtarena \d+\.\d+\.\d+\n", command("--version").out)


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], ["game=nim", "--help"]])
def test_help_can_be_asked_for_in_every_way(command, words):
    assert command(*words).out == help_text()


@pytest.mark.parametrize(("words", "there"), [
    (["--hydra-help"], "--shell-completion,-sc"), (["-sc", "install=bash"], "hydra_bash_completion"),
    (["--shell-completion", "install=fish"], "complete"), (["-c", "job", "-p", "cache", "game=nim"], "enabled: true"),
    (["-i", "searchpath", "game=nim"], "Config search path")])
def test_hydras_own_options_work_in_their_long_and_short_forms(command, tmp_path, words, there):
    shown = command(*words)
    assert (shown.code, shown.complaints) == (0, [])
    assert there in shown.out
    assert list(tmp_path.iterdir()) == []


def test_the_shell_completes_settings(command, monkeypatch):
    monkeypatch.setenv("COMP_LINE", "gtarena game=kuhn_p")
    monkeypatch.setenv("COMP_POINT", "19")
    assert command("-sc", "query=bash").out == "game=kuhn_poker\n"


def test_a_foreign_package_called_adapters_is_noticed(tmp_path):
    (tmp_path / "adapters.py").write_text("import no_such_module_either")
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    ended = python("from gtarena import __main__; __main__.main()", words=["games"], env=environment, cwd=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    used = python("import gtarena; gtarena.play", env=environment, cwd=tmp_path)
    assert "UsageError: the package 'adapters' at" in used.stderr
    assert re.fullmatch(r"gtarena: the package 'adapters' at .* is not gtarena's: .*\n", ended.stderr)


def test_after_ctrl_c_no_search_is_waited_for_and_a_coroutine_that_never_began_is_told_to_debuggers_alone():
    program = ["import threading", "from gtarena.agents.search.bot_agent import _search_threads",
               "from gtarena.cli import main", "async def request(): pass", "def interrupted(arguments):",
               "    request()", "    _search_threads().submit(threading.Event().wait)", "    raise KeyboardInterrupt",
               "main.VERBS['games'] = interrupted", "main.main()"]
    for words, number in (["games"], 0), (["games", "--debug"], 1):
        ended = python(*program, words=words)
        assert ended.returncode == 130
        assert "stopped; finished matches are kept" in ended.stderr
        assert ended.stderr.count("was never awaited") == number
