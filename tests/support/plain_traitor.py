"""Random playouts of Are You the Traitor? by a plain loop on lists of cards."""

import random
from typing import Any

QUESTIONS = ("", "?", "Who are you?", "Are you a wizard?", "Whom do you trust?")
ANSWERS = ("", "I?", "No.", "I had better not say.", "I am on your side.")
WORTH = (5, 4, 3, 2, 1, 1, 0)
RING, STATUE = 5, 6
LOOKS_FOR = {1: 3, 2: 0, 3: 2, 4: 0}
EVIL, GOOD = (0, 1), (2, 3, 4)


def are_you_the_traitor(
    rng: random.Random, points_to_win: int = 10, max_cycles: int = 8, max_question_bytes: int = 400,
    max_answer_bytes: int = 400, **told: str
) -> tuple[list[Any], list[float]]:
    """Plays rounds of talk, accusation, treasures and rings until a player has enough points."""
    moves: list[Any] = []
    deck = [0] * 2 + [1] * 5 + [2] * 12 + [3] * 11 + [4] * 5 + [RING] * 5 + [STATUE] * 2
    rng.shuffle(deck)
    held: list[list[int]] = [[], [], [], [], []]
    best = [0, 0]
    while max(best) < points_to_win:
        names = rng.sample(range(5), 5)
        moves += names
        accuser = _talk(rng, moves, names, max_cycles, max_question_bytes, max_answer_bytes)
        accused = rng.choice([seat for seat in range(5) if seat != accuser])
        moves.append(names[accused])
        evil = (accuser in EVIL) == (LOOKS_FOR[accuser] == accused)
        for seat in EVIL if evil else GOOD:
            held[seat].append(deck.pop())
            moves.append(held[seat][-1])
        for seat in range(5):
            victims = [other for other in (GOOD if seat in EVIL else EVIL) if held[other]]
            if RING in held[seat] and victims:
                _rob(rng, moves, held[seat], held, rng.choice(victims))
        best = [max(sum(WORTH[kind] for kind in held[seat]) for seat in team) for team in (EVIL, GOOD)]
    evil_share = 0.5 if best[0] == best[1] else float(best[0] > best[1])
    return moves, [evil_share, evil_share, 1 - evil_share, 1 - evil_share, 1 - evil_share]


def _talk(rng: random.Random, moves: list[Any], names: list[int], cycles: int, question: int, answer: int) -> int:
    """Plays the cycles of a round; returns who accuses."""
    for _ in range(cycles):
        asker = int(rng.random() * 5)
        moves += [asker, names[rng.choice([seat for seat in range(5) if seat != asker])]]
        if _say(rng, moves, QUESTIONS, question):
            _say(rng, moves, ANSWERS, answer)
        for seat in rng.sample((1, 2, 3, 4), 4):
            stops = int(rng.random() * 2)
            moves += [seat, stops]
            if stops:
                return seat
    moves.append(rng.choice((1, 2, 3, 4)))
    return int(moves[-1])


def _say(rng: random.Random, moves: list[Any], texts: tuple[str, ...], limit: int) -> str:
    text = rng.choice([text for text in texts if len(text) <= limit])
    moves.append((*text.encode(), 256))
    return text


def _rob(rng: random.Random, moves: list[Any], thief: list[int], held: list[list[int]], victim: int) -> None:
    moves.append(victim)
    place = held[victim].index(STATUE) if STATUE in held[victim] else int(rng.random() * len(held[victim]))
    if held[victim][place] != STATUE:
        moves.append(place)
    thief.remove(RING)
    thief.append(held[victim].pop(place))
