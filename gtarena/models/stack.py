"""A model with everything around it that makes its calls survive."""

import random

from gtarena.models import offline
from gtarena.models.base import Model
from gtarena.models.budget import Budget, BudgetedModel
from gtarena.models.cache import CachedModel, ResponseCache
from gtarena.models.client import LitellmModel
from gtarena.models.rate_limits import LimitedModel
from gtarena.models.retry import RetryingModel
from gtarena.models.settings import ModelSettings


def model_for(settings: ModelSettings, cache: ResponseCache | None = None, budget: Budget | None = None) -> Model:
    """The model of these settings; whoever shares it shares its limits.

    From the outside in: a cached reply takes no request; each retry is a request that counts towards the budget; each
    request waits for the limits per minute and then for a free place. Offline models neither fail nor cost
    anything, and are faster than a cache.
    """
    model: Model = LitellmModel(settings)
    limits = (settings.requests_per_minute, settings.tokens_per_minute)
    away = not offline.is_offline(settings.name)
    if away and any(limits):
        model = LimitedModel(model, *limits)
    if budget:
        model = BudgetedModel(model, settings.name, budget)
    if away:
        # Seeded by the system: processes that fail together must not wait alike.
        model = RetryingModel(model, settings.retries, random.Random())
    return CachedModel(model, settings, cache) if away and cache else model
