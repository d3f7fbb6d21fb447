"""Composes a model from its layers: client, rate limits, budget, retries and cache."""

import random
from dataclasses import dataclass, field

from gtarena.models import offline
from gtarena.models.base import Meter, Model
from gtarena.models.budget import Budget, BudgetedModel
from gtarena.models.cache import CachedModel, ResponseCache
from gtarena.models.client import LitellmModel
from gtarena.models.rate_limits import Queues, RateLimitedModel
from gtarena.models.retry import RetryingModel
from gtarena.models.settings import ModelSettings


@dataclass(frozen=True)
class Shared:
    """Cache, budget, meter and queues that the models of a process share; queues of its own if none are given."""

    cache: ResponseCache | None = None
    budget: Budget | None = None
    meter: Meter | None = None
    queues: Queues = field(default_factory=Queues)


def model_for(settings: ModelSettings, shared: Shared) -> Model:
    """Returns the model of these settings; its callers share its limits.

    From the outside in: a cached reply takes no request (``models/cache.py``); each retry (``models/retry.py``) is a
    request that counts towards the budget (``models/budget.py``); each request waits for the limits per minute
    (``models/rate_limits.py``) and then for one of the concurrent requests to end (``models/client.py``), and is noted
    (``logs/ledger.py``). Offline models have neither cache, retries nor limits per minute, because they do not fail,
    cost nothing and answer faster than a cache.
    """
    model: Model = LitellmModel(settings, shared.meter)
    remote = not offline.is_offline(settings.name)
    if remote and (settings.requests_per_minute or settings.tokens_per_minute):
        model = RateLimitedModel(model, settings, shared.queues)
    if shared.budget:
        model = BudgetedModel(model, settings.name, shared.budget)
    if remote:
        # Seeded by the system, so that processes that fail together wait for different times.
        model = RetryingModel(model, settings.retries, random.Random())
    return CachedModel(model, settings, shared.cache) if remote and shared.cache else model
