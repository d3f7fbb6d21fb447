"""Calls of models, whose connections are closed with the event loop, and a meter of them."""

import asyncio
import os
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from gtarena.models import litellm_loader
from gtarena.models.base import Reply

Result = TypeVar("Result")


async def closing(coroutine: Coroutine[Any, Any, Result]) -> Result:
    try:
        return await coroutine
    finally:
        await litellm_loader.close_litellm()


def run(coroutine: Coroutine[Any, Any, Result]) -> Result:
    return asyncio.run(closing(coroutine))


def forget_providers(monkeypatch: pytest.MonkeyPatch) -> None:
    """Takes all keys and addresses of providers out of the environment."""
    for variable in list(os.environ):
        if variable.endswith(("_API_KEY", "_API_BASE", "_BASE_URL")):
            monkeypatch.delenv(variable)


class Noted:
    """Meter that writes down what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def request(self) -> None:
        self.told.append("leaves")

    def reply(self, reply: Reply) -> None:
        self.told.append(reply.text)

    def failed(self, requests: int) -> None:
        self.told.append(requests)
