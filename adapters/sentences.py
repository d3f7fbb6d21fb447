"""Sentences in which a writer states an answer in plain words: "My final answer is 22." and "I choose 22."."""

import re
from collections.abc import Iterator
from typing import NamedTuple

LONGEST = 200  # characters of such a sentence

_WORD = r"(?:so|thus|therefore|hence|then|accordingly|well|okay|ok|finally|overall|in conclusion)"
_CLAUSE = (r"(?!(?:for|as an) (?:example|instance)\b)"
           r"(?:given|based on|considering|after|weighing|taking|in view of|having|between|to|for|with|since|because|"
           r"as)\b[^,;:.\"“]{1,100}, ")
LEAD = rf"(?:{_CLAUSE})?(?:{_WORD}[,:]? )*"
_ANSWER = r"(?:answer|move|action|choice|decision)"
_OWN = r"(?:bid|contribution|guess|number|offer|pick|proposal|selection|target|vote)"
_STATED = re.compile(
    rf"{LEAD}(?:(?:(?:my|the) )?(?:final |chosen )?{_ANSWER}|(?:my|(?:my|the) (?:final|chosen)) {_OWN})"
    r"(?: is| will be|:)(?: to)? (?P<value>.+)", re.IGNORECASE)
# "Shoot left, shoot right" states two things, of which the second is not "left, shoot right".
_AGAIN = re.compile(r"(\w+)[^\n]*\n\W*\w+\W+(?:(?:and|then)\W+)*\1\b", re.IGNORECASE)  # verb, line break, rest
_ADVERB = r"(?: (?:now|therefore|thus|hereby|simply))?"
_VERB = re.compile(
    r"(?:choose|select|pick|play|go with|opt for|decide on|decide|answer|submit|propose|bid|contribute|ask for|say|"
    r"offer|order|take|guess|call|place|drop|shoot|target|vote|move)(?: to| for| at| in| a bid of|:)? ", re.IGNORECASE)
# "I am player 3" states no move, unlike "I am bidding 3".
_CHOSEN = re.compile(
    rf"{LEAD}(?:(?:I(?:'ll| will)?|let's|let me){_ADVERB} (?P<value>(?!(?:am|be|will be)\b).+)|"
    rf"I(?:'m| am|'ll be| will be){_ADVERB} (?P<doing>\w+ing\b.*)|"
    rf"{_OWN}: (?P<named>.+)|(?P<verb>{_VERB.pattern}.+))|"
    rf"(?:(?:{_WORD}|final|output|response|conclusion|correction)[*_]*(?:[:,]|(?= \d))[*_]*|=>|→) (?P<concluded>.+)",
    re.IGNORECASE)
_PROGRESSIVE = re.compile(r"(\w+?)((\w)\3|\w)ing\b(.*)", re.IGNORECASE)
_SPLIT = re.compile(r"(?<=[.!?])[*_]*\s+(?=[A-Z*_])")
_OPENING = re.compile(r"\s*(\S.*)(?:\n[ \t]*\n|\Z)")  # a first paragraph of one line
_GOES_ON = re.compile(r"\W*(?:then|next|if|but|or|unless|no|not|wait|hmm+|actually|maybe)\b", re.IGNORECASE)
_EMPHASIS = re.compile(r"\*\*|__|`")
_MARKS = " \t*_#-`"
_LINE_ENDS = (".", "!", "?", ":", "*", "}", "`")


class Sentence(NamedTuple):
    """Statement of a sentence, and the positions at which the sentence starts and ends."""

    start: int
    end: int
    value: str


def stating(text: str) -> Iterator[Sentence]:
    """Yields the sentences of a text that state an answer, if what they state is a move.

    "My answer is ..." counts wherever it has a line to itself that does not go on from the line before, and as the last
    sentence; "I choose ..." where a choice counts (:func:`closing`).
    """
    before, position = "", 0
    last = text.rstrip()
    for line in last.split("\n"):
        start, position = position, position + len(line) + 1
        if len(line) <= LONGEST and (not before.strip() or before.rstrip().endswith(_LINE_ENDS)):
            yield from _read(line, start, _STATED)
        before = line
    for sentence, start in closing(last):
        ends = start + len(sentence) == len(last)
        for form in (_STATED, _CHOSEN) if ends else (_CHOSEN,):
            yield from _read(sentence, start, form)


def closing(text: str) -> Iterator[tuple[str, int]]:
    """Yields the sentences in which a choice counts, with their positions.

    They are the last one, and the first one of the last line and of a first paragraph of one line, unless that line
    goes on in a story.
    """
    last = text.rstrip()
    line = last[last.rfind("\n") + 1:]
    if last and (not (above := _line_above(last)) or above.endswith(_LINE_ENDS) or _SPLIT.search(line)):
        sentence = _SPLIT.split(line[-2 * LONGEST:])[-1]
        yield sentence, len(last) - len(sentence)
        yield from _first_of_line(last, len(last) - len(line))
    if opening := _OPENING.match(last):
        yield from _first_of_line(last, opening.start(1))


def _first_of_line(text: str, start: int) -> Iterator[tuple[str, int]]:
    """Yields the first sentence of the line that starts there, unless the line goes on in a story."""
    line = text[start:start + LONGEST].partition("\n")[0]
    ends = _SPLIT.search(f"{line} A")
    if ends and not _GOES_ON.match(text, start + min(ends.end(), len(line))):
        yield line[:ends.start()], start


def _line_above(text: str) -> str:
    lines = text.rsplit("\n", 2)
    return lines[-2].strip() if len(lines) > 1 else ""


def _read(sentence: str, start: int, form: re.Pattern[str]) -> Iterator[Sentence]:
    words = " ".join(_EMPHASIS.sub("", sentence).strip(_MARKS).replace("’", "'").split())
    found = form.fullmatch(words) if len(words) <= LONGEST else None
    if found:
        for value in dict.fromkeys(_meanings(found[found.lastgroup or "value"])):
            yield Sentence(start, start + len(sentence), value)


def _meanings(words: str) -> Iterator[str]:
    """Yields what may be the move in the words that follow "I am": "bidding 5", "bid 5" and "5"."""
    # "I take 3 from pile 4." names a move as "take 3 from pile 4", while "I take 3." names it as "3".
    for phrase in (words, *_without_progressive(words)):
        yield phrase
        verb = _VERB.match(phrase)
        if verb and not _AGAIN.match(f"{verb[0]}\n{phrase[verb.end():]}"):
            yield phrase[verb.end():]


def _without_progressive(words: str) -> Iterator[str]:
    if words.casefold().startswith("going to "):
        yield from _meanings(words[len("going to "):])
    if found := _PROGRESSIVE.fullmatch(words):
        start, end, single, rest = found.groups()
        yield from (f"{start}{ending}{rest}" for ending in dict.fromkeys((end, f"{end}e", single or end)))
