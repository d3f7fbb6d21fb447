from pathlib import Path

import pytest
from omegaconf import OmegaConf
from omegaconf.errors import InterpolationResolutionError

from gtarena.cli.config_secrets import SecretFoundError, SecretsCallback, register_resolver

SECRET = "my-own-secret"


@pytest.fixture(autouse=True)
def _planted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOME_API_KEY", SECRET)
    monkeypatch.setenv("HARMLESS", "harmless")


def config(folder: Path, model=None, env_set=None, params=None):
    hydra = {"job": {"env_set": env_set or {}}, "sweeper": {"params": params}, "output_subdir": ".hydra",
             "runtime": {"output_dir": str(folder)}, "sweep": {"dir": str(folder)}}
    return OmegaConf.create({"hydra": hydra, "model": model})


@pytest.mark.parametrize(("changes", "named"), [
    ({"env_set": {"SOME_API_KEY": "x"}}, "SOME_API_KEY"),
    ({"env_set": {"COPY": SECRET}}, "COPY"),
    ({"model": {"api_base": "http://user:word@host/v1"}}, "model.api_base"),
    ({"model": {"api_base": "http://host/v1?k=s"}}, "model.api_base"),
    ({"params": {"model.api_base": "http://a/v1?k=s,http://b/v1"}}, "model.api_base"),
])
@pytest.mark.parametrize("moment", ["on_run_start", "on_multirun_start", "on_job_start"])
def test_a_configuration_with_a_secret_is_refused_without_its_value(changes, named, moment, tmp_path) -> None:
    with pytest.raises(SecretFoundError) as refused:
        getattr(SecretsCallback(), moment)(config(tmp_path, **changes))
    assert str(refused.value).startswith(f"{named}: keys are taken from the environment only")
    assert not any(word in str(refused.value) for word in (SECRET, "word@", "k=s"))


@pytest.mark.parametrize("changes", [
    {}, {"env_set": {"OMP_NUM_THREADS": "1"}}, {"model": {"api_base": None}}, {"params": {"seed": "1,2"}},
    {"model": {"api_base": "http://127.0.0.1:8000/v1"}}, {"model": {"api_base": "${oc.env:HARMLESS}"}},
])
def test_other_configurations_pass(changes, tmp_path) -> None:
    callback = SecretsCallback()
    for moment in (callback.on_run_start, callback.on_multirun_start, callback.on_job_start):
        moment(config(tmp_path, **changes))


def test_of_saved_files_only_the_secrets_are_changed(tmp_path) -> None:
    (tmp_path / ".hydra").mkdir()
    for folder in (tmp_path, tmp_path / ".hydra"):
        (folder / "saved.yaml").write_text(f"a: {SECRET}\nb: é\n", encoding="utf-8")
    SecretsCallback().on_job_start(config(tmp_path))
    SecretsCallback().on_multirun_end(config(tmp_path))
    for folder in (tmp_path, tmp_path / ".hydra"):
        assert (folder / "saved.yaml").read_text(encoding="utf-8") == "a: [hidden]\nb: é\n"


def test_interpolations_read_harmless_variables_only() -> None:
    register_resolver()
    names = OmegaConf.create({"a": "${oc.env:HARMLESS}", "b": "${oc.env:MISSING,c}", "c": "${oc.env:${d}}",
                              "d": "SOME_API_KEY", "e": "${oc.env:MISSING}"})
    assert (names.a, names.b) == ("harmless", "c")
    with pytest.raises(InterpolationResolutionError, match=r"oc\.env:SOME_API_KEY: keys are taken"):
        _ = names.c
    with pytest.raises(InterpolationResolutionError, match="'MISSING' not found"):
        _ = names.e
