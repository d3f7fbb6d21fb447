"""Exchanges of words: each word of a pair stands where the other one stood, so that a second exchange undoes the first.

What a model says is given back in the words of the game by the same exchange that was made in its prompt, even if it
uses a word that the prompt no longer shows.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
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
        with_s = _with_s(pairs.items())
        for old, new in [*pairs.items(), *_in_capitals(pairs.items()), *with_s, *_in_capitals(with_s)]:
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


def _in_capitals(pairs: Iterable[Pair]) -> Iterator[Pair]:
    """Yields the pairs of words and phrases that are written small with a capital, and in capitals."""
    for old, new in pairs:
        if _are_small(old, new):
            yield _capitalise(old), _capitalise(new)
            yield old.upper(), new.upper()


def _with_s(pairs: Iterable[Pair]) -> list[Pair]:
    """Returns the pairs of words that are written small with the ``s`` of plurals and verbs."""
    return [(_add_s(old), _add_s(new)) for old, new in pairs
            if _are_small(old, new) and old.isalpha() and new.isalpha()]


def _are_small(old: str, new: str) -> bool:
    return old.islower() and new.islower() and min(len(old), len(new)) > 1


def _add_s(word: str) -> str:
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
