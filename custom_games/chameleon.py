"""Chameleon: two players who know a secret word look for the third, who does not (MAgIC, sections 3.1 and A.1)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from custom_games.action_specs import ActionSpec
from custom_games.action_specs.whole_words import is_same_answer
from custom_games.framework.deduction import (
    PENALTY,
    PLAYERS,
    Deduction,
    Suspects,
    clue_limit_parameter,
    guess_spec,
    others_of,
    own_word_parameter,
    questions_parameter,
)
from custom_games.framework.rules import Bounds, game, parameter
from custom_games.word_sets.json_sets import SEATS
from custom_games.word_sets.topic_sets import LONGEST_WORD, WordEntry, topics


class Position(NamedTuple):
    """The deal, counted from 0, and what was said and answered; see ``Deduction``.

    ``guess`` is ``None`` until the chameleon has guessed, and empty if its guess could not be used.
    """

    topic: int | None = None
    secret: int | None = None
    chameleon: int | None = None
    clues: tuple[str | None, ...] = ()
    roles: tuple[tuple[tuple[int, int] | None, ...], ...] = ()
    beliefs: tuple[tuple[Suspects | None, ...], ...] = ()
    votes: tuple[int | None, ...] = ()
    guess: str | None = None


@game("chameleon", "Chameleon", players=(3, 3), text=True)
@dataclass(frozen=True)
class Chameleon(Deduction):
    """All know a topic, and two of the three players a secret word of it; the third, the chameleon, does not.

    The players give one clue each, in the order of seats, and all vote privately for one of the others. If the
    chameleon alone has the most votes, it guesses the word once. It is right whatever the letter case, spaces,
    punctuation or leading article, but not with another form of the word, such as its plural. Credits of the chameleon
    and of each other player: 0 and 2 if it is accused and guesses wrong, 1 and 1 if it guesses right or if nobody is
    accused, 2 and 0 if another player is. Before and after each clue, all are asked privately for their role and their
    suspicions. An unusable answer is no clue, no answer, no vote and a wrong guess.
    """

    topics: str = parameter("chameleon", "name of a set of topics")
    topic: int = parameter(0, "number of the topic in the set; 0: drawn by chance", low=0)
    secret: int = parameter(0, "number of the secret word in the topic; 0: the set's, or drawn by chance", low=0)
    chameleon: int = parameter(0, "number of the chameleon's seat; 0: the set's, or drawn by chance", low=0, high=3)
    questions: str = questions_parameter()
    own_word: str = own_word_parameter()
    clue_limit: int = clue_limit_parameter()

    dealt = ("topic", "secret", "chameleon")
    role_names = role_answers = ("chameleon", "non-chameleon")
    candidates = tuple(map(others_of, range(PLAYERS)))
    credits: ClassVar = {"caught": (0, 2), "guessed": (1, 1), "escaped": (2, 0), "tie": (1, 1)}
    steps = (*("role", "clue", "beliefs") * PLAYERS, "vote")

    variants = (
        {"topic": 1, "secret": 1, "chameleon": 3, "clue_limit": 14},
        {"topic": 2, "chameleon": 1, "questions": "skipped", "clue_limit": 3},
        {"secret": 2, "own_word": "allowed", "clue_limit": 1},
    )

    @cached_property
    def entries(self) -> tuple[WordEntry, ...]:
        return topics(self.topics)

    def bounds(self) -> Bounds:
        bounds = super().bounds()
        return replace(bounds, length=bounds.length + LONGEST_WORD + 1)

    def initial_state(self) -> Position:
        position: Position = self.settle(Position())
        return position

    def word(self, state: Position, player: int) -> str | None:
        """Returns the secret word, which the chameleon does not know."""
        return None if player == state.chameleon else self.secret_word(state)

    def secret_word(self, state: Position) -> str:
        """Returns the secret word."""
        assert state.secret is not None, "the secret word is not drawn yet"
        return self.entry(state).words[state.secret]

    def stage(self, state: Position) -> str:
        """Returns the stage that the game is in after the deal: one of ``steps``, "guess" or "over"."""
        stage = super().stage(state)
        guessing = stage == "over" and state.guess is None and self.accused_seat(state) == state.chameleon
        return "guess" if guessing else stage

    def current_player(self, state: Position) -> int:
        guessing = state.votes and self.stage(state) == "guess"
        return self.culprit(state) if guessing else super().current_player(state)

    def action_spec(self, state: Position, player: int) -> ActionSpec:
        """Returns the clue of one player, a question or the vote, which all answer at once, or the guess."""
        if self.stage(state) == "guess":
            return guess_spec(LONGEST_WORD, self.entry(state).words)
        return super().action_spec(state, player)

    def seats_asked_about(self, state: Position, player: int) -> tuple[int, ...]:
        """Returns the seats whose suspicions the player is asked about; the chameleon has none of its own."""
        return others_of(player) if player == state.chameleon else super().seats_asked_about(state, player)

    def apply_action(self, state: Position, action: Any) -> Position:
        if state.votes:
            return state._replace(guess="" if action == PENALTY else action)
        position: Position = super().apply_action(state, action)
        return position

    def outcome(self, state: Position) -> str:
        """Returns "caught", "guessed", "escaped" or "tie"."""
        accused = self.accused_seat(state)
        if accused is None:
            return "tie"
        if accused != state.chameleon:
            return "escaped"
        return "guessed" if is_same_answer(state.guess or "", self.secret_word(state)) else "caught"

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the topic, the player's role, word and vote, and the clues; of the answers to questions nothing."""
        voted = state.votes[player] if state.votes else None
        return {
            **self.shared_view(state, player),
            "topic": self.entry(state).name,
            "role": self.role_names[player != state.chameleon],
            "clues": [{"player": SEATS[seat], "clue": clue} for seat, clue in enumerate(state.clues)],
            **({"vote": None if voted is None else SEATS[voted]} if state.votes else {}),
        }
