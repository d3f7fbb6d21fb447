import re

import pytest
from hydra.errors import MissingConfigException

from gtarena.cli.error_messages import error_line, exit_code, refusing
from gtarena.errors import UnfinishedError, UsageError


@pytest.mark.parametrize(("error", "line", "code"), [
    (UsageError("x=1 is\n  too small"), "x=1 is too small", 2),
    (ValueError("line 3 is damaged"), "line 3 is damaged", 2),
    (UnfinishedError("2 matches could not be finished"), "2 matches could not be finished", 3),
    (FileNotFoundError(2, "No such file or directory", "x.json"), "x.json: No such file or directory", 2),
    (OSError(28, "No space left on device", "report.html"),
     "nothing more can be written (report.html: No space left on device): make room on the disk, or move the results "
     "(hydra.run.dir=FOLDER), the cache (cache.path=FILE) or temporary files (TMPDIR=FOLDER). The same command goes "
     "on; what is finished is kept.", 3),
    (ExceptionGroup("unhandled errors", [MemoryError()]),
     "this machine lets the run have no more memory: lower workers or model.concurrency, or raise the limit "
     "(`ulimit -v`, or that of its container). The same command goes on; what is finished is kept.", 3),
    (OSError("no room"), "OSError: no room (--debug shows where)", 2),
    (KeyError("kind"), "KeyError: 'kind' (--debug shows where)", 3)])
def test_every_error_is_one_line_and_one_exit_code(error, line, code):
    assert (error_line(error), exit_code(error)) == (line, code)


@pytest.mark.parametrize(("name", "installed", "line"), [
    ("launcher/submitit_local", "basic",
     r"hydra/launcher=submitit_local needs hydra-submitit-launcher, .*'\.\[submitit\]'$"),
    ("launcher/submitit_pbs", "submitit_local",
     r"unknown hydra/launcher 'submitit_pbs'; .*\(choose from: submitit_local\)$"),
    ("launcher/slurm", "basic", r"unknown hydra/launcher 'slurm' \(choose from: basic\)$"),
    ("sweeper/optuna", "basic", r"hydra/sweeper=optuna needs hydra-optuna-sweeper, .*'\.\[optuna\]'$"),
    ("launcher/optuna", "basic", r"unknown hydra/launcher 'optuna' \(choose from: basic\)$")])
def test_a_plug_in_of_hydra_that_is_not_installed_is_told_from_a_misspelt_one(name, installed, line):
    error = MissingConfigException(f"In 'hydra/config': Could not find 'hydra/{name}'\n\nAvailable options:\n"
                                   f"\t{installed}")
    assert re.match(line, error_line(error))


def raised(error: Exception) -> Exception:
    """Returns what becomes of an error that is raised before anything has begun."""
    with pytest.raises(Exception) as told, refusing():  # noqa: PT011  (any)
        raise error
    return told.value


@pytest.mark.parametrize(("error", "line"), [
    (KeyError("NOSUCH"), "NOSUCH does not exist, but a setting names it"),
    (RecursionError("maximum depth"), "a file of settings includes itself, directly or through others"),
    (UnicodeDecodeError("utf-8", b"a", 0, 1, "no"), "a file of settings is not written in UTF-8"),
    (ZeroDivisionError("by nought"), "the settings or their files cannot be read (--debug shows where)")])
def test_whatever_is_raised_before_anything_has_begun_is_a_mistake(error, line):
    assert (error_line(raised(error)), exit_code(raised(error))) == (line, 2)
    assert exit_code(raised(MemoryError())) == 3  # a machine that has no more room is no mistake


@pytest.mark.parametrize(("text", "message"), [
    ("seed: [", r"mine/experiment/x.yaml:2: expected the node content.* \(the file has to be YAML\)$"),
    ("# @package _global_\nmatchse: 3", r"^gtarena: experiment/x\.yaml: unknown setting 'matchse'; did you mean"),
    ("defaults: [x]", r"^gtarena: a file of settings includes itself, directly or through others$")])
def test_a_mistake_in_a_file_of_settings_names_the_file(command, tmp_path, text, message):
    (tmp_path / "mine" / "experiment").mkdir(parents=True)
    (tmp_path / "mine" / "experiment" / "x.yaml").write_text(f"{text}\n")
    shown = command("--config-dir", "mine", "+experiment=x", "game=nim")
    assert shown.code == 2
    (line,) = shown.complaints
    assert re.search(message, line)
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
