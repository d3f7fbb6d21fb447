"""Prices of model calls: as the user states them in a file, or as litellm lists them."""

import math
from typing import Any

from gtarena.models.base import TokenCounts
from gtarena.models.functions import is_local
from gtarena.models.settings import ModelSettings


def is_priced(litellm: Any, settings: ModelSettings) -> bool:
    """Returns whether the price of a model is known; at an address of the user's own it never is."""
    if settings.price() or is_local(settings.name):
        return True
    if settings.api_base:
        return False
    bare, provider, _, _ = litellm.get_llm_provider(settings.name)
    elsewhere = provider == "openai" and settings.address()
    # For a model without a listed price litellm would use the price of the name that the server reports.
    listed = litellm.model_cost.get(settings.name) or litellm.model_cost.get(bare) or {}
    return not elsewhere and str(listed.get("litellm_provider")).startswith(provider)


def response_price(litellm: Any, settings: ModelSettings, response: Any, tokens: TokenCounts) -> float | None:
    """Returns the price of a response in US dollars, ``None`` if it is unknown.

    Tokens that the provider read from its cache have the price of such tokens, where one is known.
    """
    if stated := settings.price():
        return None if tokens.prompt is None else stated.of(
            tokens.prompt, tokens.completion or 0, tokens.cache_read or 0)
    if is_local(settings.name):
        return 0.0
    if not is_priced(litellm, settings) or tokens.prompt is None:
        return None
    try:
        price = float(litellm.completion_cost(response, base_model=settings.name))
    except Exception:  # noqa: BLE001 - a reply that was paid for is kept without its price
        return None
    # Details that do not fit the counts, such as more cached tokens than tokens, would give money back.
    return price if 0 <= price < math.inf else None


def tokens_price(litellm: Any, settings: ModelSettings, tokens_in: int, tokens_out: int) -> float | None:
    """Returns the price in US dollars of a call that took so many tokens, ``None`` if it is unknown."""
    if stated := settings.price():
        return stated.of(tokens_in, tokens_out)
    if is_local(settings.name):
        return 0.0
    if not is_priced(litellm, settings):
        return None
    return float(sum(litellm.cost_per_token(settings.name, prompt_tokens=tokens_in, completion_tokens=tokens_out)))
