"""Output of the command line, above all for mistakes."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from gtarena.cli.help_text import help_text
from tests.gtarena.cli.conftest import Refused
from tests.gtarena.conftest import Command
from tests.support import ROOT

WHOLE = "is not a whole number"

# Arguments of the command, its error, and its exit code.
MISTAKES = [
    # names
    ("games=[chess]", r"games=chess is not in suite arena \(it has: iterated_prisoners_dilemma, ", 2),
    ("game=nim suite=arena", r"game=nim cannot be combined with a suite: suite=NAME games=\[nim\] plays that part", 2),
    ("game=nim prompt=v9", r"unknown prompt version 'v9' \(nim has: paper, v1, v2\)", 2),
    ("gmes", r"unknown verb 'gmes'; did you mean games\?", 2),
    # a game's parameters
    ("game=nim +game.piles=3", r"unknown parameter of nim 'piles'", 2),
    ("game=kuhn_poker game.players=99", r"kuhn_poker: players=99 is not a whole number from 2 to 10", 2),
    ("game=kuhn_poker game.players=abc", rf"kuhn_poker: players=abc {WHOLE}", 2),
    ("game=kuhn_poker game.players=2.5", rf"kuhn_poker: players=2.5 {WHOLE}", 2),
    ("game=el_farol game.players=0", r"el_farol: players=0 is not a whole number from 2 to 100", 2),
    ("game=el_farol game.capacity=2", r"el_farol: capacity=2.0 is not a number from 0.0 to 1.0", 2),
    ("game=connect_four game.rows=0", r"connect_four\(rows=0\) cannot be played: OpenSpiel itself crashed", 2),
    ("game=misere", r"misere needs a value for game.game", 2),
    ("game=misere game.game=nimm", r"misere: unknown game 'nimm'; did you mean nim\?", 2),
    ("game=efg_game", r"efg_game needs a value for game.filename", 2),
    ("game=mfg_crowd_modelling", r"mfg_crowd_modelling is a mean-field game", 2),
    # agents
    ("game=nim agents=[random,mtcs]", r"unknown agent 'mtcs'; did you mean mcts.*\(choose from: always, ", 2),
    ("game=nim agents=[]", r"agents=\[\] names no agent: list at least one", 2),
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
    ("game=nim agents=[human] +agent.human.foo=1", r"unknown setting 'foo' \(human has: prompt\)", 2),
    ("game=nim agents=[mcts] agent.mcts=9", r"agent.mcts: Cannot assign int", 2),
    ("game=nim agents=[my] +agent.my={depth:1}", r"agent my has no kind: set agent.my.kind", 2),
    ("game=kuhn_poker agents=[ismcts] agent.ismcts.worlds=0", rf"agent ismcts: worlds=0 {WHOLE} from 1 to", 2),
    ("game=nim agent.llm.memory=foo", r"agent llm: memory=foo is not none or chat or reports", 2),
    ("game=nim agents=[cot] agent.cot.reasoning=foo", r"agent cot: reasoning=foo is not cot or cot1 or ", 2),
    ("game=nim agents=[random*1001]", r"agent 'random\*1001' takes more than 1,000 seats", 2),
    ("game=nim agents=[[llm,random]]", r"is not of the form NAME\[:ARGUMENT\]", 2),
    # the run
    ("game=nim agents=[random] matches=1000000000", r"matches=1000000000 makes 1,000,000,000 matches of nim, and a run "
     r"can have 1,000,000 of a game: lower it, or split the run by seed=0, seed=1 and so on", 2),
    ("game=nim matches=0", rf"matches=0 {WHOLE} of at least 1", 2),
    ("game=nim pairings=some", r"pairings=some is not all or opponents", 2),
    ("game=nim draws=some", r"draws=some is not paired or fresh", 2),
    ("game=nim players=3", r"players=3: nim can only be played by a fixed number of players", 2),
    ("game=el_farol players=1", r"el_farol: players=1 is not a whole number from 2 to", 2),
    ("game=el_farol opponents=[mctss]", r"unknown agent 'mctss'; did you mean mcts", 2),
    ("game=nim opponents=[mctss]", r"unknown agent 'mctss'; did you mean mcts", 2),
    ("game=nim illegal.replays=-1", rf"illegal.replays=-1 {WHOLE} of at least 0", 2),
    ("game=nim workers=0", rf"workers=0 {WHOLE} of at least 1", 2),
    ("game=nim illegal.policy=foo", r"illegal.policy=foo is not forfeit or invalid or random or charged", 2),
    ("game=nim illegal.policy=charged", r"illegal.policy=charged is not supported by nim: it defines no penalty", 2),
    ("game=nim illegal.retries=-1", rf"illegal.retries=-1 {WHOLE} of at least 0", 2),
    # the model
    ("game=nim model.temperature=5", r"model.temperature=5.0 is not a number from 0 to 2", 2),
    ("game=nim model.name=gtp", r"unknown model provider .gtp..*PROVIDER/MODEL", 2),
    ("game=nim model.name=offline/rndom", r"unknown model 'offline/rndom'; did you mean offline/random", 2),
    ("game=nim model.name=openai/gpt-4o", r"openai/gpt-4o: no API key; set .* OPENAI_API_KEY", 2),
    ("game=nim matches=1 model.name=openai/x model.api_base=http://127.0.0.1:9/v1 model.retries=0",
     r"1 match could not be finished \(1 x openai/x: nothing answers at http://127.0.0.1:9/v1", 3),
]


@pytest.mark.parametrize(("words", "message", "code"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_a_mistake_is_answered_in_one_line_and_costs_nothing(
    refused: Refused, words: str, message: str, code: int
) -> None:
    refused(words, message, code)


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
    assert re.search(rf"^gtarena: {log}:2: the line is damaged and skipped \(.*\); the", ended.stderr, re.MULTILINE)
    assert "1 match played, 1 already there" in ended.stdout
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


def test_an_option_without_its_value_does_not_take_the_default_suite_for_it(tmp_path: Path) -> None:
    # In a process of its own, because Hydra changes what this one logs.
    shown = subprocess.run(
        [sys.executable, "-m", "gtarena", "--info"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "Defaults List" in shown.stdout
    assert "suite/arena" in shown.stdout


def test_a_reader_who_goes_away_ends_a_run_quietly(tmp_path: Path) -> None:
    words = ["game=nim", "agents=[random]", "matches=1"]
    start, pipe = [sys.executable, "-m", "gtarena"], subprocess.PIPE
    with subprocess.Popen([*start, *words], cwd=tmp_path, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert [line for line in process.stderr if " matches/s, " not in line] == []
    assert process.returncode == 0
    assert not (tmp_path / "results" / "nim" / "error.json").exists()


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["help"], ["game=nim", "--help"]])
def test_help_can_be_asked_for_in_every_way(command: Command, words: list[str]) -> None:
    assert command(*words).out == help_text()


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


def test_a_coroutine_that_ctrl_c_kept_from_starting_is_told_to_nobody_but_debuggers() -> None:
    program = (
        "from gtarena.cli import main\n"
        "async def request(): pass\n"
        "def interrupted(arguments):\n"
        "    request()\n"
        "    raise KeyboardInterrupt\n"
        "main.VERBS['games'] = interrupted\n"
        "main.main()"
    )
    for words, number in (["games"], 0), (["games", "--debug"], 1):
        ended = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=False)
        assert ended.returncode == 130
        assert ended.stderr.count("was never awaited") == number


def test_after_ctrl_c_no_search_is_waited_for() -> None:
    program = (
        "import threading\n"
        "from gtarena.agents.bots import _search_threads\n"
        "from gtarena.cli import main\n"
        "def interrupted(arguments):\n"
        "    _search_threads().submit(threading.Event().wait)\n"
        "    raise KeyboardInterrupt\n"
        "main.VERBS['games'] = interrupted\n"
        "main.main()"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program, "games"], capture_output=True, text=True, check=False, timeout=60)
    assert ended.returncode == 130
    assert "stopped; finished matches are kept" in ended.stderr
