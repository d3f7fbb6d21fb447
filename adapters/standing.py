"""Position of an answer in a reply: on lines of its own, in a sentence, in an example, or beside other answers."""

import re
from bisect import bisect
from functools import cached_property

from adapters.introductions import SENTENCE_END, last_sentence

NEAR = 200  # characters around an answer in which the words of its sentence are looked for

_LEAD = r"(?:so|thus|therefore|hence|here is|here's|this is|my|the|your|final|chosen|json)"
_NOUN = r"(?:answer|move|action|choice|decision|reply|response|output|object|json)"
_MARKS = r"[^\w\"'“”{}<]*+"
# What may stand before an answer on its line: marks, a label, and the tag or the fence that encloses it.
_BEFORE = re.compile(
    rf"{_MARKS}(?:(?:{_LEAD}[ ,]+){{0,4}}{_NOUN}[*_`]*[ \t]*(?:is[ \t]*)?[:=]?)?"
    rf"{_MARKS}(?:</?\w+>\s*|json\s*)?{_MARKS}", re.IGNORECASE)
_AFTER = re.compile(rf"{_MARKS}(?:</?\w+>{_MARKS})?")
_LONGEST = 80  # characters of a label and marks around an answer
_DENIAL = re.compile(
    r"\b(?:no|not|never|nor|neither|cannot|avoid|instead|rather|except|withdraw|change)\b|n['’]t\b", re.IGNORECASE)
_DOUBT = re.compile(
    r"\b(?:not|never|nor|neither|cannot|avoid|instead|rather|unless|if|would|could|might|suppose|imagine|than|"
    r"example|e\.g|instance|hypothetical(?:ly)?)\b|n['’]t\b", re.IGNORECASE)
_BETWEEN = re.compile(r"[^\n]*|\s*(?:,|\s[-*•]|\s\d+[.)]|\W*\bor\b\W*)\s*", re.IGNORECASE)


class Lines:
    """The lines of a text, in which answers are looked up by their positions."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def _breaks(self) -> list[int]:
        return [match.start() for match in re.finditer("\n", self.text)]

    def is_alone(self, start: int, end: int) -> bool:
        """Returns whether what stands from start to end has its lines to itself, but for a label and marks."""
        line = bisect(self._breaks, start - 1)
        before = self._breaks[line - 1] + 1 if line else 0
        line = bisect(self._breaks, end - 1)
        after = self._breaks[line] if line < len(self._breaks) else len(self.text)
        return (start - before <= _LONGEST and _BEFORE.fullmatch(self.text, before, start) is not None
                and after - end <= _LONGEST and _AFTER.fullmatch(self.text, end, after) is not None)

    def is_doubted(self, start: int, end: int) -> bool:
        """Returns whether the sentence around an answer denies it, makes it depend on something, or compares it."""
        after = self.text[end:end + NEAR]
        stop = SENTENCE_END.search(after)
        rest = after[:stop.start()] if stop else after
        return is_doubted(f"{last_sentence(self.text[max(0, start - NEAR):start])} {rest}")

    def are_together(self, end: int, start: int) -> bool:
        """Returns whether an answer that starts there stands beside one that ends here: on its line, or in a list."""
        return end <= start and start - end <= NEAR and _BETWEEN.fullmatch(self.text, end, start) is not None


def is_denied(sentence: str) -> bool:
    """Returns whether a sentence denies something or takes it back."""
    return _DENIAL.search(sentence) is not None


def is_doubted(sentence: str) -> bool:
    """Returns whether a sentence denies something, makes it depend on something, or compares it."""
    return _DOUBT.search(sentence) is not None
