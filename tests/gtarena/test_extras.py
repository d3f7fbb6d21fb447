"""Installations without extras: what they can do, and how they ask for the extra of the rest."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import packages_distributions, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import gtarena
from gtarena import errors
from gtarena.errors import UsageError
from gtarena.logs.reader import read_records
from gtarena.models import litellm_loader
from gtarena.system import extras
from tests.support import ROOT
from tests.support.commands import Command

NO_PACKAGE = {name: (f"package_of_{name}",) for name in extras.PACKAGES}


@pytest.fixture
def _core_alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Makes the packages of all extras look as if they were not installed."""
    monkeypatch.setattr(extras, "PACKAGES", NO_PACKAGE)
    litellm_loader._prepare.cache_clear()
    yield
    litellm_loader._prepare.cache_clear()


@pytest.mark.parametrize(("checkout", "told"), [
    (True, "In the checkout of gtarena, this installs it: .venv/bin/python -m pip install --editable '.[web]'"),
    (False, "This installs it: pip install 'gtarena[web]'")])
def test_a_missing_package_is_told_in_one_line_with_the_command_of_its_extra(monkeypatch, checkout, told):
    monkeypatch.setattr(extras, "PACKAGES", {"web": ("json", "nosuch")})
    monkeypatch.setattr(errors, "_IN_CHECKOUT", checkout)
    with pytest.raises(UsageError) as caught:
        extras.require_extra("the page", "web")
    assert str(caught.value) == f"the page needs nosuch, which is not installed. {told}"
    monkeypatch.setattr(extras, "PACKAGES", {"web": ("json",)})
    assert extras.missing_extra("the page", "web") is None


@pytest.mark.usefixtures("_core_alone")
def test_without_the_extra_report_a_run_ends_well_with_its_leaderboard_and_the_way_to_a_report(
        command: Command, tmp_path: Path) -> None:
    shown = command("game=kuhn_poker", "agents=[llm,random]", "matches=2", f"hydra.run.dir={tmp_path}/run")
    assert (shown.code, shown.complaints) == (0, [])
    assert re.search(r"random +[+−]\d", shown.out)
    last = shown.out.rstrip().splitlines()[-1]
    assert last.startswith("A report with page, tables and figures needs package_of_report, which is not installed.")
    assert last.endswith("'.[report]'")
    assert len(list(read_records(tmp_path / "run"))) == 2
    assert not list(tmp_path.rglob("report.html"))


@pytest.mark.usefixtures("_core_alone")
@pytest.mark.parametrize(("words", "user", "extra"), [
    (("report", "RUN", "--out", "OUT"), "gtarena report", "report"),
    (("export", "decisions", "RUN", "--out", "OUT/d.parquet"), "gtarena export decisions", "report"),
    (("publish", "RUN", "--out", "OUT"), "gtarena publish", "report"),
    (("play", "nim", "--web"), "gtarena play --web", "web"),
    (("play", "nim", "against", "llm@openai/x"), "a model on a server", "llm"),
    (("game=nim", "agents=[llm]", "model.name=openai/x"), "a model on a server", "llm"),
    (("-m", "game=nim", "agents=[llm]", "model.name=openai/x,openai/y"), "a model on a server", "llm")])
def test_what_needs_an_extra_is_refused_in_one_line_before_anything_is_written(
        command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], user: str,
        extra: str) -> None:
    monkeypatch.chdir(tmp_path)
    shown = command(*(word.replace("RUN", str(ROOT / "tests")).replace("OUT", "out") for word in words))
    assert (shown.code, shown.out) == (2, "")
    assert shown.err.splitlines() == [str(errors.not_installed(f"gtarena: {user}", f"package_of_{extra}", extra))]
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("_core_alone")
def test_programs_are_told_of_a_missing_extra_too(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^load_decisions needs package_of_report, which .*\[report\]'$"):
        gtarena.load_decisions(tmp_path)
    with pytest.raises(UsageError, match=r"^a model on a server needs package_of_llm, which .*\[llm\]'$"):
        gtarena.play("kuhn_poker", ["llm", "random"], model={"name": "openai/x"})


def core_packages() -> set[str]:
    """Returns the canonical names of gtarena and of all that it needs without extras."""
    found, waiting = set(), [Requirement("gtarena")]
    while waiting:
        need = waiting.pop()
        name = canonicalize_name(need.name)
        if name not in found and (need.marker is None or need.marker.evaluate({"extra": ""})):
            found.add(name)
            waiting += map(Requirement, requires(name) or ())
    return found


# Does what the core can, in a process that finds no other package.
CORE_ALONE = """
import importlib.machinery, json, sys
hidden = set(json.loads(sys.argv[1])) - set(sys.modules)
find = importlib.machinery.PathFinder.find_spec
def find_installed(name, path=None, target=None):
    return None if path is None and name in hidden else find(name, path, target)
importlib.machinery.PathFinder.find_spec = staticmethod(find_installed)

import gtarena
from gtarena.cli.main import run
for line in ["game=kuhn_poker agents=[mcts,llm,random] matches=2 name=run", "status results/run", "replay results/run",
             "games kuhn_poker", "prompts kuhn_poker", "check kuhn_poker", "doctor"]:
    assert run(line.split()) == 0, line
assert gtarena.play("kuhn_poker", ["llm", "random"]).outcome == "finished"
assert gtarena.env("kuhn_poker").reset().messages
assert len(gtarena.load_records("results/run")) == 6
assert gtarena.ratings.bradley_terry(gtarena.load_records("results/run"))["agent"].nunique() == 3
print(*sorted(hidden & set(sys.modules)))
"""


def test_the_core_alone_plays_lists_checks_replays_and_loads(tmp_path: Path) -> None:
    core = core_packages()
    hidden = [module for module, brought in packages_distributions().items()
              if core.isdisjoint(map(canonicalize_name, brought)) and not (ROOT / module).exists()]
    assert {"litellm", "httpx", "matplotlib", "pyarrow", "starlette", "joblib"} <= set(hidden)
    done = subprocess.run([sys.executable, "-c", CORE_ALONE, json.dumps(hidden)], cwd=tmp_path, capture_output=True,
                          text=True, check=False, timeout=120, env={**os.environ, "PYTHONPATH": str(ROOT)})
    assert done.returncode == 0, done.stderr[-2000:]
    assert not done.stdout.splitlines()[-1]
