"""Settings of a model, as set by ``model.*`` on the command line."""

import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from urllib.parse import urlsplit

from pydantic import TypeAdapter, ValidationError

from gtarena.errors import UsageError
from gtarena.models import offline
from gtarena.models.base import Request
from gtarena.system.files import named_path
from gtarena.system.redaction import redact

MOST_LOGPROBS = 20  # tokens in one place; OpenAI's limit

_ADDRESS = "an address: http:// or https://, a host and, if any, a port, as in http://127.0.0.1:8080/v1"
_WORD = re.compile(r"[A-Za-z]+")
# litellm's providers are lower-case words. It knows some models without one, and letters stand for models in lists.
_NAME = re.compile(r"[a-z][a-z0-9_-]*/\S*[^\s/]|[A-Za-z][^\s/]*")
NAME = "PROVIDER/MODEL, as in openai/gpt-4o-mini, ollama/llama3.1 or offline/random"
# YAML reads a bare on or off as a truth value.
_SWITCH = 'auto, "on" or "off" (with the quotation marks in YAML)'
PRICES_EXAMPLE = '{"openai/my-model": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6}}'


@dataclass(frozen=True)
class Price:
    """Price of a model in US dollars per token; the other fields of litellm's list are not used.

    ``cache_read_input_token_cost`` is that of tokens which the provider read from its cache; without it they cost as
    much as others.
    """

    input_cost_per_token: float
    output_cost_per_token: float
    cache_read_input_token_cost: float | None = None

    def of(self, tokens_in: int, tokens_out: int, cache_read: int = 0) -> float:
        """Returns the price of a call in US dollars; ``cache_read`` is a part of ``tokens_in``."""
        reading = self.cache_read_input_token_cost
        spared = 0.0 if reading is None else min(cache_read, tokens_in) * (self.input_cost_per_token - reading)
        return tokens_in * self.input_cost_per_token + tokens_out * self.output_cost_per_token - spared


_PRICES = TypeAdapter(dict[str, Price])


@cache
def read_prices(path: str) -> Mapping[str, Price]:
    """Returns the prices in a file by the name of the model, as ``model.name`` and ``agents`` spell it.

    Raises:
        UsageError: the file cannot be read, or has another form.
    """
    try:
        prices = _PRICES.validate_json(named_path(path, "model.prices").expanduser().read_bytes())
    except OSError as error:
        raise UsageError(f"model.prices={path}: {error.strerror or error}") from None
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise UsageError(f"model.prices={path}: {place or 'the file'} is not a price: write {PRICES_EXAMPLE}") from None
    for name, price in prices.items():
        for cost in (price.input_cost_per_token, price.output_cost_per_token, price.cache_read_input_token_cost or 0.0):
            if not 0 <= cost < math.inf:
                raise UsageError(f"model.prices={path}: {name} costs {cost} per token, not a number of at least 0")
    return prices


@dataclass(frozen=True)
class ModelSettings:
    """Name of a model and parameters of its calls; ``name`` is PROVIDER/MODEL as litellm spells it.

    ``api_base`` is the address of a server to use in place of the provider's own. ``temperature`` and
    ``reasoning_effort`` are not sent if ``None``, for models that refuse them. ``max_tokens`` is the limit of one
    reply; ``None`` leaves it to the suite, and where that has none to the provider. ``timeout`` is the wall-clock time
    in seconds that one request may take, ``retries`` the number of requests beyond the first that a call may take,
    ``concurrency`` the number of requests at a time. ``structured`` says whether a reply's JSON schema is sent: ``on``,
    ``off``, or ``auto`` (see ``schemas.py``); ``vision`` says the same of pictures. ``logprobs`` is
    the number of most probable tokens whose log-probabilities are asked for in every place, 0 for those of the reply's
    own tokens alone, ``None`` for none. ``prices`` is a file of prices, which go before litellm's (see
    :func:`read_prices`).

    Raises:
        UsageError: a setting is outside its range.
    """

    name: str = "offline/random"
    api_base: str | None = None
    temperature: float | None = 1.0
    max_tokens: int | None = 1024
    timeout: float = 60.0
    concurrency: int = 16
    retries: int = 6
    requests_per_minute: int | None = None
    tokens_per_minute: int | None = None
    reasoning_effort: str | None = None
    structured: str = "auto"
    vision: str = "auto"
    logprobs: int | None = None
    prices: str | None = None

    def __post_init__(self) -> None:
        self._check("name", is_name(self.name), NAME)
        if offline.is_offline(self.name):
            offline.behaviour(self.name)
        self._check("api_base", self.api_base is None or _is_address(str(self.api_base)), _ADDRESS)
        warm = self.temperature is None or (_is_number(self.temperature) and 0 <= self.temperature <= 2)
        self._check("temperature", warm, "a number from 0 to 2")
        timed = _is_number(self.timeout) and 0 < self.timeout < float("inf")
        self._check("timeout", timed, "a number of seconds above 0")
        self._check("retries", _is_count(self.retries, 0), "a whole number of at least 0")
        self._check("concurrency", _is_count(self.concurrency, 1), "a whole number of at least 1")
        for field in ("max_tokens", "requests_per_minute", "tokens_per_minute"):
            limit = getattr(self, field)
            self._check(field, limit is None or _is_count(limit, 1), "a whole number of at least 1, or null")
        worded = self.reasoning_effort is None or bool(_WORD.fullmatch(str(self.reasoning_effort)))
        self._check("reasoning_effort", worded, "a word such as low, medium or high, or null")
        counted = self.logprobs is None or (_is_count(self.logprobs, 0) and self.logprobs <= MOST_LOGPROBS)
        self._check("logprobs", counted, f"a whole number from 0 to {MOST_LOGPROBS}, or null")
        if self.prices is not None:
            read_prices(str(self.prices))
        for field in ("structured", "vision"):
            self._check(field, getattr(self, field) in ("auto", "on", "off"), _SWITCH)

    def _check(self, field: str, valid: bool, allowed: str) -> None:
        if not valid:
            raise UsageError(redact(f"model.{field}={getattr(self, field)} is not {allowed}"))

    def price(self) -> Price | None:
        """Returns the model's price in the file ``prices``; ``None`` if it has none there."""
        return None if self.prices is None else read_prices(self.prices).get(self.name)

    def limit(self, request: Request) -> int | None:
        """Returns the most tokens of the reply to a request; ``None`` for as many as the provider allows."""
        return request.max_tokens or self.max_tokens

    def top_logprobs(self, request: Request) -> int | None:
        """Returns the number of tokens in each place whose log-probabilities are asked for; ``None`` for none."""
        return self.logprobs if request.logprobs is None else request.logprobs

    def address(self) -> str | None:
        """Returns ``api_base``, or the address in the environment, or ``None`` for the provider's own."""
        variable = self._address_variable()
        return self.api_base or (os.environ[variable] if variable else None)

    def require_address(self) -> None:
        """Checks the address in the environment, if it is used.

        Raises:
            UsageError: it is none.
        """
        variable = self._address_variable()
        if not self.api_base and variable and not _is_address(os.environ[variable]):
            raise UsageError(redact(f"{variable}={os.environ[variable]} is not {_ADDRESS}"))

    def _address_variable(self) -> str | None:
        provider = self.name.partition("/")[0].upper().removesuffix("_CHAT") if "/" in self.name else "OPENAI"
        return next(filter(os.environ.get, (f"{provider}_{ending}" for ending in ("API_BASE", "BASE_URL"))), None)


def is_name(name: object) -> bool:
    """Returns whether a model can have this name, as far as that is known without litellm."""
    return isinstance(name, str) and bool(_NAME.fullmatch(name))


def _is_address(text: str) -> bool:
    """Checks the scheme, the host and the port of an address."""
    try:
        parts = urlsplit(text)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_count(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least
