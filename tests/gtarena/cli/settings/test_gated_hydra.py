"""Gate in front of Hydra: runs, multiruns with any sweeper, and what is shown of settings."""

from pathlib import Path

import pytest
from hydra.core.utils import JobReturn
from omegaconf import OmegaConf

from gtarena.cli.settings.gated_hydra import Forgetting, the_run
from tests.gtarena.conftest import Command

SECRET = "sk-1234567890abcdefgh"
ONE = ("agents=[random]", "matches=1")
BASIC = ("-m", "hydra/sweeper=basic")


@pytest.mark.parametrize("words", [
    ["game=nim", "agents=[random]", "agent.llm.persona=5"], ["game=nim", "hydra.run.dir="],
    ["-m", "game=nim", "agents=[random]", "seed=1,2", "agent.llm.persona=5"],
    ["-m", "game=nim", "agents=[random]", "matches=1,2", "prompt=v1,v2", "seed=range(0,9)", "model.timeout=9,0"],
    ["~hydra.callbacks.forgetting", "game=nim", "agents=[rndom]"],
])
def test_hydra_has_written_nothing_when_a_run_is_refused(command: Command, tmp_path: Path, words: list[str]) -> None:
    assert command(*words).code == 2
    assert list(tmp_path.iterdir()) == []


def test_the_run_that_was_admitted_is_handed_over_once(command: Command, tmp_path: Path) -> None:
    assert command("game=nim", *ONE).code == 0
    assert (tmp_path / "results" / "nim" / ".hydra" / "config.yaml").is_file()
    assert the_run() is None


@pytest.mark.parametrize("words", [(), BASIC])
def test_all_jobs_of_a_sweep_over_games_have_their_folders_in_one(
    command: Command, tmp_path: Path, words: tuple[str, ...]
) -> None:
    shown = command(*(words or ("-m",)), "game=nim,pig", *ONE)
    assert (shown.code, shown.complaints) == (0, [])
    logs = {str(log.parent.relative_to(tmp_path / "results")) for log in tmp_path.rglob("matches.jsonl")}
    assert logs == {f"sweep/agents=[random],game={game}" for game in ("nim", "pig")}
    assert (tmp_path / "results" / "sweep" / "report.html").is_file()


def test_the_failures_of_another_sweepers_jobs_give_the_exit_code_until_they_are_mended(
    command: Command, tmp_path: Path
) -> None:
    words = (*BASIC, "game=kuhn_poker", *ONE, "name=x")
    (tmp_path / "results" / "x").mkdir(parents=True)
    plan = tmp_path / "results" / "x" / "sweep.json"
    plan.write_text('{"command": "earlier", "started": 0, "jobs": ["a"]}')
    shown = command(*words, "seed=1,2", "agents=[rndom]")
    assert shown.code == 2
    assert shown.complaints[-1].startswith("gtarena: 2 of the sweep's jobs failed")
    assert not plan.exists()  # which jobs of ours it names is no longer so
    assert command(*words, "seed=1").code == 0


@pytest.mark.parametrize(("swept", "there"), [("secret", []), ("harmless,secret", ["multirun.yaml"])])
def test_no_sweeper_writes_down_a_secret(command: Command, tmp_path: Path, swept: str, there: list[str]) -> None:
    (tmp_path / "mine" / "agent").mkdir(parents=True)
    for name, text in ("secret", SECRET), ("harmless", "kind"):
        (tmp_path / "mine" / "agent" / f"{name}.yaml").write_text(f"# @package agent.llm\npersona: {text}\n")
    shown = command(*BASIC, "--config-dir", "mine", f"+agent={swept}", "game=nim", *ONE, "hydra.sweep.dir=out")
    assert (shown.code, len(shown.complaints)) == (2, 1)
    assert "keys are taken from the environment only" in shown.err
    assert [path.name for path in tmp_path.glob("out/*")] == there
    assert not any(SECRET in path.read_text() for path in tmp_path.glob("out/**/*.yaml"))


@pytest.mark.parametrize("words", [["-m", "hydra.mode=RUN"], ["hydra.mode=MULTIRUN"]])
def test_a_multirun_is_asked_for_by_an_option_or_by_hydras_mode(command: Command, tmp_path: Path, words) -> None:
    shown = command(*words, "game=nim", *ONE, "seed=1,2")
    assert (shown.code, shown.complaints) == (0, [])
    assert len(list(tmp_path.rglob("job.json"))) == 2


def test_settings_and_folders_may_refer_to_hydras_own(command: Command, tmp_path: Path) -> None:
    words = ("game=nim,pig", *ONE, "hydra.sweep.dir=out/${now:%Y}", "name=${hydra:job.name}",
             "hydra.sweep.subdir=${hydra:runtime.choices.game}_${hydra:job.num}",
             "+hydra.job.env_set.MINE=${hydra.job.num}")
    assert command("-m", *words).code == 0
    assert sorted(path.parent.name for path in tmp_path.glob("out/*/*/job.json")) == ["nim_0", "pig_1"]


def test_a_part_of_the_settings_is_shown_without_secrets(command: Command, tmp_path: Path) -> None:
    assert command("--cfg", "job", "--package", "budget", "game=nim").out == (
        "# @package budget\nusd: null\ntokens: null\ncalls: null\n")
    (tmp_path / "mine.yaml").write_text(f"name: {SECRET}\n")
    assert SECRET not in command("--cfg", "job", "--config-dir", ".", "+mine@_global_=mine").out


def test_the_settings_of_jobs_that_have_ended_are_not_kept() -> None:
    result = JobReturn(cfg=OmegaConf.create(), hydra_cfg=OmegaConf.create(), _return_value=3)
    Forgetting().on_job_end(OmegaConf.create(), result)
    assert (result.cfg, result.hydra_cfg, result._return_value) == (None, None, 3)
