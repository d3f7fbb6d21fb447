"""Columns of settings, a column each, with one type that all its values have in common."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from pydantic import JsonValue

from gtarena.formatting import short_value

if TYPE_CHECKING:
    import numpy.typing as npt

NO_SETTINGS = -1  # in place of the number of settings that are not known
_LEAST, _MOST = -(2**63), 2**63 - 1  # the whole numbers that a column can hold


class DistinctSettings:
    """Settings that differ, of which a log has few, numbered in the order of their coming."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._listed: list[dict[str, JsonValue]] = []
        # By how many there are: a log in batches asks again for each.
        self._names_of, self._values_of = cache(self._find_names), cache(self._find_values)

    def add(self, key: str, settings: Mapping[str, JsonValue]) -> int:
        """Returns the number of settings, which are the same under the same key; see :func:`flat_settings`."""
        number = self._numbers.setdefault(key, len(self._listed))
        if number == len(self._listed):
            self._listed.append(dict(flat_settings(settings)))
        return number

    def names(self) -> list[str]:
        """Returns the names of all settings added so far, by the alphabet."""
        return self._names_of(len(self._listed))

    def column(self, name: str, numbers: npt.NDArray[Any]) -> Any:
        """Returns the values of a setting as an array, a value for each number of :meth:`add`.

        It has the type of :func:`typed_values`, whichever numbers are asked for. A value is missing if the settings do
        not state it, state ``null``, or are ``NO_SETTINGS``.
        """
        return self._values_of(name, len(self._listed)).take(numbers)

    def _find_names(self, count: int) -> list[str]:
        return sorted({name for settings in self._listed[:count] for name in settings})

    def _find_values(self, name: str, count: int) -> Any:
        # The last value, which is missing, is the one that NO_SETTINGS takes.
        return typed_values([*(settings.get(name) for settings in self._listed[:count]), None])


def flat_settings(settings: Mapping[str, JsonValue], prefix: str = "") -> Iterator[tuple[str, JsonValue]]:
    """Yields ``("illegal.retries", 2)`` for ``{"illegal": {"retries": 2}}``."""
    for name, value in settings.items():
        if isinstance(value, dict):
            yield from flat_settings(value, f"{prefix}{name}.")
        else:
            yield prefix + name, value


def typed_values(values: Sequence[Any]) -> Any:
    """Returns values of a setting as an array of one type, in which ``None`` is missing.

    Truth values become ``boolean``, whole numbers ``Int64``, and numbers of which some are no whole ones ``float64``.
    All others, such as whole numbers beyond 64 bits, become a ``category`` of texts, in which lists stand as JSON.
    Without any value the type is ``Int64``.
    """
    import pandas as pd

    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return pd.Series(values, dtype="boolean").array
    fit = all(_LEAST <= value <= _MOST for value in values if isinstance(value, int))
    if kinds <= {int} and fit:
        return pd.Series(values, dtype="Int64").array
    if kinds <= {int, float} and fit:
        return pd.Series(values, dtype="float64").array
    texts = [value if value is None or isinstance(value, str) else short_value(value) for value in values]
    return pd.Categorical(texts, categories=sorted({text for text in texts if text is not None}))
