"""Any model that litellm can call, behind the small interface of ``gtarena.models.base``."""

import asyncio
import os
import time
from dataclasses import dataclass
from typing import Any

from gtarena.errors import UsageError, unknown
from gtarena.models import loading, offline, troubles
from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.seeds import derive

# What litellm is given for a server of the user's own where no key is set: it insists on one.
NO_KEY = "none"

# Azure takes tokens in place of its key, in ways that litellm does not check beforehand.
_OPTIONAL_KEYS = {"AZURE_API_KEY"}
_OPENAI_BASES = ("OPENAI_API_BASE", "OPENAI_BASE_URL")


@dataclass(frozen=True)
class ModelSettings:
    """Which model to call, and how; ``name`` is PROVIDER/MODEL as litellm spells it.

    ``api_base`` is the address of a server to use in place of the provider's own, ``max_tokens`` the limit of one
    reply, ``timeout`` the wall-clock time in seconds that one call may take, and ``concurrency`` the number of calls
    at a time.

    Raises:
        UsageError: a setting is outside its range.
    """

    name: str = "offline/random"
    api_base: str | None = None
    temperature: float = 1.0
    max_tokens: int = 1024
    timeout: float = 60.0
    concurrency: int = 16

    def __post_init__(self) -> None:
        named = isinstance(self.name, str) and self.name.split() == [self.name]
        self._check("name", named, "PROVIDER/MODEL, as in openai/gpt-4o-mini, ollama/llama3.1 or offline/random")
        if offline.is_offline(self.name):
            offline.behaviour(self.name)
        addressed = self.api_base is None or str(self.api_base).startswith(("http://", "https://"))
        self._check("api_base", addressed, "an address that begins with http:// or https://")
        self._check("temperature", _is_number(self.temperature) and 0 <= self.temperature <= 2, "a number from 0 to 2")
        self._check("max_tokens", _is_count(self.max_tokens), "a whole number of at least 1")
        timed = _is_number(self.timeout) and 0 < self.timeout < float("inf")
        self._check("timeout", timed, "a number of seconds above 0")
        self._check("concurrency", _is_count(self.concurrency), "a whole number of at least 1")

    def _check(self, field: str, valid: bool, allowed: str) -> None:
        if not valid:
            raise UsageError(troubles.one_line(f"model.{field}={getattr(self, field)} is not {allowed}"))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1


class LitellmModel:
    """One model with its own limit of calls at a time; belongs to the event loop that first calls it."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._slots = asyncio.Semaphore(settings.concurrency)

    async def complete(self, request: Request) -> Reply:
        litellm = await loading.load()
        arguments = self._arguments(litellm, request)
        async with self._slots:
            started = time.monotonic()
            response = await self._call(litellm, arguments)
            seconds = time.monotonic() - started
        return self._reply(litellm, response, seconds)

    def _arguments(self, litellm: Any, request: Request) -> dict[str, Any]:
        settings = self._settings
        arguments: dict[str, Any] = {
            "model": settings.name,
            "messages": [dict(message) for message in request.messages],
            "temperature": settings.temperature,
            "max_tokens": settings.max_tokens,
            "api_base": settings.api_base,
            "timeout": settings.timeout,
            "max_retries": 0,
            "num_retries": 0,
        }
        if offline.is_offline(settings.name):
            return arguments | {"seed": derive(request.seed, request.sample)}
        return arguments | _key(litellm, settings)

    async def _call(self, litellm: Any, arguments: dict[str, Any]) -> Any:
        settings = self._settings
        try:
            # litellm's own time limit starts anew with every piece of the reply.
            async with asyncio.timeout(settings.timeout):
                return await litellm.acompletion(**arguments)
        except TimeoutError:
            message = f"{settings.name}: no reply within model.timeout={settings.timeout:g} s"
            raise ModelError(message, model=settings.name) from None
        except Exception as error:  # noqa: BLE001 - whatever litellm makes of a stranger's bytes
            # The original is not attached: a traceback would print what the message hides.
            raise troubles.model_error(error, settings.name, settings.api_base) from None

    def _reply(self, litellm: Any, response: Any, seconds: float) -> Reply:
        if not response.choices:
            name = self._settings.name
            raise ModelError(f"{name}: the server's answer holds no reply; try again later", model=name)
        choice = response.choices[0]
        tokens_in, tokens_out = _tokens(response)
        return Reply(
            text=choice.message.content or "",
            reasoning=getattr(choice.message, "reasoning_content", None),
            truncated=choice.finish_reason == "length",
            tokens_in=tokens_in,
            tokens_out=tokens_out,
            cost=cost(litellm, self._settings, response),
            seconds=seconds,
        )


async def check_key(settings: ModelSettings) -> None:
    """Makes sure, without any request, that a model can be called at all.

    Raises:
        ModelError: its provider is unknown, or its key is nowhere to be found.
    """
    if not offline.is_offline(settings.name):
        _key(await loading.load(), settings)


def _key(litellm: Any, settings: ModelSettings) -> dict[str, str]:
    """What litellm has to be told about the key: nothing if it finds one, or a stand-in for a server of one's own."""
    missing = _missing_keys(litellm, settings.name)
    if missing and settings.api_base is None:
        message = f"{settings.name}: no API key; set the environment variable {' or '.join(missing)}"
        raise ModelError(message, "setup", settings.name)
    return {"api_key": NO_KEY} if missing else {}


def _missing_keys(litellm: Any, name: str) -> list[str]:
    """The environment variables of which one must hold a key for this model, if none does.

    Raises:
        ModelError: litellm knows no such provider.
    """
    try:
        litellm.get_llm_provider(name)
    except litellm.exceptions.BadRequestError:
        providers = [provider.value for provider in litellm.LlmProviders]
        remedy = f"model.name is PROVIDER/MODEL; a server that speaks OpenAI's protocol takes openai/{name}"
        message = str(unknown("model provider", name.partition("/")[0], providers, remedy))
        raise ModelError(message, "setup", name) from None
    keys = [key for key in litellm.validate_environment(name)["missing_keys"] if key.endswith("_API_KEY")]
    return [key for key in keys if key not in _OPTIONAL_KEYS]


def _tokens(response: Any) -> tuple[int | None, int | None]:
    """The tokens of the prompt and of the reply, ``None`` if the server did not count them."""
    usage = getattr(response, "usage", None)
    # litellm fills a missing count in with zeros, and no prompt has no tokens.
    if usage is None or not usage.prompt_tokens:
        return None, None
    return usage.prompt_tokens, usage.completion_tokens


def cost(litellm: Any, settings: ModelSettings, response: Any) -> float | None:
    """The price of a response in US dollars, ``None`` if it is unknown, as at an address of the user's own."""
    if offline.is_offline(settings.name):
        return 0.0
    bare, provider, _, _ = litellm.get_llm_provider(settings.name)
    elsewhere = settings.api_base or (provider == "openai" and any(map(os.environ.get, _OPENAI_BASES)))
    # For a model without a price of its own litellm takes that of whatever name the server reports.
    listed = litellm.model_cost.get(settings.name) or litellm.model_cost.get(bare) or {}
    priced = str(listed.get("litellm_provider")).startswith(provider)
    if elsewhere or not priced or _tokens(response) == (None, None):
        return None
    try:
        return float(litellm.completion_cost(response, base_model=settings.name))
    except Exception:  # noqa: BLE001 - a reply that was paid for is not lost over its price
        return None


def model_for(settings: ModelSettings) -> Model:
    """The model of these settings; whoever shares it shares its limit of calls at a time."""
    return LitellmModel(settings)


__all__ = ["LitellmModel", "ModelSettings", "check_key", "model_for"]
