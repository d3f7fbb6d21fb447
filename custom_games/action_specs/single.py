"""Decisions of one action: a choice among names, and numbers."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.json_values import decimal_number, index_of, value_of, whole_number
from custom_games.action_specs.patterns import Pattern, Range

LISTED_NUMBERS = 2  # more are listed as a range
MOST_DECIMALS = 30  # of the steps of a number


class SingleAction(ActionSpec):
    """A decision of one action, stated under one key."""

    key: str

    single: ClassVar[bool] = True

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    def value(self, action: int) -> Any:
        """Returns the JSON value that states an action."""
        return self.action_name((), action)

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return {self.key: self.value(actions[0])}

    def struct(self, move: int) -> Mapping[str, Any]:
        return {self.key: self.value(move)}

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        return self.values((action,))

    def random_move(self, rng: random.Random) -> list[int]:
        return [rng.choice(self.legal_actions())]

    def draw(self, rng: random.Random) -> int:
        legal = self.legal_actions()
        return legal[int(rng.random() * len(legal))]

    def draw_many(self, times: int, rng: random.Random) -> Sequence[int]:
        legal, draw = self.legal_actions(), rng.random
        size = len(legal)
        places = [int(draw() * size) for _ in range(times)]
        return places if legal == range(size) else [legal[place] for place in places]


@dataclass(frozen=True)
class NamedActions(SingleAction):
    """One of several ``actions``, ids in ascending order, whose names are made on demand by ``name``.

    No two of them may have the same name. Nothing is named in random play.
    """

    key: str
    actions: tuple[int, ...]
    name: Callable[[int], str]

    named: ClassVar[bool] = True

    @property
    def num_actions(self) -> int:
        return self.actions[-1] + 1

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return self.actions

    def action_name(self, made: Actions, action: int) -> str:
        return self.name(action)

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        return [self.actions[index_of(value_of(struct, self.key), self.key, self._names())]]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "string", "enum": self._names()}}

    def patterns(self) -> Sequence[Pattern]:
        return list(map(Pattern, self._names()))

    def _names(self) -> list[str]:
        return list(map(self.name, self.actions))


@dataclass(frozen=True)
class Choice(SingleAction):
    """One of several named options; ``actions`` are their ids in ascending order, by default 0, 1, 2, ..."""

    key: str
    options: tuple[str, ...]
    actions: tuple[int, ...] = ()

    named: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _check_choice(self.key, self.options, self.actions)

    @property
    def num_actions(self) -> int:
        return self._all[-1] + 1

    @cached_property
    def _all(self) -> Sequence[int]:
        return self.actions or range(len(self.options))

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return self._all

    def action_name(self, made: Actions, action: int) -> str:
        return self.options[self._all.index(action)]

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        return [self._all[index_of(value_of(struct, self.key), self.key, self.options)]]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "string", "enum": list(self.options)}}

    def patterns(self) -> Sequence[Pattern]:
        return list(map(Pattern, self.options))


@dataclass(frozen=True)
class Number(SingleAction):
    """A whole number from ``low`` to ``high`` in steps of ``step``; action k is the number ``low + k * step``."""

    key: str
    low: int
    high: int
    step: int = 1

    named: ClassVar[bool] = True

    def __post_init__(self) -> None:
        if self.step < 1 or self.high < self.low or (self.high - self.low) % self.step:
            raise ValueError(f'"{self.key}" has no numbers from {self.low} to {self.high} in steps of {self.step}')

    @property
    def num_actions(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> range:
        return range((self.high - self.low) // self.step + 1)

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return self._all

    def value(self, action: int) -> int:
        return self.low + action * self.step

    def action_name(self, made: Actions, action: int) -> str:
        return str(self.value(action))

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        number = whole_number(value_of(struct, self.key), self.key, self.low, self.high)
        action, beyond = divmod(number - self.low, self.step)
        if beyond:
            raise ValueError(f'"{self.key}" must be a number from {self.low} to {self.high} in steps of {self.step}')
        return [action]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "integer", "minimum": self.low, "maximum": self.high}}

    def patterns(self) -> Sequence[Pattern]:
        if self.num_actions <= LISTED_NUMBERS:
            return [Pattern(str(self.value(action))) for action in self.legal_actions()]
        return [Pattern(Range(str(self.low), str(self.high), self.step))]


@dataclass(frozen=True)
class RoundedNumber(SingleAction):
    """A number from ``low`` to ``high`` that is rounded to the nearest of ``low + k * step``, which is action k.

    Halves are rounded to the even k. ``step`` is a decimal fraction that divides the range without rest.
    """

    key: str
    low: int
    high: int
    step: Fraction = Fraction(1)

    def __post_init__(self) -> None:
        decimal = self.step > 0 and 10**MOST_DECIMALS % self.step.denominator == 0
        if not decimal or self.high < self.low or (self.high - self.low) % self.step:
            raise ValueError(f'"{self.key}" has no numbers from {self.low} to {self.high} in steps of {self.step}')

    @property
    def num_actions(self) -> int:
        return len(self._all)

    @cached_property
    def _all(self) -> range:
        return range(int((self.high - self.low) / self.step) + 1)

    @cached_property
    def decimals(self) -> int:
        """The number of decimals that the steps have."""
        decimals = 0
        while (self.step * 10**decimals).denominator > 1:
            decimals += 1
        return decimals

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return self._all

    def value(self, action: int) -> int | float:
        # Integers, because a fraction costs ten times as much, and there may be thousands of moves to name.
        numerator, denominator = self.step.numerator, self.step.denominator
        number = self.low * denominator + action * numerator
        return number / denominator if self.decimals else number

    def action_name(self, made: Actions, action: int) -> str:
        return f"{self.value(action):.{self.decimals}f}"

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        number = decimal_number(value_of(struct, self.key), self.key, self.low, self.high, self.step)
        return [round((number - self.low) / self.step)]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {
            "type": "number" if self.decimals else "integer", "minimum": self.low, "maximum": self.high}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(Range(f"{self.low:.{self.decimals}f}", f"{self.high:.{self.decimals}f}"))]


@lru_cache(maxsize=500)  # a game may ask for the same choice again
def _check_choice(key: str, options: tuple[str, ...], actions: tuple[int, ...]) -> None:
    names = [name.casefold() for name in options]
    if not options or len(set(names)) < len(names):
        raise ValueError(f'"{key}" needs options of different names, not {" | ".join(names) or "none"}')
    if actions and (len(actions) != len(options) or any(low >= high for low, high in pairwise(actions))):
        raise ValueError(f'"{key}" needs one id for each option, in ascending order, not {actions}')
