r"""Reads replies to decisions that ask for a text, which is taken from the reply as it stands, to the character.

A text is stated in a JSON object, whose strings are decoded as JSON and not touched otherwise, or after a label:

- ``Answer:`` at the start of a line. The last one counts, and its text runs to the end of the reply, or of the code
  fence that the label stands in. A text that may not hold line breaks ends with its line. A JSON object further down
  counts instead if it stands on lines of its own.
- One of the decision's keys, as in "My clue is: ocean", in the last paragraph of a reply without any other answer. The
  text ends before the next key or with the reply. A text of one line may also stand above other lines, or in a
  sentence: "My clue is ocean." (``frames``).

White space around the text of a label is left out, and so is dress around all of it: emphasis that opens before the
label, a code fence, or ``\boxed{...}``. A reply without a label may also state a text as ``\boxed{...}`` or in tags,
``<answer>...</answer>``. Quotation marks and everything else are a part of the text. Thinking blocks are left out
as well; in a string of JSON their tags are words like any others.
"""

import re
from bisect import bisect
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

from adapters import answer_labels, readers, sentence_frames, standing, thoughts, withdrawals
from adapters.characters import in_place, plain
from adapters.errors import ReplyError
from adapters.json_objects import RAW, with_keys
from adapters.move_names import NO_MOVE_STATED
from adapters.readers import Found, StatedAnswer
from custom_games.action_specs import ActionSpec, Fields

_ANSWER = answer_labels.pattern("answer", before="`")
_IN_BOX = r"\\boxed\s*\{(?:\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}|([^{}]*))\}"
_BOX = re.compile(_IN_BOX)
_BOXED = re.compile(rf"(?:\$+|\\[(\[])?\s*+{_IN_BOX}\s*+(?:\$+|\\[)\]])?\.?")
_FENCED = re.compile(r"```\w*[ \t\r]*\n(.*?)(?:\n[ \t]*```)?", re.DOTALL)
_LINE = re.compile(r"\S.*")
_STATEMENT = re.compile(r"\S.*(?:(?<=:)\s+\S.*)?")  # a line, with the next one if that follows a colon
_DENIED = re.compile(r"(?:\b(?:not|never|cannot|nor)\b|n['’]t\b)[^{}.,;:!?\n]*$", re.IGNORECASE)
_LINE_START = re.compile(r"^[ \t]*+", re.MULTILINE)
_LINE_END = re.compile(r"(?<![ \t])[ \t]*+$", re.MULTILINE)


def stated(reply: str, spec: ActionSpec) -> Mapping[str, Any]:
    """Returns the move that a reply states last as a JSON object of the decision's keys.

    Raises:
        ReplyError: the reply states none.
        ValueError: its answer line does not spell a move.
    """
    said = _Said.of_reply(reply)
    for answer in said.answers(spec):
        struct = _struct(answer, spec)
        if struct is not None:
            return {key: plain(value) if isinstance(value, str) and key not in spec.texts else value
                    for key, value in struct.items()}
    raise ReplyError("unparsable", NO_MOVE_STATED)


def overlong_bytes(reply: str, spec: ActionSpec) -> int:
    """Returns by how many bytes the texts that a reply states exceed their limits."""
    try:
        return spec.overlong_bytes(stated(reply, spec))
    except (ReplyError, ValueError):
        return 0


def _struct(answer: StatedAnswer, spec: ActionSpec) -> Mapping[str, Any] | None:
    """Returns the move that an answer states, or ``None`` if it is a JSON object that is no answer."""
    if isinstance(answer, str):
        return _spelled(answer, spec)
    struct = with_keys(answer, spec.keys)
    if struct is None:
        values = with_keys(answer, readers.ANSWER_KEYS) or {}
        stated = next((name for name in readers.ANSWER_KEYS if name in values), None)
        return None if stated is None else _under_general_key(values[stated], spec)
    if any(struct.get(key) in ("<move>", f"<{key}>") for key in spec.texts):
        raise ReplyError("unparsable", NO_MOVE_STATED)  # the form of the reply, repeated
    return struct


def _under_general_key(value: Any, spec: ActionSpec) -> Mapping[str, Any]:
    """Returns the move that stands under a key such as "answer" in place of the decision's own keys."""
    if isinstance(value, Mapping):
        return with_keys(value, spec.keys) or {}
    return _spelled(value, spec) if isinstance(value, str) else {spec.keys[0]: value}


def _spelled(answer: str, spec: ActionSpec) -> Mapping[str, Any]:
    if not readers.name_key(answer) or answer in ("<move>", *(f"<{key}>" for key in spec.keys)):
        raise ReplyError("unparsable", NO_MOVE_STATED)
    if any(alphabet.permits(" ") for alphabet in spec.texts.values()):
        return spec.stated(answer)  # no remark can follow it
    try:
        struct = spec.stated(answer)
        spec.read(struct)
    except ValueError:
        return spec.stated(readers.without_remark(answer))
    return struct


def _runs_on(spec: ActionSpec) -> bool:
    """Returns whether a text may have several lines."""
    return any(alphabet.permits("\n") for alphabet in spec.texts.values())


@dataclass(frozen=True)
class _Said:
    """Part of a reply outside of thoughts: as it stands, and in plain characters at the same positions."""

    raw: str
    plain: str

    @classmethod
    def of_reply(cls, reply: str) -> "_Said":
        """Returns the last part of a reply outside of thoughts in which anything is said.

        Raises:
            ReplyError: there is none, it is too long, or a thinking block was never closed.
        """
        if len(reply) > readers.MAX_REPLY_LENGTH:
            raise ReplyError("unparsable", readers.TOO_LONG)
        for start, end in reversed(thoughts.outside(reply, thoughts.tags_outside_objects(reply))):
            said = cls(reply[start:end], in_place(reply[start:end]))
            if len(said.raw) > readers.MAX_TEXT_LENGTH:
                raise ReplyError("unparsable", readers.TOO_LONG)
            if readers.FENCE.sub("", said.plain).strip():
                return said
        raise ReplyError("empty", "Your reply was empty.")

    def answers(self, spec: ActionSpec) -> Iterator[StatedAnswer]:
        """Yields the answers stated, the last one first; a broken one is ``UNREADABLE``."""
        objects = [Found(start, self.raw[start:end], RAW.decoded) for start, end in RAW.spans(self.raw)]
        label = self._last_label(objects)
        if label is not None:
            yield from (each.read(each.text) for each in reversed(self._alone(objects, label)))
            yield from self._under_keys_below(label, spec)
            yield _undressed(answer_labels.value(label, self.raw, self._end(label, _runs_on(spec))))
            return
        enclosed = [Found(box.start(), box[1] or box[2] or "") for box in _BOX.finditer(self.raw)]
        enclosed += [Found(tag.start(), tag["value"].strip()) for tag in readers.TAGGED.finditer(self.raw)]
        for each in readers.last_first([*objects, *readers.outside_objects(objects, enclosed)]):
            if not _DENIED.search(self.plain, max(0, each.position - standing.NEAR), each.position):
                yield each.read(each.text)
        yield from self._under_keys(spec)

    def _last_label(self, objects: Sequence[Found]) -> answer_labels.Label | None:
        """Returns the last label outside of JSON objects, well-formed or at the start of a line."""
        starts = [each.position for each in objects]
        line_starts = _ends(_LINE_START, self.plain)
        meant = cache(lambda index: starts[index] in line_starts or objects[index].is_readable())
        for label in reversed(list(_ANSWER.finditer(self.plain))):
            index = bisect(starts, label.start()) - 1
            inside = index >= 0 and label.start() < _end(objects[index])
            is_word = label[0].strip().casefold() == "answer"  # a line of speech, and no heading
            if not is_word and not (inside and meant(index)):
                return label
        return None

    def _alone(self, objects: Sequence[Found], label: answer_labels.Label) -> list[Found]:
        """Returns the objects on lines of their own after a label; the first may stand right behind the label."""
        starts = _ends(_LINE_START, self.plain)
        first = _LINE.search(self.plain, answer_labels.start_of_value(label))
        starts.add(first.start() if first else -1)
        ends = {line.start() for line in _LINE_END.finditer(self.plain)}
        return [each for each in objects if each.position > label.start() and each.position in starts
                and _end(each) in ends]

    def _end(self, label: answer_labels.Label, runs_on: bool) -> int:
        """Returns the end of the text of a label."""
        fences = [fence.start() for fence in readers.FENCE.finditer(self.plain)]
        before = bisect(fences, label.start())
        end = fences[before] if before % 2 and before < len(fences) else len(self.plain)
        line = None if runs_on else _LINE.search(self.plain, answer_labels.start_of_value(label), end)
        return line.end() if line else end

    def _under_keys(self, spec: ActionSpec) -> Iterator[StatedAnswer]:
        """Yields the answer that the last lines state under the decision's keys, or under a general word."""
        texts = spec.texts if _runs_on(spec) else ()
        if found := self._on_last_lines(spec.keys, texts):
            yield _without_remarks(found, spec)
        elif found := self._on_last_lines(answer_labels.GENERAL, answer_labels.GENERAL if texts else ()):
            yield next(iter(found.values()))
        elif not texts and len(spec.keys) == 1:
            yield from self._on_a_line(spec)
        elif isinstance(spec, Fields):
            with suppress(ValueError):  # it may be nothing but the move, which is not a text alone
                spec.read_line(self.raw.strip())
                yield self.raw.strip()
            yield from self._framed(spec)

    def _framed(self, spec: Fields) -> Iterator[StatedAnswer]:
        """Yields the move that sentences state, or else what those of fields that are no texts do, if they agree."""
        if (whole := sentence_frames.unquoted(self.plain, spec)) is not None:
            yield spec.values(whole)
            return
        for field in (field for field in spec.fields if not field.texts):
            said = list(sentence_frames.moves(self.plain, field))
            if said and said.count(said[0]) == len(said):
                yield field.values(said[0])

    def _on_a_line(self, spec: ActionSpec) -> Iterator[StatedAnswer]:
        """Yields the text that the last line with a label states, or else the first or last line in a sentence."""
        labels = list(answer_labels.pattern(*spec.keys, *answer_labels.GENERAL, before="").finditer(self.plain))
        if labels and labels[-1]["value"]:
            yield {spec.keys[0]: answer_labels.value(labels[-1], self.raw, labels[-1].end())}
        start = withdrawals.taken_back_at(self.plain)
        lines = list(_STATEMENT.finditer(self.plain, start))
        for line in lines[-1:] + lines[:1]:
            if span := sentence_frames.text_span(line[0].rstrip(), spec.sentences):
                yield {spec.keys[0]: self.raw[line.start() + span[0]:line.start() + span[1]]}

    def _under_keys_below(self, label: answer_labels.Label, spec: ActionSpec) -> Iterator[StatedAnswer]:
        """Yields what stands under the decision's keys if nothing else follows a label."""
        start = answer_labels.start_of_value(label)
        found = self._on_last_lines(spec.keys, spec.texts if _runs_on(spec) else (), start)
        first = _LINE.search(self.plain, start)
        if found and first and answer_labels.pattern(*spec.keys, before="").match(self.plain, first.start()):
            yield _without_remarks(found, spec)

    def _on_last_lines(self, words: Sequence[str], running: Collection[str], start: int = 0) -> dict[str, str]:
        labels = list(answer_labels.pattern(*words, before="").finditer(self.plain, start))
        end = self._end(labels[-1], runs_on=True) if labels else 0
        if readers.FENCE.sub("", self.plain[end:]).strip():
            return {}
        found = answer_labels.under_keys(self.plain[:end], words, running, start)
        return {key: _undressed(answer_labels.value(label, self.raw, stop)) for key, (label, stop) in found.items()}


def _without_remarks(stated: Mapping[str, str], spec: ActionSpec) -> dict[str, str]:
    return {key: value if key in spec.texts else readers.without_remark(value) for key, value in stated.items()}


def _end(found: Found) -> int:
    return found.position + len(found.text)


def _ends(pattern: re.Pattern[str], text: str) -> set[int]:
    return {match.end() for match in pattern.finditer(text)}


def _undressed(text: str) -> str:
    """Returns the text of a label without a code fence or a box around all of it."""
    fenced = _FENCED.fullmatch(text)
    if fenced and not readers.FENCE.search(fenced[1]):
        return fenced[1].strip()
    boxed = _BOXED.fullmatch(text)
    return (boxed[1] or boxed[2] or "") if boxed else text
