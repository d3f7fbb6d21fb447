"""Calls to models through litellm."""

import asyncio
import logging
from functools import cache
from typing import Any

from gtarena.errors import unknown
from gtarena.models import error_messages, litellm_loader, offline, replies, reply_size, vision
from gtarena.models.base import Meter, ModelError, Reply, Request
from gtarena.models.settings import ModelSettings
from gtarena.seeds import derive

# litellm insists on a key, also for a server of the user's own that needs none.
NO_KEY = "none"

CLOCK_DIGITS = 6  # of seconds; every call in a log has a time, and further digits are noise

# Azure accepts tokens in place of its key, in ways that litellm does not check in advance.
_OPTIONAL_KEYS = {"AZURE_API_KEY"}

_log = logging.getLogger(__name__)


class LitellmModel:
    """Model called through litellm, with at most ``concurrency`` requests at a time.

    ``meter`` notes every request and what its reply took. Belongs to the event loop that first calls it.
    """

    def __init__(self, settings: ModelSettings, meter: Meter | None = None) -> None:
        self._settings, self._meter = settings, meter
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._doubted = False
        self._checked_key: dict[str, str] | None = None

    async def complete(self, request: Request) -> Reply:
        litellm = await litellm_loader.load_litellm()
        arguments = self._arguments(litellm, request)
        clock = asyncio.get_running_loop().time
        async with self._slots:
            if self._meter:
                self._meter.request()
            started = clock()
            response = await self._call(litellm, arguments)
            seconds = round(clock() - started, CLOCK_DIGITS)
        self._doubt(replies.impossible_counts(response))
        reply = replies.read_reply(litellm, self._settings, response, seconds)
        if self._meter:
            self._meter.reply(reply)
        return reply

    def _doubt(self, counts: str) -> None:
        """Warns once of a server that reports impossible token counts."""
        if counts and not self._doubted:
            self._doubted = True
            _log.warning("%s: its server reports impossible token counts (%s); such counts and their cost are unknown",
                         self._settings.name, counts)

    def _arguments(self, litellm: Any, request: Request) -> dict[str, Any]:
        settings = self._settings
        arguments: dict[str, Any] = {
            "model": settings.name,
            "messages": [vision.sent_form(message, settings.name) for message in request.messages],
            "temperature": settings.temperature,
            "max_tokens": settings.limit(request),
            "api_base": settings.api_base,
            "timeout": settings.timeout,
            "max_retries": 0,
            "num_retries": 0,
        }
        if offline.is_offline(settings.name):
            form = None if request.form is None else request.form.as_json()
            return arguments | {
                "seed": derive(request.seed, request.sample), offline.FORM: form, offline.TOP: request.logprobs}
        arguments["reasoning_effort"] = settings.reasoning_effort
        if (logprobs := settings.top_logprobs(request)) is not None:
            arguments |= {"logprobs": True, "top_logprobs": logprobs}
        if request.schema is not None and _sends_schemas(litellm, settings):
            schema = {"name": "reply", "schema": dict(request.schema), "strict": True}
            arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
        if self._checked_key is None:
            self._checked_key = _key(litellm, settings)
        return arguments | self._checked_key

    async def _call(self, litellm: Any, arguments: dict[str, Any]) -> Any:
        settings = self._settings
        reply_size.LIMIT.set(reply_size.most_bytes(arguments["max_tokens"], arguments.get("top_logprobs")))
        try:
            # litellm's own time limit starts again with every piece of the reply.
            async with asyncio.timeout(settings.timeout):
                return await litellm.acompletion(**arguments)
        except TimeoutError:
            message = f"{settings.name}: no reply within model.timeout={settings.timeout:g} s"
            raise ModelError(message, model=settings.name) from None
        except Exception as error:  # noqa: BLE001 - litellm raises anything for a malformed response
            # The original is not attached: a traceback would print what the message hides.
            raise error_messages.model_error(error, settings.name, settings.address()) from None


@cache
def _sends_schemas(litellm: Any, settings: ModelSettings) -> bool:
    if settings.structured != "auto":
        return settings.structured == "on"
    return bool(litellm.supports_response_schema(settings.name))


async def check_key(settings: ModelSettings) -> None:
    """Checks, without any request, that a model can be called.

    Raises:
        ModelError: its provider is unknown, or its API key is not set.
    """
    if not offline.is_offline(settings.name):
        _key(await litellm_loader.load_litellm(), settings)


def _key(litellm: Any, settings: ModelSettings) -> dict[str, str]:
    """Returns the key argument of litellm: none where a key is set, a stand-in for a server of the user's own."""
    missing = _missing_keys(litellm, settings.name)
    if missing and settings.address() is None:
        message = f"{settings.name}: no API key; set the environment variable {' or '.join(missing)}"
        raise ModelError(message, "setup", settings.name)
    return {"api_key": NO_KEY} if missing else {}


def _missing_keys(litellm: Any, name: str) -> list[str]:
    """Returns the environment variables of which one must hold this model's key, or none where one does.

    Raises:
        ModelError: litellm does not know the provider.
    """
    try:
        litellm.get_llm_provider(name)
    except litellm.exceptions.BadRequestError:
        providers = [provider.value for provider in litellm.LlmProviders]
        remedy = f"(write model.name=PROVIDER/MODEL; for a server with OpenAI's protocol, openai/{name})"
        message = str(unknown("model provider", name.partition("/")[0], providers, remedy))
        raise ModelError(message, "setup", name) from None
    keys = [key for key in litellm.validate_environment(name)["missing_keys"] if key.endswith("_API_KEY")]
    return [key for key in keys if key not in _OPTIONAL_KEYS]
