"""Reads the move of one decision from a reply."""

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import pyspiel

from adapters import answer_labels, readers, spoken
from adapters.errors import ReplyError
from adapters.json_objects import with_keys
from adapters.lenient_json import CUT
from adapters.move_names import NO_MOVE_STATED, MoveNames
from adapters.readers import Found, StatedAnswer
from adapters.views import View
from custom_games import stated_numbers
from custom_games.action_specs import ActionSpec

GENERAL_KEYS = tuple(dict.fromkeys((*readers.ANSWER_KEYS, *answer_labels.GENERAL)))
_BRACKETS = ("()", "[]", "{}")
COMPARED = 50  # answers that are compared with the one that counts

# Keys of explanations, and of facts that are not the writer's move.
_EXPLANATION = re.compile(r"reason|think|thought|expla|rational|analys|justif|comment|note|understanding|why")
_NO_MOVE = re.compile(
    r"confiden|probab|certain|round|turn|player|seat|opponent|other|their|valu|score|total|reward|payoff|utility|"
    r"expect|popular|card|hand|budget|price|reject|consider|alternativ|previous|last|not")


@dataclass(frozen=True)
class DecisionReader:
    """The reader of replies to one decision."""

    view: View
    state: pyspiel.State
    player: int

    @cached_property
    def _spec(self) -> ActionSpec | None:
        return self.view.action_spec(self.state, self.player)

    @cached_property
    def _names(self) -> MoveNames:
        # Computed on demand: most JSON answers do not need the names of moves, and there may be thousands.
        return MoveNames.of_legal_moves(self.view, self.state, self.player)

    def parse(self, reply: str) -> list[int]:
        """Returns the move that the reply states, as pyspiel actions.

        Raises:
            ReplyError: the reply states no legal move; ``reason`` says why.
        """
        if self._spec is not None and self._spec.texts:
            with _refusals():
                return self._spec.read(spoken.stated(reply, self._spec))
        text = readers.visible_text(reply)
        answers = list(readers.answers(text))
        for index, answer in enumerate(answers):
            actions = self._actions(answer)
            if actions is not None:
                following = islice(answers, index + 1, index + 1 + COMPARED)
                self._require_same(actions, readers.together(text, answer, list(following)))
                return actions
        return self._on_last_lines(text)

    def _actions(self, answer: Found) -> list[int] | None:
        """Returns the move that an answer states, or ``None`` if it is none.

        Raises:
            ReplyError: it is an answer, but states no legal move.
        """
        stated: StatedAnswer = answer.read(answer.text)
        if stated == CUT:
            raise ReplyError("truncated", "Your reply ended inside its JSON object.")
        if isinstance(stated, Mapping):
            return self._of_struct(stated)
        return self._of_text(stated) if answer.sure else self._with_remark(stated)

    def _require_same(self, actions: list[int], others: list[Found]) -> None:
        """Checks that answers beside the one that counts state no other move.

        Raises:
            ReplyError: one does.
        """
        for other in others:
            try:
                found = self._actions(other)
            except ReplyError:
                continue
            if found not in (None, actions):
                raise ReplyError("illegal", "Your reply states several moves at once: state one.")

    def _of_struct(self, struct: Mapping[str, Any]) -> list[int] | None:
        """Returns the move that a JSON object states, or ``None`` if the object is not an answer."""
        with _refusals():
            actions = self.view.struct_to_actions(self.state, self.player, struct)
        general = with_keys(struct, GENERAL_KEYS) or {}
        own = () if self._spec is None else self._spec.keys
        rivals = _telling(struct) if self._spec is None else {}
        others = {**rivals, **{key: general[key] for key in GENERAL_KEYS if key in general and key not in own}}
        stated = {key: self._of_value(value) for key, value in islice(others.items(), COMPARED)}
        found = [move for move in (actions, *stated.values()) if move is not None]
        if any(move != found[0] for move in found):
            raise ReplyError("illegal", "The keys of your JSON object state different moves: state one.")
        if actions is not None or any(stated.get(key) is not None for key in GENERAL_KEYS):
            return found[0]
        for name in readers.ANSWER_KEYS:
            if name in general:
                return self._of_text(_text(general[name]))
        return self._under_any_key(struct)

    def _of_value(self, value: Any) -> list[int] | None:
        """Returns the move that a JSON value names, or ``None``."""
        if not isinstance(value, Mapping):
            return self._with_remark(_text(value))
        try:
            return self.view.struct_to_actions(self.state, self.player, value)
        except ValueError:
            return None

    def _under_any_key(self, struct: Mapping[str, Any]) -> list[int] | None:
        """Returns the move under the only key of an object besides explanations, if that names one."""
        telling = _telling(struct)
        if len(telling) == 1 == sum(not _EXPLANATION.search(key.casefold()) for key in struct):
            return self._of_value(*telling.values())
        return self._spec_value(struct)

    def _spec_value(self, struct: Mapping[str, Any]) -> list[int] | None:
        """Returns the move if an object is what should stand under the decision's key, such as a plan by names."""
        if self._spec is None or len(self._spec.keys) > 1:
            return None
        try:
            return self._spec.read({self._spec.keys[0]: struct})
        except ValueError:
            return None

    def _of_text(self, answer: str) -> list[int]:
        """Returns the move that an answer line names, or the compound move that it spells.

        Raises:
            ReplyError: it names none.
        """
        found = self._with_remark(answer)
        if found is not None:
            return found
        if self._find(readers.split_remark(answer)[0]) is not None:
            raise ReplyError("illegal", f"Your answer {answer[:100]!r} states two moves.")
        with _refusals():
            spelled = self._spelled(answer) if readers.name_key(answer) else None
        return self._names.resolve(answer) if spelled is None else spelled

    def _spelled(self, answer: str) -> list[int] | None:
        return self.view.spelled(self.state, self.player, readers.without_remark(answer))

    def _with_remark(self, answer: str) -> list[int] | None:
        """Returns the one move that an answer names; a remark may follow it unless it names another."""
        found = self._find(answer)
        if found is not None:
            return found
        move, remark = readers.split_remark(answer)
        if not remark:
            return None
        other = self._find(remark)
        if other is not None:
            return other if self._find(move) == other else None
        try:
            return self._names.resolve(answer)
        except ReplyError:
            return self._worked_out(move)

    def _find(self, name: str) -> list[int] | None:
        """Returns the move of that name, or the one that it states otherwise, or ``None``."""
        if not readers.name_key(name):
            return None
        found = self._names.find(name)
        return self._worked_out(name) if found is None else found

    def _worked_out(self, name: str) -> list[int] | None:
        """Returns the move that a number with a unit or a spelling of the game's states, or ``None``."""
        bare = readers.undressed(name)
        if bare[:1] + bare[-1:] in _BRACKETS and (found := self._names.find(bare[1:-1])):
            return found
        if self._spec is None:
            return self._numbered(bare)
        for spelling in dict.fromkeys((bare, name.strip())):
            try:
                return self._spec.read_line(spelling)
            except ValueError:
                continue
        return None

    def _numbered(self, name: str) -> list[int] | None:
        """Returns the move that is called by a number, which may have a unit, or ``None``."""
        number = stated_numbers.digits(name)
        found = None if number is None else self._names.find(number)
        if found is None or self.view.names(self.state, self.player, found[0])[0] != number:
            return None
        return found

    def _on_last_lines(self, text: str) -> list[int]:
        """Returns the move that the last lines state under the decision's own keys, or in a sentence of the game's.

        Raises:
            ReplyError: they state none.
        """
        spec = self._spec
        if spec is not None:
            labels = answer_labels.under_keys(text, spec.keys)
            stated = {key: answer_labels.value(label, text, end) for key, (label, end) in labels.items()}
            if stated and len(spec.keys) > 1:
                with _refusals():
                    return spec.read({key: readers.without_remark(value) for key, value in stated.items()})
            if stated:
                (value,) = stated.values()
                return self._of_text(value)
            meant = [move for value in answer_labels.framed(text, spec.sentences) if (move := self._find(value))]
            if meant and meant.count(meant[0]) == len(meant):
                return meant[0]
        raise ReplyError("unparsable", NO_MOVE_STATED)


def _telling(struct: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the keys that may state a move, with their values."""
    return {key: value for key, value in struct.items()
            if not _EXPLANATION.search(key.casefold()) and not _NO_MOVE.search(key.casefold())}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, float) else json.dumps(value)


@contextmanager
def _refusals() -> Iterator[None]:
    """Turns a ``ValueError`` of the rules into a ``ReplyError`` for the model."""
    try:
        yield
    except ValueError as error:
        raise ReplyError("illegal", f"Your answer is not a legal move: {error}.") from error
