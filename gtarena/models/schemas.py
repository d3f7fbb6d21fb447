"""Schemas of replies: which models are sent them, and what follows if a server refuses one."""

import logging
from dataclasses import replace
from functools import cache
from typing import Any

from gtarena.errors import NoMoreCalls
from gtarena.models import litellm_loader
from gtarena.models.base import Model, ModelError, Reply, Request
from gtarena.models.exchange import exchanging, no_exchange
from gtarena.models.settings import ModelSettings

_log = logging.getLogger(__name__)


class SchemaModel:
    """Model that is sent the schema of a reply if ``model.structured`` says so.

    With ``auto`` a refused request is made once more without its schema. If that one is answered, the schema was the
    reason, and none is sent any more.
    """

    def __init__(self, model: Model, settings: ModelSettings) -> None:
        self._model, self._settings, self._refuses = model, settings, False

    async def complete(self, request: Request) -> Reply:
        if request.schema is None or not await self._sends():
            return await self._model.complete(replace(request, schema=None))
        try:
            return replace(await self._model.complete(request), structured=True)
        except ModelError as error:
            if self._settings.structured == "on" or not error.refused:
                raise
            refused = error.requests
        return await self._without_schema(replace(request, schema=None), refused)

    async def _sends(self) -> bool:
        setting = self._settings.structured
        if setting != "auto":
            return setting == "on"
        return not self._refuses and _takes_schemas(await litellm_loader.load_litellm(), self._settings.name)

    async def _without_schema(self, request: Request, refused: int) -> Reply:
        """Makes a request again of which so many were refused with a schema."""
        try:
            reply = await self._model.complete(request)
        except (ModelError, NoMoreCalls) as error:
            error.requests += refused
            raise
        if not self._refuses:
            self._refuses = True
            _log.warning("%s: its server refuses JSON schemas, so it is sent none from now on", self._settings.name)
        return replace(reply, retries=reply.retries + refused)


@cache
def _takes_schemas(litellm: Any, name: str) -> bool:
    """Returns whether litellm knows that a model takes schemas, or can send them to its provider."""
    with exchanging(no_exchange()):  # some providers would be asked
        try:
            model, provider, *_ = litellm.get_llm_provider(name)
        except litellm.exceptions.BadRequestError:
            return False  # which the call itself explains
        known = litellm.get_supported_openai_params(model, provider) or ()
        return "response_format" in known or bool(litellm.supports_response_schema(name))
