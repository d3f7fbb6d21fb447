"""A selection of items that a player holds, such as cards of a hand."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from custom_games.action_specs import item_lists
from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.json_values import value_of
from custom_games.action_specs.name_keys import name_key
from custom_games.action_specs.patterns import Pattern, Some
from custom_games.framework.cards import Counts

Items = tuple[int, ...]  # numbers of items in ascending order, equal ones as often as they are selected
CONFIRM = "confirm"  # the name of the action that ends a selection
LISTED = 20  # selections in an error message


@dataclass(frozen=True)
class Selection(ActionSpec):
    """One of the ``allowed`` multisets of the items that are ``held``; without ``allowed``, any of one item or more.

    ``items`` are the names of all kinds of items, ``held`` the number of each. An item is selected by the action
    ``first`` plus its number. Items are selected one by one in ascending order, equal ones one after the other; the
    action after those of all items ends the selection. It can be reached after every legal action. A selection is
    stated as a list of names, or in words: "Spear x2, Net and Junk" (:mod:`custom_games.action_specs.item_lists`).
    """

    key: str
    items: tuple[str, ...]
    held: Counts
    allowed: tuple[Items, ...] | None = None
    first: int = 0

    def __post_init__(self) -> None:
        _check_items(self.key, self.items)
        if len(self.held) != len(self.items) or min(self.held) < 0:
            raise ValueError(f'"{self.key}" needs a number of at least 0 for each of {len(self.items)} kinds of items')
        if not (any(self.held) if self.allowed is None else self.allowed):
            raise ValueError(f'"{self.key}" has nothing to select')
        for selected in self.allowed or ():
            if list(selected) != sorted(selected) or any(selected.count(item) > self.held[item] for item in selected):
                raise ValueError(f'"{self.key}" may only allow what is held, in ascending order, not {selected}')

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    @property
    def _end(self) -> int:
        """The action that ends a selection."""
        return self.first + len(self.items)

    @property
    def num_actions(self) -> int:
        return self._end + 1

    @cached_property
    def length(self) -> int:
        return 1 + (sum(self.held) if self.allowed is None else max(map(len, self.allowed)))

    @cached_property
    def _following(self) -> Mapping[Items, Sequence[int]]:
        """The actions that may follow each beginning of an allowed selection."""
        following: dict[Items, set[int]] = {}
        for selected in self.allowed or ():
            for length, item in enumerate(selected):
                following.setdefault(selected[:length], set()).add(self.first + item)
            following.setdefault(selected, set()).add(self._end)
        return {begun: sorted(actions) for begun, actions in following.items()}

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        selected = tuple(action - self.first for action in made)
        if self.allowed is not None:
            return self._following[selected]
        lowest = selected[-1] if selected else 0
        legal = [self.first + item for item in range(lowest, len(self.items)) if self.held[item]]
        if selected and selected.count(lowest) == self.held[lowest]:
            legal = legal[1:]
        return [*legal, self._end] if selected else legal

    def move_end(self, actions: Actions) -> int | None:
        return list(actions).index(self._end) + 1 if self._end in actions else None

    def move(self, actions: Actions) -> Items:
        """Returns the numbers of the items selected, in ascending order."""
        return tuple([action - self.first for action in actions if action != self._end])

    def _names(self, selected: Sequence[int]) -> list[str]:
        return [self.items[item] for item in selected]

    def action_name(self, made: Actions, action: int) -> str:
        return CONFIRM if action == self._end else self.items[action - self.first]

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        return {self.key: self._names(self.move([action]))}

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return self.struct(self.move(actions))

    def struct(self, move: Items) -> Mapping[str, Any]:
        return {self.key: self._names(move)}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        selected = self._read_selected(value_of(struct, self.key))
        beyond = next((item for item in selected if selected.count(item) > self.held[item]), None)
        if beyond is not None:
            held = self.held[beyond]
            raise ValueError(f'"{self.key}" must have {f"at most {held}" if held else "no"} {self.items[beyond]}')
        if self.allowed is None and not selected:
            raise ValueError(f'"{self.key}" must have one item or more')
        if self.allowed is not None and selected not in self.allowed:
            stated, possible = item_lists.write_items(self._names(selected)), self._allowed_in_words()
            listed = f"{' or '.join(possible[:LISTED])}{' or another' * (len(possible) > LISTED)}"
            raise ValueError(f'"{self.key}" must be {listed}, not {stated}')
        return [*(self.first + item for item in selected), self._end]

    def _read_selected(self, stated: Any) -> Items:
        """Returns the items that a list, an object of numbers, a text or ``None`` states, in ascending order."""
        if isinstance(stated, Mapping) and stated:
            named = [(name, count) for name, count in stated.items() if type(count) is int and 0 <= count < 1000]
            if len(named) < len(stated):
                raise ValueError(f'"{self.key}" must have a number for each name')
        elif stated is None or isinstance(stated, str):
            named = self._read_items(stated or "")
        elif isinstance(stated, Sequence) and all(isinstance(entry, str) for entry in stated):
            named = [pair for entry in stated for pair in self._read_items(entry)]
        else:
            raise ValueError(f'"{self.key}" must be a list of names')
        return tuple(sorted(self._find_item(name) for name, count in named for _ in range(count)))

    def _read_items(self, text: str) -> list[tuple[str, int]]:
        try:
            return item_lists.read_items(text)
        except ValueError as error:
            raise ValueError(f'"{self.key}" must be a list of names, but {error}') from error

    def _find_item(self, name: str) -> int:
        key = name_key(name)
        for item, known in enumerate(self.items):
            if name_key(known) == key:
                return item
        held = " or ".join(known for known, count in zip(self.items, self.held, strict=True) if count)
        raise ValueError(f'"{self.key}" must be of {held or "nothing"}, not {name[:100]!r}')

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "array", "items": {"type": "string", "enum": list(self.items)}}}

    def _allowed_in_words(self) -> list[str]:
        return [item_lists.write_items(self._names(selected)) for selected in self.allowed or ()]

    def patterns(self) -> Sequence[Pattern]:
        """Returns each allowed selection in words, or one entry for any of the items held, be they more than one."""
        if self.allowed is not None:
            return [Pattern(selected) for selected in self._allowed_in_words()]
        held = [name for name, count in zip(self.items, self.held, strict=True) for _ in range(count)]
        return [Pattern(Some.of(held) if len(held) > 1 else held[0])]

    def draw(self, rng: random.Random) -> Items:
        """Draws every selection with equal probability."""
        if self.allowed is not None:
            return rng.choice(self.allowed)
        return random_items(self.held, rng)

    def random_move(self, rng: random.Random) -> list[int]:
        """Draws every selection with equal probability."""
        return [*(self.first + item for item in self.draw(rng)), self._end]


@lru_cache(maxsize=500)  # a game selects from the same items again and again
def _check_items(key: str, items: tuple[str, ...]) -> None:
    if len(set(map(name_key, items))) < len(items) or any(map(item_lists.is_separated, items)):
        raise ValueError(f'"{key}" needs items of different names without commas and "and"')


def random_items(held: Counts, rng: random.Random) -> Items:
    """Draws one item or more of those that are held; every multiset is equally likely."""
    draw = rng.random
    while True:
        items = [item for item, count in enumerate(held) if count for _ in range(int(draw() * (count + 1)))]
        if items:
            return tuple(items)
