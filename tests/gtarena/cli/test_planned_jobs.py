"""Jobs of a command, as Hydra's multirun makes them."""

from pathlib import Path

from gtarena.cli.planned_jobs import all_planned_jobs, planned_jobs
from gtarena.errors import UsageError


def test_an_experiment_that_sweeps_by_itself_is_a_multirun_of_its_values():
    command, jobs = planned_jobs(["+experiment=gamma_temperature", "model.name=offline/random"])
    assert str(command) == "gtarena -m +experiment=gamma_temperature model.name=offline/random"
    assert [job.settings.model.temperature for job in jobs] == [0, 0.2, 0.4, 0.6, 0.8, 1]
    assert jobs[1].folder == Path("results/gamma_temperature/model.name=offline/random,model.temperature=0.2")


def test_a_command_line_replaces_what_an_experiment_sweeps_over():
    _, jobs = planned_jobs(["+experiment=gamma_temperature", "model.temperature=0.5", "hydra.sweep.dir=elsewhere"])
    assert [(job.settings.model.temperature, str(job.folder)) for job in jobs] == [
        (0.5, "elsewhere/model.temperature=0.5")]


def test_the_last_of_two_values_holds():
    command, (job,) = planned_jobs(["game=nim", "matches=2", "matches=3"])
    assert str(command) == "gtarena game=nim matches=3"
    assert (job.settings.matches, job.folder) == (3, Path("results/nim"))


def test_a_mistake_in_one_command_leaves_the_others():
    nim, wrong = all_planned_jobs([["game=nim", "seed=0,1"], ["game=nim", "+moves=3"]])
    assert not isinstance(nim, Exception)
    assert [job.settings.seed for job in nim[1]] == [0, 1]
    assert isinstance(wrong, UsageError)


def test_all_jobs_of_a_sweep_over_games_are_planned_in_one_folder():
    _, jobs = planned_jobs(["game=nim,pig"])
    assert [str(job.folder) for job in jobs] == ["results/sweep/game=nim", "results/sweep/game=pig"]
