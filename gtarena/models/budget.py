"""What a run may spend: no request is made once its dollars, tokens or calls are gone."""

from dataclasses import asdict, dataclass

from gtarena.errors import UsageError
from gtarena.models import litellm_loader, replies
from gtarena.models.base import Model, Reply, Request
from gtarena.models.settings import ModelSettings


class BudgetSpent(Exception):  # noqa: N818 - it is a planned end
    """No further request may be made, to any model; the message says what was spent.

    ``requests`` is the number of those that the refused call had made in vain.
    """

    requests: int = 0


@dataclass(frozen=True)
class Limits:
    """The most that a run may spend: US dollars, tokens in and out together, requests; ``None`` is no limit.

    Raises:
        UsageError: a limit is not a number above zero.
    """

    usd: float | None = None
    tokens: int | None = None
    calls: int | None = None

    def __post_init__(self) -> None:
        for name, limit in asdict(self).items():
            if limit is not None and not 0 < limit < float("inf"):
                raise UsageError(f"budget.{name}={limit} is not a number above 0, or null")

    def share(self, of: int) -> "Limits":
        """One of so many equal parts."""
        tokens, calls = (limit and max(1, limit // of) for limit in (self.tokens, self.calls))
        return Limits(self.usd and self.usd / of, tokens, calls)

    def budget(self) -> "Budget | None":
        """A new account with these limits, or none if there are none."""
        return Budget(**asdict(self)) if any(asdict(self).values()) else None


class Budget:
    """Shared by all models of a run. Every request counts as a call, also one that fails.

    The calls never exceed the budget. Dollars and tokens are known only when a reply arrives, so they may exceed it by
    those of the requests under way, and what a failed request cost is not known at all. ``None`` means no limit.
    """

    def __init__(self, usd: float | None = None, tokens: int | None = None, calls: int | None = None) -> None:
        self.usd, self.tokens, self.calls = usd, tokens, calls
        self.spent_usd, self.spent_tokens, self.spent_calls = 0.0, 0, 0
        self._unpriced = ""

    def take_call(self) -> None:
        """Counts a request that is about to be made.

        Raises:
            BudgetSpent: there is nothing left for it.
            UsageError: dollars are limited, and an earlier reply had no known price.
        """
        if self._unpriced:
            raise UsageError(self._unpriced)
        for name, limit, spent in (
            ("usd", self.usd, self.spent_usd),
            ("tokens", self.tokens, self.spent_tokens),
            ("calls", self.calls, self.spent_calls),
        ):
            if limit is not None and spent >= limit:
                raise BudgetSpent(f"budget.{name}={limit:g} is spent: {spent:g} used")
        self.spent_calls += 1

    def add(self, reply: Reply, name: str) -> None:
        """Counts the dollars and tokens of a reply of the model called ``name``."""
        self.spent_tokens += (reply.tokens_in or 0) + (reply.tokens_out or 0)
        self.spent_usd += reply.cost or 0.0
        if reply.cost is None and self.usd is not None:
            # The reply itself is not lost over it.
            self._unpriced = unpriced(name)


class BudgetedModel:
    """A model whose requests are counted, and refused once the budget is spent; raises what ``take_call`` raises."""

    def __init__(self, model: Model, name: str, budget: Budget) -> None:
        self._model, self._name, self._budget = model, name, budget

    async def complete(self, request: Request) -> Reply:
        self._budget.take_call()
        reply = await self._model.complete(request)
        self._budget.add(reply, self._name)
        return reply


async def check_price(settings: ModelSettings) -> None:
    """Makes sure, without any request, that dollars can be counted for a model.

    Raises:
        UsageError: its price is unknown.
    """
    if not replies.is_priced(await litellm_loader.load(), settings):
        raise UsageError(unpriced(settings.name))


def unpriced(name: str) -> str:
    """Why a budget in dollars cannot be kept with the model of that name, and what to do."""
    return f"the price of {name} is unknown, so budget.usd cannot be kept; set budget.tokens or budget.calls instead"
