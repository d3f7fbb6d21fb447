r"""The move that a reply states: its answers in the four forms of rule 3, of which there is one by rule 4.

An answer is a JSON object, a line with a label, ``<answer>`` or ``\boxed{}``, or nothing but the move. Two answers that
differ are refused.
"""

import re
from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any, Literal, NamedTuple

import pyspiel

from adapters.replies import turns
from adapters.replies.errors import ReplyError
from adapters.replies.json_objects import JsonObject, find_objects, fold_key, is_inside, match_keys
from adapters.replies.move_names import MoveNames, find_other_names
from adapters.replies.turns import OwnPart
from adapters.views import MOVE, View
from custom_games.action_specs import ActionSpec
from custom_games.action_specs.name_keys import strip_marks

Form = Literal["json", "line", "box", "whole"]

LABEL = "answer"  # of a line, whatever label a wording shows besides
NO_MOVE_STATED = "Your reply did not state a move in the required form."
MOST_ANSWERS = 50  # in different words
DIFFERENT = "Your reply states different answers: state one."
_PLACE = re.compile(r"\A<(.*)>\Z")  # of the form, filled without taking its brackets away
_NUMBERED = re.compile(r"\A\d{1,3}(?:\.{1,3}|\))(?:\s+|(?=[^\W\d]))")  # of a list, or of moves: "1. e4"
_EMPHASIS = "*_`"
_ENCLOSED = re.compile(
    r"<answer>(?P<tagged>(?:(?!</?answer>).)*+)</answer>|\\boxed\s*\{(?P<boxed>(?:[^{}]++|\{[^{}]*+\})*+)\}",
    re.IGNORECASE | re.DOTALL)
_FONT = re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}")
_FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$\n?", re.MULTILINE)
_BELOW = re.compile(r"\s*(?:```\w*[ \t]*\n\s*)?(?!```)(\S[^\n]*(?:\n(?![ \t\r]*(?:\n|```))[^\n]+){0,9})")


class StatedAnswer(NamedTuple):
    """An answer that a text states: its form, and its place in the text.

    Its value is an object or a text; ``None`` for an object that cannot be read, which may be ``cut`` off.
    """

    form: Form
    start: int
    end: int
    value: Mapping[str, Any] | str | None
    cut: bool = False


def find_answers(text: str, labels: Sequence[str], keys: Sequence[str]) -> list[StatedAnswer]:
    """Returns the answers that a text states by a JSON object, a line or a box, in order.

    An object counts if it has one of the ``keys``. The value of a label is the rest of its line or, if that is empty,
    the paragraph below. What contains another answer only introduces it.
    """
    objects = find_objects(text)
    found = [StatedAnswer("json", each.start, each.end, each.value, each.cut)
             for each in objects if _has_key(each, text, keys)]
    starts = [each.start for each in found]
    for box in _ENCLOSED.finditer(text):
        if not is_inside(box.start(), objects) and bisect(starts, box.start()) == bisect(starts, box.end()):
            value = box["tagged"] if box["boxed"] is None else _FONT.sub(r"\1", box["boxed"])
            found.append(StatedAnswer("box", box.start(), box.end(), value.strip()))
    starts = sorted(each.start for each in found)
    lines = [_read_line(label, text) for label in _compile_label(tuple(labels)).finditer(text)
             if not is_inside(label.start(), objects)]
    found += [line for line in lines if bisect(starts, line.start) == bisect(starts, line.end)]
    return sorted(found, key=lambda each: each.start)


def strip_fences(text: str) -> str:
    """Returns a text without the lines that open and close a block of code, and without white space around it."""
    return _FENCE.sub("", text).strip()


def _has_key(found: JsonObject, text: str, keys: Sequence[str]) -> bool:
    known = list(map(fold_key, keys))
    if found.value is not None:
        return any(fold_key(key) in known for key in found.value)
    written, any_key = fold_key(text[found.start:found.end]), "|".join(map(re.escape, known))
    # A form that is repeated as it was shown, with "<move>" in its place, states nothing.
    return (bool(known) and re.search(rf"(?<![^\W_])(?:{any_key})[\"'_]*:", written) is not None
            and re.search(rf":_*<(?:{MOVE}|{any_key})>", written) is None)


@lru_cache(maxsize=1000)
def _compile_label(labels: tuple[str, ...]) -> re.Pattern[str]:
    words = "|".join(re.escape(label) for label in labels)
    return re.compile(
        rf"^(?P<before>[ \t>#*_`•+\"'“-]*+(?:\d{{1,2}}[.)][ \t]*[*_`]*)?)(?:final[ \t]+)?(?:{words})(?P<inside>[*_`]*)"
        r"[ \t]*(?:[:：](?P<after>[*_`]*)(?P<value>[^\n]*))?$", re.IGNORECASE | re.MULTILINE)


def _read_line(label: re.Match[str], text: str) -> StatedAnswer:
    """Returns the answer of a label, which is empty if nothing follows it."""
    opened = label["before"].removeprefix(label["before"].rstrip(_EMPHASIS))
    start, end = max(label.start("value" if opened else "after"), 0), label.end()
    if not start or not text[start:end].strip():
        below = _BELOW.match(text, end)
        start, end = below.span(1) if below and not label.re.match(text, below.start(1)) else (end, end)
    value = text[start:end].strip()
    if opened and not label["inside"] and not label["after"]:
        value = value.removesuffix(opened).rstrip()
    return StatedAnswer("line", label.start(), end, value)


class Reading(NamedTuple):
    """The statement of a reply, as pyspiel actions or other numbers, and the form in which it states a move.

    ``span`` is the place of the first answer that states the move, with its label, tags or braces, as start and end in
    characters of the reply. It is ``None`` where the reader does not say.
    """

    actions: Sequence[int]
    form: Form | None = None
    span: tuple[int, int] | None = None


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
    def _names(self) -> MoveNames:
        return MoveNames.of_legal_moves(self.view, self.state, self.player)

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
        if (struct := self._read_bare_object(reply)) is not None:
            return Reading(self._read_struct(struct), "json", _trim(reply, 0, len(reply)))
        parts = self._before_echo(turns.find_own_parts(reply))
        answers: dict[str, StatedAnswer] = {}
        for each in self._list_answers(parts):
            answers.setdefault(repr(each.value), each)  # the same words state the same, however often they come
        if len(answers) > MOST_ANSWERS:
            raise ReplyError("ambiguous", DIFFERENT)
        if self._goes_on(parts):
            raise ReplyError("unparsable", "Your reply goes on below its answer: say several lines in JSON.")
        answer, actions = self._unite(list(answers.values()))
        return Reading(actions, answer.form, _trim(reply, answer.start, answer.end))

    def _read_bare_object(self, reply: str) -> Mapping[str, Any] | None:
        """Returns the filled form that a reply is, if it says nothing else, and so its one answer."""
        if len(reply) > turns.MAX_TEXT_LENGTH or reply[:1] != "{" or len(objects := find_objects(reply)) != 1:
            return None
        whole = objects[0].end == len(reply.rstrip()) and _has_key(objects[0], reply, self.keys)
        return objects[0].value if whole and not self._is_form(objects[0].value) else None

    def read_texts(self, reply: str) -> Mapping[str, Any]:
        """Returns the texts that a reply states by their keys, legal or not; none if it states no answer."""
        with suppress(ReplyError):
            for answer in self._list_answers(self._before_echo(turns.find_own_parts(reply))):
                struct = answer.value if isinstance(answer.value, Mapping) else {self.keys[0]: answer.value}
                return match_keys(struct, self.keys) or {}
        return {}

    def read_name(self, name: str) -> list[int] | None:
        """Returns the one move that a name alone states; otherwise ``None``."""
        with suppress(ReplyError):
            return self._read_text(name)
        return None

    def _find(self, text: str) -> list[StatedAnswer]:
        return find_answers(text, self.labels, self.keys)

    def _list_answers(self, parts: Sequence[OwnPart]) -> list[StatedAnswer]:
        """Returns the answers that the parts of a reply state, without repetitions of the form itself.

        Their places are those in the reply.
        """
        found = [each._replace(start=part.start + each.start, end=part.start + each.end)
                 for part in parts for each in self._find(part.text)]
        objects = [each for part in parts for each in find_objects(part.text)]
        if found or objects:  # an object without the keys of the decision is no text to be said
            cut = [StatedAnswer("json", each.start, each.end, None, cut=True) for each in objects if each.cut]
            return [each for each in found if not self._is_form(each.value)] or cut
        start, text = parts[0]
        whole = strip_fences(text)
        is_whole = len(parts) == 1 and ("\n" not in whole or self._may_have_lines)
        return [StatedAnswer("whole", start, start + len(text), whole)] if is_whole else []

    @property
    def _may_have_lines(self) -> bool:
        """True if a move that is stated part by part is asked for, of which several lines may be the parts."""
        return self._spec is not None and not self._spec.named and len(self._spec.texts) < len(self._spec.keys)

    @property
    def _asks_no_text(self) -> bool:
        """True if no text is asked for, which any words could be."""
        return self._spec is None or not self._spec.texts

    def _is_form(self, value: Mapping[str, Any] | str | None) -> bool:
        """Returns whether an answer is the form of the reply, with its places not filled."""
        places = {f"<{key}>" for key in (MOVE, *self.keys)}
        said, places = (list(value.values()), places) if isinstance(value, Mapping) else ([value], {"", *places})
        return any(isinstance(each, str) and each.strip() in places for each in said)

    def _goes_on(self, parts: Sequence[OwnPart]) -> bool:
        """Returns whether more follows a line with a text that may have several, so that its end is unknown."""
        if self._spec is None or not any(alphabet.permits("\n") for alphabet in self._spec.texts.values()):
            return False
        texts = [part.text for part in parts]
        found = [(each, [text[each.end:], *texts[index:]]) for index, text in enumerate(texts, start=1)
                 for each in self._find(text)[-1:]]
        return bool(found) and found[-1][0].form == "line" and any(map(strip_fences, found[-1][1]))

    def _unite(self, answers: Sequence[StatedAnswer]) -> tuple[StatedAnswer, list[int]]:
        """Returns the first answer, and the one move that all of them state.

        Raises:
            ReplyError: there is none, or one of them states another or none.
        """
        moves: list[list[int]] = []
        failure: ReplyError | None = None
        for answer in answers:
            try:
                moves.append(self._read_answer(answer))
            except ReplyError as error:
                failure = error
        if failure is None and not moves:
            raise ReplyError("unparsable", NO_MOVE_STATED)
        if failure is not None and not moves:
            raise failure
        if failure is not None or any(list(move) != list(moves[0]) for move in moves):
            raise ReplyError("ambiguous", DIFFERENT)
        return answers[0], moves[0]

    def _before_echo(self, parts: Sequence[OwnPart]) -> Sequence[OwnPart]:
        """Returns the parts up to where lines of the prompt come again behind an answer.

        Raises:
            ReplyError: they come behind one line, which may be the text that is asked for, or introduce another.
        """
        start, text = parts[0]
        echo = self._find_echo(text, 0) or 0
        whole = strip_fences(text[:echo])
        if whole and "\n" not in whole and not self._find(whole) and self.read_name(whole) is not None:
            if not self._asks_no_text:
                raise ReplyError("ambiguous", DIFFERENT)
            return [OwnPart(start + text.rindex(whole, 0, echo), whole)]
        for index, part in enumerate(parts):
            answers = self._list_answers([part])
            cut = self._find_echo_behind(part, answers[0]) if answers else None
            if cut is not None:
                return [*parts[:index], OwnPart(part.start, part.text[:cut])]
        return parts

    def _find_echo_behind(self, part: OwnPart, answer: StatedAnswer) -> int | None:
        start, text = part
        # Looked for first, because most replies end with the answer, and then need no prompt to be rendered.
        found = self._find_echo(text, answer.end - start)
        line = text[text.rfind("\n", 0, answer.start - start) + 1:].partition("\n")[0]
        # An answer that the prompt tells, of an earlier round, may be a part of what comes again.
        return None if found is None or turns.strip_line(line) in self._prompt else found

    def _find_echo(self, text: str, start: int) -> int | None:
        """Returns where lines of the prompt come again below a position, besides answers that it tells."""
        return turns.find_echo(text, start, lambda line: line in self._prompt and not self._find(line))

    def _read_answer(self, answer: StatedAnswer) -> list[int]:
        """Returns the move of an answer.

        Raises:
            ReplyError: it is no legal move.
        """
        if answer.cut:
            raise ReplyError("truncated", "Your reply ended inside its JSON object.")
        if answer.value is None:
            raise ReplyError("unparsable", "The JSON object in your reply cannot be read.")
        if isinstance(answer.value, Mapping):
            return self._read_struct(answer.value)
        try:
            return self._read_text(answer.value)
        except ReplyError as error:
            if answer.form == "whole":  # of all that may stand in a reply it is nothing known
                raise ReplyError("unparsable", NO_MOVE_STATED) from error
            raise

    def _read_struct(self, struct: Mapping[str, Any]) -> list[int]:
        stated = match_keys(struct, self.keys) or {}
        spec = self._spec
        if spec is None or spec.named:
            return self._read_text(_write_name(stated[self.keys[0]]))
        return self._read_first_legal(spec.read, [stated, *self._translate(stated, spec)])

    def _read_text(self, said: str) -> list[int]:
        spec = self._spec
        candidates = chain([said], self._list_other_names(said) if self._asks_no_text else ())
        if spec is not None and not spec.named:
            return self._read_first_legal(spec.read_line, candidates)
        for name in candidates:
            if (found := self._names.find(name)) is not None:
                return found
        raise self._names.refusal(said)

    def _list_other_names(self, said: str) -> Iterator[str]:
        plain = _NUMBERED.sub("", strip_marks(_PLACE.sub(r"\1", strip_marks(said))))
        yield plain
        yield from find_other_names(self._game, plain)

    def _translate(self, struct: Mapping[str, Any], spec: ActionSpec) -> Iterator[Mapping[str, Any]]:
        """Yields an object with the listed names in place of others, if it has any; texts stay as they are."""
        listed = {key: name for key, value in struct.items() if isinstance(value, str) and key not in spec.texts
                  for name in find_other_names(self._game, value)}
        if listed:
            yield {**struct, **listed}

    def _read_first_legal(self, read: Callable[[Any], list[int]], candidates: Iterable[Any]) -> list[int]:
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


def cut_before_answer(reply: str) -> str:
    """Returns the reply up to the first answer that it states, or else up to its last line."""
    text = reply.rstrip()
    found = find_answers(text, (LABEL, "action"), ())
    return text[:found[0].start if found else text.rfind("\n") + 1]


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Returns a place in a text without the white space at its ends."""
    said = text[start:end]
    start += len(said) - len(said.lstrip())
    return start, start + len(said.strip())


def _write_name(value: Any) -> str:
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
