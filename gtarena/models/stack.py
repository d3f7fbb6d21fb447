"""Stack of a model's layers: client, rate limits, budget, retries and cache."""

import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import partial

from gtarena.models import functions, offline
from gtarena.models.base import Meter, Model
from gtarena.models.budget import Budget, BudgetedModel, count_request
from gtarena.models.cache import CachedModel, ResponseCache
from gtarena.models.client import LitellmModel
from gtarena.models.offline_model import OfflineModel
from gtarena.models.rate_limits import Queues, RateLimitedModel
from gtarena.models.retry import RetryingModel
from gtarena.models.schemas import SchemaModel
from gtarena.models.settings import ModelSettings
from gtarena.models.stop import Stop, StoppedMeter, StoppedModel


@dataclass(frozen=True)
class Shared:
    """Cache, budget, meter, queues and stop that the models of a process share; the last two exist if none is given."""

    cache: ResponseCache | None = None
    budget: Budget | None = None
    meter: Meter | None = None
    queues: Queues = field(default_factory=Queues)
    stop: Stop = field(default_factory=Stop)


def direct_model(
    settings: ModelSettings, meter: Meter | None = None, leave: Callable[[], Awaitable[None]] | None = None
) -> Model:
    """Returns the innermost layer, which is an offline model or calls through litellm.

    When a request leaves, ``leave`` is awaited, whose exceptions keep it back; ``meter`` notes it then, and its end.
    """
    return (OfflineModel if offline.is_offline(settings.name) else LitellmModel)(settings, meter, leave)


def model_for(settings: ModelSettings, shared: Shared) -> Model:
    """Returns the model of these settings; its callers share its limits.

    From the outside in: a cached reply takes no request (``models/cache.py``); each retry (``models/retry.py``),
    and each request that is made again without a refused schema (``models/schemas.py``), is made unless the run is
    stopped (``models/stop.py``) and while the budget lasts (``models/budget.py``), waits for the limits per minute
    (``models/rate_limits.py``) and then for one of the concurrent calls to end (``models/client.py``); each of its
    requests counts towards the budget and is noted (``logs/ledger.py``) as it leaves (``models/transport.py``). Offline
    models have neither cache, retries, limits per minute nor schemas, because they do not fail, cost nothing, answer
    faster than a cache, and are told the form of the reply otherwise. A function is only called.
    """
    if functions.is_function(settings.name):
        return StoppedModel(functions.FunctionModel(settings.name), shared.stop)
    stop, budget = shared.stop, shared.budget
    leave = partial(count_request, budget) if budget else None
    remote = not offline.is_offline(settings.name)
    model = direct_model(settings, StoppedMeter(shared.meter, stop), leave)
    if remote and (settings.requests_per_minute or settings.tokens_per_minute):
        model = RateLimitedModel(model, settings, shared.queues, stop)
    if budget:
        model = BudgetedModel(model, settings.name, budget, stop)
    model = StoppedModel(model, stop)
    if remote:
        model = SchemaModel(model, settings)
        # Seeded by the system, so that processes that fail together wait for different times.
        model = RetryingModel(model, settings.retries, random.Random(), stop.sleep)
    return CachedModel(model, settings, shared.cache, stop) if remote and shared.cache else model
