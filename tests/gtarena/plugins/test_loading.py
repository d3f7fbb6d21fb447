import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pandas as pd
import pyspiel
import pytest

import adapters
from adapters.generic.generic_view import GenericView
from adapters.views import BaseView
from custom_games.framework.spiel import game_class
from gtarena import plugins
from gtarena.agents import registry
from gtarena.agents.base import Agent
from gtarena.agents.lineup import Lineup, require_presets
from gtarena.agents.llm.schemes import all_schemes
from gtarena.agents.llm.schemes.base import Single
from gtarena.agents.llm.settings import IllegalMoves
from gtarena.agents.presets import all_presets
from gtarena.errors import UsageError
from gtarena.models.settings import ModelSettings
from gtarena.plugins import Plugin, loading
from gtarena.system import processes
from tests.support import ROOT
from tests.support.endless_games import Walk
from tests.support.one_file_game import FILE


@pytest.fixture(autouse=True)
def alone(monkeypatch):
    """Lets a test load plug-ins that no other test sees."""
    monkeypatch.setattr(loading, "_loaded", {})
    monkeypatch.setattr(loading, "_words", {})
    monkeypatch.setattr(processes, "at_start", {})
    monkeypatch.setattr(loading, "_installed", loading._installed.__wrapped__)


@pytest.fixture
def bring(monkeypatch):
    def bring(name: str, **content) -> str:
        module = ModuleType(name)
        module.PLUGIN = Plugin(**content)
        monkeypatch.setitem(sys.modules, name, module)
        plugins.load([name])
        return name

    return bring


def command(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a command as a user does, in a process of its own."""
    return subprocess.run([sys.executable, "-m", "gtarena", *words], cwd=folder, capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False)


class Greedy(Agent):
    """Takes what it can."""

    def __init__(self, seating, share: float = 0.5) -> None:
        self.share = share


def test_an_agent_of_a_plug_in_is_a_kind_with_settings_and_a_preset_of_its_name(bring):
    bring("my_agents", agents={"greedy": Greedy})
    assert registry.kinds()["greedy"] is Greedy
    assert all_presets()["greedy"].description == "Takes what it can."
    assert all_presets()["greedy"].settings == {"kind": "greedy", "share": 0.5}  # so that agent.greedy.share=1 sets it
    registry.require_settings("greedy", {"share": 0.25})
    with pytest.raises(UsageError, match="unknown setting 'shares'; did you mean share"):
        registry.require_settings("greedy", {"shares": 1})


class Deep(Agent):
    def __init__(self, seating, depth: int) -> None:
        self.depth = depth


def test_a_setting_without_a_default_is_given_in_the_word_and_only_where_the_agent_plays(bring):
    bring("my_agents", agents={"deep": Deep, "greedy": Greedy})
    require_presets(all_presets().values())
    lineup = Lineup(all_presets(), ModelSettings(), "v1", IllegalMoves())
    kuhn = adapters.for_game(pyspiel.load_game("kuhn_poker"))
    (seat,) = lineup.seats(["deep:3"], kuhn)
    assert seat.params["depth"] == 3
    with pytest.raises(UsageError, match="agent deep needs its depth: write deep:DEPTH"):
        lineup.seats(["deep"], kuhn)


def test_an_agent_that_cannot_be_made_is_told_with_its_error(bring):
    def make(seating):
        raise KeyError("no book of openings")

    bring("my_agents", agents={"bookish": make})
    with pytest.raises(UsageError, match="bookish cannot be made: KeyError: 'no book of openings'"):
        registry.make_agent("bookish", None, {})


def test_a_file_of_agent_settings_takes_the_place_of_the_preset_of_its_kind(bring, tmp_path):
    (tmp_path / "conf/agent").mkdir(parents=True)
    (tmp_path / "conf/agent/miser.yaml").write_text("kind: greedy\nshare: 0.9\n")
    bring("my_agents", agents={"greedy": Greedy}, folder=tmp_path)
    assert all_presets()["miser"].settings == {"kind": "greedy", "share": 0.9}
    assert "greedy" not in all_presets()


def test_a_scheme_of_a_plug_in_stands_among_the_others(bring):
    bring("my_schemes", schemes={"twice": Single})
    assert all_schemes()["twice"] is Single


@pytest.mark.parametrize(("concept", "name", "ask"), [
    ("agents", "mcts", registry.kinds), ("schemes", "rap", all_schemes)])
def test_a_name_of_ours_is_refused(bring, concept, name, ask):
    bring("my_things", **{concept: {name: Greedy}})
    with pytest.raises(UsageError, match=f"the {concept[:-1]} {name} of the plug-in my_things is already in gtarena: "):
        ask()


def test_a_name_that_two_plug_ins_bring_is_refused_with_both(bring):
    bring("one_project", agents={"greedy": Greedy})
    bring("other_project", agents={"greedy": Greedy})
    with pytest.raises(UsageError, match="the agent greedy of the plug-in other_project is already in one_project: "):
        registry.kinds()


def test_a_game_that_a_library_in_cpp_replaces_is_refused():
    register = pyspiel.register_game  # of which the library has its own

    def bring(long_name: str) -> None:
        class Named(Walk):
            facts = replace(Walk.facts, short_name="test_only_taken", long_name=long_name)

        made = game_class(Named)
        register(made.game_type, made)

    bring("The first")
    with pytest.raises(UsageError, match="the game test_only_taken of the plug-in theirs is already in OpenSpiel"), \
            loading._noting_games("theirs"):
        bring("Another")


def test_a_view_comes_with_prompts_unless_it_tells_what_the_generic_ones_show(bring, monkeypatch):
    monkeypatch.setattr(adapters, "views", dict)
    with pytest.raises(UsageError, match="the plug-in my_view brings a view of clobber without prompts: add the file"):
        bring("my_view", views={"clobber": BaseView()})
    bring("my_generic_view", views={"clobber": GenericView()})
    bring("my_view_of_ours", views={"nim": BaseView()})


def test_a_prompt_version_of_ours_is_refused(bring, tmp_path):
    (tmp_path / "prompts/nim").mkdir(parents=True)
    (tmp_path / "prompts/nim/v1.jinja").write_text("Another text.")
    with pytest.raises(UsageError, match=r"the file prompts/nim/v1.jinja of the plug-in my_nim is already in gtarena"):
        bring("my_nim", folder=tmp_path)


@pytest.mark.parametrize(("word", "told"), [
    ("no_such_module_here", r"plugins=\[no_such_module_here\]: Python finds no module of this name: install it"),
    ("./no_such_file.py", r"plugins=\[no_such_file.py\]: there is no such file"),
    ("./json.py", r"plugins=\[json.py\]: Python has another module json: rename the file"),
    ("./two words.py", r"two words is no name of a Python module"),
    ("./broken.py", r"the plug-in broken.py cannot be loaded: ZeroDivisionError: division by zero; mend it"),
    ("./no_plugin.py", r"the plug-in no_plugin.py: PLUGIN is no gtarena.plugins.Plugin, but 7"),
])
def test_what_cannot_be_loaded_is_one_line(word, told, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"json": "", "two words": "", "broken": "1 / 0", "no_plugin": "PLUGIN = 7"}.items():
        Path(f"{name}.py").write_text(text)
    with pytest.raises(UsageError, match=told):
        plugins.load([word])
    assert plugins.loaded() == ()
    sys.modules.pop("no_plugin", None)


def test_a_module_beside_the_users_work_is_to_be_named_as_a_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("my_own_game.py").write_text("")
    with pytest.raises(UsageError, match=r"write plugins=\[./my_own_game.py\]"):
        plugins.load(["my_own_game"])


def test_the_files_of_plug_ins_are_known(bring, tmp_path, monkeypatch):
    bring("my_agents", folder=tmp_path)
    (tmp_path / "my_one_file.py").write_text("")
    plugins.load([str(tmp_path / "my_one_file.py"), "json"])
    assert plugins.places() == [tmp_path, tmp_path / "my_one_file.py", Path(json.__file__).parent]
    monkeypatch.delitem(sys.modules, "my_one_file")


def test_processes_that_are_started_load_the_same_plug_ins(bring):
    name = bring("my_agents", agents={"greedy": Greedy})
    prepare = processes.at_start["plugins"]
    assert prepare.func is plugins.load
    assert prepare.args == ((name,),)


def test_entry_points_of_installed_packages_are_loaded_with_their_version(monkeypatch):
    module = ModuleType("their_module")
    monkeypatch.setitem(sys.modules, "their_module", module)
    entry = SimpleNamespace(module="their_module", dist=SimpleNamespace(name="their-game", version="1.5"))
    monkeypatch.setattr(loading.metadata, "entry_points", lambda group: [entry] if group == plugins.GROUP else [])
    plugins.load()
    assert plugins.versions() == {"their-game": "1.5"}
    assert plugins.describe_missing({"gtarena": "0.1", "their-game": "1.5"}) == ""


def test_a_log_says_what_it_was_played_with():
    stated = {"gtarena": "0.1.0", "open_spiel": "2.0", "their-game": "1.5", "race.py": "sha256:ab"}
    assert plugins.describe_missing(stated) == (
        "; it was played with the plug-in their-game and race.py: install their-game (version 1.5), "
        "add plugins=[PATH/race.py]")


def test_a_game_in_one_file_is_played_by_several_processes_replayed_and_missed_when_it_is_away(tmp_path):
    (tmp_path / "race.py").write_text(FILE)
    plugged = "plugins=[./race.py]"
    run = ["game=race_to_nine", "agents=[llm,random]", "matches=4", "workers=2", "name=races",
           "game.goal=5"]  # a parameter that is tried in a process of its own
    played = command([*run, plugged], tmp_path)
    assert played.returncode == 0, played.stderr
    shown = command(["replay", "results/races", plugged], tmp_path)
    assert shown.stdout.count("The total is 0.") == 4
    missing = command(["replay", "results/races"], tmp_path)
    assert missing.returncode == 2
    assert "it was played with the plug-in race.py: add plugins=[PATH/race.py]" in missing.stderr


def test_metrics_get_copies_of_frames_and_one_that_fails_is_left_out(bring, caplog, tmp_path):
    from gtarena.metrics.added_metrics import Metric
    from gtarena.suites.added_metrics import write_added_metrics

    def fail(frame: pd.DataFrame) -> pd.DataFrame:
        raise KeyError("no such column")

    bring("my_metrics", metrics={
        "mean": Metric(lambda seats: seats.groupby("agent")["return"].agg(["size", "mean"]), title="Mean return"),
        "broken": Metric(fail)})
    seats = pd.DataFrame({"agent": ["a", "b", "a"], "return": [1.0, 4.0, 2.0]})
    (section,) = write_added_metrics([], seats, tmp_path)
    (table,) = section.tables
    assert (table.title, table.columns) == ("Mean return", ("size", "mean"))
    assert [(label, *map(str, cells)) for label, cells in table.rows] == [("a", "2", "1.500"), ("b", "1", "4.000")]
    assert section.about == "Metrics that plug-ins add."
    assert "the metric broken is left out: KeyError: 'no such column'" in caplog.text
