import sys
from types import ModuleType
from typing import Any

import pytest
from hydra.core.utils import JobReturn

from gtarena.cli.sweeps.lost_results import lost, lost_ones_returned, replaced


class FakeLostError(Exception):
    """Error of a job without a result."""


class Waiting:
    def results(self) -> list[Any]:
        raise FakeLostError


def modules(monkeypatch: pytest.MonkeyPatch, **contents: dict[str, Any]) -> None:
    """Provides modules, named with double underscores for dots, with these contents."""
    for name, content in contents.items():
        module = ModuleType(name.replace("__", "."))
        vars(module).update(content)
        monkeypatch.setitem(sys.modules, module.__name__, module)


def test_a_job_that_submitit_has_lost_has_a_result_while_the_block_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    modules(monkeypatch, submitit={}, submitit__core={}, submitit__core__core={"Job": Waiting},
            submitit__core__utils={"FailedJobError": FakeLostError, "UncompletedJobError": FakeLostError})
    with lost_ones_returned("hydra_plugins.hydra_submitit_launcher.submitit_launcher"):
        (result,) = Waiting().results()
        assert isinstance(result, JobReturn)
    with pytest.raises(FakeLostError):
        Waiting().results()


def test_a_job_that_ray_has_lost_has_a_result_and_other_errors_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def get(reference: Exception) -> Any:
        raise reference

    modules(monkeypatch, ray={"get": get}, ray__exceptions={"RayError": FakeLostError})
    with lost_ones_returned("hydra_plugins.hydra_ray_launcher.ray_launcher"):
        assert isinstance(sys.modules["ray"].get(FakeLostError()), JobReturn)
        with pytest.raises(KeyError):
            sys.modules["ray"].get(KeyError())
    assert sys.modules["ray"].get is get


def test_the_other_launchers_stay_as_they_are() -> None:
    with lost_ones_returned("hydra_plugins.hydra_joblib_launcher.joblib_launcher"):
        assert lost().return_value is None


def test_a_replaced_function_comes_back_also_after_an_error() -> None:
    class Holder:
        double = staticmethod(lambda number: 2 * number)

    original = Holder.double
    def use() -> None:
        with replaced(Holder, "double", lambda double, number: double(number) + 1):
            raise KeyError(Holder.double(3))

    with pytest.raises(KeyError, match="7"):
        use()
    assert Holder.double is original
