"""Codenames: two spymasters help their operatives with one-word clues to find their team's words (GameBench)."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from custom_games.action_specs import Fields, NamedActions, Number
from custom_games.action_specs.utf8_text import NUM_ACTIONS
from custom_games.codenames.clues import LETTERS, MOST_WORDS, ClueWord, permits_a_clue
from custom_games.framework.cards import add_cards, distinct_outcomes, draw_outcomes
from custom_games.framework.rules import CHANCE, TERMINAL, Bounds, Rules, game, parameter
from custom_games.word_sets import word_lists

TEAMS = ("Red", "Blue")
KINDS = (*TEAMS, "neutral", "assassin")
RED, BLUE, NEUTRAL, ASSASSIN = range(len(KINDS))
ROLES = tuple(f"{team} {role}" for team in TEAMS for role in ("spymaster", "operative"))
OPERATIVES = 1, 3
BONUS = 3  # points of the team that wins
END_TURN = "end turn"


class Turn(NamedTuple):
    """A turn: the clue, its number, the places of the words guessed, and whether the operative then ended the turn."""

    clue: str
    number: int
    guesses: tuple[int, ...] = ()
    ended: bool = False

    def after(self, guess: int | None) -> "Turn":
        """Returns the turn after a guess, or after the operative has ended it if that is ``None``."""
        return self._replace(ended=True) if guess is None else self._replace(guesses=(*self.guesses, guess))

    def guesses_left(self) -> int | None:
        """Returns how many guesses the operative still has if all are right; ``None`` if they are not limited."""
        return self.number + 1 - len(self.guesses) if self.number else None


class Position(NamedTuple):
    """The words on the board, as places in the list, the key, which is the kind of each, and all turns so far."""

    words: tuple[int, ...] = ()
    key: tuple[int, ...] = ()
    turns: tuple[Turn, ...] = ()

    def revealed_places(self) -> list[int]:
        """Returns the places on the board of the words that have been guessed, in this order."""
        return [guess for turn in self.turns for guess in turn.guesses]

    def count_found(self, kind: int) -> int:
        """Returns how many words of a kind, such as a team's, are revealed, no matter by whom."""
        return sum(self.key[guess] == kind for guess in self.revealed_places())


@game("codenames", "Codenames", players=(4, 4), dynamics="sequential", utility="constant_sum", text=True)
@dataclass(frozen=True)
class Codenames(Rules[Position]):
    """Each team looks for its words on a board of words; a spymaster, who knows them, gives clues to an operative.

    The seats are the red spymaster, the red operative, the blue spymaster and the blue operative. Red begins and has
    one word more. On a turn the spymaster says one word and a number N. Then the operative guesses words, at least one
    and at most N + 1, or as many as it likes if N is 0. A word that is not the team's own ends the turn. The game ends
    when all words of a team are revealed, no matter by whom, and that team wins, or when a team guesses the assassin
    and loses. A team has a point for each of its words that is revealed, or none if it guessed the assassin, and the
    winner 3 more; the return of both its seats is the team's share of all points.

    A clue is a word of the letters A to Z. It must not be a part of a word that is not revealed yet, nor contain one,
    nor be a form of one: a plural, a form of a verb, a comparison, or a noun in -er, by their endings and a list of
    irregular ones. Whether a clue sounds like a word on the board, or is made for this board out of several words, is
    not checked.

    The rules are the published ones (GameBench, appendix G). They differ from GameBench's program in this: the board
    has 25 words by default, not 21 (``rows=3,columns=7``); N = 0 allows any number of guesses, not one; an operative
    has to guess before it may end the turn, as in the game that is sold, which also bounds the length; clues are
    checked and N is limited; a clue that is refused is asked for again, and never replaced by a placeholder, which the
    policy on illegal moves decides for all games; everybody sees all clues and guesses so far, not only those of the
    opponents' last turn; and roles are fixed by seat. Its 0.5 for each team without any points cannot occur, since
    every game has a winner, who has 3 points at least.
    """

    rows: int = parameter(5, "rows of the board", low=1, high=5)
    columns: int = parameter(5, "columns of the board", low=1, high=7)
    first: int = parameter(9, "words of the red team, which begins", low=1, high=MOST_WORDS)
    second: int = parameter(8, "words of the blue team", low=1, high=MOST_WORDS)
    assassins: int = parameter(1, "words that lose the game for the team that guesses them", low=0, high=MOST_WORDS)
    max_number: int = parameter(9, "highest number of a clue", low=0, high=MOST_WORDS)
    words: str = parameter("codenames", "name of the list of words")
    max_clue_bytes: int = parameter(30, "letters of a clue", low=2, high=1000)

    variants = (
        {"rows": 1, "columns": 5, "first": 2, "second": 1, "max_number": 2, "max_clue_bytes": 3},
        {"rows": 2, "columns": 3, "first": 1, "second": 3, "assassins": 2, "max_number": 0, "max_clue_bytes": 2},
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.size > MOST_WORDS:
            raise self.parameter_error("rows", f"a number of rows that makes at most {MOST_WORDS} words with "
                                               f"columns={self.columns}")
        if self._counts[NEUTRAL] < 0:
            raise self.parameter_error("first", f"small enough: first, second and assassins are {self._special}, and "
                                                f"the board has {self.size} words")
        if len(self._list) < self.size:
            raise self.parameter_error("words", f"a list of at least {self.size} words")
        if not all(set(word) <= LETTERS.ascii for word in self._list):
            raise self.parameter_error("words", "a list of single words of the letters A to Z")
        if not permits_a_clue(self._list, self.max_clue_bytes):
            raise self.parameter_error("max_clue_bytes", f"enough for a clue to every board of the list {self.words}")

    @cached_property
    def size(self) -> int:
        """The number of words on the board."""
        return self.rows * self.columns

    @cached_property
    def _special(self) -> int:
        return self.first + self.second + self.assassins

    @cached_property
    def _counts(self) -> tuple[int, ...]:
        """The number of words of each kind."""
        return self.first, self.second, self.size - self._special, self.assassins

    @cached_property
    def _list(self) -> tuple[str, ...]:
        return word_lists.words(self.words)

    def bounds(self) -> Bounds:
        # When a game ends, the assassins but the one that is guessed, and a word of a team, are not revealed. Only
        # after a word of its own, which is not the last one, may a team end its turn.
        guesses = self.size - max(1, self.assassins)
        ended = self.first + self.second - 2
        return Bounds(
            players=len(ROLES), actions=NUM_ACTIONS, length=guesses * (self.max_clue_bytes + 3) + ended,
            chance_outcomes=max(len(self._list), len(KINDS)), utility=(0, 1), utility_sum=2)

    def teams(self) -> Sequence[int]:
        return [seat // 2 for seat in range(len(ROLES))]

    def initial_state(self) -> Position:
        return Position()

    def current_player(self, state: Position) -> int:
        if len(state.key) < self.size:
            return CHANCE
        if self.winner(state) is not None:
            return TERMINAL
        if self._is_between_turns(state):
            return 2 * (len(state.turns) % 2)
        return 2 * (len(state.turns) - 1) % 4 + 1

    def _is_between_turns(self, state: Position) -> bool:
        if not state.turns or state.turns[-1].ended:
            return True
        turn = state.turns[-1]
        team = (len(state.turns) - 1) % 2
        return bool(turn.guesses) and (state.key[turn.guesses[-1]] != team or turn.guesses_left() == 0)

    def winner(self, state: Position) -> int | None:
        """Returns the team that has won, if one has."""
        for team in (RED, BLUE):
            if state.count_found(team) == self._counts[team]:
                return team
        return len(state.turns) % 2 if self._has_lost(state) else None

    def _has_lost(self, state: Position) -> bool:
        """Returns whether the team that made the last turn has guessed an assassin."""
        return any(state.key[guess] == ASSASSIN for turn in state.turns[-1:] for guess in turn.guesses)

    def chance_outcomes(self, state: Position) -> Sequence[tuple[int, float]]:
        if len(state.words) < self.size:
            return distinct_outcomes(len(self._list), state.words)
        return draw_outcomes(self._kinds_to_deal(state))

    def _kinds_to_deal(self, state: Position) -> tuple[int, ...]:
        left = self._counts
        for kind in state.key:
            left = add_cards(left, kind, -1)
        return left

    def chance_name(self, state: Position, outcome: int) -> str:
        if len(state.words) < self.size:
            return self._list[outcome]
        return f"{self._list[state.words[len(state.key)]]}: {KINDS[outcome]}"

    def board(self, state: Position) -> list[str]:
        """Returns the words on the board, row by row."""
        return [self._list[word] for word in state.words]

    def hidden_places(self, state: Position) -> list[int]:
        """Returns the places on the board of the words that are not revealed yet."""
        revealed = set(state.revealed_places())
        return [place for place in range(self.size) if place not in revealed]

    def action_spec(self, state: Position, player: int) -> Fields | NamedActions:
        """Returns a spymaster's clue with its number, or an operative's guess, which after one may be to end the turn.

        The action of a guess is the place of the word on the board.
        """
        board, hidden = self.board(state), self.hidden_places(state)
        if player % 2 == 0:
            return spymaster_spec(tuple(board[place] for place in hidden), self.max_clue_bytes, self.max_number)
        return operative_spec(tuple(board), tuple(hidden), bool(state.turns[-1].guesses))

    def apply_action(self, state: Position, action: Any) -> Position:
        if len(state.words) < self.size:
            return state._replace(words=(*state.words, action))
        if len(state.key) < self.size:
            return state._replace(key=(*state.key, action))
        if self._is_between_turns(state):
            return state._replace(turns=(*state.turns, Turn(*action)))
        *before, turn = state.turns
        return state._replace(turns=(*before, turn.after(None if action == self.size else action)))

    def returns(self, state: Position) -> Sequence[float]:
        winner = self.winner(state)
        points = [state.count_found(team) + BONUS * (team == winner) for team in (RED, BLUE)]
        if self._has_lost(state):
            points[1 - len(state.turns) % 2] = 0
        return [points[team] / sum(points) for team in self.teams()]

    def random_returns(self, state: Position, rng: random.Random) -> Sequence[float]:
        # Without the words of clues, which make no difference to who guesses what at random.
        while (player := self.current_player(state)) != TERMINAL:
            if player == CHANCE:
                state = self._deal_at_random(state, rng)
            elif player % 2 == 0:
                state = self.apply_action(state, ("", int(rng.random() * (self.max_number + 1))))
            else:
                legal = [*self.hidden_places(state), self.size][:None if state.turns[-1].guesses else -1]
                state = self.apply_action(state, legal[int(rng.random() * len(legal))])
        return self.returns(state)

    def _deal_at_random(self, state: Position, rng: random.Random) -> Position:
        """Returns the position after the rest of the deal."""
        undrawn = [word for word in range(len(self._list)) if word not in state.words]
        words = (*state.words, *rng.sample(undrawn, self.size - len(state.words)))
        kinds = [kind for kind, left in enumerate(self._kinds_to_deal(state)) for _ in range(left)]
        rng.shuffle(kinds)
        return state._replace(words=words, key=(*state.key, *kinds))

    def is_public(self, state: Position) -> bool:
        # All but the key is.
        return len(state.words) < self.size or len(state.key) == self.size

    def redraw(self, states: Sequence[Position], player: int, rng: random.Random) -> Position:
        """Returns the position with the kinds of unrevealed words exchanged, in all ways with the same probability.

        A spymaster sees all kinds, so that for it there is nothing to exchange.
        """
        state = states[-1]
        if player % 2 == 0:
            return state
        hidden = self.hidden_places(state)
        kinds = sorted(state.key[place] for place in hidden)
        rng.shuffle(kinds)
        drawn = dict(zip(hidden, kinds, strict=True))
        return state._replace(key=tuple(drawn.get(place, kind) for place, kind in enumerate(state.key)))

    def seat_name(self, state: Position, seat: int) -> str:
        return ROLES[seat]

    def observation(self, state: Position, player: int) -> Mapping[str, Any]:
        """Returns the words, their kinds as far as the player may know them, and all clues and guesses so far.

        The kind of a word is ``None`` if the player does not know it, and ``left`` is the number of each kind that is
        not revealed yet, which everybody can count. If an operative is guessing, ``guesses_left`` is how often it may
        still do so in this turn, unless there is no limit.
        """
        board, key, revealed = self.board(state), state.key, state.revealed_places()
        kinds = [KINDS[kind] if player % 2 == 0 or place in revealed else None for place, kind in enumerate(key)]
        guessing = self.current_player(state) in OPERATIVES
        return {
            "team": TEAMS[player // 2], "role": ROLES[player].split()[1],
            "board": [{"word": word, "kind": kind, "revealed": place in revealed}
                      for place, (word, kind) in enumerate(zip(board, kinds, strict=True))],
            "left": {name: self._counts[kind] - state.count_found(kind) for kind, name in enumerate(KINDS)},
            "turns": [
                {"team": TEAMS[number % 2], "clue": turn.clue, "number": turn.number,
                 "guesses": [{"word": board[guess], "kind": KINDS[key[guess]]} for guess in turn.guesses],
                 "ended": turn.ended} for number, turn in enumerate(state.turns)],
            "guesses_left": state.turns[-1].guesses_left() if guessing else None,
        }

    def text(self, state: Position) -> str:
        """Returns the board by rows with the key, revealed words in square brackets, the last clue, and the winner."""
        revealed = state.revealed_places()
        named = [f"{word} ({KINDS[kind]})" for word, kind in zip(self.board(state), state.key, strict=True)]
        cells = [f"[{cell}]" if place in revealed else cell for place, cell in enumerate(named)]
        rows = ["  ".join(cells[start:start + self.columns]) for start in range(0, len(cells), self.columns)]
        last = [f"{TEAMS[(len(state.turns) - 1) % 2]}: {turn.clue} {turn.number}" for turn in state.turns[-1:]]
        winner = self.winner(state)
        return "\n".join([*rows, *last, *([] if winner is None else [f"winner: {TEAMS[winner]}"])])


def spymaster_spec(board: tuple[str, ...], limit: int, max_number: int) -> Fields:
    """Returns the decision on a clue of at most ``limit`` letters and its number, from 0 to ``max_number``."""
    return Fields((ClueWord("clue", limit, LETTERS, least=1, board=board), Number("number", 0, max_number)))


def operative_spec(board: tuple[str, ...], hidden: tuple[int, ...], may_end: bool) -> NamedActions:
    """Returns the guess of one of the words at the places ``hidden``, or the end of the turn if it may end."""
    return NamedActions("guess", (*hidden, *[len(board)] * may_end), _guess_naming(board))


@lru_cache(maxsize=500)  # so that equal decisions compare as equal
def _guess_naming(board: tuple[str, ...]) -> Callable[[int], str]:
    return (*board, END_TURN).__getitem__
