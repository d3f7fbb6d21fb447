"""Entries of a prompt's list of legal moves: text in which some pieces stand for many moves."""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, pairwise, product
from math import comb, prod

from custom_games.action_specs import item_lists

SHORTEST_RANGE = 3  # neighbouring numbers that are written as one
_LAST_NUMBER = re.compile(r"(.*?)(?<!\d)(0|[1-9]\d*)(\W*)", re.DOTALL)  # leading zeros would be lost


@dataclass(frozen=True)
class Range:
    """The numbers from ``low`` to ``high``, with as many decimals as the ends have: ``0.00..1.00``.

    Neighbouring numbers are ``step`` units of the last decimal apart: ``0..200 in steps of 50``.
    """

    low: str
    high: str
    step: int = 1

    def __str__(self) -> str:
        steps = "" if self.step == 1 else f" in steps of {self._number(self.step)}"
        return f"{self.low}..{self.high}{steps}"

    @property
    def size(self) -> int:
        """The number of numbers in the range."""
        return len(self._units())

    def lowest(self) -> str:
        """Returns the lowest number."""
        return self.low

    def draw(self, rng: random.Random) -> str:
        """Draws a number uniformly."""
        return self._number(rng.choice(self._units()))

    def all(self) -> Iterator[str]:
        """Yields the numbers."""
        return map(self._number, self._units())

    @property
    def _decimals(self) -> int:
        return max(len(end.partition(".")[2]) for end in (self.low, self.high))

    def _number(self, units: int) -> str:
        return f"{Decimal(units).scaleb(-self._decimals):f}"

    def _units(self) -> range:
        """Returns the numbers in units of the last decimal."""
        lowest, highest = (int(Decimal(end).scaleb(self._decimals)) for end in (self.low, self.high))
        return range(lowest, highest + 1, self.step)


@dataclass(frozen=True)
class Parts:
    """The lists of ``parts`` whole numbers of at least 0, multiples of ``step``, that add up to ``total``."""

    total: int
    parts: int
    step: int = 1

    def __str__(self) -> str:
        steps = "" if self.step == 1 else f" in steps of {self.step}"
        return f"[{', '.join([f'0..{self.total}'] * self.parts)}]{steps} summing to {self.total}"

    @property
    def size(self) -> int:
        """The number of such lists."""
        return count_compositions(self.total // self.step, self.parts)

    def lowest(self) -> str:
        """Returns the list whose last number is all of the sum."""
        return str([0] * (self.parts - 1) + [self.total])

    def draw(self, rng: random.Random) -> str:
        """Draws a list uniformly."""
        return str([self.step * amount for amount in random_composition(self.total // self.step, self.parts, rng)])


@dataclass(frozen=True)
class Words:
    """Free texts: ``description`` says which; a drawn one has ``least`` to ``most`` of the ``letters``."""

    description: str
    letters: str
    least: int
    most: int

    def __str__(self) -> str:
        return self.description

    @property
    def size(self) -> int:
        """1: texts count as one move, or they would outnumber all others."""
        return 1

    def lowest(self) -> str:
        """Returns the first letter as often as it must be said."""
        return self.letters[0] * self._shortest

    def draw(self, rng: random.Random) -> str:
        """Draws a text."""
        return "".join(rng.choices(self.letters, k=rng.randint(self._shortest, self.most)))

    @property
    def _shortest(self) -> int:
        """The fewest letters; not 0 if one is allowed, because an answer line without any says nothing."""
        return min(max(1, self.least), self.most)


@dataclass(frozen=True)
class Some:
    """One or more of the items ``held``, which are separated by commas: ``any of Spear x2, Junk``."""

    held: str

    @classmethod
    def of(cls, names: Sequence[str]) -> "Some":
        """Returns the piece that stands for one or more of these items, of which equal ones follow each other."""
        repeats = item_lists.count_repeats(names)
        return cls(", ".join(f"{name} x{count}" if count > 1 else name for name, count in repeats))

    def __str__(self) -> str:
        return f"{item_lists.ANY} {self.held}"

    @property
    def size(self) -> int:
        """The number of multisets of one item or more."""
        return prod(count + 1 for _, count in item_lists.read_items(self.held)) - 1

    def lowest(self) -> str:
        """Returns the first item."""
        return item_lists.read_items(self.held)[0][0]

    def draw(self, rng: random.Random) -> str:
        """Draws one of the multisets uniformly, in words."""
        while True:
            names = [name for name, count in item_lists.read_items(self.held) for _ in range(rng.randint(0, count))]
            if names:
                return item_lists.write_items(names)

    def all(self) -> Iterator[str]:
        """Yields the multisets in words."""
        names, held = zip(*item_lists.read_items(self.held), strict=True)
        for counts in product(*(range(count + 1) for count in held)):
            if any(counts):
                chosen = [name for name, count in zip(names, counts, strict=True) for _ in range(count)]
                yield item_lists.write_items(chosen)


Piece = str | Range | Parts | Words | Some


class Pattern(str):
    """Entry of a list of legal moves: a text with the ``pieces`` that it consists of.

    A piece that is a ``str`` stands for itself.
    """

    pieces: tuple[Piece, ...]

    def __new__(cls, *pieces: Piece) -> "Pattern":
        pattern = super().__new__(cls, "".join(map(str, pieces)))
        pattern.pieces = pieces
        return pattern

    @property
    def size(self) -> int:
        """The number of moves that the pattern stands for."""
        size = 1
        for piece in self.pieces:
            size *= 1 if isinstance(piece, str) else piece.size
        return size

    def lowest(self) -> str:
        """Returns the move with the lowest numbers."""
        return "".join(piece if isinstance(piece, str) else piece.lowest() for piece in self.pieces)

    def draw(self, rng: random.Random) -> str:
        """Draws one of the moves uniformly."""
        return "".join(piece if isinstance(piece, str) else piece.draw(rng) for piece in self.pieces)

    def names(self) -> Iterator[str]:
        """Yields all moves that the pattern stands for; nothing if free texts or divisions are among its pieces."""
        pieces = ([piece] if isinstance(piece, str) else piece.all() if isinstance(piece, Range | Some) else ()
                  for piece in self.pieces)
        return map("".join, product(*pieces))


def fold_numbers(names: Iterable[str]) -> list[Pattern]:
    """Returns the entries of a list of moves, in which moves that differ alone in a number at their end are one range.

    A range has at least three neighbouring numbers: ``a1``, ``a2``, ``a3`` and ``b1`` become ``a1..3`` and ``b1``.
    Signs such as a bracket may follow the number, and no letters, or the range would be hard to see.
    """
    numbers: dict[tuple[str, str], list[int]] = {}
    others = []
    for name in names:
        found = _LAST_NUMBER.fullmatch(name)
        if found and (found[3] or not found[1].endswith(",")):  # "0,1..4" would look like a list of five
            numbers.setdefault((found[1], found[3]), []).append(int(found[2]))
        else:
            others.append(Pattern(name))
    return [Pattern(before, piece, after) if before else Pattern(piece, after)
            for (before, after), found in numbers.items() for piece in _fold(sorted(found))] + others


def _fold(numbers: Sequence[int]) -> Iterator[str | Range]:
    """Yields the numbers, of which each run of neighbours is one range."""
    for _, run in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        found = [str(number) for _, number in run]
        yield from [Range(found[0], found[-1])] if len(found) >= SHORTEST_RANGE else found


def draw_move(moves: Sequence[Pattern], rng: random.Random) -> str:
    """Draws uniformly from all moves; a pattern counts for all the moves that it stands for."""
    (pattern,) = rng.choices(moves, [move.size for move in moves])
    return pattern.draw(rng)


def count_compositions(total: int, parts: int) -> int:
    """Returns the number of ways to split ``total`` into an ordered list of ``parts`` parts, each 0 or more."""
    return comb(total + parts - 1, parts - 1)


def random_composition(total: int, parts: int, rng: random.Random) -> list[int]:
    """Returns a uniformly random way to split ``total`` into ``parts`` parts."""
    # Stars and bars: each composition is one placement of `parts - 1` bars among `total` stars.
    last = total + parts - 1
    bars = sorted(rng.sample(range(last), parts - 1))
    return [right - left - 1 for left, right in pairwise([-1, *bars, last])]
