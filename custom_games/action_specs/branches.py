"""A choice whose option decides what else has to be decided."""

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.item_lists import NOTHING
from custom_games.action_specs.json_values import value_of
from custom_games.action_specs.name_keys import name_key, strip_marks
from custom_games.action_specs.patterns import Pattern
from custom_games.action_specs.schemas import nullable


@dataclass(frozen=True)
class Branch:
    """An option by its name and action, with what is decided ``then``: nothing if it is ``None``.

    In words ``joint`` stands before what is decided then, as in "DRAW with Scout".
    """

    name: str
    action: int
    then: ActionSpec | None = None
    joint: str = ""


@dataclass(frozen=True)
class Branches(ActionSpec):
    """One of several options, each with a decision of its own that follows it in the same move, or with none.

    Branches may have keys in common, if the values under them have the same JSON schema. A JSON object has the keys of
    all branches; those that an option does without are ``null``, and need not be stated. The option's key may also hold
    the whole move in words, as in ``{"action": "DRAW with Scout"}``. Options are drawn with equal
    probability. No branch may ask for a text.
    """

    key: str
    branches: tuple[Branch, ...]

    def __post_init__(self) -> None:
        names = {name_key(branch.name) for branch in self.branches}
        actions = [branch.action for branch in self.branches]
        if not names or len(names) < len(actions):
            raise ValueError(f'"{self.key}" needs options of different names')
        if actions != sorted(set(actions)):
            raise ValueError(f'"{self.key}" needs options with different actions, in ascending order, not {actions}')
        if any(branch.then is not None and branch.then.texts for branch in self.branches):
            raise ValueError(f'"{self.key}" has an option that asks for a text, which Branches cannot')
        if self.key in self._others or not all(map(self._has_one_schema, self._others)):
            raise ValueError(f'"{self.key}" needs options that mean the same by the same key')

    def _has_one_schema(self, key: str) -> bool:
        schemas = [nullable(branch.then.properties()[key]) for branch in self.branches
                   if branch.then is not None and key in branch.then.keys]
        return all(schema == schemas[0] for schema in schemas)

    @cached_property
    def _others(self) -> tuple[str, ...]:
        """The keys of what is decided after the option."""
        return tuple(dict.fromkeys(key for branch in self.branches for key in _keys(branch)))

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key, *self._others)

    @cached_property
    def num_actions(self) -> int:
        later = (branch.then.num_actions for branch in self.branches if branch.then is not None)
        return max(self.branches[-1].action + 1, *later, 0)

    @cached_property
    def length(self) -> int:
        return 1 + max(0 if branch.then is None else branch.then.length for branch in self.branches)

    @cached_property
    def _by_action(self) -> Mapping[int, Branch]:
        return {branch.action: branch for branch in self.branches}

    def _then(self, made: Actions) -> ActionSpec:
        """Returns what is decided after the option that has been chosen."""
        then = self._by_action[made[0]].then
        assert then is not None, "the move is whole"
        return then

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        return self._then(made).legal_actions(made[1:]) if made else list(self._by_action)

    def move_end(self, actions: Actions) -> int | None:
        if not actions:
            return None
        branch = self._by_action[actions[0]]
        end = 0 if branch.then is None else branch.then.move_end(actions[1:])
        return None if end is None else end + 1

    def move(self, actions: Actions) -> tuple[int, Any]:
        """Returns the action of the option, and what was decided then; ``None`` if nothing was."""
        then = self._by_action[actions[0]].then
        return actions[0], None if then is None else then.move(actions[1:])

    def action_name(self, made: Actions, action: int) -> str:
        return self._then(made).action_name(made[1:], action) if made else self._by_action[action].name

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        if made:
            return self._then(made).action_struct(made[1:], action)
        branch = self._by_action[action]
        return {self.key: branch.name, **({} if branch.then else dict.fromkeys(self._others))}

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return self.struct(self.move(actions))

    def struct(self, move: tuple[int, Any]) -> Mapping[str, Any]:
        branch = self._by_action[move[0]]
        decided = {} if branch.then is None else branch.then.struct(move[1])
        return {self.key: branch.name, **dict.fromkeys(self._others), **decided}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        branch, line = self._read_option(value_of(struct, self.key))
        given = {key: struct[key] for key in self._others if key in struct and not _is_missing(struct[key])}
        beyond = next((key for key in given if key not in _keys(branch)), None)
        if beyond is not None:
            raise ValueError(f'"{beyond}" must be null or left out if "{self.key}" is {branch.name}')
        if branch.then is not None:
            return [branch.action, *_read_rest(branch.then, line, given)]
        if line:
            raise ValueError(f'"{self.key}" must be {branch.name} without more')
        return [branch.action]

    def _read_option(self, line: Any) -> tuple[Branch, str]:
        """Returns the option with which a line begins, and the rest of the line without the word that joins them."""
        options = sorted(self.branches, key=lambda branch: len(branch.name), reverse=True)
        for branch in options if isinstance(line, str) else ():
            if found := _option_pattern(branch).match(strip_marks(line)):
                return branch, strip_marks(line)[found.end():]
        raise ValueError(f'"{self.key}" must be {" or ".join(branch.name for branch in self.branches)}')

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        properties: dict[str, Any] = {
            self.key: {"type": "string", "enum": [branch.name for branch in self.branches]}}
        for key in self._others:
            having = [branch.then for branch in self.branches if branch.then is not None and key in branch.then.keys]
            schema = having[0].properties()[key]
            properties[key] = schema if len(having) == len(self.branches) else nullable(schema)
        return properties

    def patterns(self) -> Sequence[Pattern]:
        """Returns the whole moves in words, those of one option after those of another."""
        return [pattern for branch in self.branches for pattern in _branch_patterns(branch)]

    def patterns_of_keys(self) -> Mapping[str, Sequence[Pattern]]:
        """Returns the whole moves under the option's key; the others need not be stated."""
        return {self.key: self.patterns()}

    def random_move(self, rng: random.Random) -> list[int]:
        branch = rng.choice(self.branches)
        return [branch.action, *(branch.then.random_move(rng) if branch.then else ())]

    def random_rest(self, made: Actions, rng: random.Random) -> list[int]:
        if self.is_whole(made):
            return []
        then, begun = self._then(made), made[1:]
        return then.random_rest(begun, rng) if begun else then.random_move(rng)


def _keys(branch: Branch) -> tuple[str, ...]:
    return () if branch.then is None else branch.then.keys


def _read_rest(then: ActionSpec, line: str, given: Mapping[str, Any]) -> list[int]:
    """Returns the actions that are stated after an option on its line, under keys of their own, or alike on both."""
    nothing = dict.fromkeys(then.keys)
    if not line:
        return then.read({**nothing, **given})
    spelled = then.read_line(line)
    if then.read({**nothing, **then.values(spelled), **given}) != spelled:
        raise ValueError(f'"{then.keys[0]}" is stated twice, with different values')
    return spelled


def _branch_patterns(branch: Branch) -> list[Pattern]:
    if branch.then is None:
        return [Pattern(branch.name)]
    start = " ".join(filter(None, (branch.name, branch.joint)))
    return [Pattern(branch.name) if pattern == NOTHING else Pattern(f"{start} ", *pattern.pieces)
            for pattern in branch.then.patterns()]


def _option_pattern(branch: Branch) -> re.Pattern[str]:
    name = r"[\s_-]+".join(map(re.escape, branch.name.split()))
    joint = rf"(?:\s+{re.escape(branch.joint)}\b)?" if branch.joint else ""
    return re.compile(rf"{name}(?!\w){joint}\s*", re.IGNORECASE)


def _is_missing(value: Any) -> bool:
    return value is None or value == [] or (isinstance(value, str) and name_key(value) in ("", NOTHING))
