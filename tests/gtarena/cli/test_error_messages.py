import re

import pytest
from hydra.errors import MissingConfigException

from gtarena.cli.error_messages import error_line, exit_code
from gtarena.errors import UnfinishedError, UsageError
from tests.gtarena.cli.conftest import Refused

WHOLE = "is not a whole number"
# Errors of Hydra and OmegaConf.
MISTAKES = [
    ("suite=aren",
     r"unknown suite 'aren'; did you mean arena\? "
     r"\(choose from: arena, econ_arena, econ_arena_groups, gamebench, gamma_bench, gtbench, magic\)", 2),
    ("suite=", r"unknown suite ''", 2),
    ("game=nim nonsense", r"'nonsense' cannot be read", 2),
    ("mathces=3", r"unknown setting 'mathces'; did you mean matches\?", 2),
    ("game=nim agent.mcts.simulation=3", r"unknown setting 'agent.mcts.simulation'; did you mean simulations\?", 2),
    ("game=nim agent.mtcs.simulations=3", r"unknown setting 'agent.mtcs'; did you mean mcts", 2),
    ("game=nim game.piles=3", r"unknown setting 'game.piles'.*\(the settings of game are: name, is_misere", 2),
    ("-m game=el_farol,public_goods game.rounds=2",
     r"game.rounds cannot be set before game is chosen, .* write game.rounds=choice\(2\), so that", 2),
    ("game=nim agents=random", r"agents is not a list: write agents=\[A,B\]", 2),
    ("game=nim,pig", r"game=nim,pig has several values: -m tries each of them, and \[A,B\] is a list", 2),
    ("game=nim agents=[random", r"'agents=\[random' cannot be read", 2),
    ("game=nim matches=abc", rf"matches=abc {WHOLE}", 2),
    ("game=nim seed=null", r"seed needs a value", 2),
    ("game=nim hydra.run.dir=file/below", r"file/below: Not a directory", 2),
]


@pytest.mark.parametrize(("error", "line", "code"), [
    (UsageError("x=1 is\n  too small"), "x=1 is too small", 2),
    (ValueError("line 3 is damaged"), "line 3 is damaged", 2),
    (UnfinishedError("2 matches could not be finished"), "2 matches could not be finished", 3),
    (FileNotFoundError(2, "No such file or directory", "x.json"), "x.json: No such file or directory", 2),
    (OSError(28, "No space left on device", "report.html"), "report.html: No space left on device", 3),
    (OSError("no room"), "OSError: no room (--debug shows where)", 2),
    (KeyError("kind"), "KeyError: 'kind' (--debug shows where)", 3),
])
def test_every_error_is_one_line_and_one_exit_code(error, line, code):
    assert (error_line(error), exit_code(error)) == (line, code)


@pytest.mark.parametrize(("words", "message", "code"), MISTAKES, ids=[words for words, *_ in MISTAKES])
def test_an_error_of_hydras_is_one_line_that_says_what_to_do(
    refused: Refused, words: str, message: str, code: int
) -> None:
    refused(words, message, code)


@pytest.mark.parametrize(("name", "installed", "line"), [
    ("submitit_local", "basic", r"hydra/launcher=submitit_local needs hydra-submitit-launcher, .*'\.\[submitit\]'$"),
    ("submitit_pbs", "submitit_local", r"unknown hydra/launcher 'submitit_pbs'; .*\(choose from: submitit_local\)$"),
    ("slurm", "basic", r"unknown hydra/launcher 'slurm' \(choose from: basic\)$"),
])
def test_a_launcher_that_is_not_installed_is_told_from_a_misspelt_one(name: str, installed: str, line: str) -> None:
    error = MissingConfigException(f"In 'hydra/config': Could not find 'hydra/launcher/{name}'\n\nAvailable options:\n"
                                   f"\t{installed}")
    assert re.match(line, error_line(error))
