"""Decisions of one action: a choice among names, and numbers."""

import random
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any, ClassVar

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.json_values import choice, decimal_number, value_of, whole_number
from custom_games.patterns import Pattern, Range
from custom_games.spellings import Rewording, check_frames, parts_of, require_parts, spellings

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

    def drawn(self, rng: random.Random) -> int:
        legal = self.legal_actions()
        return legal[int(rng.random() * len(legal))]

    def draws(self, times: int, rng: random.Random) -> Sequence[int]:
        legal, draw = self.legal_actions(), rng.random
        size = len(legal)
        places = [int(draw() * size) for _ in range(times)]
        return places if legal == range(size) else [legal[place] for place in places]


@dataclass(frozen=True)
class Choice(SingleAction):
    """One of several named options.

    ``actions`` are the options' ids in ascending order, by default 0, 1, 2, ... ``aliases`` are ``(name, action)``
    pairs of names that are understood but not listed; JSON's ``null``, ``true``, ``false`` and whole numbers are
    understood as the names that they are written as. ``frames`` are sentences such as "I vote for {}." that state an
    option where they are the last line of a reply. A value that names no option is compared once more in the other
    spellings that ``forms`` and ``rewordings`` give it (see ``custom_games.spellings``).
    """

    key: str
    options: tuple[str, ...]
    actions: tuple[int, ...] = ()
    aliases: tuple[tuple[str, int], ...] = ()
    frames: tuple[str, ...] = ()
    forms: tuple[str, ...] = ()
    rewordings: tuple[Rewording, ...] = ()

    named: ClassVar[bool] = True

    def __post_init__(self) -> None:
        _check_choice(self.key, self.options, self.actions, self.aliases)
        check_frames(self.frames)

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

    def other_names(self, action: int) -> Sequence[str]:
        return [name for name, meant in self.aliases if meant == action]

    @property
    def part_keys(self) -> tuple[str, ...]:
        return tuple(key for key in parts_of(self.forms) if key != self.key)

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        try:
            found = self._read(value_of(struct, self.key))
        except ValueError:
            for other in spellings(struct, self.key, self.forms, self.rewordings):
                with suppress(ValueError):
                    return self._read(other)
            raise
        require_parts(struct, self.key, self.forms, self.action_name((), found[0]), self.options)
        return found

    def _read(self, stated: Any) -> list[int]:
        ids = [*self.legal_actions(), *(action for _, action in self.aliases)]
        names = [name for name, _ in self.aliases]
        named = "null" if stated is None else str(stated) if isinstance(stated, int) else stated
        return [ids[choice({self.key: named}, self.key, self.options, names, ids)]]

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "string", "enum": list(self.options)}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(option) for option in self.options]


@dataclass(frozen=True)
class Number(SingleAction):
    """A whole number from ``low`` to ``high`` in steps of ``step``; action k is the number ``low + k * step``.

    ``frames`` are sentences such as "I bid {}." that state a number where they are the last line of a reply.
    ``aliases`` are ``(word, number)`` pairs of words that are understood, such as "nothing".
    """

    key: str
    low: int
    high: int
    step: int = 1
    frames: tuple[str, ...] = ()
    aliases: tuple[tuple[str, int], ...] = ()

    named: ClassVar[bool] = True

    def __post_init__(self) -> None:
        check_frames(self.frames)
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
        stated = value_of(struct, self.key)
        known = dict(self.aliases).get(stated.strip().casefold()) if isinstance(stated, str) else None
        number = whole_number(stated if known is None else known, self.key, self.low, self.high)
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
        return {self.key: {"type": "number" if self.decimals else "integer"}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(Range(f"{self.low:.{self.decimals}f}", f"{self.high:.{self.decimals}f}"))]


@lru_cache(maxsize=500)  # a game may ask for the same choice again; one with many aliases takes 200 kB
def _check_choice(
    key: str, options: tuple[str, ...], actions: tuple[int, ...], aliases: tuple[tuple[str, int], ...]
) -> None:
    names = [name.casefold() for name in (*options, *(alias for alias, _ in aliases))]
    if not options or len(set(names)) < len(names):
        raise ValueError(f'"{key}" needs options of different names, not {" | ".join(names) or "none"}')
    if actions and (len(actions) != len(options) or any(low >= high for low, high in pairwise(actions))):
        raise ValueError(f'"{key}" needs one id for each option, in ascending order, not {actions}')
