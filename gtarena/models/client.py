"""Calls to models through litellm."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from gtarena.errors import NoMoreCalls, UsageError, unknown
from gtarena.models import error_messages, litellm_loader, replies, vision
from gtarena.models.base import CLOCK_DIGITS, Meter, ModelError, Reply, Request
from gtarena.models.exchange import HttpExchange, exchanging, most_bytes, no_exchange
from gtarena.models.functions import is_local
from gtarena.models.raw_replies import raw_reply
from gtarena.models.settings import ModelSettings
from gtarena.system.exhaustion import find_exhaustion
from gtarena.system.redaction import redact

# litellm insists on a key, also for a server of the user's own that needs none.
NO_KEY = "none"

# Azure accepts tokens in place of its key, in ways that litellm does not check in advance.
_OPTIONAL_KEYS = {"AZURE_API_KEY"}

_log = logging.getLogger(__name__)


class LitellmModel:
    """Model called through litellm, with at most ``concurrency`` requests at a time.

    When a request leaves, ``leave`` is awaited, whose exceptions keep it back; ``meter`` notes it then, and its end.
    Belongs to the event loop that first calls it.
    """

    def __init__(
        self, settings: ModelSettings, meter: Meter | None = None, leave: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        self._settings, self._meter, self._leave = settings, meter, leave
        self._slots = asyncio.Semaphore(settings.concurrency)
        self._doubted = False
        self._checked_key: dict[str, str] | None = None

    async def complete(self, request: Request) -> Reply:
        litellm = await litellm_loader.load_litellm()
        arguments = self._arguments(litellm, request)
        limit = most_bytes(arguments["max_tokens"], arguments.get("top_logprobs"))
        exchange = HttpExchange(limit, self._leaving, self._settings.address())
        clock = asyncio.get_running_loop().time
        async with self._slots:
            started = clock()
            try:
                reply = await self._call(litellm, arguments, exchange)
            except Exception as error:
                if isinstance(error, ModelError | NoMoreCalls):
                    error.requests = exchange.requests
                if self._meter:
                    self._meter.failed(exchange.requests)
                raise
            seconds = round(clock() - started, CLOCK_DIGITS)
        reply = replace(reply, seconds=seconds, retries=max(0, exchange.requests - 1))
        if self._meter:
            self._meter.reply(reply)
        return reply

    async def _leaving(self) -> None:
        if self._leave:
            await self._leave()
        if self._meter:
            self._meter.request()

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
            "reasoning_effort": settings.reasoning_effort,
        }
        if (logprobs := settings.top_logprobs(request)) is not None:
            arguments |= {"logprobs": True, "top_logprobs": logprobs}
        if request.schema is not None:
            schema = {"name": "reply", "schema": dict(request.schema), "strict": True}
            arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
        if self._checked_key is None:
            self._checked_key = _key(litellm, settings)
        return arguments | self._checked_key

    async def _call(self, litellm: Any, arguments: dict[str, Any], exchange: HttpExchange) -> Reply:
        """Returns the reply to a call.

        Raises:
            ModelError: there is none.
            NoMoreCalls, UsageError: the exchange kept the request back.
        """
        settings = self._settings
        try:
            # litellm's own time limit starts again with every piece of the reply.
            async with asyncio.timeout(settings.timeout):
                with exchanging(exchange):
                    response = await litellm.acompletion(**arguments)
        except TimeoutError as late:
            if exchange.failed:  # and its client waited to ask again, which it could not have done
                raise error_messages.model_error(late, exchange, settings.name, settings.address()) from None
            message = f"{settings.name}: no reply within model.timeout={settings.timeout:g} s"
            raise ModelError(message, "unreadable" if exchange.succeeded else "temporary", settings.name) from None
        except Exception as error:  # noqa: BLE001 - litellm raises anything for a malformed response
            return self._reply_in_answer(litellm, exchange, error)
        try:
            reply = replies.read_reply(litellm, settings, response)
            self._doubt(replies.impossible_counts(response))
        except (LookupError, AttributeError, TypeError) as error:
            return self._reply_in_answer(litellm, exchange, error)
        if reply.text or reply.reasoning or exchange.answer is None:
            return reply
        # litellm has overlooked the text, or made an empty reply of an answer without one.
        return replace(reply, text=self._reply_in_answer(litellm, exchange, ValueError("no text")).text)

    def _reply_in_answer(self, litellm: Any, exchange: HttpExchange, error: Exception) -> Reply:
        """Returns the reply that stands in an answer which litellm could not read, for which it raised an error.

        Raises:
            ModelError: there is none.
            NoMoreCalls, UsageError: the exchange kept the request back.
        """
        settings, fault = self._settings, exchange.fault or error
        if end := find_exhaustion(fault):
            raise end from None
        if isinstance(fault, NoMoreCalls | UsageError):
            raise fault from None
        answer = exchange.answer if exchange.succeeded and not exchange.fault else None
        if answer and (found := raw_reply(answer.body)):
            return replies.reply_from_raw(litellm, settings, found)
        # The original is not attached: a traceback would print what the message hides.
        raise error_messages.model_error(error, exchange, settings.name, settings.address()) from None


async def check_key(settings: ModelSettings) -> None:
    """Checks, without any request, that a model can be called.

    Raises:
        ModelError: its provider is unknown, or its API key is not set.
        UsageError: its address in the environment is none.
    """
    if not is_local(settings.name):
        settings.require_address()
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
    with exchanging(no_exchange()):  # some providers would ask for a login
        try:
            litellm.get_llm_provider(name)
        except litellm.exceptions.BadRequestError as error:
            raise ModelError(_unknown_provider(litellm, name, error), "setup", name) from None
        keys = [key for key in litellm.validate_environment(name)["missing_keys"] if key.endswith("_API_KEY")]
    return [key for key in keys if key not in _OPTIONAL_KEYS]


def _unknown_provider(litellm: Any, name: str, error: Exception) -> str:
    provider, providers = name.partition("/")[0], [each.value for each in litellm.LlmProviders]
    remedy = f"(write model.name=PROVIDER/MODEL; for a server with OpenAI's protocol, openai/{name})"
    if provider in providers:
        told = error_messages.without_wrappers(str(error))
        return redact(f"{name}: litellm cannot use this provider here: {told} {remedy}")
    return str(unknown("model provider", provider, providers, remedy))
