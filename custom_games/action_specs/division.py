"""Division of a total among several recipients as a move."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.json_values import value_of, whole_number
from custom_games.action_specs.name_keys import name_key, strip_marks
from custom_games.action_specs.patterns import Parts, Pattern, random_composition

_ORDINAL = re.compile(r"(?<=\d)-?(?:st|nd|rd|th)$")  # published prompts number recipients as "1-th"
_BULLETS = " \t\r\n-•*_"


@dataclass(frozen=True)
class Division(ActionSpec):
    """A division of a whole ``total`` into ``parts`` multiples of ``step``, 0 included, one action for each amount.

    Action k is the amount ``k * step``. The amounts are those of the recipients with the numbers from ``first`` on;
    ``recipient`` says what they are called, and ``order`` what they are numbered by. ``names`` are the recipients' own,
    if they have any. A division is stated as a list, as its text, or as an object keyed by number or by name, such as
    "Player 1"; by name also as a text without braces, on one line or several, and behind words that end in a colon.
    """

    key: str
    parts: int
    total: int
    first: int = 1
    recipient: str = "player"
    order: str = "number"
    step: int = 1
    names: tuple[str, ...] = ()

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

    @property
    def recipients(self) -> Sequence[str]:
        """The names of the recipients, in order."""
        return self.names or [f"{self.recipient} {number}" for number in self.numbers]

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        left, last = self._steps - sum(made), len(made) == self.parts - 1
        return range(left if last else 0, left + 1)

    def move_end(self, actions: Actions) -> int | None:
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
        stated = self._read_amounts(value_of(struct, self.key))
        if len(stated) != self.parts:
            counted = f"{self.parts}, not {len(stated)}"
            raise ValueError(f'"{self.key}" must have {self._requirement()} in order of {self.order}: {counted}')
        amounts = [self._read_amount(amount, number) for number, amount in zip(self.numbers, stated, strict=True)]
        if sum(amounts) != self.total:
            raise ValueError(
                f'the amounts in "{self.key}" must add up to {self.total}, but their sum is {sum(amounts)}')
        return [amount // self.step for amount in amounts]

    def _read_amount(self, stated: Any, number: int) -> int:
        """Returns the amount that is stated for the recipient with a number."""
        name = f"{self.key} for {self.recipient} {number}"
        amount = whole_number(stated, name, 0, self.total)
        if amount % self.step:
            raise ValueError(f'"{name}" must be a multiple of {self.step}, not {amount}')
        return amount

    def _read_amounts(self, stated: Any) -> Sequence[Any]:
        """Returns the amounts that a list, its text or an object states in order, not checked yet."""
        if isinstance(stated, Mapping):
            return self._read_amounts_by_recipient(stated)
        if isinstance(stated, str) and (listed := self._list_by_recipient(stated)):
            return self._read_amounts_by_recipient(listed)
        if isinstance(stated, str):
            return strip_marks(stated).removeprefix("[").removesuffix("]").split(",")
        if not isinstance(stated, Sequence):
            raise ValueError(f'"{self.key}" must be a list with {self._requirement()}')
        return stated

    def _read_amounts_by_recipient(self, stated: Mapping[str, Any]) -> Sequence[Any]:
        """Returns the amounts that an object states by the recipients' numbers, or by their names."""
        amounts = {_ORDINAL.sub("", name_key(name)): amount for name, amount in stated.items()}
        for keys in (list(map(str, self.numbers)), list(map(name_key, self.recipients))):
            if len(stated) == self.parts and amounts.keys() == set(keys):
                return [amounts[key] for key in keys]
        raise ValueError(f'"{self.key}" must have {self._requirement()}, keyed by {self.order}')

    def _list_by_recipient(self, said: str) -> Mapping[str, str]:
        """Returns the amounts of a text that states "NAME: AMOUNT" once for each recipient, and nothing behind them."""
        names = "|".join(map(re.escape, self.recipients))
        first = re.search(rf"(?<!\w)(?:{names})[*_]*:", said, re.IGNORECASE)
        if first is None or said[:first.start()].rstrip(_BULLETS)[-1:] not in {"", ":"}:
            return {}
        entries = [entry.partition(":") for entry in re.split(r"[,;\n]+", said[first.start():].strip())]
        percent = "%" if self.total == 100 else ""
        listed = {name.strip(_BULLETS): strip_marks(amount).removesuffix(percent) for name, _, amount in entries}
        return listed if len(listed) == len(entries) == self.parts else {}

    def _requirement(self) -> str:
        return f"an amount for each {self.recipient} from {self.numbers[0]} to {self.numbers[-1]}"

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        amount = {"type": "integer", "minimum": 0, "maximum": self.total}
        return {self.key: {"type": "array", "items": amount, "minItems": self.parts, "maxItems": self.parts}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(Parts(self.total, self.parts, self.step))]

    def random_move(self, rng: random.Random) -> list[int]:
        """Draws every division with equal probability."""
        return random_composition(self._steps, self.parts, rng)

    def random_rest(self, made: Actions, rng: random.Random) -> list[int]:
        """Draws every rest of the division with equal probability."""
        return random_composition(self._steps - sum(made), self.parts - len(made), rng)
