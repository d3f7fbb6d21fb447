"""Reads the move of one decision from a reply."""

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Any

import pyspiel

from adapters import answer_labels, readers, sentence_frames, sentences, spoken, standing
from adapters.errors import ReplyError, refusals
from adapters.json_objects import with_keys
from adapters.lenient_json import CUT
from adapters.move_names import NO_MOVE_STATED, MoveNames, SpelledMoves, Vocabulary
from adapters.readers import Found, StatedAnswer
from adapters.views import View
from custom_games.action_specs import ActionSpec, Fields

COMPARED = 50  # answers that are compared with the one that counts
PROSE = range(2, 30)  # words of an answer line that is a sentence about the answer above it

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+|\d+")
# Words of the keys under which a move may stand besides the decision's own. Some may also tell something else, and
# therefore count only if no other key names a move; others add nothing to a key.
_ANSWERS = {
    *readers.ANSWER_KEYS, "amount", "bid", "choice", "contribution", "decision", "dish", "guess", "offer", "pick",
    "play", "proposal", "response", "selection", "utterance", "vote"}
_PERHAPS = {"cell", "column", "number", "option", "plan", "position", "square", "target"}
_KINDS = {"name", "player", "word"}  # "accused_player" is "accused"
_ADD_NOTHING = {"my", "your", "the", "final", "chosen", "selected", "next", "best"}


@dataclass(frozen=True)
class DecisionReader:
    """The reader of replies to one decision."""

    view: View
    state: pyspiel.State
    player: int

    @cached_property
    def _spec(self) -> ActionSpec | None:
        return self.view.action_spec(self.state, self.player)

    @property
    def _keys(self) -> tuple[str, ...]:
        return () if self._spec is None else self._spec.keys

    @cached_property
    def _names(self) -> Vocabulary:
        # Computed on demand: most JSON answers do not need the names of moves.
        return MoveNames.of_legal_moves(self.view, self.state, self.player) if self._spec is None else (
            SpelledMoves(self._spec))

    def parse(self, reply: str) -> list[int]:
        """Returns the move that the reply states, as pyspiel actions.

        Raises:
            ReplyError: the reply states no legal move; ``reason`` says why.
        """
        if self._spec is not None and self._spec.texts:
            with refusals():
                return self._spec.read(spoken.stated(reply, self._spec))
        text = readers.visible_text(reply)
        answers = list(readers.answers(text))
        for index, answer in enumerate(answers):
            explains = self._is_explanation(answer, answers[index + 1:])
            actions = None if explains else self._in_parts(text, answer) or self._actions(answer)
            if actions is not None:
                following = islice(answers, index + 1, index + 1 + COMPARED)
                self._require_same(actions, readers.together(text, answer, list(following)))
                return actions
        return self._on_last_lines(text)

    def named(self, name: str) -> list[int] | None:
        """Returns the one move that a name alone states, with or without a remark behind it; otherwise ``None``."""
        return self._names.stated(name)

    def _in_parts(self, text: str, answer: Found) -> list[int] | None:
        """Returns the move of which the last lines state the parts under several keys, from an answer line on."""
        spec = self._spec
        if spec is None or not answer.sure or not isinstance(answer.read(answer.text), str):
            return None
        stated = answer_labels.stated(text, (*spec.keys, *spec.part_keys), answer.position)
        with suppress(ValueError):
            return spec.read(stated) if len(stated) > 1 else None
        return None

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
        if not answer.sure:
            return self._names.stated(stated)
        return self._in_a_sentence(stated) or self._names.resolve(stated)

    def _in_a_sentence(self, line: str) -> list[int] | None:
        """Returns the move of an answer line that is a sentence, such as "I choose 22.", or ``None``."""
        said = sentences.stating(line)
        return next((move for each in said if (move := self._names.find(each.value)) is not None), None)

    def _is_explanation(self, answer: Found, above: Sequence[Found]) -> bool:
        """Returns whether an answer line is a sentence that explains the JSON object above it.

        It may name the same move again, but no other, and takes nothing back.
        """
        stated: StatedAnswer = answer.read(answer.text)
        if not answer.sure or isinstance(stated, Mapping):
            return False
        struct = next((each.read(each.text) for each in above if each.alone and each.sure), None)
        if not isinstance(struct, Mapping):
            return False
        sentence, _ = readers.split_remark(stated)
        words = sentence.split()
        if len(words) not in PROSE or self._names.stated(stated) is not None:
            return False
        runs = (" ".join(words[start:end]) for end in range(len(words) + 1) for start in range(max(0, end - 3), end))
        named = [move for run in runs if (move := self._names.find(run))]
        takes_back = standing.is_doubted if named else standing.is_denied
        return not takes_back(sentence) and all(move == self._of_struct(struct) for move in named)

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
        with refusals():
            actions = self.view.struct_to_actions(self.state, self.player, struct)
        found = [] if actions is None else [actions]
        for may_state in (self._states_move, self._may_state_move):
            values = (value for key, value in islice(struct.items(), COMPARED) if may_state(key))
            found += [move for value in values if (move := self._of_value(value)) is not None]
            if any(move != found[0] for move in found):
                raise ReplyError("illegal", "The keys of your JSON object state different moves: state one.")
            if found:
                return found[0]
        general = with_keys(struct, readers.ANSWER_KEYS) or {}
        for name in readers.ANSWER_KEYS:
            if name in general:
                return self._names.resolve(_text(general[name]))
        return self._spec_value(struct)

    def _states_move(self, key: str) -> bool:
        """Returns whether a key that is not the decision's own is a general one such as "my final answer"."""
        telling = _words(key) - _ADD_NOTHING
        return bool(telling) and telling <= _ANSWERS and key not in self._keys

    def _may_state_move(self, key: str) -> bool:
        """Returns whether a move may stand under a key: "column", or "dish", which is a part of "chosen_dish"."""
        words = _words(key)
        general = words - _ADD_NOTHING
        telling = words - _KINDS
        is_part = bool(telling) and any(telling <= _words(own) for own in self._keys)
        # A single letter, as in {"k": 22}, tells nothing of its own.
        says_nothing = len(key) == 1 and key.isalpha()
        return key not in self._keys and (
            is_part or says_nothing or (bool(general) and general <= _ANSWERS | _PERHAPS))

    def _of_value(self, value: Any) -> list[int] | None:
        """Returns the move that a JSON value names, or ``None``."""
        if not isinstance(value, Mapping):
            return self._names.stated(_text(value))
        try:
            return self.view.struct_to_actions(self.state, self.player, value)
        except ValueError:
            return None

    def _spec_value(self, struct: Mapping[str, Any]) -> list[int] | None:
        """Returns the move if an object is what should stand under the decision's key, such as a plan by names."""
        if self._spec is None or len(self._spec.keys) > 1:
            return None
        try:
            return self._spec.read({self._spec.keys[0]: struct})
        except ValueError:
            return None

    def _on_last_lines(self, text: str) -> list[int]:
        """Returns the move that the last lines state under the decision's own keys, or in a sentence of the game's.

        Raises:
            ReplyError: they state none.
        """
        spec = self._spec
        if spec is not None:
            stated = answer_labels.stated(text, spec.keys)
            if stated and len(spec.keys) > 1:
                with refusals():
                    by_sentences = sentence_frames.fields(text, spec) if isinstance(spec, Fields) else None
                    if len(stated) < len(spec.keys) and by_sentences is not None:
                        return by_sentences
                    return spec.read({key: readers.without_remark(value) for key, value in stated.items()})
            if stated:
                (value,) = stated.values()
                return self._names.resolve(value)
            return self._framed(text, spec)
        raise ReplyError("unparsable", NO_MOVE_STATED)

    def _framed(self, text: str, spec: ActionSpec) -> list[int]:
        """Returns the move that sentences of the game's own state.

        Raises:
            ReplyError: they state none, or several.
        """
        if isinstance(spec, Fields):
            with refusals():
                if (actions := sentence_frames.fields(text, spec)) is not None:
                    return actions
        values = list(sentence_frames.framed(text, spec.sentences))
        meant = [move for value in values if (move := self._names.find(value))]
        if meant and meant.count(meant[0]) == len(meant):
            return meant[0]
        for value in values:
            if meant or sentence_frames.resembles(value, spec):
                return self._names.resolve(value)
        raise ReplyError("unparsable", NO_MOVE_STATED)


def _words(key: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(key)}


def _text(value: Any) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, float) else json.dumps(value)
