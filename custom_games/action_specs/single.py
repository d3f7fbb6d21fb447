"""Decisions of one action: a choice among names, and numbers."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.json_values import choice, decimal_number, value_of, whole_number
from custom_games.patterns import Pattern, Range

LISTED_NUMBERS = 2  # more are listed as a range


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

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        return self.values((action,))

    def read_line(self, answer: str) -> list[int]:
        return self.read({self.key: answer})

    def random_move(self, rng: random.Random) -> list[int]:
        return [rng.choice(self.legal_actions())]


@dataclass(frozen=True)
class Choice(SingleAction):
    """One of several named options.

    ``actions`` are the options' ids in ascending order, by default 0, 1, 2, ... ``aliases`` are ``(name, action)``
    pairs of names that are understood but not listed; JSON's ``null`` is understood as the name "null".
    """

    key: str
    options: tuple[str, ...]
    actions: tuple[int, ...] = ()
    aliases: tuple[tuple[str, int], ...] = ()

    named: ClassVar[bool] = True

    @property
    def num_actions(self) -> int:
        return self._all[-1] + 1

    @cached_property
    def _all(self) -> Sequence[int]:
        return self.actions or range(len(self.options))

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return self._all

    def action_name(self, made: Actions, action: int) -> str:
        return self.options[self.legal_actions().index(action)]

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        stated = value_of(struct, self.key)
        ids = [*self.legal_actions(), *(action for _, action in self.aliases)]
        names = [*self.options, *(name for name, _ in self.aliases)]
        return [ids[choice({self.key: "null" if stated is None else stated}, self.key, names)]]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "string", "enum": list(self.options)}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(option) for option in self.options]


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
        if self.num_actions <= LISTED_NUMBERS or self.step > 1:
            return [Pattern(str(self.value(action))) for action in self.legal_actions()]
        return [Pattern(Range(str(self.low), str(self.high)))]


@dataclass(frozen=True)
class RoundedNumber(SingleAction):
    """A number from ``low`` to ``high`` that is rounded to the nearest of ``low + k * step``, which is action k.

    Halves are rounded to the even k. ``step`` is a decimal fraction that divides the range without rest.
    """

    key: str
    low: int
    high: int
    step: Fraction = Fraction(1)

    @property
    def num_actions(self) -> int:
        return int((self.high - self.low) / self.step) + 1

    @property
    def decimals(self) -> int:
        """The number of decimals that the steps have."""
        decimals = 0
        while (self.step * 10**decimals).denominator > 1:
            decimals += 1
        return decimals

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return range(self.num_actions)

    def value(self, action: int) -> int | float:
        number = self.low + action * self.step
        return number.numerator / number.denominator if self.decimals else int(number)

    def action_name(self, made: Actions, action: int) -> str:
        return f"{self.value(action):.{self.decimals}f}"

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        number = decimal_number(value_of(struct, self.key), self.key, self.low, self.high)
        return [round((number - self.low) / self.step)]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "number" if self.decimals else "integer"}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(Range(f"{self.low:.{self.decimals}f}", f"{self.high:.{self.decimals}f}"))]
