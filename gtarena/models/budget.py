"""Limits on the dollars, tokens and requests that a run, or all jobs of a sweep, spend."""

from dataclasses import asdict, dataclass, replace
from functools import partial
from pathlib import Path

from gtarena.errors import NoMoreCalls, UsageError
from gtarena.models import litellm_loader, prices
from gtarena.models.base import Model, Reply, Request
from gtarena.models.functions import is_local
from gtarena.models.settings import ModelSettings
from gtarena.models.shared_file import SharedFile, retry_while_busy
from gtarena.models.stop import Stop
from gtarena.system.exhaustion import unwritable_error
from gtarena.system.redaction import public_address

_REMEDY = "it is beside the response cache, and cache.path=FILE moves both"
_TABLE = """
CREATE TABLE IF NOT EXISTS accounts (
    name TEXT PRIMARY KEY, usd REAL NOT NULL, tokens INTEGER NOT NULL, calls INTEGER NOT NULL, uncounted TEXT NOT NULL
)"""
_SPENT = "SELECT usd, tokens, calls, uncounted FROM accounts WHERE name = ?"


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

    def budget(self, account: "Account | None" = None, spent: "Spent | None" = None) -> "Budget | None":
        """Returns a budget with these limits, or ``None`` without limits.

        Its account is the shared one, or else a new one in which so much is ``spent`` already.
        """
        if not any(asdict(self).values()):
            return None
        if account:
            return Budget(**asdict(self), file=account.file, name=account.name)
        budget = Budget(**asdict(self))
        budget.bring_forward(spent or Spent())
        return budget


@dataclass(frozen=True)
class Account:
    """Account that all jobs of a sweep share: a file, and the name of the account in it."""

    file: Path
    name: str


@dataclass(frozen=True)
class Spent:
    """Dollars, tokens and requests that were spent; ``uncounted`` says why a limit cannot be kept."""

    usd: float = 0.0
    tokens: int = 0
    calls: int = 0
    uncounted: str = ""


class Budget:
    """Account of what the models of a run have spent together; every request counts as a call, also one that fails.

    The calls never exceed the budget. Dollars and tokens are known only when a reply arrives, so they may exceed it by
    those of the requests under way; the cost of a failed request is unknown. ``None`` means no limit. The ``file`` of
    an account is shared by all processes that give the same ``name``; without one it is of this process alone.
    """

    def __init__(
        self, usd: float | None = None, tokens: int | None = None, calls: int | None = None,
        file: Path | None = None, name: str = "",
    ) -> None:
        self.usd, self.tokens, self.calls = usd, tokens, calls
        self._file, self._account = SharedFile(file, (_TABLE,), "a file of budgets", _REMEDY), name

    @property
    def spent(self) -> "Spent":
        """Amounts that have been spent so far."""
        with self._file.reading() as database:
            found = database.execute(_SPENT, (self._account,)).fetchone()
        return Spent(*found) if found else Spent()

    def check(self) -> None:
        """Checks that another request may be made.

        Raises:
            BudgetSpent: a limit is reached.
            UsageError: dollars or tokens are limited, and those of an earlier reply are unknown.
            BusyError, OSError: as for :meth:`SharedFile.reading`.
        """
        spent = self.spent
        if spent.uncounted:
            raise UsageError(spent.uncounted)
        for name, limit, used in (
            ("usd", self.usd, spent.usd),
            ("tokens", self.tokens, spent.tokens),
            ("calls", self.calls, spent.calls),
        ):
            if limit is not None and used >= limit:
                raise BudgetSpent(f"budget.{name}={limit:g} is spent: {used:g} used")

    def take_call(self) -> None:
        """Counts a request that is about to leave.

        Raises:
            BudgetSpent, UsageError, BusyError, OSError: as for :meth:`check`; the request is not counted.
        """
        with self._file.changing():
            self.check()
            spent = self.spent
            self._note(replace(spent, calls=spent.calls + 1))

    def add(self, reply: Reply, name: str) -> None:
        """Counts the dollars and tokens of a reply by the model ``name``.

        Raises:
            BusyError, UsageError, OSError: as for :meth:`SharedFile.reading`; nothing has been counted.
        """
        # Raised at the next call, so that this reply is kept.
        uncounted = ""
        if reply.cost is None and self.usd is not None:
            uncounted = _unknown_price(name)
        if reply.tokens_in is None and self.tokens is not None:
            uncounted = (f"{name} reported no token counts that can be true, so budget.tokens cannot be kept; "
                         "set budget.calls instead")
        self.bring_forward(Spent(
            reply.cost or 0.0, (reply.tokens_in or 0) + (reply.tokens_out or 0), 0, uncounted))

    def bring_forward(self, more: "Spent") -> None:
        """Counts what was spent otherwise."""
        with self._file.changing():
            spent = self.spent
            self._note(Spent(spent.usd + more.usd, spent.tokens + more.tokens, spent.calls + more.calls,
                             more.uncounted or spent.uncounted))

    def close(self) -> None:
        """Closes the file."""
        self._file.close()

    def _note(self, spent: "Spent") -> None:
        with self._file.reading() as database:
            database.execute("INSERT OR REPLACE INTO accounts VALUES (?, ?, ?, ?, ?)",
                             (self._account, *asdict(spent).values()))


class BudgetedModel:
    """Model whose replies are counted, and which is not called once the budget is spent.

    Requests are counted by :func:`count_request`, which the client awaits before each.

    Raises:
        BudgetSpent, UsageError, OSError: as for :meth:`Budget.check`; no request was made.
    """

    def __init__(self, model: Model, name: str, budget: Budget, stop: Stop) -> None:
        self._model, self._name, self._budget, self._stop = model, name, budget, stop

    async def complete(self, request: Request) -> Reply:
        await retry_while_busy(self._budget.check)
        reply = await self._model.complete(request)
        try:
            await retry_while_busy(partial(self._budget.add, reply, self._name))
        except Exception as error:  # noqa: BLE001  (a reply that is paid for is not lost, but no other is paid for)
            self._stop.halt(unwritable_error(error))
        return reply


async def count_request(budget: Budget) -> None:
    """Counts a request that is about to leave.

    Raises:
        BudgetSpent, UsageError: as for :meth:`Budget.take_call`.
        NoMoreCalls: the account cannot be written to.
    """
    try:
        await retry_while_busy(budget.take_call)
    except OSError as error:
        raise unwritable_error(error) from None


async def check_price(settings: ModelSettings) -> None:
    """Checks, without any request, that the price of a model is known.

    Raises:
        UsageError: it is unknown.
    """
    if not await knows_price(settings):
        address = settings.address()
        place = f" at {public_address(address)}" if address else ""  # which may come from the environment, unnoticed
        raise UsageError(_unknown_price(settings.name + place))


async def knows_price(settings: ModelSettings) -> bool:
    """Returns whether the price of a model is known."""
    return is_local(settings.name) or prices.is_priced(await litellm_loader.load_litellm(), settings)


def _unknown_price(name: str) -> str:
    return (f"the price of {name} is unknown, so budget.usd cannot be kept; set budget.tokens or budget.calls instead, "
            "or state the price in a file (model.prices=FILE)")
