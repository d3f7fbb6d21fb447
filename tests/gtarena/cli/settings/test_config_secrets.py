
import pytest
from omegaconf import OmegaConf
from omegaconf.errors import InterpolationResolutionError

from gtarena.cli.settings.config_secrets import register_resolver, require_no_secrets
from gtarena.errors import UsageError

SECRET = "my-own-secret"
KEYS = "keys are taken from the environment only"


@pytest.fixture(autouse=True)
def _planted(monkeypatch):
    monkeypatch.setenv("SOME_API_KEY", SECRET)
    monkeypatch.setenv("HARMLESS", "harmless")


def config(settings=None, **hydra):
    return OmegaConf.create({**(settings or {}), "hydra": hydra})


@pytest.mark.parametrize(("stated", "named"), [
    (config(job={"env_set": {"SOME_API_KEY": "x"}}), "hydra.job.env_set.SOME_API_KEY"),
    (config(job={"env_set": {"COPY": SECRET}}), "hydra.job.env_set.COPY"),
    (config(launcher={"setup": ["module load x", f"export A={SECRET}"]}), "hydra.launcher.setup.1"),
    (config(launcher={"password": "x"}), "hydra.launcher.password"),
    (config(run={"dir": f"results/{SECRET}"}), "hydra.run.dir"),
    (config({"model": {"api_base": "http://user:word@host/v1"}}), "model.api_base"),
    (config({"model": {"api_base": "http://host/v1?k=s"}}), "model.api_base"),
    (config({"model": {"api_base": "http://host/zQ7kP3mT9xB2vN8c/v1"}}), "model.api_base"),
    (config({"agent": {"mine": {"persona": f"says {SECRET}"}}}), "agent.mine.persona"),
    (config({"agents": ["random", f"llm@x/{SECRET}"]}), "agents.1"),
    (config(sweeper={"params": {"model.api_base": "http://a/v1?k=s,http://b/v1"}}), "hydra.sweeper.params.model.api_")])
def test_a_configuration_with_a_secret_is_refused_without_its_value(stated, named):
    with pytest.raises(UsageError) as refused:
        require_no_secrets(stated)
    assert str(refused.value).startswith(named)
    assert KEYS in str(refused.value)
    assert not any(word in str(refused.value) for word in (SECRET, "word@", "k=s", "zQ7k"))


@pytest.mark.parametrize("stated", [
    config(), config(job={"env_set": {"OMP_NUM_THREADS": "1"}}), config(sweeper={"params": {"seed": "1,2"}}),
    config({"model": {"api_base": None, "max_tokens": 5, "tokens_per_minute": 9}, "game": {"secret": 3}}),
    config({"game": {"adventurers_know_key_holder": "on"}}),
    config({"model": {"api_base": "http://127.0.0.1:8000/v1"}}), config({"model": {"api_base": "${oc.env:HARMLESS}"}}),
    config(sweeper={"params": {"game.adventurers_know_key_holder": "on,off"}}),
    config(job={"config": {"override_dirname": {"exclude_keys": ["name", "matches"]}}}),
    config(runtime={"cwd": f"/home/{SECRET}"}),  # no setting, but where the command was given
])
def test_other_configurations_pass(stated):
    require_no_secrets(stated)


@pytest.mark.parametrize("words", [
    "model.api_base=http://host/zQ7kP3mT9xB2vN8c/v1 game=nim", f"agent.llm.persona={SECRET} game=nim",
    "--config-dir mine game=nim +theirs=x", "-m --config-dir mine game=nim seed=1,2 +theirs=x",
    "-m --config-dir mine game=nim +theirs=y,x",
    *(f"{mode}--config-dir mine game=nim +theirs={file}" for mode in ("", "-m ") for file in (
        "env", "copy", "read", "address")),
    f"game=nim +hydra.launcher.note={SECRET}", f"-m game=nim seed=1,2 hydra.sweep.dir=results/{SECRET}"])
def test_no_file_is_there_once_a_secret_was_refused(command, tmp_path, words):
    folder = tmp_path / "mine" / "theirs"
    folder.mkdir(parents=True)
    for name, text in (("x", f"agent: {{llm: {{persona: '{SECRET}'}}}}"), ("y", "seed: 3"),
                       ("copy", "hydra: {job: {env_copy: [SOME_API_KEY]}}"), ("read", "seed: '${oc.env:SOME_API_KEY}'"),
                       ("address", "model: {api_base: 'http://host/v1?k=s'}"),
                       ("env", f"hydra: {{job: {{env_set: {{NOTE: '{SECRET}'}}}}}}")):
        (folder / f"{name}.yaml").write_text(f"# @package _global_\n{text}\n")
    shown = command(*words.split())
    assert (shown.code, len(shown.complaints)) == (2, 1)
    assert KEYS in shown.err
    assert SECRET not in shown.out + shown.err
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_interpolations_read_harmless_variables_only():
    register_resolver()
    names = OmegaConf.create({"a": "${oc.env:HARMLESS}", "b": "${oc.env:MISSING,c}", "c": "${oc.env:${d}}",
                              "d": "SOME_API_KEY", "e": "${oc.env:MISSING}"})
    assert (names.a, names.b) == ("harmless", "c")
    with pytest.raises(InterpolationResolutionError, match=r"oc\.env:SOME_API_KEY: keys are taken"):
        _ = names.c
    with pytest.raises(InterpolationResolutionError, match="'MISSING' not found"):
        _ = names.e
