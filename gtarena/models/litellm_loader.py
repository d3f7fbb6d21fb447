"""Lazy import of litellm, which takes seconds and is needed only when a model is called."""

import asyncio
import gc
import importlib
import logging
import os
import threading
import warnings
from functools import cache
from typing import Any

from gtarena.system.extras import require_extra

# Without these, litellm downloads its price list at import and Anthropic's header list at the first call to Anthropic,
# and reads the nearest .env file. After a failed call it would search every text for secrets, several times, which
# takes seconds per megabyte; nothing of it is logged, and error_messages.py redacts the part that is shown.
#
# EXPERIMENTAL_OPENAI_BASE_LLM_HTTP_HANDLER is left alone. It would save a quarter of litellm's time per call, but loses
# the headers that name the organization and project to be billed, and the providers aiml, docker_model_runner and
# xinference altogether.
ENVIRONMENT = {
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS": "True",
    "LITELLM_MODE": "PRODUCTION",
    "LITELLM_DISABLE_REDACT_SECRETS": "true",
}

LOGGERS = ("LiteLLM", "LiteLLM Router", "LiteLLM Proxy")

_LOCK = threading.Lock()


async def load_litellm() -> Any:
    """Returns the litellm module, with its logging silenced.

    The event loop goes on while the module is imported.

    Raises:
        UsageError: it is not installed.
    """
    # Once imported, no thread is needed, for which a call would have to wait behind long searches.
    return _prepare() if _prepare.cache_info().currsize else await asyncio.to_thread(_prepare_once)


async def warm_up() -> None:
    """Imports what the first request to a server would otherwise import while every match waits."""
    await load_litellm()
    await asyncio.to_thread(importlib.import_module, "openai.resources")


async def close_litellm() -> None:
    """Closes the connections of model calls; must be awaited before their event loop ends."""
    if _prepare.cache_info().currsize:
        litellm = _prepare()
        await litellm.close_litellm_async_clients()
        # A closed client would otherwise be handed out to the next call.
        litellm.in_memory_llm_clients_cache.flush_cache()
        await importlib.import_module("gtarena.models.transport").close_connections()


def _no_price(*arguments: object, **named: object) -> None:
    """Stands in for litellm's own pricing, which costs a fifth of the time of a call."""


def _prepare_once() -> Any:
    with _LOCK:
        return _prepare()


@cache
def _prepare() -> Any:
    require_extra("a model on a server", "llm")
    for variable, value in ENVIRONMENT.items():
        os.environ.setdefault(variable, value)
    # litellm creates a million objects that live as long as the process. Collecting garbage among them would take a
    # fifth of the import's time, and later more time than the calls.
    gc.disable()
    try:
        import litellm
    finally:
        gc.enable()
    gc.collect()
    gc.freeze()
    litellm.suppress_debug_info = True
    # pydantic's warnings about litellm's declarations for Ollama and about unusual replies are for litellm's authors.
    for message in ("Items? .* `ReadOnly` qualifier", "Pydantic serializer warnings"):
        warnings.filterwarnings("ignore", message, UserWarning)
    for name in LOGGERS:
        logging.getLogger(name).setLevel(logging.CRITICAL)
    # Within every call litellm would compute a price, and why it is zero; prices.py asks once, for prices that count.
    importlib.import_module("litellm.litellm_core_utils.litellm_logging").Logging.response_cost_calculator = _no_price
    importlib.import_module("gtarena.models.transport").install_transport(litellm)
    return litellm
