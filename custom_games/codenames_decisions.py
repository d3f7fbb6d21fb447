"""The decisions of Codenames: a clue with its number, and a guess."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from custom_games.action_specs import Choice, Fields, Number
from custom_games.codenames_clues import LETTERS, ClueWord

END_TURN = "end turn"
NUMBER_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
CLUE_FRAMES = ("I give the clue {}.", "I will give the clue {}.", "I say {}.", "I will say {}.",
               "I choose the clue {}.", "The clue is {}.", "Here is my clue: {}")
GUESS_FRAMES = ("I guess {}.", "I will guess {}.", "I would guess {}.", "I would go with {}.",
                "My first guess is {}.", "My next guess is {}.", "My best guess is {}.", "The best guess is {}.",
                "I guess the word {}.", "I will guess the word {}.", "I choose {}.", "I choose the word {}.",
                "I choose to {}.", "I will {}.")
ENDINGS = ("pass", "stop", "skip", "end", "end the turn", "end my turn", "end our turn",
           "end the turn here", "end my turn here", "end the turn now", "end my turn now", "stop guessing",
           "stop here", "stop now", "no more guesses", "no guess", "done")
_AROUND = " \t\"'`*_[]<>"
_REMARK = re.compile(r"\s\([^()]*\)\W{0,5}\Z")  # the words that are meant
_BEFORE_NUMBER = re.compile(r"(?:(?:and|for|with|the|number|is|x)\b[:=]?|x(?=\d)|=)\s*", re.IGNORECASE)
# The label does not take the last word: "clue 2" is the word "clue".
_ADORNED = re.compile(r"\A[^\w(\[<\"'“-]+|[^\w)\]>\"'”]+\Z")  # emphasis, pictograms
_LABEL = re.compile(r"\A\W*(?:(?:my|the) )?clue(?: is\b|:|=)?\s+(?=\W*[a-z]+\W+\w)", re.IGNORECASE)


@dataclass(frozen=True)
class ClueNumber(Number):
    """The number of a clue, which may be stated with words before it: "for 2", "and the number is two"."""

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        said = struct.get(self.key)
        if isinstance(said, str):
            said = _REMARK.sub("", said).strip(_AROUND)
            while opening := _BEFORE_NUMBER.match(said):
                said = said[opening.end():]
            struct = {**struct, self.key: said.strip(_AROUND)}
        return super().read(struct)


@dataclass(frozen=True)
class Clue(Fields):
    """A clue with its number, which may also be stated as one: "ocean 2" under the key of the clue."""

    def read(self, struct: Mapping[str, Any]) -> list[int]:
        word, number = self.keys
        said = struct.get(word)
        if isinstance(said, list) and len(said) == len(self.fields):
            said = " ".join(map(str, said))
        if isinstance(said, str) and number not in struct:
            struct = {**struct, **self.stated(said)}
        return super().read(struct)

    def stated(self, answer: str) -> Mapping[str, Any]:
        answer = _ADORNED.sub("", answer)
        found = super().stated(_LABEL.sub("", answer, count=1))
        if any(found.values()) and not found[self.keys[0]]:  # the clue may be a word that can stand before a number
            return dict(zip(self.keys, answer.rsplit(None, 1), strict=False))
        return found


@lru_cache(maxsize=500)  # boards are many
def clue_spec(board: tuple[str, ...], limit: int, max_number: int) -> Clue:
    """Returns the decision on a clue of at most ``limit`` letters and its number, from 0 to ``max_number``."""
    words = tuple((word, number) for number, word in enumerate(NUMBER_WORDS[:max_number + 1]))
    word = ClueWord("clue", limit, LETTERS, least=1, board=board)
    return Clue((word, ClueNumber("number", 0, max_number, aliases=words)), frames=CLUE_FRAMES)


@lru_cache(maxsize=500)
def guess_spec(board: tuple[str, ...], hidden: tuple[int, ...], may_end: bool) -> Choice:
    """Returns the guess of one of the words at the places ``hidden``, or the end of the turn if it may end."""
    taken = {word.casefold() for word in board}
    ending = tuple((name, len(board)) for name in ENDINGS if name.casefold() not in taken) if may_end else ()
    options = (*(board[place] for place in hidden), *[END_TURN] * may_end)
    return Choice("guess", options, (*hidden, *[len(board)] * may_end), ending, GUESS_FRAMES)
