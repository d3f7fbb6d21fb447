"""Free text as a move."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import ascii_lowercase
from typing import Any, Literal

from custom_games.action_specs import utf8_text
from custom_games.action_specs.alphabets import ANY, Alphabet
from custom_games.action_specs.base import Actions, ActionSpec
from custom_games.action_specs.json_values import value_of
from custom_games.action_specs.patterns import Pattern, Words
from custom_games.action_specs.utf8_text import END
from custom_games.action_specs.whole_words import Forbidden, find_word

RANDOM_LETTERS = 8
_AROUND = {'""', "''", "“”", "‘’", "«»", "**", "__", "``"}


@dataclass(frozen=True)
class Text(ActionSpec):
    """A text of ``least`` to ``limit`` bytes in UTF-8, spelled byte by byte and closed by ``END``.

    A longer text is refused, or with ``overlong="cut"`` cut off after the last character that fits. A text that has any
    of the words ``without`` in it is refused, in whatever letter case (``whole_words.py``). Random moves
    are drawn from those texts of the ``bank`` that may be said. No prompt shows the bank. A game gives all players the
    same, without any word that is forbidden to one of them, or random texts would tell what others do not know.
    """

    key: str
    limit: int
    alphabet: Alphabet = ANY
    least: int = 0
    overlong: Literal["refuse", "cut"] = "refuse"
    bank: tuple[str, ...] = ()
    without: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if not 0 <= self.least <= self.limit:
            raise ValueError(f'"{self.key}" has no texts of {self.least} to {self.limit} bytes')
        if self.without and not all(map(self.alphabet.permits, ascii_lowercase)):
            raise ValueError(f'"{self.key}" must permit all letters from a to z, since words are forbidden in it')

    @cached_property
    def _forbidden(self) -> Forbidden:
        return Forbidden(self.without)

    @cached_property
    def _sayable(self) -> Sequence[str]:
        """The texts of the bank that may be said."""
        return list(filter(self.may_say, self.bank))

    def may_say(self, text: str) -> bool:
        """Returns whether a text of valid Unicode is a legal move."""
        fits = self.least <= len(text.encode()) <= self.limit
        return fits and all(map(self.alphabet.permits, text)) and find_word(text, self.without) is None

    @property
    def keys(self) -> tuple[str, ...]:
        return (self.key,)

    @property
    def texts(self) -> Mapping[str, Alphabet]:
        return {self.key: self.alphabet}

    @property
    def num_actions(self) -> int:
        return utf8_text.NUM_ACTIONS

    @property
    def length(self) -> int:
        return self.limit + 1

    def legal_actions(self, made: Actions = ()) -> Sequence[int]:
        legal = utf8_text.legal_actions(made, self.limit, self.alphabet)
        if self.without:
            legal = self._forbidden.permitted_actions(made, legal, self.limit, self.alphabet)
        return [action for action in legal if action != END] if len(made) < self.least else legal

    def move_end(self, actions: Actions) -> int | None:
        return actions.index(END) + 1 if END in actions else None

    def is_whole(self, made: Actions) -> bool:
        return bool(made) and made[-1] == END

    def is_text(self, made: Actions) -> bool:
        return True

    def move(self, actions: Actions) -> str:
        return utf8_text.decode(actions)

    def struct(self, move: str) -> Mapping[str, Any]:
        return {self.key: move}

    def logged_actions(self, actions: Actions) -> list[int | str]:
        return [self.move(actions)]

    def action_name(self, made: Actions, action: int) -> str:
        return utf8_text.action_name(action)

    def action_struct(self, made: Actions, action: int) -> Mapping[str, Any]:
        return {self.key: utf8_text.action_name(action)}

    def values(self, actions: Actions) -> Mapping[str, Any]:
        return {self.key: self.move(actions)}

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        text = value_of(struct, self.key)
        if not isinstance(text, str):
            raise ValueError(f'"{self.key}" must be a text in quotation marks')
        said = text.strip() if self._is_word else text
        self.alphabet.check(said)
        actions = utf8_text.encode(self._cut(said), self.limit)
        if len(actions) <= self.least:
            raise ValueError(f'"{self.key}" must have at least {self.least} byte{"s" * (self.least > 1)}')
        if word := find_word(self.move(actions), self.without):
            raise ValueError(f"the {self.key} must not contain your word, {word}")
        return actions

    def read_line(self, answer: str) -> list[int]:
        """Returns the text as it stands, or a single word without the marks that a writer puts around it."""
        return self.read({self.key: _bare_word(answer) if self._is_word else answer})

    @property
    def _is_word(self) -> bool:
        return not self.alphabet.permits(" ")

    def overlong_bytes(self, struct: Mapping[str, Any]) -> int:
        text = struct.get(self.key)
        return max(0, len(text.encode(errors="surrogatepass")) - self.limit) if isinstance(text, str) else 0

    def _cut(self, text: str) -> str:
        """Returns the text, cut off where it has to be and may be."""
        said = bytes(utf8_text.spell(text)[:-1])
        return said[:self.limit].decode(errors="ignore") if self.overlong == "cut" else text

    def properties(self) -> Mapping[str, Mapping[str, Any]]:
        return {self.key: {"type": "string"}}

    def patterns(self) -> Sequence[Pattern]:
        size = "1 byte" if self.limit == 1 else f"{self.limit} bytes"
        shown = f"{self.alphabet.description} of at most {size}"
        return [Pattern(Words(shown, self._letters(), self.least, self._most()))]

    def _letters(self) -> str:
        permitted = [letter for letter in ascii_lowercase if self.alphabet.permits(letter)]
        return "".join(permitted or sorted(self.alphabet.ascii))

    def _most(self) -> int:
        return min(self.limit, max(RANDOM_LETTERS, self.least))

    def random_move(self, rng: random.Random) -> list[int]:
        """Draws a text of the bank, or without one up to eight lower-case letters, or as many as the limit allows."""
        return utf8_text.spell(self.draw(rng))

    def draw(self, rng: random.Random) -> str:
        if self._sayable:
            return rng.choice(self._sayable)
        while True:
            text = "".join(rng.choices(self._letters(), k=rng.randint(self.least, self._most())))
            if self.may_say(text):
                return text


def _bare_word(text: str) -> str:
    """Returns a word without quotation marks and emphasis around it, and without a sign that ends the line."""
    word, before = text.strip(), ""
    while word != before:
        before = word
        # The full stop of an abbreviation such as "U.S." is a part of it.
        word = word.rstrip(",;:!").removesuffix("." if word.count(".") == 1 else "")
        if len(word) > 2 and word[0] + word[-1] in _AROUND:
            word = word[1:-1].strip()
    return word
