"""Exchanges of words: each word of a pair stands where the other one stood, so that a second exchange undoes the first.

What a model says is given back in the words of the game by the same exchange that was made in its prompt, even if it
uses a word that the prompt no longer shows.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

Pair = tuple[str, str]

_ESCAPE = r"\\[nrt]"  # a line break or a tab inside of JSON, whose letter is no part of the word behind it
_SIBILANT = re.compile(r".*(?:[sxz]|[cs]h)")
_CONSONANT_Y = re.compile(r".*[^aeiou]y")


@dataclass(frozen=True)
class Exchange:
    """Exchange of whole words; ``partners`` has each word, in each of its forms, with the one in whose place it is."""

    partners: Mapping[str, str]

    @classmethod
    def of_pairs(cls, pairs: Mapping[str, str]) -> "Exchange":
        """Returns the exchange of these pairs of words or phrases.

        A pair that is written small stands for the capitalised one and the one in capitals, too, and a pair of words
        also for those with the ``s`` of plurals and verbs. A form that another pair has is not exchanged a second time.
        A phrase that is paired with itself stays as it is.

        Raises:
            ValueError: a word is in two pairs, or in both places of one.
        """
        stated = [word for pair in pairs.items() for word in set(pair)]
        if twice := sorted({word for word in stated if stated.count(word) > 1}):
            raise ValueError(f"{', '.join(twice)}: no word can be exchanged for two others")
        partners: dict[str, str] = {}
        for old, new in [*pairs.items(), *(form for pair in pairs.items() for form in _forms(*pair))]:
            if old not in partners and new not in partners:
                partners |= {old: new, new: old}
        return cls(partners)

    def apply(self, text: str) -> str:
        """Returns the text with the words exchanged."""
        return self.pattern.sub(lambda found: self.partners[found[0]], text)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern that finds the words, the longest of several in one place."""
        longest_first = sorted(self.partners, key=lambda word: (-len(word), word))
        return re.compile("|".join(map(_whole, longest_first)))


def _forms(old: str, new: str) -> Iterator[Pair]:
    """Yields the other forms in which a pair of words may stand."""
    small = old.islower() and new.islower() and min(len(old), len(new)) > 1
    words = [(old, new)]
    if small and old.isalpha() and new.isalpha():
        words.append((_with_s(old), _with_s(new)))
        yield words[-1]
    if small:
        for pair in words:
            yield _capitalise(pair[0]), _capitalise(pair[1])
            yield pair[0].upper(), pair[1].upper()


def _with_s(word: str) -> str:
    if _SIBILANT.fullmatch(word):
        return f"{word}es"
    return f"{word[:-1]}ies" if _CONSONANT_Y.fullmatch(word) else f"{word}s"


def _capitalise(word: str) -> str:
    return word[:1].upper() + word[1:]


def _whole(word: str) -> str:
    """Returns the pattern of a word that is no part of another; a digit ends a word of letters, as C ends in C1."""
    def beside(letter: str) -> str:
        return r"\d" if letter.isdigit() else r"[^\W\d]"

    return rf"(?:(?<!{beside(word[0])})|(?<={_ESCAPE})){re.escape(word)}(?!{beside(word[-1])})"
