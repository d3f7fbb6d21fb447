"""Calls of models through litellm, whose connections are closed with the event loop."""

import asyncio
import os
from collections.abc import Coroutine
from typing import Any, TypeVar

import pytest

from gtarena.models import litellm_loader

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
