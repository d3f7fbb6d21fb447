"""The words of clues in Codenames, which must not give away a word on the board."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from string import ascii_letters, ascii_lowercase
from typing import Any

from custom_games.action_specs import Text
from custom_games.action_specs.alphabets import Alphabet
from custom_games.action_specs.base import Actions
from custom_games.action_specs.name_keys import strip_marks
from custom_games.action_specs.patterns import Pattern, Words
from custom_games.action_specs.utf8_text import END, decode

LETTERS = Alphabet("one word of the letters A to Z", frozenset(ascii_letters), only_ascii=True)
MOST_WORDS = len(ascii_lowercase) - 1  # whatever is said, some letter completes none of the words on the board
LONGER = 5  # letters by which a form of a word is longer than the word at most
# Forms and their base; the verbs are those that are common as nouns too.
_IRREGULAR = dict(pair.split() for pair in (
    "mice mouse", "lice louse", "geese goose", "feet foot", "teeth tooth", "dice die", "people person", "pence penny",
    "oases oasis", "children child", "drew draw", "drawn draw", "drove drive", "driven drive", "flew fly", "flown fly",
    "rang ring", "rung ring", "sank sink", "sunk sink", "swam swim", "swum swim", "struck strike", "swung swing",
    "spun spin", "wove weave", "shook shake", "slept sleep", "stuck stick", "stung sting", "bit bite", "fell fall",
    "broke break", "broken break", "caught catch", "bought buy", "fought fight", "bound bind", "wound wind",
    "sprang spring", "sprung spring", "shot shoot", "hung hang", "thrown throw", "threw throw", "froze freeze"))
# Endings and what they replace; the longest that fits counts.
_ENDINGS = (("ings", ""), ("iest", "y"), ("ies", "y"), ("ied", "y"), ("ier", "y"), ("ves", "f"), ("ing", ""),
            ("ers", ""), ("men", "man"), ("er", ""), ("ed", ""), ("es", ""), ("s", ""), ("i", "u"), ("e", ""))
_SHORTEST = 3  # letters of a base


@lru_cache(maxsize=10_000)  # a list of words, and what is said
def stem(word: str) -> str:
    """Returns what the forms of a word in lower-case letters have in common: "bak" for "baking" and "baker"."""
    word = _IRREGULAR.get(word, word)
    for ending, before in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) + len(before) >= _SHORTEST:
            return word.removesuffix(ending) + before
    return word


def is_related(clue: str, word: str) -> bool:
    """Returns whether a clue is a part or a form of a word or contains it, both in lower-case letters."""
    return clue in word or word in clue or stem(clue) == stem(word)


@dataclass(frozen=True)
class ClueWord(Text):
    """One word of the letters A to Z that is no part or form of any word on the ``board`` and contains none of them.

    The board has at most ``MOST_WORDS`` words of these letters. Random clues are letters.
    """

    board: tuple[str, ...] = ()

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return tuple(word.lower() for word in self.board)

    @cached_property
    def _longest(self) -> int:
        """The number of letters from which on nothing is a part or a form of a word on the board."""
        return max(map(len, self._words), default=0) + LONGER + 1

    def find_related_word(self, clue: str) -> str | None:
        """Returns the first word on the board to which a clue is related, or ``None``."""
        return next((word for word in self.board if is_related(clue.lower(), word.lower())), None)

    def may_say(self, text: str) -> bool:
        return super().may_say(text) and self.find_related_word(text) is None

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        said = decode(made).lower()
        return [action for action in super().legal_actions(made) if self._may_follow(said, action)]

    def _may_follow(self, said: str, action: int) -> bool:
        if action == END:
            return self.find_related_word(said) is None
        following = said + chr(action).lower()
        return self._is_open(following) and self._leads_on(following)

    def _is_open(self, said: str) -> bool:
        """Returns whether letters said, without the last of which no word was in them, still contain none."""
        return not said.endswith(self._words)

    def _leads_on(self, said: str) -> bool:
        """Returns whether letters that contain no word on the board can be finished to a clue."""
        # As there are fewer words than letters, some letter can always follow.
        if self.limit >= self._longest or self.find_related_word(said) is None:
            return True
        return len(said) < self.limit and any(
            self._is_open(said + letter) and self._leads_on(said + letter) for letter in ascii_lowercase)

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        stated = struct.get(self.key)
        actions = super().read({**struct, self.key: strip_marks(stated)} if isinstance(stated, str) else struct)
        if word := self.find_related_word(self.move(actions)):
            raise ValueError(f'the {self.key} must not be a part or a form of a word on the board or contain one, as '
                             f'with "{word}"')
        return actions

    def patterns(self) -> Sequence[Pattern]:
        # As many letters as a random text may have: the more, the less likely is a part of a word.
        # Which words are allowed is a topic that a player may look up.
        shown = f"an allowed word of the letters A to Z, {self.limit} at most"
        return [Pattern(Words(shown, ascii_lowercase, self._most(), self._most()))]


def permits_a_clue(words: Sequence[str], limit: int) -> bool:
    """Returns whether some clue of ``limit`` letters is legal with all of the words on the board."""
    return any(not any(is_related(letter * limit, word.lower()) for word in words) for letter in ascii_lowercase)
