import pytest

from gtarena.errors import UsageError
from gtarena.trackers import registry


@pytest.mark.parametrize(("name", "error"), [
    ("mlfow", r"unknown tracker 'mlfow'; did you mean mlflow\? \(choose from: tensorboard, mlflow, wandb\)"),
    (["wandb"], r"tracker=\['wandb'\] is not the name of a tracker: write tracker=tensorboard")])
def test_only_the_names_of_trackers_are_allowed(name, error):
    with pytest.raises(UsageError, match=error):
        registry.require_tracker(name)


def test_a_tracker_whose_package_is_missing_is_refused_with_the_command_that_installs_it(monkeypatch):
    monkeypatch.setattr(registry, "find_spec", lambda module: None)
    with pytest.raises(UsageError, match=r"tracker=mlflow needs mlflow-skinny, .*'\.\[mlflow\]'"):
        registry.require_tracker("mlflow")


def test_every_tracker_has_a_class_in_the_module_of_its_name():
    for name, registered in registry.TRACKERS.items():
        module = registry.import_module(f"gtarena.trackers.{name}")
        assert getattr(module, registered.class_name).__module__ == f"gtarena.trackers.{name}"
