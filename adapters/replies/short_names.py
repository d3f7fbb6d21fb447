"""Moves that an answer names by a part of their full name: ``d4`` for ``B d4``, ``5`` for ``[P0]Bid: 5``.

A name consists of parts: words, numbers, cards, coordinates such as ``(3, 4)`` and squares. Brackets, colons and the
signs behind a chess move are decoration and no part of a name. An answer is a short name of a move if its parts stand
one after another in the name of that move; it is understood if they stand so in no other legal move.

Two kinds of answers could be misread and are none: a number alone where other moves differ in more than that number
(``5`` is neither ``Reveal rank 5`` nor ``Play 5``), and words that leave out one of the ``denials``, such as "not".
"""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

from custom_games.action_specs.name_keys import normalise_typography

Parts = tuple[str, ...]

# What a keyboard lacks, besides the variants of signs that readers know.
_SIGNS = str.maketrans({**dict(zip("♠♤♥♡♦♢♣♧", "SSHHDDCC", strict=True)), "←": "<-", "️": None})
_ARROW = re.compile(r"<-|->|=>")
_COMMA_IN_COORDINATES = re.compile(r"(?<=\d)\s*,\s*(?=-?\d)")
# The slash of hive's "/wA1" is a direction, that of "unknown/pass" stands between words; 0:1 and a8=Q are one part.
_BETWEEN = re.compile(
    r"[\s\[\](){}'\"“”‘’|;]+|(?<!\d),|,(?!-?\d)|(?<!\d):|:(?!\d)|(?<=[a-z_]{2})=|(?<=[a-z]{2})/(?=[a-z]{2})",
    re.IGNORECASE)
_MARKS_BEHIND = re.compile(r"(?<=\w)[+#!*.]+(?=$|/)")
_EMPHASIS = "*`$"
_TELLING = re.compile(r"[^-+#*.,:`$]")  # any other sign may deny what stands beside it
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")
_DIGIT = re.compile(r"\d")


@lru_cache(maxsize=20_000)  # the names of a game's moves come back at every answer
def split_name(name: str) -> Parts:
    """Returns the parts of a name, as normalise_typography on a keyboard and without decoration."""
    bound = _COMMA_IN_COORDINATES.sub(",", _ARROW.sub(r" \g<0> ", normalise_typography(name).translate(_SIGNS)))
    bare = (_MARKS_BEHIND.sub("", part.strip(_EMPHASIS)) for part in _BETWEEN.split(bound))
    return tuple(part for part in bare if _TELLING.search(part))


def find_meant(answer: str, names: Sequence[str], denials: Collection[str] = ()) -> list[int]:
    """Returns the indices of the names of which an answer is a short one: one if it is clear, several if it is not.

    Letter case counts where some names start with a capital and others with a small letter, as in chess.
    """
    folded = len({name[0].isupper() for name in names if name[:1].isalpha()}) < 2
    asked, split = _fold_parts(split_name(answer), folded), [_fold_parts(split_name(name), folded) for name in names]
    if not asked or split.count(asked) == 1:
        return [split.index(asked)] if asked else []
    found = [(index, at) for index, name in enumerate(split) for at in _find_places(asked, name)]
    indices = list(dict.fromkeys(index for index, _ in found))
    if len(indices) == 1 and not any(_is_clear(split, index, at, len(asked), denials) for index, at in found):
        return []
    return indices


def _fold_parts(split: Parts, folded: bool) -> Parts:
    return tuple(part.casefold() for part in split) if folded else split


def _find_places(asked: Parts, name: Parts) -> Iterable[int]:
    """Yields where the parts of an answer stand one after another in a name."""
    return (at for at in range(len(name) - len(asked) + 1) if name[at:at + len(asked)] == asked)


def _is_clear(split: Sequence[Parts], index: int, at: int, length: int, denials: Collection[str]) -> bool:
    """Returns whether what an answer leaves out of a name cannot change what it means."""
    name = split[index]
    before, asked, after = name[:at], name[at:at + length], name[at + length:]
    if any(part.casefold() in denials for part in (*before, *after)):
        return False
    if length > 1 or not _NUMBER.fullmatch(asked[0]):
        return True
    numbered = (other for other in split if any(map(_DIGIT.search, other)))
    return all(len(other) == len(name) and other[:at] == before and other[at + 1:] == after for other in numbered)
