"""Stand-in for litellm whose answers take a given number of seconds on the event loop's clock."""

import asyncio
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from gtarena.models import litellm_loader
from gtarena.models.exchange import EXCHANGE, Answer
from tests.support import virtual_time


class StubLitellm:
    """Answers each call after the next of ``seconds``, the last of which holds for all later calls as well.

    ``calls`` lists the times at which calls began, ``most_at_once`` is the most calls under way at the same time. An
    ``answer`` of ``None`` makes every call fail, as if its server had failed.
    """

    model_cost: Mapping[str, Any] = {}

    def __init__(self, *seconds: float, answer: str | None = "Answer: a") -> None:
        self._seconds, self._answer = list(seconds), answer
        self.calls: list[float] = []
        self.most_at_once = self._at_once = 0

    async def acompletion(self, **arguments: Any) -> Any:
        self.calls.append(round(virtual_time.now(), 3))
        self._at_once += 1
        self.most_at_once = max(self.most_at_once, self._at_once)
        exchange = EXCHANGE.get()
        await exchange.depart()
        try:
            await asyncio.sleep(self._seconds.pop(0) if len(self._seconds) > 1 else self._seconds[0])
        finally:
            self._at_once -= 1
        if self._answer is None:
            exchange.status, exchange.answer = 500, Answer(500, {}, b"boom")
            raise RuntimeError("wrapped")
        message = SimpleNamespace(content=self._answer)
        return SimpleNamespace(choices=[SimpleNamespace(message=message, finish_reason="stop")])

    def get_llm_provider(self, name: str) -> tuple[str, str, None, None]:
        provider, _, bare = name.partition("/")
        return bare, provider, None, None

    def validate_environment(self, name: str) -> dict[str, list[str]]:
        return {"missing_keys": []}

    def replace_litellm(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Makes models call this object instead of litellm until the test ends."""
        async def load() -> StubLitellm:
            return self

        monkeypatch.setattr(litellm_loader, "load_litellm", load)
