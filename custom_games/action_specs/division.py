"""Division of a total among several recipients as a move."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.compositions import random_composition
from custom_games.json_values import value_of, whole_number
from custom_games.patterns import Parts, Pattern

_SEPARATORS = re.compile(r"[,;/]")
_ORDINAL = re.compile(r"-?(st|nd|rd|th)$")  # published prompts ask for "1-th"


@dataclass(frozen=True)
class Division(ActionSpec):
    """A division of a whole ``total`` into ``parts`` amounts of at least 0, one action for each amount.

    The amounts are those of the recipients with the numbers from ``first`` on; ``recipient`` says what they are called,
    and ``order`` what they are numbered by. A division is stated as a list, as its text, or as an object keyed by
    number or by name, such as "Player 1".
    """

    key: str
    parts: int
    total: int
    first: int = 1
    recipient: str = "player"
    order: str = "number"

    def __post_init__(self) -> None:
        if self.parts < 1 or self.total < 0:
            raise ValueError(f'"{self.key}" cannot divide {self.total} into {self.parts} parts')

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    @property
    def num_actions(self) -> int:
        return self.total + 1

    @property
    def length(self) -> int:
        return self.parts

    @property
    def numbers(self) -> range:
        """The numbers of the recipients."""
        return range(self.first, self.first + self.parts)

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        left, last = self.total - sum(made), len(made) == self.parts - 1
        return range(left if last else 0, left + 1)

    def whole(self, actions: Actions) -> int | None:
        return self.parts if len(actions) >= self.parts else None

    def move(self, actions: Actions) -> tuple[int, ...]:
        return tuple(actions)

    def action_name(self, made: Actions, action: int) -> str:
        return f"{action} to {self.recipient} {self.numbers[len(made)]}"

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        return {self.key: [action]}

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return {self.key: list(actions)}

    def struct(self, move: Sequence[int]) -> Mapping[str, Any]:
        return {self.key: list(move)}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        stated = self._in_order(value_of(struct, self.key))
        if len(stated) != self.parts:
            counted = f"{self.parts}, not {len(stated)}"
            raise ValueError(f'"{self.key}" must have {self._required()} in order of {self.order}: {counted}')
        amounts = [
            whole_number(self._plain(amount), f"{self.key} for {self.recipient} {number}", 0, self.total)
            for number, amount in zip(self.numbers, stated, strict=True)]
        if sum(amounts) != self.total:
            raise ValueError(
                f'the amounts in "{self.key}" must add up to {self.total}, but their sum is {sum(amounts)}')
        return amounts

    def _plain(self, amount: Any) -> Any:
        """Returns an amount without a per cent sign, which means nothing else where the total is 100."""
        return amount.strip().removesuffix("%") if isinstance(amount, str) and self.total == 100 else amount

    def _number(self, name: str) -> str:
        """Returns the number in a recipient's name: "1" in "1", "1st" and "Player 1"."""
        bare = name.strip().casefold().removeprefix(self.recipient.casefold())
        return _ORDINAL.sub("", bare.strip(" _"))

    def _in_order(self, stated: Any) -> Sequence[Any]:
        """Returns the stated amounts in order, not checked yet; others than the recipients may be listed with 0."""
        if isinstance(stated, str):
            return _SEPARATORS.split(stated.strip().removeprefix("[").removesuffix("]"))
        if isinstance(stated, Mapping):
            by_number = {self._number(name): amount for name, amount in stated.items()}
            names = list(map(str, self.numbers))
            others = [name for name, amount in by_number.items() if name not in names and amount not in (0, "0")]
            if others or not all(name in by_number for name in names):
                raise ValueError(f'"{self.key}" must have {self._required()}, keyed by {self.order}')
            return [by_number[name] for name in names]
        if not isinstance(stated, Sequence):
            raise ValueError(f'"{self.key}" must be a list with {self._required()}')
        return stated

    def _required(self) -> str:
        return f"an amount for each {self.recipient} from {self.numbers[0]} to {self.numbers[-1]}"

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "array", "items": {"type": "integer"}}}

    def patterns(self) -> Sequence[Pattern]:
        return [Pattern(Parts(self.total, self.parts))]

    def random_move(self, rng: random.Random) -> list[int]:
        """Draws every division with equal probability."""
        return random_composition(self.total, self.parts, rng)

    def random_rest(self, made: Actions, rng: random.Random) -> list[int]:
        """Draws every rest of the division with equal probability."""
        return random_composition(self.total - sum(made), self.parts - len(made), rng)
