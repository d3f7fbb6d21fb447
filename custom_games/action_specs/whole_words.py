"""Words in texts, whatever their letter case, and texts that must not contain some words.

A word is a run of letters, marks and digits; all other characters separate words, but for those that show nothing, such
as the soft hyphen, which do not count. Compatible characters are the same, as are full-width letters and ordinary ones.
Of scripts that put no spaces between words, such as Chinese and Thai, every character is a word of its own, so that a
word is found wherever its characters stand together.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

from custom_games.action_specs import utf8_text
from custom_games.action_specs.alphabets import Alphabet
from custom_games.action_specs.utf8_text import END

MOST_WORDS = 25  # fewer than there are letters: whatever is said, some letter completes none of the words
ARTICLES = ("a", "an", "the")
_UNSPACED = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u2fdf\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff"
                       "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_KANA = range(0x3040, 0x3100)
_SPACES = re.compile(" +")


class _Spelling(dict[int, str]):
    """The spelling of each character for comparison, with a space for what separates words; filled as needed."""

    def __missing__(self, code: int) -> str:
        # A decomposed kana would be its unvoiced neighbour and a mark.
        form = "NFKC" if code in _KANA else "NFKD"
        spelled = self[code] = "".join(map(_spell_character, unicodedata.normalize(form, chr(code)).casefold()))  # type: ignore[arg-type]
        return spelled


def _spell_character(character: str) -> str:
    category = unicodedata.category(character)
    if category[0] in "PSZ" or category == "Cc":
        return " "
    if category == "Cf":
        return ""
    return f" {character} " if _UNSPACED.match(character) else character


_SPELLING = _Spelling()


@cache
def _may_lengthen(begun: tuple[int, ...]) -> bool:
    """Returns whether some character that begins with these bytes can go on with a word that comes before it."""
    # First the quick test: tens of thousands of characters are words of their own.
    return any(not _UNSPACED.match(character) and not _SPELLING[ord(character)].startswith(" ")
               for character in utf8_text.completions(begun))


def spaced_words(text: str) -> str:
    """Returns the words of a text as they are compared, each after one space; a space at the end ends the last one."""
    return _SPACES.sub(" ", f" {text.translate(_SPELLING)}")


def plain_words(text: str) -> str:
    """Returns the words of a text as they are compared, with one space between them; empty if it has none."""
    return spaced_words(text).strip()


def is_same_answer(answer: str, word: str) -> bool:
    """Returns whether an answer is a word or a phrase, whatever letter case, spaces, punctuation or leading article.

    Any other form of the word, such as its plural, is another word.
    """
    return _without_article(answer) == _without_article(word) != ""


def _without_article(text: str) -> str:
    first, *others = plain_words(text).split(" ")
    return "".join(others if others and first in ARTICLES else [first, *others])


def find_word(text: str, words: Sequence[str]) -> str | None:
    """Returns the first of the words that a text contains, or ``None``; a word without a letter is in no text."""
    said = f"{spaced_words(text)} "
    return next((word for word in words if plain_words(word) and f" {plain_words(word)} " in said), None)


@dataclass(frozen=True)
class Forbidden:
    """Words that a text must not contain, for texts that are spelled byte by byte."""

    words: tuple[str, ...]

    def __post_init__(self) -> None:
        if len(self.words) > MOST_WORDS:
            raise ValueError(f"{len(self.words)} words are forbidden, and at most {MOST_WORDS} can be")

    @cached_property
    def _endings(self) -> tuple[str, ...]:
        return tuple(f" {plain_words(word)}" for word in self.words if plain_words(word))

    def permitted_actions(
        self, said: Sequence[int], actions: Sequence[int], limit: int, alphabet: Alphabet
    ) -> Sequence[int]:
        """Returns those of the actions after which the text can still be finished without any of the words.

        ``actions`` are legal for a text of this ``limit`` and ``alphabet``, which has all lower-case letters of ASCII.
        After a forbidden word, a letter that makes another word of it has to follow.
        """
        begun = utf8_text.unfinished_character(said)
        reach = 2 + max(map(len, self._endings), default=0)
        before = spaced_words(utf8_text.decode(said[:len(said) - len(begun)]))[-reach:]
        room = limit - len(said)
        # Most of the time no single character makes a forbidden word that could not be lengthened.
        if not begun and room > utf8_text.MOST_BYTES and not before.endswith(self._endings):
            return actions
        return [action for action in actions if self._may_follow(before, (*begun, action), room - 1, alphabet)]

    def _may_follow(self, before: str, begun: tuple[int, ...], room: int, alphabet: Alphabet) -> bool:
        after_word = before.endswith(self._endings)
        if begun == (END,) or (after_word and not _may_lengthen(begun)):
            return not after_word
        left = room - utf8_text.missing_bytes(begun)
        characters = filter(alphabet.permits, utf8_text.completions(begun))
        return any(self._leaves_a_way(before, character, left) for character in characters)

    def _leaves_a_way(self, before: str, character: str, left: int) -> bool:
        after = _SPACES.sub(" ", before + _SPELLING[ord(character)])
        if any(f"{ending} " in after for ending in self._endings):
            return False
        return left > 0 or not after.endswith(self._endings)

