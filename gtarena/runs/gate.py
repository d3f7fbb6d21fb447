"""Gate of runs: all that a run needs is checked here, before anything is saved or paid."""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from gtarena.agents.lineup import called_seats, seat_model
from gtarena.errors import UsageError
from gtarena.logs.records import Seat
from gtarena.models.base import ModelError
from gtarena.models.budget import check_price
from gtarena.models.cache import REMEDY, ResponseCache
from gtarena.models.client import check_key
from gtarena.models.functions import is_local
from gtarena.models.settings import ModelSettings
from gtarena.models.shared_file import retry_while_busy
from gtarena.runs.missing_matches import missing_matches
from gtarena.runs.plan import plan_matches
from gtarena.runs.schedule import MatchSpec
from gtarena.runs.settings import CacheSettings, RunSettings
from gtarena.system.files import require_folder, require_writable


def admit_run(settings: RunSettings, folder: Path) -> list[MatchSpec]:
    """Returns every match of a run, once it is certain that the run can begin; writes nothing.

    Games are tried, agents are made (the settings of those that do not play are checked too), and what
    :func:`require_ready` checks is there for the matches that are not yet in the ``folder``.

    Raises:
        UsageError: a setting is not allowed, a model cannot be called or priced, or the cache cannot be written.
        OSError: the folder cannot be written.
    """
    specs = plan_matches(settings)
    require_ready(missing_matches(specs, folder, settings), settings, folder)
    return specs


def require_ready(specs: Sequence[MatchSpec], settings: RunSettings, folder: Path) -> None:
    """Checks what matches need beside their settings: a folder, and keys, prices and a cache for the models.

    Raises:
        UsageError: a model has no key, or no price although dollars are limited, or the cache cannot be written.
        OSError: the folder cannot be written.
    """
    require_writable(folder)
    models = called_models((seat for spec in specs for seat in spec.seats), settings)
    _run_to_end(_require_callable(models, with_price=settings.budget.usd is not None))
    if not all(is_local(model.name) for model in models):
        require_cache(settings.cache)


def called_models(seats: Iterable[Seat], settings: RunSettings) -> list[ModelSettings]:
    """Returns the models that are called for seats, in the order of their names."""
    asked = {seat_model(settings.model, called) for seat in seats if seat.model for called in called_seats(seat)}
    return sorted(asked, key=lambda model: model.name)


async def _require_callable(models: Sequence[ModelSettings], *, with_price: bool) -> None:
    try:
        for model in models:
            await check_key(model)
            if with_price:
                await check_price(model)
    except ModelError as error:
        raise UsageError(str(error)) from error


def _run_to_end(task: Coroutine[Any, Any, None]) -> None:
    """Runs a task to its end, also where this thread runs an event loop already, as in a notebook."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        asyncio.run(task)
    else:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(asyncio.run, task).result()


def require_cache(settings: CacheSettings) -> None:
    """Checks that the response cache can be written, or made, without making it.

    Raises:
        UsageError: it cannot, or the file is something else.
    """
    file = settings.file
    if file is None:
        return
    try:
        require_folder(file.parent)
    except OSError as error:
        raise UsageError(f"{file} cannot be opened: {error.strerror} ({REMEDY})") from None
    if file.exists():
        _run_to_end(_check_cache(file))


async def _check_cache(file: Path) -> None:
    cache = ResponseCache(file)
    try:
        await retry_while_busy(cache.check)
    except OSError as error:
        raise UsageError(str(error)) from None
    finally:
        cache.close()
