import pytest

from gtarena.errors import UsageError
from gtarena.models.base import Request
from gtarena.models.settings import ModelSettings


@pytest.mark.parametrize(
    ("setting", "value", "allowed"),
    [
        ("temperature", 3, "a number from 0 to 2"),
        ("temperature", float("nan"), "a number from 0 to 2"),
        ("temperature", "hot", "a number from 0 to 2"),
        ("max_tokens", 0, "a whole number of at least 1, or null"),
        ("max_tokens", 1.5, "a whole number of at least 1, or null"),
        ("timeout", 0, "a number of seconds above 0"),
        ("timeout", float("inf"), "a number of seconds above 0"),
        ("concurrency", True, "a whole number of at least 1"),
        ("retries", -1, "a whole number of at least 0"),
        ("retries", 1.5, "a whole number of at least 0"),
        ("requests_per_minute", 0, "a whole number of at least 1, or null"),
        ("tokens_per_minute", 0.5, "a whole number of at least 1, or null"),
        ("reasoning_effort", "very high", "a word such as low, medium or high, or null"),
        ("reasoning_effort", "", "a word such as low, medium or high, or null"),
        ("logprobs", -1, "a whole number from 0 to 20, or null"),
        ("logprobs", 21, "a whole number from 0 to 20, or null"),
        ("logprobs", True, "a whole number from 0 to 20, or null"),
        ("logprobs", 2.0, "a whole number from 0 to 20, or null"),
        ("vision", "True", 'auto, "on" or "off" (with the quotation marks in YAML)'),
        ("structured", "True", 'auto, "on" or "off" (with the quotation marks in YAML)'),
        *(("api_base", address, "an address: http:// or https://, a host and, if any, a port, as in http://127.0.0.1:8080/v1")
          for address in ("localhost:8000", "http://", "http://[::1/v1", "http://h:99999", "http://h:abc", "http:/h")),
    ],
)
def test_a_setting_out_of_range_is_refused_with_its_name_value_and_range(
    setting: str, value: object, allowed: str
) -> None:
    with pytest.raises(UsageError) as caught:
        ModelSettings("offline/random", **{setting: value})  # type: ignore[arg-type]
    assert str(caught.value) == f"model.{setting}={value} is not {allowed}"


@pytest.mark.parametrize("name", [
    "", " ", "two words", "3", "/gpt", "openai/", "openai//", "/", "Offline/random", "-x/gpt"])
def test_a_name_that_is_none_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match=r"^model\.name=.* is not PROVIDER/MODEL"):
        ModelSettings(name)


def test_an_unknown_offline_model_is_refused_at_once() -> None:
    for name in ("offline/rndom", "offline"):
        with pytest.raises(UsageError, match=rf"unknown model '{name}'; did you mean .*offline/random"):
            ModelSettings(name)


@pytest.mark.parametrize("name", [
    "gpt-4o", "openai/gpt-4o", "hosted_vllm//models/llama-3", "nano-gpt/x", "a/b/C:d", "bedrock/arn:aws:x/y@1"])
def test_names_as_litellm_spells_them_are_taken(name: str) -> None:
    assert ModelSettings(name).name == name


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai/x", "OPENAI_API_BASE"), ("openai/x", "OPENAI_BASE_URL"), ("x", "OPENAI_BASE_URL"),
        ("ollama/x", "OLLAMA_API_BASE"), ("ollama_chat/x", "OLLAMA_API_BASE"),
        ("hosted_vllm/org/x", "HOSTED_VLLM_API_BASE"),
    ],
)
def test_the_address_is_the_setting_s_or_that_of_the_provider_s_variable(
    name: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for other in ("OPENAI_API_BASE", "OPENAI_BASE_URL", "OLLAMA_API_BASE", "HOSTED_VLLM_API_BASE"):
        monkeypatch.delenv(other, raising=False)
    assert ModelSettings(name).address() is None
    monkeypatch.setenv(variable, "http://by-environment")
    assert ModelSettings(name).address() == "http://by-environment"
    assert ModelSettings(name, "http://by-setting").address() == "http://by-setting"
    assert ModelSettings("anthropic/x").address() is None


def test_an_address_of_the_environment_is_checked_if_it_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_BASE", "http://user:canary@[::1")
    for settings in (ModelSettings("anthropic/x"), ModelSettings("openai/x", "http://by-setting")):
        settings.require_address()
    with pytest.raises(UsageError, match=r"^OPENAI_API_BASE=.* is not an address: http") as caught:
        ModelSettings("openai/x").require_address()
    assert "canary" not in str(caught.value)


def test_a_secret_in_a_setting_is_not_repeated() -> None:
    with pytest.raises(UsageError) as caught:
        ModelSettings("openai/x", "ftp://user:secret@host")
    assert str(caught.value).startswith("model.api_base=ftp://[hidden]@host is not an address")


def test_a_request_may_have_a_limit_of_its_own_and_otherwise_has_that_of_the_settings():
    limited, unlimited = ModelSettings(max_tokens=30), ModelSettings(max_tokens=None)
    own = Request(messages=(), max_tokens=40)
    assert (limited.limit(own), unlimited.limit(own)) == (40, 40)
    assert (limited.limit(Request(messages=())), unlimited.limit(Request(messages=()))) == (30, None)
