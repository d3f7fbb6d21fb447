"""Undercover: one of three players has another word than the two others (MAgIC, sections 3.1 and A.1)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from custom_games.framework.deduction import (
    PLAYERS,
    Deduction,
    Suspects,
    clue_limit_parameter,
    own_word_parameter,
    questions_parameter,
)
from custom_games.framework.rules import game, parameter
from custom_games.word_sets.json_sets import SEATS
from custom_games.word_sets.topic_sets import WordEntry, pairs

MOST_ROUNDS = 100


class Position(NamedTuple):
    """The deal, counted from 0, and what was said and answered; see ``Deduction``."""

    pair: int | None = None
    undercover_word: int | None = None
    undercover: int | None = None
    clues: tuple[str | None, ...] = ()
    roles: tuple[tuple[tuple[int, int] | None, ...], ...] = ()
    beliefs: tuple[tuple[Suspects | None, ...], ...] = ()
    votes: tuple[int | None, ...] = ()


@game("undercover", "Undercover", players=(3, 3), text=True)
@dataclass(frozen=True)
class Undercover(Deduction):
    """Two of the three players, the civilians, have the same word, and the third, the undercover, has a related one.

    Nobody is told the roles. In every round the players give one clue each, in the order of seats, and are then asked
    privately for their role, of which they need not be sure, and their suspicions. At last all vote privately for one
    of the others. Credits of the undercover and of each civilian: 0 and 3 if the undercover alone has the most votes,
    3 and 0 if a civilian has, and 2 and 1 if nobody has more votes than all others. An unusable answer is no clue, no
    answer and no vote.
    """

    pairs: str = parameter("undercover", "name of a set of pairs of words")
    pair: int = parameter(0, "number of the pair in the set; 0: drawn by chance", low=0)
    undercover_word: int = parameter(
        0, "number of the undercover's word in the pair; 0: the set's, or drawn by chance", low=0, high=2)
    undercover: int = parameter(0, "number of the undercover's seat; 0: the set's, or drawn by chance", low=0, high=3)
    rounds: int = parameter(2, "number of clues of each player", low=1, high=MOST_ROUNDS)
    questions: str = questions_parameter()
    own_word: str = own_word_parameter()
    clue_limit: int = clue_limit_parameter()

    dealt = ("pair", "undercover_word", "undercover")
    role_names = ("undercover", "civilian")
    role_answers = (*role_names, "not sure")
    candidates = (tuple(range(PLAYERS)),) * PLAYERS
    credits: ClassVar = {"caught": (0, 3), "escaped": (3, 0), "tie": (2, 1)}

    variants = (
        {"pair": 1, "undercover_word": 2, "undercover": 2, "rounds": 1, "clue_limit": 14},
        {"pair": 2, "rounds": 3, "questions": "skipped", "clue_limit": 1},
        {"undercover": 1, "own_word": "allowed", "clue_limit": 2},
    )

    @cached_property
    def entries(self) -> tuple[WordEntry, ...]:
        return pairs(self.pairs)

    @property
    def steps(self) -> Sequence[str]:
        return [*[*["clue"] * PLAYERS, "role", "beliefs"] * self.rounds, "vote"]

    def initial_state(self) -> Position:
        position: Position = self.settle(Position())
        return position

    def word(self, state: Position, player: int) -> str:
        """Returns the player's word."""
        assert state.undercover_word is not None, "the words are not drawn yet"
        other = player != state.undercover
        return self.entry(state).words[state.undercover_word ^ other]

    def outcome(self, state: Position) -> str:
        """Returns "caught", "escaped" or "tie"."""
        accused = self.accused_seat(state)
        if accused is None:
            return "tie"
        return "caught" if accused == state.undercover else "escaped"

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the player's word and the clues; of roles and private answers nothing."""
        said = len(state.clues)
        return {
            **self.shared_view(state, player),
            "round": min(said // PLAYERS + 1, self.rounds) if self.stage(state) == "clue" else said // PLAYERS,
            "rounds": self.rounds,
            "clues": [{"round": place // PLAYERS + 1, "player": SEATS[place % PLAYERS], "clue": clue}
                      for place, clue in enumerate(state.clues)],
        }
