"""Composes a model from its layers: client, rate limits, budget, retries and cache."""

import random

from gtarena.models import offline
from gtarena.models.base import Model
from gtarena.models.budget import Budget, BudgetedModel
from gtarena.models.cache import CachedModel, ResponseCache
from gtarena.models.client import LitellmModel
from gtarena.models.rate_limits import RateLimitedModel
from gtarena.models.retry import RetryingModel
from gtarena.models.settings import ModelSettings


def model_for(settings: ModelSettings, cache: ResponseCache | None = None, budget: Budget | None = None) -> Model:
    """Returns the model of these settings; its callers share its limits.

    From the outside in: a cached reply takes no request (``models/cache.py``); each retry (``models/retry.py``) is a
    request that counts towards the budget (``models/budget.py``); each request waits for the limits per minute
    (``models/rate_limits.py``) and then for one of the concurrent requests to end (``models/client.py``). Offline
    models have neither cache, retries nor limits per minute, because they do not fail, cost nothing and answer faster
    than a cache.
    """
    model: Model = LitellmModel(settings)
    limits = (settings.requests_per_minute, settings.tokens_per_minute)
    remote = not offline.is_offline(settings.name)
    if remote and any(limits):
        model = RateLimitedModel(model, *limits)
    if budget:
        model = BudgetedModel(model, settings.name, budget)
    if remote:
        # Seeded by the system, so that processes that fail together wait for different times.
        model = RetryingModel(model, settings.retries, random.Random())
    return CachedModel(model, settings, cache) if remote and cache else model
