import multiprocessing
import os
from pathlib import Path

import pytest

from gtarena.trackers.contract import TrackedRun

pytest.importorskip("mlflow")
pytest.importorskip("sqlalchemy")

from gtarena.trackers.mlflow import USUAL, MlflowRun

KEY = "0123456789abcdef"


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    """Address of a database for all tests, which takes seconds to make."""
    return f"sqlite:///{tmp_path_factory.mktemp('mlflow')}/mlflow.db"


@pytest.fixture
def sweep(database, tmp_path, monkeypatch, request):
    """Name of an experiment of the test's own."""
    for name, value in USUAL.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", database)
    monkeypatch.delenv("MLFLOW_EXPERIMENT_NAME", raising=False)
    monkeypatch.chdir(tmp_path)  # where artifacts go
    return request.node.name


def run_of(sweep, key=KEY, **settings):
    return TrackedRun("prompt=v1", sweep, Path.cwd(), settings, key)


def runs_of(experiment):
    from mlflow import MlflowClient

    client = MlflowClient()
    return client, client.search_runs([client.get_experiment_by_name(experiment).experiment_id])


def test_scores_settings_and_the_report_are_in_a_run_of_the_sweeps_experiment(sweep, tmp_path):
    run = MlflowRun(run_of(sweep, **{"model.temperature": 0.5, "agents": "[llm,random]"}))
    client, [begun] = runs_of(sweep)
    assert begun.info.status == "RUNNING"
    run.send({"rating/llm offline_random low_95": -0.25, "spent/usd": 1.0}, 3)
    (tmp_path / "report.html").write_text("<p>")
    run.end("finished", [tmp_path / "report.html"])
    _, [ended] = runs_of(sweep)
    assert (ended.info.run_name, ended.info.status) == ("prompt=v1", "FINISHED")
    assert ended.data.params == {"model.temperature": "0.5", "agents": "[llm,random]"}
    assert ended.data.metrics == {"rating/llm offline_random low_95": -0.25, "spent/usd": 1.0}
    assert [each.path for each in client.list_artifacts(ended.info.run_id)] == ["report.html"]


def test_a_resumed_run_goes_on_and_keeps_the_settings_that_it_began_with(sweep):
    for matches, settings in ((3, {"workers": 1}), (5, {"workers": 2, "seed": 0})):
        run = MlflowRun(run_of(sweep, **settings))
        run.send({"matches/done": matches}, matches)
        run.end("failed" if matches == 3 else "finished", [])
    client, [resumed] = runs_of(sweep)
    assert [point.step for point in client.get_metric_history(resumed.info.run_id, "matches/done")] == [3, 5]
    assert resumed.info.status == "FINISHED"
    assert resumed.data.params == {"workers": "1", "seed": "0"}


def test_runs_with_other_keys_are_others_and_the_experiment_can_be_named(sweep, monkeypatch):
    monkeypatch.setenv("MLFLOW_EXPERIMENT_NAME", "mine")
    for key in (KEY, "other"):
        MlflowRun(run_of(sweep, key)).end("failed", [])
    assert [run.info.status for run in runs_of("mine")[1]] == ["FAILED", "FAILED"]


def test_more_settings_than_a_request_may_hold_are_kept(sweep):
    settings = {f"setting{number}": number for number in range(150)}
    MlflowRun(run_of(sweep, **settings))
    assert len(runs_of(sweep)[1][0].data.params) == 150


def test_an_experiment_that_another_machine_makes_at_the_same_time_is_found(sweep, monkeypatch):
    from mlflow import MlflowClient

    MlflowClient().create_experiment(sweep)
    found, earlier = MlflowClient.get_experiment_by_name, [None]
    monkeypatch.setattr(MlflowClient, "get_experiment_by_name",
                        lambda client, name: earlier.pop() if earlier else found(client, name))
    MlflowRun(run_of(sweep))
    assert len(runs_of(sweep)[1]) == 1


def test_a_server_that_is_down_is_told_and_not_waited_for(tmp_path, monkeypatch):
    from mlflow.exceptions import MlflowException

    for name, value in (USUAL | {"MLFLOW_HTTP_REQUEST_MAX_RETRIES": "0"}).items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("MLFLOW_TRACKING_URI", "http://127.0.0.1:9")
    monkeypatch.chdir(tmp_path)
    with pytest.raises(MlflowException, match="Connection refused"):
        MlflowRun(run_of("sweep"))


def _log_a_run(number, database):
    for name, value in (USUAL | {"MLFLOW_TRACKING_URI": database}).items():
        os.environ[name] = value
    os.chdir(database.removeprefix("sqlite:///").rpartition("/")[0])
    MlflowRun(TrackedRun(str(number), "sweep", Path.cwd(), {}, str(number))).end("finished", [])


def test_jobs_that_begin_at_the_same_time_make_one_database(tmp_path, monkeypatch):
    database = f"sqlite:///{tmp_path}/new.db"
    context = multiprocessing.get_context("spawn")
    jobs = [context.Process(target=_log_a_run, args=(number, database)) for number in range(2)]
    for job in jobs:
        job.start()
    for job in jobs:
        job.join()
    assert [job.exitcode for job in jobs] == [0, 0]
    monkeypatch.setenv("MLFLOW_TRACKING_URI", database)
    assert {run.info.run_name for run in runs_of("sweep")[1]} == {"0", "1"}
