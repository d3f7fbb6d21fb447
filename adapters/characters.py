"""Plain Unicode characters, in which answers are looked for whatever characters they are written in."""

import re
import unicodedata

_INVISIBLE = ("Cc", "Cf", "Cs")  # categories of control and formatting characters and of surrogates
# Digits that are raised or lowered next to another digit: 5² is a power, not 52.
_RAISED = re.compile(r"(?<=\d)[\u00b2\u00b3\u00b9\u2070-\u208e]+")
_LINE_BREAK = re.compile(r"\r(?!\n)|[\x0b\x0c\x1c-\x1e\x85\u2028\u2029]")  # of one character, besides \n


class _PlainCharacters(dict[int, str]):
    """A table for ``str.translate`` that is filled as characters occur.

    Characters are normalised one at a time, because ``unicodedata.normalize`` takes quadratic time on a long run of
    combining marks.
    """

    def __missing__(self, code: int) -> str:
        character = chr(code)
        if character not in "\n\t" and unicodedata.category(character) in _INVISIBLE:
            self[code] = ""
        else:
            self[code] = unicodedata.normalize("NFKC", character)
        return self[code]


class _OneForOne(dict[int, str]):
    """The same table with one character for each: a space for what cannot be seen."""

    def __missing__(self, code: int) -> str:
        plain = _PLAIN[code]
        self[code] = plain if len(plain) == 1 else chr(code) if plain else " "
        return self[code]


_PLAIN = _PlainCharacters()
_ONE_FOR_ONE = _OneForOne()


def plain(text: str) -> str:
    """Returns the text in compatibility-normalised Unicode, without control and formatting characters.

    Digits that are raised or lowered next to others stay apart from them: 5² is ``5^2``.
    """
    return _RAISED.sub(r"^\g<0>", text).translate(_PLAIN)


def in_place(text: str) -> str:
    r"""Returns a text of the same length in plain characters, with ``\n`` line breaks.

    What is found in it is at the same position in the original. Control and formatting characters are spaces.
    """
    return _LINE_BREAK.sub("\\n", text).translate(_ONE_FOR_ONE)
