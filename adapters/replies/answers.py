"""Rule 4: of the answers that a reply states there is one; two that differ are refused."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import pyspiel

from adapters.replies import turns
from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import found_objects, with_keys
from adapters.replies.names import Names, other_names
from adapters.replies.stated_answers import Form, Stated, stated, without_fences
from adapters.views import MOVE, View
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.name_keys import bare

LABEL = "answer"  # of a line, whatever label a wording shows besides
NO_MOVE_STATED = "Your reply did not state a move in the required form."
MOST_ANSWERS = 50  # in different words
DIFFERENT = "Your reply states different answers: state one."
_PLACE = re.compile(r"\A<(.*)>\Z")  # of the form, filled without taking its brackets away
_NUMBERED = re.compile(r"\A\d{1,3}(?:\.{1,3}|\))(?:\s+|(?=[^\W\d]))")  # of a list, or of moves: "1. e4"


class Reading(NamedTuple):
    """The statement of a reply, as pyspiel actions or other numbers, and the form in which it states a move."""

    actions: Sequence[int]
    form: Form | None = None


@dataclass(frozen=True)
class ReplyReader:
    """The reader of replies to one decision.

    ``labels`` are those of answer lines, and ``prompt`` returns the lines of the prompt, to tell where they come again.
    """

    view: View
    state: pyspiel.State
    player: int
    labels: Sequence[str] = (LABEL,)
    prompt: Callable[[], Collection[str]] = frozenset

    @cached_property
    def _spec(self) -> ActionSpec | None:
        return self.view.action_spec(self.state, self.player)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the JSON object that states the move."""
        return (MOVE,) if self._spec is None else self._spec.keys

    @cached_property
    def _names(self) -> Names:
        return Names.of_legal_moves(self.view, self.state, self.player)

    @cached_property
    def _prompt(self) -> Collection[str]:
        return self.prompt()

    @cached_property
    def _game(self) -> str:
        return str(self.state.get_game().get_type().short_name)

    def read(self, reply: str) -> Reading:
        """Returns the move that a reply states.

        Raises:
            ReplyError: it states no legal move, or several; ``reason`` says why.
        """
        parts = self._before_echo(turns.own_parts(reply))
        answers: dict[str, Stated] = {}
        for each in self._stated(parts):
            answers.setdefault(repr(each.value), each)  # the same words state the same, however often they come
        if len(answers) > MOST_ANSWERS:
            raise ReplyError("ambiguous", DIFFERENT)
        if self._goes_on(parts):
            raise ReplyError("unparsable", "Your reply goes on below its answer: say several lines in JSON.")
        return self._one_of(list(answers.values()))

    def texts(self, reply: str) -> Mapping[str, Any]:
        """Returns the texts that a reply states by their keys, legal or not; none if it states no answer."""
        with suppress(ReplyError):
            for answer in self._stated(self._before_echo(turns.own_parts(reply))):
                struct = answer.value if isinstance(answer.value, Mapping) else {self.keys[0]: answer.value}
                return with_keys(struct, self.keys) or {}
        return {}

    def named(self, name: str) -> list[int] | None:
        """Returns the one move that a name alone states; otherwise ``None``."""
        with suppress(ReplyError):
            return self._of_text(name)
        return None

    def _stated(self, parts: Sequence[str]) -> list[Stated]:
        """Returns the answers that the parts of a reply state, without repetitions of the form itself."""
        found = [each for part in parts for each in stated(part, self.labels, self.keys)]
        objects = [each for part in parts for each in found_objects(part)]
        if found or objects:  # an object without the keys of the decision is no text to be said
            cut = [Stated("json", each.start, each.end, None, cut=True) for each in objects if each.cut]
            return [each for each in found if not self._is_form(each.value)] or cut
        whole = without_fences(parts[0])
        return [Stated("whole", 0, len(parts[0]), whole)] if len(parts) == 1 and "\n" not in whole else []

    @property
    def _says_nothing(self) -> bool:
        """True if no text is asked for, which any words could be."""
        return self._spec is None or not self._spec.texts

    def _is_form(self, value: Mapping[str, Any] | str | None) -> bool:
        """Returns whether an answer is the form of the reply, with its places not filled."""
        places = {f"<{key}>" for key in (MOVE, *self.keys)}
        said, places = (list(value.values()), places) if isinstance(value, Mapping) else ([value], {"", *places})
        return any(isinstance(each, str) and each.strip() in places for each in said)

    def _goes_on(self, parts: Sequence[str]) -> bool:
        """Returns whether more follows a line with a text that may have several, so that its end is unknown."""
        if self._spec is None or not any(alphabet.permits("\n") for alphabet in self._spec.texts.values()):
            return False
        found = [(each, [part[each.end:], *parts[index:]]) for index, part in enumerate(parts, start=1)
                 for each in stated(part, self.labels, self.keys)[-1:]]
        return bool(found) and found[-1][0].form == "line" and any(map(without_fences, found[-1][1]))

    def _one_of(self, answers: Sequence[Stated]) -> Reading:
        """Returns the one move that answers state.

        Raises:
            ReplyError: there is none, or one of them states another or none.
        """
        moves: list[Reading] = []
        failure: ReplyError | None = None
        for answer in answers:
            try:
                moves.append(Reading(self._of_answer(answer), answer.form))
            except ReplyError as error:
                failure = error
        if failure is None and not moves:
            raise ReplyError("unparsable", NO_MOVE_STATED)
        if failure is not None and not moves:
            raise failure
        if failure is not None or any(list(move.actions) != list(moves[0].actions) for move in moves):
            raise ReplyError("ambiguous", DIFFERENT)
        return moves[0]

    def _before_echo(self, parts: Sequence[str]) -> Sequence[str]:
        """Returns the parts up to where lines of the prompt come again behind an answer.

        Raises:
            ReplyError: they come behind one line, which may be the text that is asked for, or introduce another.
        """
        whole = without_fences(parts[0][:self._echo_at(parts[0], 0) or 0])
        if whole and "\n" not in whole and not stated(whole, self.labels, self.keys) and self.named(whole) is not None:
            if not self._says_nothing:
                raise ReplyError("ambiguous", DIFFERENT)
            return [whole]
        for index, part in enumerate(parts):
            answers = self._stated([part])
            cut = self._echo_behind(part, answers[0]) if answers else None
            if cut is not None:
                return [*parts[:index], part[:cut]]
        return parts

    def _echo_behind(self, part: str, answer: Stated) -> int | None:
        line = part[part.rfind("\n", 0, answer.start) + 1:].partition("\n")[0]
        # An answer that the prompt tells, of an earlier round, may be a part of what comes again.
        return None if turns.bare_line(line) in self._prompt else self._echo_at(part, answer.end)

    def _echo_at(self, part: str, start: int) -> int | None:
        """Returns where lines of the prompt come again below a position, besides answers that it tells."""
        return turns.echo_at(
            part, start, lambda line: line in self._prompt and not stated(line, self.labels, self.keys))

    def _of_answer(self, answer: Stated) -> list[int]:
        """Returns the move of an answer.

        Raises:
            ReplyError: it is no legal move.
        """
        if answer.cut:
            raise ReplyError("truncated", "Your reply ended inside its JSON object.")
        if answer.value is None:
            raise ReplyError("unparsable", "The JSON object in your reply cannot be read.")
        if isinstance(answer.value, Mapping):
            return self._of_struct(answer.value)
        try:
            return self._of_text(answer.value)
        except ReplyError as error:
            if answer.form == "whole":  # of all that may stand in a reply it is nothing known
                raise ReplyError("unparsable", NO_MOVE_STATED) from error
            raise

    def _of_struct(self, struct: Mapping[str, Any]) -> list[int]:
        stated = with_keys(struct, self.keys) or {}
        spec = self._spec
        if spec is None or spec.named:
            return self._of_text(_name(stated[self.keys[0]]))
        return self._first_legal(spec.read, [stated, *self._translated(stated, spec)])

    def _of_text(self, said: str) -> list[int]:
        spec = self._spec
        candidates = [said, *self._other_names(said)] if self._says_nothing else [said]
        if spec is not None and not spec.named:
            return self._first_legal(spec.read_line, candidates)
        for name in candidates:
            if (found := self._names.find(name)) is not None:
                return found
        raise self._names.refusal(said)

    def _other_names(self, said: str) -> Iterator[str]:
        plain = _NUMBERED.sub("", bare(_PLACE.sub(r"\1", bare(said))))
        yield plain
        yield from other_names(self._game, plain)

    def _translated(self, struct: Mapping[str, Any], spec: ActionSpec) -> Iterator[Mapping[str, Any]]:
        """Yields an object with the listed names in place of others, if it has any; texts stay as they are."""
        listed = {key: name for key, value in struct.items() if isinstance(value, str) and key not in spec.texts
                  for name in other_names(self._game, value)}
        if listed:
            yield {**struct, **listed}

    def _first_legal(self, read: Callable[[Any], list[int]], candidates: Sequence[Any]) -> list[int]:
        """Returns the move of the first candidate that can be read.

        Raises:
            ReplyError: none can, for the reason that the first has.
        """
        refused: ValueError | None = None
        for candidate in candidates:
            try:
                return read(candidate)
            except ValueError as error:
                refused = refused or error
        raise ReplyError("illegal", f"Your answer is not a legal move: {refused}.")


def before_answer(reply: str) -> str:
    """Returns the reply up to the first answer that it states, or else up to its last line."""
    text = reply.rstrip()
    found = stated(text, (LABEL, "action"), ())
    return text[:found[0].start if found else text.rfind("\n") + 1]


def _name(value: Any) -> str:
    """Returns the name of a move that a JSON value is: a text, a number, or numbers in brackets.

    Raises:
        ReplyError: it is none.
    """
    if value is None:
        return "null"
    numbers = value if isinstance(value, list) else [value]
    if not isinstance(value, str) and not all(type(number) is int or isinstance(number, float) for number in numbers):
        raise ReplyError("illegal", f"Your answer {str(value)[:100]!r} is not the name of a move.")
    return str(value) if isinstance(value, str) else str(value).removesuffix(".0")  # as 33.0 is a whole number
