"""Division of a total among several recipients as a move."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.compositions import random_composition
from custom_games.json_values import value_of, whole_number
from custom_games.patterns import Parts, Pattern

_SEPARATORS = re.compile(r"[,;/\n]")
_JOINTS = re.compile(r"(?:[,;/\n]|\band\b)(?:\s*and\b)?")  # of a sentence
_NAMED = re.compile(r"([^:=]+)[:=](.+)", re.DOTALL)  # "Player 1: 40"
_NAME = r"(?=.*[^\W\d])([^:=]+?)"  # with a letter: "1 40" are two numbers
_DRESS = " \t*_`+•-"  # of a name in a list
_ORDINAL = re.compile(r"-?(st|nd|rd|th)$")  # published prompts ask for "1-th"


@dataclass(frozen=True)
class Division(ActionSpec):
    """A division of a whole ``total`` into ``parts`` multiples of ``step``, 0 included, one action for each amount.

    Action k is the amount ``k * step``. The amounts are those of the recipients with the numbers from ``first`` on;
    ``recipient`` says what they are called, and ``order`` what they are numbered by. A division is stated as a list, as
    its text, or as an object keyed by number, by name, such as "Player 1", or by one of ``aliases``, which are
    ``(name, number)`` pairs. A sentence may join name and amount with one of the ``verbs``, as in "A pays 40".
    ``frames`` are sentences such as "I propose {}." that state a division.
    """

    key: str
    parts: int
    total: int
    first: int = 1
    recipient: str = "player"
    order: str = "number"
    step: int = 1
    aliases: tuple[tuple[str, int], ...] = ()
    verbs: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.parts < 1 or self.total < 0:
            raise ValueError(f'"{self.key}" cannot divide {self.total} into {self.parts} parts')
        if self.step < 1 or self.total % self.step:
            raise ValueError(f'"{self.key}" cannot divide {self.total} in steps of {self.step}')

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    @property
    def num_actions(self) -> int:
        return self._steps + 1

    @property
    def _steps(self) -> int:
        """The number of steps in the total."""
        return self.total // self.step

    @property
    def length(self) -> int:
        return self.parts

    @property
    def numbers(self) -> range:
        """The numbers of the recipients."""
        return range(self.first, self.first + self.parts)

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        left, last = self._steps - sum(made), len(made) == self.parts - 1
        return range(left if last else 0, left + 1)

    def whole(self, actions: Actions) -> int | None:
        return self.parts if len(actions) >= self.parts else None

    def move(self, actions: Actions) -> tuple[int, ...]:
        return tuple([action * self.step for action in actions])

    def action_name(self, made: Actions, action: int) -> str:
        return f"{action * self.step} to {self.recipient} {self.numbers[len(made)]}"

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        return {self.key: [action * self.step]}

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return {self.key: list(self.move(actions))}

    def struct(self, move: Sequence[int]) -> Mapping[str, Any]:
        return {self.key: list(move)}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        stated = self._in_order(value_of(struct, self.key))
        if len(stated) != self.parts:
            counted = f"{self.parts}, not {len(stated)}"
            raise ValueError(f'"{self.key}" must have {self._required()} in order of {self.order}: {counted}')
        amounts = [self._amount(amount, number) for number, amount in zip(self.numbers, stated, strict=True)]
        if sum(amounts) != self.total:
            raise ValueError(
                f'the amounts in "{self.key}" must add up to {self.total}, but their sum is {sum(amounts)}')
        return [amount // self.step for amount in amounts]

    def _amount(self, stated: Any, number: int) -> int:
        """Returns the amount that is stated for the recipient with a number."""
        name = f"{self.key} for {self.recipient} {number}"
        amount = whole_number(self._plain(stated), name, 0, self.total)
        if amount % self.step:
            raise ValueError(f'"{name}" must be a multiple of {self.step}, not {amount}')
        return amount

    def _plain(self, amount: Any) -> Any:
        """Returns an amount without a per cent sign, which means nothing else where the total is 100."""
        if not isinstance(amount, str):
            return amount
        bare = amount.strip().strip("*_`").strip()
        return bare.removesuffix("%").rstrip() if self.total == 100 else bare

    def _number(self, name: str) -> str:
        """Returns the number in a recipient's name: "1" in "1", "1st" and "Player 1", or that of an alias."""
        plain = name.strip(_DRESS)
        for alias, number in self.aliases:
            if alias.casefold() == plain.casefold():
                return str(number)
        bare = (plain if plain[:1].isalpha() else name.strip()).casefold().removeprefix(self.recipient.casefold())
        return _ORDINAL.sub("", bare.strip(" _"))

    def _in_order(self, stated: Any) -> Sequence[Any]:
        """Returns the stated amounts in order, not checked yet; others than the recipients may be listed with 0."""
        if isinstance(stated, str):
            separators = _JOINTS if self.verbs else _SEPARATORS
            entries = separators.split(stated.strip().removeprefix("[").removesuffix("]"))
            named = [_NAMED.fullmatch(entry) or self._said.fullmatch(entry.strip()) for entry in entries]
            if not all(named):
                return entries
            pairs = [(entry[1], entry[2]) for entry in named if entry]
        elif isinstance(stated, Mapping):
            pairs = list(stated.items())
        if isinstance(stated, str | Mapping):
            by_number = {self._number(name): amount for name, amount in pairs}
            if len(by_number) < len(pairs):
                raise ValueError(f'"{self.key}" must have one amount for each {self.recipient}')
            names = list(map(str, self.numbers))
            others = [name for name, amount in by_number.items() if name not in names and amount not in (0, "0")]
            if others or not all(name in by_number for name in names):
                raise ValueError(f'"{self.key}" must have {self._required()}, keyed by {self.order}')
            return [by_number[name] for name in names]
        if not isinstance(stated, Sequence):
            raise ValueError(f'"{self.key}" must be a list with {self._required()}')
        return stated

    @cached_property
    def _said(self) -> re.Pattern[str]:
        """A pattern of an entry in a sentence, such as "A pays 40" or "A 40"."""
        verbs = "|".join(map(re.escape, self.verbs))
        return re.compile(rf"{_NAME}\s+(?:(?:{verbs})\s+)?(\d+ ?%?)" if verbs else r"(?!)", re.IGNORECASE)

    def _required(self) -> str:
        return f"an amount for each {self.recipient} from {self.numbers[0]} to {self.numbers[-1]}"

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "array", "items": {"type": "integer"}}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(Parts(self.total, self.parts, self.step))]

    def random_move(self, rng: random.Random) -> list[int]:
        """Draws every division with equal probability."""
        return random_composition(self._steps, self.parts, rng)

    def random_rest(self, made: Actions, rng: random.Random) -> list[int]:
        """Draws every rest of the division with equal probability."""
        return random_composition(self._steps - sum(made), self.parts - len(made), rng)
