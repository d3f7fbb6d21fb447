import pytest

from gtarena.trackers.contract import TrackedRun

pytest.importorskip("tensorboard")
from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData

from gtarena.trackers.tensorboard import TensorBoardRun


def run_of(folder, **settings):
    return TrackedRun("prompt=v1", "sweep", folder, settings, key="0123456789abcdef")


def read_back(folder):
    events = EventAccumulator(str(folder / "tensorboard" / "prompt=v1"))
    events.Reload()
    return events


def test_scores_settings_and_the_place_of_the_report_can_be_read_from_the_events(tmp_path):
    run = TensorBoardRun(run_of(tmp_path, **{"model.temperature": 0.5, "prompt": "v1", "cache.enabled": True}))
    run.send({"rating/llm": 0.25}, 3)
    run.end("finished", [tmp_path / "report.html"])
    events = read_back(tmp_path)
    assert [(point.step, point.value) for point in events.Scalars("rating/llm")] == [(3, 0.25)]
    told = events.Tensors("report")[0].tensor_proto.string_val[0].decode()
    assert told == f"- {tmp_path / 'report.html'}"
    saved = events.SummaryMetadata("_hparams_/session_start_info").plugin_data.content
    settings = HParamsPluginData.FromString(saved).session_start_info.hparams
    assert settings["model.temperature"].number_value == 0.5
    assert settings["prompt"].string_value == "v1"
    assert settings["cache.enabled"].bool_value is True


def test_a_resumed_run_goes_on_with_the_same_curve(tmp_path):
    for matches in (3, 5):
        run = TensorBoardRun(run_of(tmp_path))
        run.send({"matches/done": matches}, matches)
        run.end("finished", [])
    assert [point.step for point in read_back(tmp_path).Scalars("matches/done")] == [3, 5]


def test_scores_are_on_the_disk_before_the_run_ends(tmp_path):
    TensorBoardRun(run_of(tmp_path)).send({"matches/done": 1.0}, 1)
    assert [point.step for point in read_back(tmp_path).Scalars("matches/done")] == [1]
