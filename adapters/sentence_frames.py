"""Sentences of a game's own that state a move: "I vote for Player 3.", "My clue is sweet.", "Player 1 suspects me."."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache

from adapters import sentences, standing, withdrawals
from custom_games.action_specs import ActionSpec, Fields

_MARKS = re.compile(r"\*+|__|`")
_BEFORE = " \t*_#-•+"
_NUMBERED = re.compile(r"\(?\d{1,2}[.)][ \t]+")
_SHORT = ((re.compile(r"\bI['’]m\b"), "I am"), (re.compile(r"\bI['’]ll\b"), "I will"),
          (re.compile(r"\bI['’]d\b"), "I would"))
_CONTRACTED = {r"I\s+am\s": r"(?:I\s+am|I['’]m)\s", r"I\s+will\s": r"(?:I\s+will|I['’]ll)\s",
               r"I\s+would\s": r"(?:I\s+would|I['’]d)\s"}
_THOUGHT = r"(?:I (?:also )?(?:think|believe|guess|suppose|assume|expect|would say)(?: that)?:? )?"
_REASON = (r"(?:,? (?:because|since|as|for|due to|based on|given|considering|rather than|instead of)\b.*"
           r"|, (?:and )?not\b.*)?")
_READY = (r"(?:(?:sure|certainly|of course|okay|ok|alright|great)[!.,] |"
          r"(?:and|but|also|however|finally|additionally|likewise|meanwhile),? )?")
_CONCLUSION = re.compile(r".*, (?:so|therefore|thus|hence),? (?=[A-Z])")
_CONDITION = re.compile(r"\b(?:if|unless|suppose|imagine|were|would)\b", re.IGNORECASE)
_NOW = r"(?: (?:(?:in |for )?this (?:round|turn|time)|again|now))?"
_CLAUSES = re.compile(
    r"(?<=[.!?;])\s+|,? and (?=my\b|I\b|player\b|that\b)|,? while |; |, (?=my\b)"
    r"|\s*[,|]\s*(?=[*_`]{0,3}\w[\w ]{0,40}[*_`]{0,3}:)", re.IGNORECASE)
# Of an opinion, which is asked for even if it is unsure: "I am probably ...", "Player 1 likely suspects ...".
_HEDGES = re.compile(r"\b(?:(?:most )?likely|probably|currently|definitely|certainly) ", re.IGNORECASE)
_MAY = re.compile(r"\b(?:may|might)(?= (?:suspect|think|believe|say|name|call)\b)", re.IGNORECASE)
_END = r"[^\w\"“”?]*"
_PAIRS = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’", "「": "」", "『": "』"}
_QUOTATION = '"“”'
_QUOTED = re.compile(f"[{_QUOTATION}]")
_GOES_ON = re.compile(r"(?<=[.!?])[*_]*\s+(?=[A-Z(])")
_OPEN = re.compile(
    r"(?:not|never|neither|either|probably|likely|perhaps|maybe|going to|about to|as follows|the following"
    r"|that|I|we)\b|(?:so|below|above)\W*$|hard to (?:say|tell|guess|know)\b"
    r"|.*(?: or |\b(?:because|since) |, which\b)",
    re.IGNORECASE | re.DOTALL)
_DOUBTED_BEHIND = re.compile(r"\W*(?:or|if|unless|but)\b", re.IGNORECASE)
_EXPLAINED = re.compile(r", (?:because|since|given|based on)\b", re.IGNORECASE)
_WORD = re.compile(r"\w+")
LONGEST = 1000  # characters of a line in which a text is framed
MOST_LINES = 100  # that are searched for the fields of a move


def framed(text: str, frames: Sequence[str]) -> Iterator[str]:
    """Yields what stands for the ``{}`` of each frame that a reply ends or opens with, such as "I vote for {}.".

    A sentence counts where one such as "I choose ..." does (``sentences``), and as the whole last line. "So", "I think"
    and "As Player 2," may stand before it and a reason behind it; letter case and final punctuation do not matter.
    """
    for sentence in dict.fromkeys(sentence for sentence, _ in sentences.closing(text)):
        yield from _values(sentence, frames)


def fields(text: str, spec: Fields) -> list[int] | None:
    """Returns the move whose fields sentences state one by one, as in "I am Player 2 and my role is civilian.".

    Sentences that state nothing are passed over, and what the reply takes back. A reply may also be nothing but a line
    with each field, in order. It is ``None`` if not every field is stated.

    Raises:
        ValueError: two sentences state different values of a field.
    """
    answers = [line.strip(_BEFORE) for line in text.splitlines() if line.strip()]
    if len(answers) == len(spec.fields) > 1:
        with suppress(ValueError):
            return [action for field, answer in zip(spec.fields, answers, strict=True)
                    for action in field.read_line(answer)]
    found: dict[str, list[int]] = {}
    lines = text[withdrawals.taken_back_at(text):].splitlines()[-MOST_LINES:]
    for clause in (clause for line in lines for clause in _CLAUSES.split(line[:LONGEST])):
        for field in spec.fields:
            (key,) = field.keys
            for actions in _stated(field, _MAY.sub("would", _HEDGES.sub("", clause))):
                if found.setdefault(key, actions) != actions:
                    raise ValueError(f'"{key}" is stated twice, with different values')
    return [action for key in spec.keys for action in found[key]] if len(found) == len(spec.keys) else None


def moves(text: str, spec: ActionSpec) -> Iterator[list[int]]:
    """Yields the moves that sentences of the game's own state."""
    for value in framed(text, spec.sentences):
        with suppress(ValueError):
            yield spec.read_line(value)


def _stated(field: ActionSpec, clause: str) -> Iterator[list[int]]:
    (key,) = field.keys
    for value in _values(clause, (*field.sentences, f"{key}: {{}}", f"{key.replace('_', ' ')}: {{}}")):
        with suppress(ValueError):
            yield field.read_line(value)


def unquoted(text: str, spec: Fields) -> list[int] | None:
    """Returns the move that sentences state as a whole or field by field, without quotation marks around its words.

    It is ``None`` if they state none or several, or if a text of the move can hold quotation marks.
    """
    if any(alphabet.permits(mark) for alphabet in spec.texts.values() for mark in _QUOTATION):
        return None
    plain = _QUOTED.sub("", text)
    stated = list(moves(plain, spec))
    if not stated:
        return fields(plain, spec)
    return stated[0] if stated.count(stated[0]) == len(stated) else None


def resembles(value: str, spec: ActionSpec) -> bool:
    """Returns whether what a frame holds has a word of a move's name, or a digit where moves are numbers.

    What denies something, or makes it depend on something, does not: "I will not cooperate."
    """
    if standing.is_doubted(value):
        return False
    said = set(_WORD.findall(value.casefold()))
    names = set(_WORD.findall(" ".join(spec.patterns()).casefold()))
    return bool(said & names) or (any(map(str.isdecimal, names)) and any(map(str.isdecimal, said)))


def text_span(line: str, frames: Sequence[str]) -> tuple[int, int] | None:
    """Returns start and end of the text that a line states in a frame such as "My clue is {}.", or ``None``.

    The text is what stands in quotation marks, behind a colon, or else in the rest of the sentence.
    """
    for frame in sorted(frames, key=len, reverse=True):
        opening = _opening(frame).match(line) if len(line) <= LONGEST else None
        if opening is not None:
            return _quoted(line, opening.end()) or _unquoted(line, opening.end(), behind_colon=bool(opening[1]))
    return None


def _quoted(line: str, start: int) -> tuple[int, int] | None:
    closing = _PAIRS.get(line[start:start + 1])
    end = -1 if closing is None else line.find(closing, start + 1)
    if end <= start + 1 or _DOUBTED_BEHIND.match(line, end + 1):
        return None
    return start + 1, end


def _unquoted(line: str, start: int, behind_colon: bool) -> tuple[int, int] | None:
    ends = () if behind_colon else (_GOES_ON.search(line, start), _EXPLAINED.search(line, start))
    stop = min((end.start() for end in ends if end), default=len(line))
    value = line[start:stop].rstrip()
    if not behind_colon:
        value = value.rstrip(".!") if not value.endswith("...") else value
        if _OPEN.match(value) or value[:1] in _PAIRS:
            return None
    bare = value.strip("*_`")
    return (start + value.index(bare), start + value.index(bare) + len(bare)) if bare else None


def _values(sentence: str, frames: Sequence[str]) -> Iterator[str]:
    """Yields what a sentence has in place of the ``{}`` of each frame that it is."""
    words = " ".join(_MARKS.sub("", sentence).split())
    for contraction, spelled in _SHORT:
        words = contraction.sub(spelled, words)
    words = _NUMBERED.sub("", words.strip(_BEFORE), count=1)
    concluded = _CONCLUSION.match(words)
    candidates = [words]
    if concluded and not _CONDITION.search(concluded[0]):
        candidates.append(words[concluded.end():])
    for frame in frames:
        for candidate in candidates:
            if found := _frame(frame).fullmatch(candidate):
                yield found[1]


@lru_cache(maxsize=1000)
def _frame(frame: str) -> re.Pattern[str]:
    start, _, end = frame.rstrip(".!").partition("{}")
    return re.compile(
        rf'{_READY}{sentences.LEAD}{_THOUGHT}{_before(start)}([^"“”]+?){_spaced(end)}{_NOW}{_REASON}{_END}',
        re.IGNORECASE)


@lru_cache(maxsize=1000)
def _opening(frame: str) -> re.Pattern[str]:
    start = frame.partition("{}")[0].rstrip()
    colon = r"(:)" if start.endswith(":") else r"((?: the following| as follows)?:)?"
    words = _spaced(start.removesuffix(":"))
    for spelled, either in _CONTRACTED.items():
        if words.startswith(spelled):
            words = either + words.removeprefix(spelled)
    return re.compile(
        rf"[ \t*_#\-]*+{_READY}{sentences.LEAD}{_THOUGHT}{words}{colon}[*_`]*+\s+(?=\S)", re.IGNORECASE)


def _before(start: str) -> str:
    """Returns a pattern of what a frame has before the name of a move, where a colon may announce it."""
    return rf"{_spaced(start.rstrip())}:?\s+" if start.endswith(" ") else _spaced(start)


def _spaced(words: str) -> str:
    return r"\s+".join(map(re.escape, re.split(r"\s+", words)))
