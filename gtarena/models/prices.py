"""Prices of models that a user states, in a file of the form in which litellm lists its own."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from pydantic import TypeAdapter, ValidationError

from gtarena.errors import UsageError
from gtarena.system.files import named_path

EXAMPLE = '{"openai/my-model": {"input_cost_per_token": 1e-6, "output_cost_per_token": 4e-6}}'


@dataclass(frozen=True)
class Price:
    """Price of a model in US dollars per token; the other fields of litellm's list are not used."""

    input_cost_per_token: float
    output_cost_per_token: float

    def of(self, tokens_in: int, tokens_out: int) -> float:
        """Returns the price of a call in US dollars."""
        return tokens_in * self.input_cost_per_token + tokens_out * self.output_cost_per_token


_LISTED = TypeAdapter(dict[str, Price])


@cache
def listed(path: str) -> Mapping[str, Price]:
    """Returns the prices in a file by the name of the model, as ``model.name`` and ``agents`` spell it.

    Raises:
        UsageError: the file cannot be read, or has another form.
    """
    try:
        prices = _LISTED.validate_json(named_path(path, "model.prices").expanduser().read_bytes())
    except OSError as error:
        raise UsageError(f"model.prices={path}: {error.strerror or error}") from None
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise UsageError(f"model.prices={path}: {place or 'the file'} is not a price: write {EXAMPLE}") from None
    for name, price in prices.items():
        for cost in (price.input_cost_per_token, price.output_cost_per_token):
            if not 0 <= cost < math.inf:
                raise UsageError(f"model.prices={path}: {name} costs {cost} per token, not a number of at least 0")
    return prices
