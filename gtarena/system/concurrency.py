"""Several awaitables at once, or one after the other where no event loop runs or a caller takes them in turn."""

import asyncio
from collections.abc import Awaitable, Iterable
from contextvars import ContextVar
from typing import TypeVar

Result = TypeVar("Result")

in_turn: ContextVar[bool] = ContextVar("in_turn", default=False)  # whether they are awaited one after the other
by_hand: ContextVar[bool] = ContextVar("by_hand", default=False)  # whether a caller resumes in place of an event loop


async def gather_results(awaitables: Iterable[Awaitable[Result]]) -> list[Result | BaseException]:
    """Awaits all, even if some raise, and returns their results or exceptions in order."""
    if in_turn.get():
        return [await _result_of(each) for each in awaitables]
    return await asyncio.gather(*awaitables, return_exceptions=True)


async def _result_of(awaitable: Awaitable[Result]) -> Result | Exception:
    try:
        return await awaitable
    except Exception as error:  # noqa: BLE001  (raised when all results are there)
        return error
