"""What people see at the command line, above all when they make a mistake."""

import os
import re
import shutil
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

import pytest

from gtarena.agents.illegal_moves import IllegalMoves
from gtarena.cli import main
from gtarena.cli.help_text import help_text
from gtarena.models.budget import Limits
from gtarena.models.settings import ModelSettings
from gtarena.runs.settings import CacheSettings, RunSettings
from tests.gtarena.conftest import Command
from tests.support import ROOT

WHOLE = "is not a whole number"
KEYS = "keys are taken from the environment only"
SECRET = "sk-" + "1234567890abcdef"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of two matches of nim."""
    folder = tmp_path_factory.mktemp("played")
    words = ["game=nim", "agents=[random]", "matches=2", "hydra.run.dir=."]
    subprocess.run([sys.executable, "-m", "gtarena", *words], cwd=folder, check=True, capture_output=True)
    return folder


@pytest.fixture
def results(played: Path, tmp_path: Path) -> Path:
    """The same results where a run of nim leaves its own, beside an empty folder and a file."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "file").write_text("no folder")
    return Path(shutil.copytree(played, tmp_path / "results" / "nim"))


# The words of the command, what it answers, and its exit code.
MISTAKES = [
    # names
    ("game=kuhn_pokr", r"unknown game 'kuhn_pokr'; did you mean kuhn_poker", 2),
    ("game=NIM", r"unknown game 'NIM'; did you mean nim\?", 2),
    ("game=", r"unknown game ''", 2),
    ("-m game=nim,kuhn_pokr", r"unknown game 'kuhn_pokr'", 2),
    ("games nimm", r"unknown game 'nimm'; did you mean nim\?", 2),
    ("suite=aren",
     r"unknown suite 'aren'; did you mean arena\? "
     r"\(there are: arena, econ_arena, econ_arena_groups, gamma_bench, gtbench\)", 2),
    ("suite=", r"unknown suite ''", 2),
    ("games=[chess]", r"games=chess is not in suite arena \(it has: iterated_prisoners_dilemma, ", 2),
    ("game=nim suite=arena", r"game=nim cannot be combined with a suite: suite=NAME games=\[nim\] plays that part", 2),
    ("game=nim prompt=v9", r"unknown prompt version 'v9' \(nim has: v1, v2\)", 2),
    ("gmes", r"unknown verb 'gmes'; did you mean games\?", 2),
    ("game=nim nonsense", r"'nonsense' cannot be read", 2),
    ("mathces=3", r"unknown setting 'mathces'; did you mean matches\?", 2),
    ("game=nim +mathces=3", r"unknown setting 'mathces'; did you mean matches\?", 2),
    ("game=nim +model.top_p=1", r"unknown setting 'top_p' \(the settings there are: name, api_base", 2),
    ("game=nim agent.mcts.simulation=3", r"unknown setting 'agent.mcts.simulation'; did you mean simulations\?", 2),
    ("game=nim agent.mtcs.simulations=3", r"unknown setting 'agent.mtcs'; did you mean mcts", 2),
    # options
    ("--multrun game=nim", r"unknown option '--multrun'; did you mean --multirun\?", 2),
    ("games --all", r"unrecognized arguments: --all", 2),
    ("report results", r"required: --out \(`gtarena report --help` shows how\)", 2),
    ("replay", r"required: FILE", 2),
    # a game's parameters
    ("game=nim game.piles=3", r"unknown setting 'game.piles'.*\(the settings of game are: name, is_misere", 2),
    ("game=nim +game.piles=3", r"unknown parameter of nim 'piles'", 2),
    ("game=kuhn_poker game.players=99", r"kuhn_poker: players=99 is not a whole number from 2 to 10", 2),
    ("game=kuhn_poker game.players=abc", rf"kuhn_poker: players=abc {WHOLE}", 2),
    ("game=kuhn_poker game.players=2.5", rf"kuhn_poker: players=2.5 {WHOLE}", 2),
    ("game=el_farol game.players=0", r"el_farol: players=0 is not a whole number from 2 to 100", 2),
    ("game=el_farol game.capacity=2", r"el_farol: capacity=2.0 is not a number from 0.0 to 1.0", 2),
    ("game=misere", r"misere needs a value for game.game", 2),
    ("game=misere game.game=nimm", r"misere: unknown game 'nimm'; did you mean nim\?", 2),
    ("game=efg_game", r"efg_game needs a value for game.filename", 2),
    ("game=mfg_crowd_modelling", r"mfg_crowd_modelling is a mean-field game", 2),
    # agents
    ("game=nim agents=[random,mtcs]", r"unknown agent 'mtcs'; did you mean mcts.*\(there are: always, ", 2),
    ("game=nim agents=random", r"agents is not a list: write agents=\[A,B\]", 2),
    ("game=nim agents=[]", r"agents=\[\] names no agent: list at least one", 2),
    ("game=nim agents=[random", r"'agents=\[random' cannot be read", 2),
    ("game=nim agents=[random*0]", r"agent 'random\*0' is not of the form", 2),
    ("game=el_farol agents=[random,mcts]", r"el_farol has 10 seats, but agents lists 2: give 1 .* or 10", 2),
    ("game=nim agents=[tit_for_tat,random]", r"tit_for_tat cannot play nim: it needs two players", 2),
    ("game=nim agents=[always,random]", r"agent always needs its move: write always:MOVE", 2),
    ("game=nim agents=[always:Foo,random]", r"always: 'Foo' is not a legal move of nim here; legal are: ", 2),
    ("game=nim agents=[mcts] agent.mcts.simulations=abc", rf"agent mcts: simulations=abc {WHOLE}", 2),
    ("game=nim agents=[mcts] agent.mcts.simulations=0", rf"agent mcts: simulations=0 {WHOLE} from 1 to", 2),
    ("game=nim agents=[mcts] agent.mcts.simulations=-5", rf"agent mcts: simulations=-5 {WHOLE} from 1 to", 2),
    ("game=nim agents=[mcts] agent.mcts.simulations=5000000000", rf"simulations=5000000000 {WHOLE} from 1 to", 2),
    ("game=nim agents=[mcts] agent.mcts.rollouts=0", rf"agent mcts: rollouts=0 {WHOLE} from 1 to", 2),
    ("game=nim agents=[mcts] agent.mcts.uct_c=-1", r"agent mcts: uct_c=-1 is not a number of at least 0", 2),
    ("game=nim agents=[mcts] agent.mcts.solve=3", r"agent mcts: solve=3 is not true or false", 2),
    ("game=nim agents=[mcts] +agent.mcts.depth=3", r"agent mcts: unknown setting 'depth' \(mcts has: simul", 2),
    ("game=nim agents=[mcts] agent.mcts.kind=foo", r"unknown kind of agent 'foo'", 2),
    ("game=nim agents=[mcts] agent.mcts=9", r"agent.mcts: Cannot assign int", 2),
    ("game=nim agents=[my] +agent.my={depth:1}", r"agent my has no kind: set agent.my.kind", 2),
    ("game=kuhn_poker agents=[ismcts] agent.ismcts.worlds=0", rf"agent ismcts: worlds=0 {WHOLE} from 1 to", 2),
    ("game=nim agent.llm.memory=foo", r"agent llm: memory=foo is not none or chat or reports", 2),
    ("game=nim agents=[cot] agent.cot.reasoning=foo", r"agent cot: reasoning=foo is not cot or cot1 or ", 2),
    # the run
    ("game=nim matches=abc", rf"matches=abc {WHOLE}", 2),
    ("game=nim matches=0", rf"matches=0 {WHOLE} of at least 1", 2),
    ("game=nim pairings=some", r"pairings=some is not all or opponents", 2),
    ("game=el_farol opponents=[mcts]", r"el_farol has 10 seats, and opponents= is for two-player games only", 2),
    ("game=nim opponents=[mctss]", r"unknown agent 'mctss'; did you mean mcts", 2),
    ("game=nim illegal.replays=-1", rf"illegal.replays=-1 {WHOLE} of at least 0", 2),
    ("game=nim workers=0", rf"workers=0 {WHOLE} of at least 1", 2),
    ("game=nim seed=null", r"seed needs a value", 2),
    ("game=nim illegal.policy=foo", r"illegal.policy=foo is not forfeit or invalid or random or charged", 2),
    ("game=nim illegal.policy=charged", r"illegal.policy=charged is not supported by nim: it defines no penalty", 2),
    ("game=nim illegal.retries=-1", rf"illegal.retries=-1 {WHOLE} of at least 0", 2),
    ("game=nim hydra.run.dir=file/below", r"file/below: Not a directory", 2),
    # the model
    ("game=nim model.temperature=5", r"model.temperature=5.0 is not a number from 0 to 2", 2),
    ("game=nim model=openai/gpt-4o", r"model=openai/gpt-4o is not a group of settings: write model.name=openai", 2),
    ("game=nim model.name=gtp", r"unknown model provider .gtp..*PROVIDER/MODEL", 2),
    ("game=nim model.name=offline/rndom", r"unknown model 'offline/rndom'; did you mean offline/random", 2),
    ("game=nim model.name=openai/gpt-4o", r"openai/gpt-4o: no API key; set .* OPENAI_API_KEY", 2),
    ("game=nim matches=1 model.name=openai/x model.api_base=http://127.0.0.1:9/v1 model.retries=0",
     r"1 matches could not be finished \(1 x openai/x: nothing answers at http://127.0.0.1:9/v1", 3),
    # secrets
    (f"game=nim model.api_key={SECRET}", rf"api_key: {KEYS}", 2),
    (f"game=nim +model.API_TOKEN={SECRET}", rf"API_TOKEN: {KEYS}", 2),
    (f"game=nim model={{name:openai/x,api_key:{SECRET}}}", rf"api_key: {KEYS}", 2),
    (f"game=nim model.name={SECRET}", rf"model.name: {KEYS}", 2),
    # logs
    ("report nowhere --out out", r"nowhere does not exist", 2),
    ("report empty --out out", r"no matches to report", 2),
    ("replay nowhere", r"nowhere does not exist", 2),
    ("replay results/nim --match zzz", r"results/nim holds no match zzz", 2),
]


@pytest.mark.parametrize(("words", "message", "code"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_a_mistake_is_answered_in_one_line_and_costs_nothing(
    command: Command, results: Path, tmp_path: Path, words: str, message: str, code: int
) -> None:
    before = {path: path.read_bytes() for path in results.glob("*.jsonl")}
    shown = command(*words.split())
    (line,) = shown.complaints
    assert line.startswith("gtarena: ")
    assert re.search(message, line)
    assert shown.code == code
    assert {path: path.read_bytes() for path in before} == before
    assert not (tmp_path / "out").exists()
    said_and_saved = [shown.out, shown.err, *(path.read_text() for path in tmp_path.rglob("*.*aml"))]
    assert not any(SECRET in text for text in said_and_saved)


def test_debug_shows_where_an_error_arose(command: Command) -> None:
    for words in (["games", "nimm"], ["game=nim", "prompt=v9"]):
        shown = command(*words, "--debug")
        assert "Traceback (most recent call last)" in shown.err
        assert shown.complaints[-1].startswith("gtarena: unknown")
        assert shown.code == 2


def test_a_line_that_a_crash_left_torn_is_reported_and_played_again(results: Path, tmp_path: Path) -> None:
    log = results / "matches.jsonl"
    first, second = log.read_text().splitlines(keepends=True)
    log.write_text(first + second[:40])
    words = ["game=nim", "agents=[random]", "matches=2"]
    ended = subprocess.run([sys.executable, "-m", "gtarena", *words], cwd=tmp_path, capture_output=True, text=True)
    assert ended.returncode == 0
    assert f"gtarena: {log}:2: the last line is damaged and skipped\n" in ended.stderr
    assert "1 matches played, 1 were there already" in ended.stdout
    assert len(log.read_text().splitlines()) == 2
    assert log.read_text().startswith(first)


@pytest.mark.parametrize("words", [["--help"], ["games"], ["games", "kuhn_poker"], ["games", "el_farol"]])
def test_looking_things_up_imports_nothing_heavy(words: list[str]) -> None:
    program = (
        "import sys, atexit\n"
        "from gtarena.cli import main\n"
        "atexit.register(lambda: print('imported:', *sys.modules))\n"
        "main.main()"
    )
    ended = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    imported = ended.stdout.rpartition("imported:")[2].split()
    assert "gtarena.cli.main" in imported
    assert {"litellm", "matplotlib", "pandas", "hydra", "omegaconf", "rich"}.isdisjoint(imported)


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], ["game=nim", "--help"]])
def test_help_can_be_asked_for_in_every_way(command: Command, words: list[str]) -> None:
    assert command(*words).out == help_text()


def test_every_verb_and_every_agent_is_in_the_help() -> None:
    words = set(re.findall(r"\w+", help_text()))
    agents = {path.stem for path in (ROOT / "conf" / "agent").glob("*.yaml")}
    assert {*main.VERBS, *agents} <= words


def test_every_setting_is_in_the_help() -> None:
    settings = re.findall(r"\b[a-z_]+\.[a-z_]+\b", help_text())
    groups = {"model": ModelSettings, "budget": Limits, "cache": CacheSettings, "illegal": IllegalMoves}
    for group, schema in groups.items():
        assert {f"{group}.{field.name}" for field in fields(schema)} <= set(settings)
    assert {field.name for field in fields(RunSettings)} - {"presets"} <= set(re.findall(r"\w+", help_text()))


def test_a_verb_explains_itself(command: Command) -> None:
    assert "--match ID" in command("replay", "--help").out


def test_the_version_is_the_installed_one(command: Command) -> None:
    assert re.fullmatch(r"gtarena \d+\.\d+\.\d+\n", command("--version").out)


def test_a_foreign_package_called_adapters_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "adapters.py").touch()
    environment = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    ended = subprocess.run(
        [sys.executable, "-c", "from gtarena.cli import main; main.main()", "games"],
        capture_output=True, text=True, env=environment, cwd=tmp_path, check=False,
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert re.fullmatch(r"gtarena: the package 'adapters' at .* is not gtarena's: .*\n", ended.stderr)


def test_matches_are_replayed_by_the_beginning_of_their_ids(command: Command, results: Path) -> None:
    match_id = re.search(r'"match_id":\s*"(\w+)"', (results / "matches.jsonl").read_text())[1]
    shown = command("replay", str(results), "--match", match_id[:6])
    assert (shown.code, shown.out.count("\nreturns: ")) == (0, 1)
    assert shown.out.startswith(f"match {match_id}: nim")


def test_logs_are_merged_into_a_new_folder(command: Command, results: Path, tmp_path: Path) -> None:
    shown = command("report", "results", "--out", "merged/here")
    assert shown.code == 0
    assert shown.out.rstrip().endswith("merged/here/report.html")
    assert {"leaderboard.csv", "leaderboard.parquet", "report.html"} <= {
        path.name for path in (tmp_path / "merged" / "here").iterdir()
    }
