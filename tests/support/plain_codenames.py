"""Random playouts of Codenames by a plain loop; see ``plain_playouts``."""

import random
from typing import Any

from custom_games import word_lists

ENDINGS = 256


def codenames(
    rng: random.Random, rows: int = 5, columns: int = 5, first: int = 9, second: int = 8, assassins: int = 1,
    max_number: int = 9, words: str = "codenames", max_clue_bytes: int = 30
) -> tuple[list[Any], list[float]]:
    """Plays clues of letters that no word has in a row, and guesses, until a team's words or an assassin are found."""
    size, vocabulary = rows * columns, list(range(len(word_lists.words(words))))
    moves: list[Any] = []
    for _ in range(size):
        moves.append(vocabulary.pop(int(rng.random() * len(vocabulary))))
    stack = [0] * first + [1] * second + [2] * (size - first - second - assassins) + [3] * assassins
    key = [stack.pop(int(rng.random() * len(stack))) for _ in range(size)]
    moves += key
    hidden, left, team = list(range(size)), [first, second], 1
    while True:
        team = 1 - team
        number = int(rng.random() * (max_number + 1))
        moves.append((*b"qxjzvkqw"[:min(8, max_clue_bytes)], ENDINGS, number))
        guesses = 0
        while not number or guesses <= number:
            chosen = int(rng.random() * (len(hidden) + bool(guesses)))
            if chosen == len(hidden):
                moves.append(size)
                break
            guess = hidden.pop(chosen)
            moves.append(guess)
            guesses += 1
            if key[guess] < 2:
                left[key[guess]] -= 1
            if key[guess] == 3 or not all(left):
                winner = 1 - team if key[guess] == 3 else left.index(0)
                points = [0 if key[guess] == 3 and side == team else total - missing + 3 * (side == winner)
                          for side, (total, missing) in enumerate(zip((first, second), left, strict=True))]
                return moves, [points[seat // 2] / sum(points) for seat in range(4)]
            if key[guess] != team:
                break
