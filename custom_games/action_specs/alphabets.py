"""Alphabets of free texts: the characters that a text may hold."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Alphabet:
    """Characters that a text may hold; ``description`` names such a text in prompts and error messages.

    ``ascii`` are the permitted characters up to U+007F. Beyond them all are permitted that are not ``excluded``, or
    none if ``only_ascii``. Some ASCII character must be permitted, and of the characters with the same first bytes in
    UTF-8 at least one.
    """

    description: str
    ascii: frozenset[str]
    excluded: frozenset[str] = frozenset()
    only_ascii: bool = False

    def permits(self, character: str) -> bool:
        """Returns whether a text may hold a character."""
        if character.isascii():
            return character in self.ascii
        return not self.only_ascii and character not in self.excluded

    def check(self, text: str) -> None:
        """Checks that a text holds permitted characters only.

        Raises:
            ValueError: it holds another one; the message names it.
        """
        for character in text:
            if not self.permits(character):
                raise ValueError(f"the text must be {self.description}, and {character!r} is not allowed in it")


# White space, that of no width included, and control characters beyond ASCII.
_BLANKS = (*range(0x80, 0xA1), 0x1680, *range(0x2000, 0x200C), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000)

ANY = Alphabet("any text", frozenset(map(chr, range(0x80))))
WORD = Alphabet("any word without spaces", frozenset(map(chr, range(0x21, 0x7F))), frozenset(map(chr, _BLANKS)))
LINE = Alphabet("any text of one line", frozenset(map(chr, range(0x20, 0x7F))), frozenset("\x85\u2028\u2029"))
