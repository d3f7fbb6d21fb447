"""Views of Codenames: the board, the key as far as a player knows it, and all clues and guesses."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

TEAMS = ("Red", "Blue")
KINDS = (*TEAMS, "neutral", "assassin")
ROLES = tuple(f"{team} {role}" for team in TEAMS for role in ("spymaster", "operative"))


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


def observed(
    board: Sequence[str], key: Sequence[int], turns: Sequence[Turn], counts: Sequence[int], player: int,
    guessing: bool
) -> Mapping[str, Any]:
    """Returns all that a player may know.

    ``counts`` are the numbers of words of each kind. The kind of a word is ``None`` if the player does not know it, and
    ``left`` is the number of each kind that is not revealed yet, which everybody can count. If an operative is
    ``guessing``, ``guesses_left`` is how often it may still do so in this turn, unless there is no limit.
    """
    revealed = [guess for turn in turns for guess in turn.guesses]
    kinds = [KINDS[kind] if player % 2 == 0 or place in revealed else None for place, kind in enumerate(key)]
    return {
        "team": TEAMS[player // 2], "role": ROLES[player].split()[1],
        "board": [{"word": word, "kind": kind, "revealed": place in revealed}
                  for place, (word, kind) in enumerate(zip(board, kinds, strict=True))],
        "left": {name: counts[kind] - sum(key[guess] == kind for guess in revealed)
                 for kind, name in enumerate(KINDS)},
        "turns": [_told(board, key, turn, TEAMS[number % 2]) for number, turn in enumerate(turns)],
        "guesses_left": turns[-1].guesses_left() if guessing else None,
    }


def _told(board: Sequence[str], key: Sequence[int], turn: Turn, team: str) -> dict[str, Any]:
    return {
        "team": team, "clue": turn.clue, "number": turn.number,
        "guesses": [{"word": board[guess], "kind": KINDS[key[guess]]} for guess in turn.guesses],
        "ended": turn.ended}


def board_text(board: Sequence[str], key: Sequence[int], turns: Sequence[Turn], columns: int) -> str:
    """Returns the board row by row with the key, revealed words in square brackets, and the last clue."""
    revealed = {guess for turn in turns for guess in turn.guesses}
    named = [f"{word} ({KINDS[kind]})" for word, kind in zip(board, key, strict=True)]
    cells = [f"[{cell}]" if place in revealed else cell for place, cell in enumerate(named)]
    rows = ["  ".join(cells[start:start + columns]) for start in range(0, len(cells), columns)]
    told = [f"{TEAMS[(len(turns) - 1) % 2]}: {turns[-1].clue} {turns[-1].number}"] if turns else []
    return "\n".join([*rows, *told])
