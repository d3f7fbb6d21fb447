"""litellm, imported once and only when a model is called: the import takes seconds."""

import asyncio
import gc
import importlib
import logging
import os
import threading
import warnings
from functools import cache
from typing import Any

from gtarena.models import offline

# Without these, litellm downloads its price list at import and Anthropic's header list at the first such call, and
# reads the .env file of whatever folder it finds one in.
ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",
}

LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")

_LOCK = threading.Lock()


async def load() -> Any:
    """The litellm module, quiet and with the offline models registered; the event loop goes on while it is imported."""
    # Later calls must not queue for a thread behind long searches.
    return _prepared() if _prepared.cache_info().currsize else await asyncio.to_thread(_prepared_once)


async def warm_up() -> None:
    """Imports what the first call to a model away from here would, while every match waited for it."""
    await load()
    await asyncio.to_thread(importlib.import_module, "openai.resources")


async def close() -> None:
    """Closes the connections that model calls have left open; to be awaited before their event loop ends."""
    if _prepared.cache_info().currsize:
        litellm = _prepared()
        await litellm.close_litellm_async_clients()
        # A closed client would otherwise be handed out to the next call.
        litellm.in_memory_llm_clients_cache.flush_cache()


def _prepared_once() -> Any:
    with _LOCK:
        return _prepared()


@cache
def _prepared() -> Any:
    for variable, value in ENVIRONMENT.items():
        os.environ.setdefault(variable, value)
    # litellm leaves a million objects that live as long as the process. Looking through them for garbage takes a fifth
    # of the time of the import, and more than the calls later.
    gc.disable()
    try:
        import litellm
    finally:
        gc.enable()
    gc.collect()
    gc.freeze()
    litellm.suppress_debug_info = True
    # What pydantic says about litellm's declarations for Ollama, and of odd replies, is for litellm's authors.
    for message in ("Items? .* `ReadOnly` qualifier", "Pydantic serializer warnings"):
        warnings.filterwarnings("ignore", message, UserWarning)
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    litellm.custom_provider_map.append({"provider": offline.PROVIDER, "custom_handler": offline.Provider()})
    return litellm
