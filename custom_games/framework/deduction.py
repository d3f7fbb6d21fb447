"""Rules that Chameleon and Undercover share: clues in public, questions and votes in private, one player to be found.

Three players give clues about a secret word. One of them, the culprit, knows less or another word than the two others,
who try to vote for it. In between, all are asked privately who they are, and whom they and the others suspect.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache, cached_property
from typing import Any, ClassVar

from custom_games.action_specs import ActionSpec, Choice, Fields, Text
from custom_games.action_specs.alphabets import LINE
from custom_games.action_specs.utf8_text import NUM_ACTIONS
from custom_games.framework.chance import equally_likely
from custom_games.framework.rules import CHANCE, SIMULTANEOUS, TERMINAL, Bounds, Rules, parameter
from custom_games.word_sets.json_sets import SEATS
from custom_games.word_sets.topic_sets import WordEntry

PLAYERS = len(SEATS)
PENALTY = NUM_ACTIONS  # beyond the actions of texts and of all choices
LONGEST_CLUE = 30_000  # bytes
QUESTIONS = ("role", "beliefs")
# The answers of a player to the belief questions, by seat: whom each suspects, ``None`` for a seat not asked about.
Suspects = tuple[int | None, ...]


def most_voted(votes: Sequence[int | None]) -> int | None:
    """Returns the seat with more votes than any other; ``None`` at a tie and without a vote, as for one not usable."""
    counts = Counter(vote for vote in votes if vote is not None)
    leaders = [seat for seat, count in counts.items() if count == max(counts.values())]
    return leaders[0] if len(leaders) == 1 else None


def questions_parameter() -> Any:
    """Declares the parameter that leaves out the private questions."""
    return parameter("asked", "private questions about roles and suspicions", choices=("asked", "skipped"))


def own_word_parameter() -> Any:
    """Declares the parameter that lets players say their word."""
    return parameter("refused", "a clue that contains the word of the player who gives it",
                     choices=("refused", "allowed"))


def clue_limit_parameter() -> Any:
    """Declares the parameter that limits clues."""
    return parameter(200, "bytes of a clue", low=1, high=LONGEST_CLUE)


class Deduction(Rules[Any]):
    """Rules of a game in which two of three players look for the third.

    A position has three fields that parameters fix or chance draws, named by ``dealt``: the number of the entry in its
    set, that of a word in the entry, and the seat of the culprit, counted from 0 and ``None`` until they are known. The
    parameters of the same names count from 1; 0 leaves it to the entry, or else to chance. The other fields are
    ``clues``, in order, ``roles`` and ``beliefs``, with the answers of all seats to each question, and ``votes``, by
    seat. What could not be used is ``None``.
    """

    questions: str
    own_word: str
    clue_limit: int

    dealt: ClassVar[tuple[str, str, str]]

    role_names: ClassVar[tuple[str, str]]
    """The culprit's role first."""

    role_answers: ClassVar[tuple[str, ...]]
    """The answers to the question for one's own role: the two roles, and perhaps others after them."""

    candidates: ClassVar[tuple[tuple[int, ...], ...]]
    """For every seat those that it may suspect."""

    credits: ClassVar[Mapping[str, tuple[int, int]]]
    """By outcome what the culprit gets, and each of the others."""

    @property
    @abstractmethod
    def entries(self) -> tuple[WordEntry, ...]:
        """The topics or pairs of words."""

    @property
    @abstractmethod
    def steps(self) -> Sequence[str]:
        """The stages of the game in order up to the vote, those left out included."""

    @abstractmethod
    def word(self, state: Any, player: int) -> str | None:
        """Returns the word that a player knows."""

    @abstractmethod
    def outcome(self, state: Any) -> str:
        """Returns how the game ended."""

    def __post_init__(self) -> None:
        super().__post_init__()
        names, number = self.dealt, getattr(self, self.dealt[0])
        if number > len(self.entries):
            raise self.parameter_error(names[0], f"a whole number from 0 to {len(self.entries)}, the size of its set")
        possible = [self.entries[number - 1]] if number else self.entries
        fewest = min(len(entry.words) for entry in possible)
        if getattr(self, names[1]) > fewest:
            raise self.parameter_error(names[1], f"a whole number from 0 to {fewest}, the number of words")

    @cached_property
    def _stages(self) -> Sequence[str]:
        return [step for step in self.steps if self.questions == "asked" or step not in QUESTIONS]

    def bounds(self) -> Bounds:
        paid = [credit for both in self.credits.values() for credit in both]
        lengths = {"role": 2, "clue": self.clue_limit + 1, "beliefs": PLAYERS, "vote": 1}
        return Bounds(
            players=PLAYERS, actions=PENALTY + 1, length=sum(lengths[stage] for stage in self._stages),
            utility=(min(paid), max(paid)),
            chance_outcomes=max(len(self.entries), PLAYERS, *(len(entry.words) for entry in self.entries)))

    def teams(self) -> Sequence[int]:
        """Returns the culprit as team 0 and the others as team 1, if the parameters say who it is."""
        number, seat = getattr(self, self.dealt[0]), getattr(self, self.dealt[2])
        culprit = seat - 1 if seat else self.entries[number - 1].seat if number else None
        return self.seats if culprit is None else [int(player != culprit) for player in self.seats]

    def entry(self, state: Any) -> WordEntry:
        """Returns the topic or pair of words that is played."""
        return self.entries[self.number(state) - 1]

    def number(self, state: Any) -> int:
        """Returns the number of the topic or pair in its set, counted from 1."""
        place: int = getattr(state, self.dealt[0])
        return place + 1

    def culprit(self, state: Any) -> int:
        """Returns the seat of the culprit."""
        seat: int = getattr(state, self.dealt[2])
        return seat

    def settle(self, state: Any) -> Any:
        """Returns the position with all that is known before the next draw."""
        while (name := self._undecided_field(state)) and (known := self._known_value(state, name)) is not None:
            state = state._replace(**{name: known})
        return state

    def _undecided_field(self, state: Any) -> str | None:
        """Returns the name of the first field that is not known yet."""
        return next((name for name in self.dealt if getattr(state, name) is None), None)

    def _known_value(self, state: Any, name: str) -> int | None:
        number: int = getattr(self, name)
        if number or name == self.dealt[0]:
            return number - 1 if number else None
        return self.entry(state).word if name == self.dealt[1] else self.entry(state).seat

    def _chance_names(self, state: Any) -> Sequence[str]:
        """Returns the names of all that chance may draw next."""
        name = self._undecided_field(state)
        if name == self.dealt[0]:
            return [entry.name for entry in self.entries]
        return self.entry(state).words if name == self.dealt[1] else SEATS

    def chance_outcomes(self, state: Any) -> Sequence[tuple[int, float]]:
        return equally_likely(range(len(self._chance_names(state))))

    def chance_name(self, state: Any, outcome: int) -> str:
        return f"{self._undecided_field(state)} {outcome + 1}: {self._chance_names(state)[outcome]}"

    def stage(self, state: Any) -> str:
        """Returns the stage that the game is in after the deal: one of ``steps``, or "over"."""
        done = len(state.clues) + len(state.roles) + len(state.beliefs) + bool(state.votes)
        return self._stages[done] if done < len(self._stages) else "over"

    def current_player(self, state: Any) -> int:
        if getattr(state, self.dealt[2]) is None:
            return CHANCE
        stage = self.stage(state)
        if stage == "clue":
            return len(state.clues) % PLAYERS
        return TERMINAL if stage == "over" else SIMULTANEOUS

    def action_spec(self, state: Any, player: int) -> ActionSpec:
        """Returns the clue of one player, or a question or the vote, which all answer at once."""
        stage = self.stage(state)
        if stage == "clue":
            return self._clue(state, player)
        if stage == "role":
            return role_spec(self.role_answers)
        if stage == "beliefs":
            return beliefs_spec(player, self.seats_asked_about(state, player), self.candidates)
        return vote_spec(player)

    def _clue(self, state: Any, player: int) -> Text:
        word = self.word(state, player) if self.own_word == "refused" else None
        return clue_spec(self.clue_limit, self.entry(state).clues, (word,) if word else ())

    def seats_asked_about(self, state: Any, player: int) -> tuple[int, ...]:
        """Returns the seats whose suspicions the player is asked about: its own, then those of the others."""
        return (player, *others_of(player))

    def apply_action(self, state: Any, action: Any) -> Any:
        if name := self._undecided_field(state):
            return self.settle(state._replace(**{name: action}))
        return state._replace(clues=(*state.clues, None if action == PENALTY else action))

    def apply_actions(self, state: Any, actions: tuple[Any, ...]) -> Any:
        answers = tuple(None if action == PENALTY else action for action in actions)
        stage = self.stage(state)
        if stage == "vote":
            return state._replace(votes=answers)
        if stage == "role":
            return state._replace(roles=(*state.roles, answers))
        told = tuple(None if answer is None else suspects_by_seat(self.seats_asked_about(state, player), answer)
                     for player, answer in enumerate(answers))
        return state._replace(beliefs=(*state.beliefs, told))

    def accused_seat(self, state: Any) -> int | None:
        """Returns the seat that has more votes than any other, if there is one."""
        return most_voted(state.votes)

    def returns(self, state: Any) -> Sequence[float]:
        own, others = self.credits[self.outcome(state)]
        return [own if seat == self.culprit(state) else others for seat in self.seats]

    def penalty_action(self, state: Any, player: int) -> int:
        return PENALTY

    def recorded_move(self, state: Any, player: int) -> str | None:
        """Returns the seat's recorded clue as long as all have said theirs, if these parameters allow it."""
        if self.stage(state) != "clue":
            return None
        recorded = [self.entry(state).recorded_clue(place) for place in range(len(state.clues) + 1)]
        clue = recorded.pop()
        live = clue is None or recorded != list(state.clues) or not self._clue(state, player).may_say(clue)
        return None if live else clue

    def seat_name(self, state: Any, seat: int) -> str:
        return SEATS[seat]

    def text(self, state: Any) -> str:
        """Returns all that the players are told of a position, and at the end how the game ended."""
        ended = [f"Outcome: {self.outcome(state)}"] if self.stage(state) == "over" else []
        return "\n".join([super().text(state), *ended])

    def shared_view(self, state: Any, player: int) -> dict[str, Any]:
        """Returns what both games show a player besides the clues and what is special to each of them."""
        accused = self.accused_seat(state)
        return {
            "you": SEATS[player], "others": [SEATS[seat] for seat in others_of(player)],
            "word": self.word(state, player), "stage": self.stage(state),
            "accused": None if accused is None else SEATS[accused]}


def others_of(player: int) -> tuple[int, ...]:
    """Returns the seats of the two others."""
    return tuple(seat for seat in range(PLAYERS) if seat != player)


def suspects_by_seat(about: Sequence[int], answers: Sequence[int]) -> Suspects:
    """Returns the answers to belief questions by seat."""
    given = dict(zip(about, answers, strict=True))
    return tuple(given.get(seat) for seat in range(PLAYERS))


@cache
def clue_spec(limit: int, bank: tuple[str, ...], without: tuple[str, ...]) -> Text:
    """Returns a clue of at most ``limit`` bytes."""
    return Text("clue", limit, LINE, least=1, bank=bank, without=without)


@cache
def guess_spec(limit: int, bank: tuple[str, ...]) -> Text:
    """Returns the guess of a word of at most ``limit`` bytes."""
    return Text("guess", limit, LINE, least=1, bank=bank)


@cache
def vote_spec(player: int) -> Choice:
    """Returns a player's vote for one of the two others."""
    return _player("vote", others_of(player))


@cache
def role_spec(roles: tuple[str, ...]) -> Fields:
    """Returns the question for one's own name and role."""
    return Fields((_player("name", tuple(range(PLAYERS))), Choice("role", roles)))


@cache
def beliefs_spec(player: int, about: tuple[int, ...], candidates: tuple[tuple[int, ...], ...]) -> Fields:
    """Returns the questions whom the player itself suspects, or thinks that others do.

    ``about`` lists the seats asked about, ``candidates`` has for every seat those that it may suspect.
    """
    return Fields(tuple(_player("suspect" if seat == player else f"player_{seat + 1}_suspects", candidates[seat])
                        for seat in about))


def _player(key: str, seats: tuple[int, ...]) -> Choice:
    """Returns the choice of one of some players, whose actions are their seats."""
    return Choice(key, tuple(SEATS[seat] for seat in seats), seats)
