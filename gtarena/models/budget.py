"""Limits on the dollars, tokens and requests that a run spends."""

from dataclasses import asdict, dataclass

from gtarena.errors import UsageError
from gtarena.models import litellm_loader, replies
from gtarena.models.base import Model, NoMoreCalls, Reply, Request
from gtarena.models.settings import ModelSettings


class BudgetSpent(NoMoreCalls):
    """Planned end of a run whose budget is spent; the message names the limit and the amount used."""


@dataclass(frozen=True)
class Limits:
    """Most that a run may spend: US dollars, tokens (in and out together) and requests; ``None`` is no limit.

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
        """Returns one of ``of`` equal parts, rounded down but never below one token or request."""
        tokens, calls = (limit and max(1, limit // of) for limit in (self.tokens, self.calls))
        return Limits(self.usd and self.usd / of, tokens, calls)

    def budget(self, usd: float = 0.0, tokens: int = 0, calls: int = 0) -> "Budget | None":
        """Returns a budget with these limits of which so much is spent already, or ``None`` without limits."""
        if not any(asdict(self).values()):
            return None
        budget = Budget(**asdict(self))
        budget.spent_usd, budget.spent_tokens, budget.spent_calls = usd, tokens, calls
        return budget


class Budget:
    """Account of what the models of a run have spent together; every request counts as a call, also one that fails.

    The calls never exceed the budget. Dollars and tokens are known only when a reply arrives, so they may exceed it by
    those of the requests under way; the cost of a failed request is unknown. ``None`` means no limit.
    """

    def __init__(self, usd: float | None = None, tokens: int | None = None, calls: int | None = None) -> None:
        self.usd, self.tokens, self.calls = usd, tokens, calls
        self.spent_usd, self.spent_tokens, self.spent_calls = 0.0, 0, 0
        self._uncounted = ""  # why a limit cannot be kept

    def take_call(self) -> None:
        """Counts a request that is about to be made.

        Raises:
            BudgetSpent: a limit is reached.
            UsageError: dollars or tokens are limited, and those of an earlier reply are unknown.
        """
        if self._uncounted:
            raise UsageError(self._uncounted)
        for name, limit, spent in (
            ("usd", self.usd, self.spent_usd),
            ("tokens", self.tokens, self.spent_tokens),
            ("calls", self.calls, self.spent_calls),
        ):
            if limit is not None and spent >= limit:
                raise BudgetSpent(f"budget.{name}={limit:g} is spent: {spent:g} used")
        self.spent_calls += 1

    def add(self, reply: Reply, name: str) -> None:
        """Counts the dollars and tokens of a reply by the model ``name``."""
        self.spent_tokens += (reply.tokens_in or 0) + (reply.tokens_out or 0)
        self.spent_usd += reply.cost or 0.0
        # Raised at the next call, so that this reply is kept.
        if reply.cost is None and self.usd is not None:
            self._uncounted = _unknown_price(name)
        if reply.tokens_in is None and self.tokens is not None:
            self._uncounted = (f"{name} reported no token counts that can be true, so budget.tokens cannot be kept; "
                               "set budget.calls instead")


class BudgetedModel:
    """Model whose requests are counted, and refused once the budget is spent.

    Raises what :meth:`Budget.take_call` raises.
    """

    def __init__(self, model: Model, name: str, budget: Budget) -> None:
        self._model, self._name, self._budget = model, name, budget

    async def complete(self, request: Request) -> Reply:
        self._budget.take_call()
        reply = await self._model.complete(request)
        self._budget.add(reply, self._name)
        return reply


async def check_price(settings: ModelSettings) -> None:
    """Checks, without any request, that the price of a model is known.

    Raises:
        UsageError: it is unknown.
    """
    if not replies.is_priced(await litellm_loader.load_litellm(), settings):
        raise UsageError(_unknown_price(settings.name))


def _unknown_price(name: str) -> str:
    return (f"the price of {name} is unknown, so budget.usd cannot be kept; state it in a file (model.prices=FILE), or "
            "set budget.tokens or budget.calls instead")
