r"""Finds the answers that a reply states, and compares them with the names of moves.

A move is never guessed from prose. An answer is a JSON object, an ``Answer:`` line (or ``Move:``, ``Action:``,
``Choice:``, ``Decision:``, also after "My final", as a heading or in bold), ``\boxed{...}``, ``<answer>...</answer>``,
a sentence such as "My answer is ..." (``sentences``), or a first or last paragraph or a code fence that is nothing but
a move. Without any of these a last line may state a move in the game's own words, which ``answer_labels`` finds; texts
that are to be said are read by ``spoken``.

An answer on lines of its own outranks one in a sentence (``standing``). Of equals the last one counts, even if it
cannot be read: a reply that corrects itself has withdrawn what it said before. An answer line below a JSON object that
only explains it, "Decision: I go because ...", withdraws nothing (``parsing``). In a sentence that denies it, or makes
it depend on something, and after "for example:" or "they will reply:" nothing is an answer (``introductions``), nor is
what the reply takes back or says in somebody else's turn (``withdrawals``).

An answer line holds nothing but the move and perhaps a remark: in brackets, or after a full stop, a dash or "because".
So "Answer - go" and "Answer: go or stay" state no move, while "Answer: I choose go" is read as a sentence. Every step
takes time linear in the length of the reply, whatever its content.
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, NamedTuple

from adapters import answer_labels, introductions, sentences, thoughts, withdrawals
from adapters.characters import plain
from adapters.errors import ReplyError
from adapters.json_objects import UNREADABLE
from adapters.lenient_json import CUT, LENIENT
from adapters.standing import Lines

StatedAnswer = str | Mapping[str, Any]

ANSWER_KEYS = ("answer", "move", "action")
# Characters without and with thinking blocks; more than any model writes, while a broken server could send megabytes.
MAX_TEXT_LENGTH = 200_000
MAX_REPLY_LENGTH = 1_000_000
MOST_ANSWERS = 100  # that are read in a reply
TOO_LONG = f"Your reply was too long: at most {MAX_TEXT_LENGTH} characters are read."

_PICTOGRAMS = "\u2190-\u2bff\U0001f000-\U0001faff\ufe0f"
_LABEL = answer_labels.pattern("answer", *answer_labels.GENERAL, before=f">`{_PICTOGRAMS}")
_BOXED = re.compile(r"\\boxed\s*\{(?P<value>[^{}]*)\}")
TAGGED = re.compile(
    r"<(answer|final_answer|move|action|choice|decision)>(?P<value>[^<]{0,1000}+)</\1>", re.IGNORECASE)
_LATEX_FONT = re.compile(r"\\(?:text|mathrm|mathbf|textbf)\s*\{([^{}]*)\}")
# Emphasis in HTML, and the signs with which a model ends its turn.
_MARKUP = re.compile(
    r"</?(?:b|i|u|p|em|strong|code|br|span|s)[ \t]?/?>|<\|(?:im_end|end|eot_id|endoftext)\|>|<end_of_turn>")
_LATEX_SIGN = re.compile(r"\\[()\[\]$]")
_LINE = re.compile(r"\S.*")
FENCE = re.compile(r"^[ \t]*```\w*[ \t]*$", re.MULTILINE)
_FENCE_LEFT_OUT = "\f"  # stands for a fence, which is white space to everything but what looks for fences
_FENCED_LINE = re.compile(r"\f\n(?:[ \t]*\n)*[ \t]*(\S[^\n]*)\n\s*?\f")
_FIRST_PARAGRAPH = re.compile(r"\s*(\S[^\n]*)\n[ \t]*\n(?!\s*[a-z])")
# After a full stop or a dash a remark starts with a word: "10 - 3 = 7" and "e2 - e4" do not state 10 and e2.
_REMARK = re.compile(
    r" ?\(([^()]*)\)[.!]?$|(?:[.!]| [-–—]+) (?=[^\W\d_]{2})(.*)$| (?:because|since)\b(.*)$", re.IGNORECASE)
_OPENING = " \t\n*_`\"'“”‘’「」『』«»$"
_CLOSING = _OPENING + ".,;:!。"
_TYPOGRAPHY = str.maketrans({"→": "->", **dict.fromkeys("−‐‑‒–", "-")})
# Arrows, chess pieces, the suits of cards, dice, tiles and playing cards are letters of names, and crosses and thumbs
# that point down say something about the name that they stand at.
_LETTERS = "\u2190-\u21ff\u2654-\u2667\u2680-\u2685\u27f0-\u27ff\u2900-\u297f\U0001f000-\U0001f0ff✖✗✘❌❎➖⛔🚫👎🛑"
_PICTOGRAM = re.compile(f"(?![{_LETTERS}])[{_PICTOGRAMS}]")
_EMPHASIS = re.compile(r"(\*\*|`)(?=[^\s*`])([^*`]*+)(?<=\S)\1")  # a single asterisk may multiply
_BRACKETED = re.compile(r"\(([^()]*)\)|\[([^\[\]]*)\]|\{([^{}]*)\}|<(.*)>")
_PROSE = 4  # words below a heading that are prose, if they name no move


class Found(NamedTuple):
    """An answer with its position in a text, and the function that reads it.

    It ends at ``end`` and is ``alone`` on its lines or in a sentence. One that is not ``sure`` is an answer only if it
    names a move.
    """

    position: int
    text: str
    read: Callable[[str], StatedAnswer] = str
    end: int = 0
    alone: bool = True
    sure: bool = True

    def is_readable(self) -> bool:
        """Returns whether the text can be read."""
        return self.read(self.text) not in (UNREADABLE, CUT)


def visible_text(reply: str) -> str:
    r"""Returns the reply as plain text without thinking blocks, code fences and LaTeX fonts, with ``\n`` line breaks.

    Raises:
        ReplyError: the text is empty or too long, or a thinking block was never closed.
    """
    if len(reply) > MAX_REPLY_LENGTH:
        raise ReplyError("unparsable", TOO_LONG)
    text = _without_thinking(_MARKUP.sub("", plain("\n".join(reply.splitlines()))))
    text = _LATEX_FONT.sub(r"\1", FENCE.sub(_FENCE_LEFT_OUT, text))
    if not text.strip():
        raise ReplyError("empty", "Your reply was empty.")
    if len(text) > MAX_TEXT_LENGTH:
        raise ReplyError("unparsable", TOO_LONG)
    return text


def stated_answers(text: str) -> Iterator[StatedAnswer]:
    """Yields the answers that the text states explicitly, those that count first; a broken one is ``UNREADABLE``."""
    for answer in answers(text):
        if answer.sure:
            stated = answer.read(answer.text)
            yield UNREADABLE if stated == CUT else stated


def before_answer(reply: str) -> str:
    """Returns the reply, thinking blocks included, up to the answer that counts, or else up to its last line.

    Control characters and typographic variants are removed, as in the :func:`name_key` of a name.
    """
    text = typed("\n".join(reply.splitlines()))
    thought = max((tag.end() for tag in thoughts.tags(text)), default=0)
    rest = text[thought:].rstrip()
    end = next((answer.position for answer in answers(rest) if answer.sure), rest.rfind("\n") + 1)
    return text[:thought + end]


def answers(text: str) -> Iterator[Found]:
    """Yields the answers of a text, those that count first."""
    lines = Lines(text)
    objects = [Found(start, text[start:end], LENIENT.decoded, end, lines.is_alone(start, end))
               for start, end in LENIENT.spans(text)]
    sentence = (Found(each.start, each.value, end=each.end, sure=False) for each in sentences.stating(text))
    enclosed = [
        Found(each.start(), each["value"].strip(), end=each.end(), alone=lines.is_alone(*each.span()))
        for pattern in (_BOXED, TAGGED) for each in pattern.finditer(text)]
    # A label before a box or an object stands for what is in it: "Answer: The answer is \\boxed{5}."
    starts = sorted(each.position for each in (*objects, *enclosed))
    labelled = (each if bisect(starts, each.position) == bisect(starts, each.end - 1) else each._replace(sure=False)
                for each in _labelled(text))
    others = [*labelled, *_bare(text), *sentence, *enclosed]
    found = _in_force(text, last_first([*objects, *outside_objects(objects, others)]))
    for answer in sorted(found, key=attrgetter("alone"), reverse=True)[:MOST_ANSWERS]:
        doubted = not answer.alone and lines.is_doubted(answer.position, answer.end)
        if not doubted and not introductions.is_foreign(text, answer.position, answer.end):
            yield answer


def _in_force(text: str, found: Sequence[Found]) -> list[Found]:
    """Returns the answers that are neither taken back nor a part of turns that the reply makes up."""
    first = min((answer.end for answer in found if answer.sure), default=len(text))
    end = next((turn for turn in withdrawals.made_up_turns(text) if turn >= first), len(text))
    start = withdrawals.taken_back_at(text[:end])
    return [answer for answer in found if answer.end > start and answer.position < end]


def together(text: str, answer: Found, following: Sequence[Found]) -> list[Found]:
    """Returns those of the following answers that stand on one line or in one list with an answer and count as much."""
    lines = Lines(text)
    return [other for other in following
            if other.alone == answer.alone and lines.are_together(other.end, answer.position)]


def last_first(found: Iterable[Found]) -> list[Found]:
    """Returns answers from the last to the first."""
    return sorted(found, key=attrgetter("position"), reverse=True)


def lone_last_line(text: str) -> str:
    """Returns the last line if it is a paragraph of its own; otherwise "", as it may end "I will not / bet."."""
    *_, before, last = "", "", *text.strip().splitlines()
    return "" if before.strip() else last


def split_remark(answer: str) -> tuple[str, str]:
    """Returns an answer line as the move and the remark that follows it, which may be empty."""
    line = " ".join(answer.split())
    found = _REMARK.search(line)
    return (line[:found.start()], found[found.lastindex or 0]) if found else (line, "")


def without_remark(answer: str) -> str:
    """Returns an answer line without a remark and surrounding punctuation."""
    return bare(split_remark(answer)[0])


def bare(answer: str) -> str:
    """Returns an answer without punctuation and marks around it."""
    return answer.lstrip(_OPENING).rstrip(_CLOSING)


def typed(text: str) -> str:
    """Returns the text as typed on a keyboard: in plain characters, without typographic variants."""
    return plain(text).translate(_TYPOGRAPHY)


def undressed(answer: str) -> str:
    r"""Returns an answer as typed on a keyboard, without ``\boxed``, emphasis, pictograms and what stands around it."""
    name = _EMPHASIS.sub(r"\2", typed(_BOXED.sub(r"\g<value>", answer)))
    name = bare(_LATEX_SIGN.sub("", _PICTOGRAM.sub("", name)))
    for _ in range(2):
        if bracketed := _BRACKETED.fullmatch(name):
            name = bare(bracketed[bracketed.lastindex or 0])
    return name


def name_key(name: str) -> str:
    """Returns a move's name without white space, surrounding punctuation and typographic variants.

    Numbers that white space separates stay apart: "1 2" is not "12".
    """
    return re.sub(r"\s+", "", re.sub(r"(?<=\d)\s++(?=\d)", "_", undressed(name)))


def _without_thinking(text: str) -> str:
    return "\n".join(text[start:end] for start, end in thoughts.outside(text, thoughts.tags(text)))


def _labelled(text: str) -> Iterator[Found]:
    for label in _LABEL.finditer(text):
        answer = (label["value"] or "").strip()
        below = None if name_key(answer) else _LINE.search(text, label.end())
        if below is None:
            yield Found(label.start(), answer, end=label.end())
        else:
            yield Found(label.start(), below[0], end=below.end(), sure=len(below[0].split(None, _PROSE)) < _PROSE)


def _bare(text: str) -> Iterator[Found]:
    """Yields what is an answer if it names a move: the last paragraph, a fence, or the first paragraph."""
    end = len(text.rstrip())
    last = lone_last_line(text)
    bare_lines = [(end - len(last), end), *(fenced.span(1) for fenced in _FENCED_LINE.finditer(text))]
    for start, stop in bare_lines:
        if not introductions.announces_other(text, start):
            yield Found(start, text[start:stop], end=stop, sure=False)
    if first := _FIRST_PARAGRAPH.match(text):
        yield Found(first.start(1), first[1], end=first.end(1), alone=False, sure=False)


def outside_objects(objects: Sequence[Found], found: Iterable[Found]) -> Iterator[Found]:
    """Yields the answers that are not part of a well-formed object, whose texts may look like answers."""
    starts = [each.position for each in objects]
    well_formed = cache(lambda index: objects[index].is_readable())
    for answer in found:
        index = bisect(starts, answer.position) - 1
        inside = index >= 0 and answer.position < starts[index] + len(objects[index].text)
        if not (inside and well_formed(index)):
            yield answer
