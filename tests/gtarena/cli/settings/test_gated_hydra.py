import pytest
from hydra.core.global_hydra import GlobalHydra
from hydra.core.utils import JobReturn
from omegaconf import OmegaConf

from gtarena.cli.settings.composing import composing
from gtarena.cli.settings.gated_hydra import Forgetting, take_admitted_run

SECRET = "sk-1234567890abcdefgh"
ONE = ("agents=[random]", "matches=1")
BASIC = ("-m", "hydra/sweeper=basic")


@pytest.mark.parametrize("words", [
    ["-m", "game=nim", "agents=[random]", "matches=1,2", "prompt=v1,v2", "seed=range(0,9)", "model.timeout=9,0"],
    ["~hydra.callbacks.forgetting", "game=nim", "agents=[rndom]"]])
def test_hydra_has_written_nothing_when_a_run_is_refused(command, tmp_path, words):
    assert command(*words).code == 2
    assert list(tmp_path.iterdir()) == []


@pytest.mark.usefixtures("without_report")
def test_a_run_is_handed_over_once_and_the_settings_of_ended_jobs_are_not_kept(command, tmp_path):
    assert command("game=nim", *ONE).code == 0
    assert (tmp_path / "results" / "nim" / ".hydra" / "config.yaml").is_file()
    assert take_admitted_run() is None
    result = JobReturn(cfg=OmegaConf.create(), hydra_cfg=OmegaConf.create(), _return_value=3)
    Forgetting().on_job_end(OmegaConf.create(), result)
    assert (result.cfg, result.hydra_cfg, result._return_value) == (None, None, 3)


@pytest.mark.parametrize("words", [(), BASIC])
def test_all_jobs_of_a_sweep_over_games_have_their_folders_in_one(command, tmp_path, words):
    shown = command(*(words or ("-m",)), "game=nim,pig", *ONE)
    assert (shown.code, shown.complaints) == (0, [])
    logs = {str(log.parent.relative_to(tmp_path / "results"))[:-7] for log in tmp_path.rglob("matches.jsonl")}
    assert logs == {f"sweep/game={game}" for game in ("nim", "pig")}
    assert (tmp_path / "results" / "sweep" / "report.html").is_file()


@pytest.mark.usefixtures("without_report")
def test_the_failures_of_another_sweepers_jobs_give_the_exit_code_until_they_are_mended(command, tmp_path):
    words = (*BASIC, "game=kuhn_poker", *ONE, "name=x")
    (tmp_path / "results" / "x").mkdir(parents=True)
    plan = tmp_path / "results" / "x" / "sweep.json"
    plan.write_text('{"command": "earlier", "started": 0, "jobs": ["a"]}')
    shown = command(*words, "seed=1,2", "agents=[rndom]")
    assert shown.code == 2
    assert shown.complaints[-1].startswith("gtarena: 2 of the sweep's jobs failed")
    assert not plan.exists()  # which jobs of ours it names is no longer so
    assert command(*words, "seed=1").code == 0


@pytest.mark.usefixtures("without_report")
@pytest.mark.parametrize(("swept", "there"), [("secret", []), ("harmless,secret", ["multirun.yaml"])])
def test_no_sweeper_writes_down_a_secret(command, tmp_path, swept, there):
    (tmp_path / "mine" / "agent").mkdir(parents=True)
    for name, text in ("secret", SECRET), ("harmless", "kind"):
        (tmp_path / "mine" / "agent" / f"{name}.yaml").write_text(f"# @package agent.llm\npersona: {text}\n")
    shown = command(*BASIC, "--config-dir", "mine", f"+agent={swept}", "game=nim", *ONE, "hydra.sweep.dir=out")
    assert (shown.code, len(shown.complaints)) == (2, 1)
    assert "keys are taken from the environment only" in shown.err
    assert [path.name for path in tmp_path.glob("out/*")] == there
    assert not any(SECRET in path.read_text() for path in tmp_path.glob("out/**/*.yaml"))


@pytest.mark.usefixtures("without_report")
@pytest.mark.parametrize("words", [["-m", "hydra.mode=RUN"], ["hydra.mode=MULTIRUN"]])
def test_a_multirun_is_asked_for_by_an_option_or_by_hydras_mode(command, tmp_path, words):
    shown = command(*words, "game=nim", *ONE, "seed=1,2")
    assert (shown.code, shown.complaints) == (0, [])
    assert len(list(tmp_path.rglob("job.json"))) == 2


@pytest.mark.usefixtures("without_report")
def test_settings_may_refer_to_hydras_own_and_a_part_of_them_is_shown_without_secrets(command, tmp_path):
    words = ("game=nim,pig", *ONE, "hydra.sweep.dir=out/${now:%Y}", "name=${hydra:job.name}",
             "hydra.sweep.subdir=${hydra:runtime.choices.game}_${hydra:job.num}",
             "+hydra.job.env_set.MINE=${hydra.job.num}")
    assert command("-m", *words).code == 0
    assert sorted(path.parent.name for path in tmp_path.glob("out/*/*/job.json")) == ["nim_0", "pig_1"]
    assert command("--cfg", "job", "--package", "budget", "game=nim").out == (
        "# @package budget\nusd: null\ntokens: null\ncalls: null\n")
    (tmp_path / "mine.yaml").write_text(f"name: {SECRET}\n")
    assert SECRET not in command("--cfg", "job", "--config-dir", ".", "+mine@_global_=mine").out


def test_hydra_is_made_ready_once_and_left_as_it_was():
    GlobalHydra.instance().clear()
    with composing():
        loader = GlobalHydra.instance().config_loader()
        with composing():
            assert GlobalHydra.instance().config_loader() is loader
        assert GlobalHydra.instance().is_initialized()
    assert not GlobalHydra.instance().is_initialized()
