"""Random play of Are You the Traitor? without its talk, on which the returns do not depend."""

import random
from collections.abc import Sequence

from custom_games.are_you_the_traitor.position import EVIL_WIZARD, POLLED, TEAMS, Position
from custom_games.are_you_the_traitor.treasures import PLAYERS, POINTS, RING, STATUE, Rows
from custom_games.framework.cards import Counts, cards_of

MEMBERS = tuple(tuple(seat for seat, of in enumerate(TEAMS) if of == team) for team in (0, 1))
OTHERS = PLAYERS - 1


def random_accuser(state: Position, rng: random.Random) -> int:
    """Draws who accuses in a round of which the names are drawn.

    In a poll from its start all are equally likely to be the first to stop, as they are if chance decides.
    """
    if state.stage == "accused":
        return state.seat
    waiting = rng.sample(state.unpolled, len(state.unpolled))
    if state.stage == "stop":
        waiting = [state.seat, *waiting]
    stopping = [seat for seat in waiting if rng.random() < 0.5]
    return stopping[0] if stopping else rng.choice(POLLED)


def random_best(deck: Counts, rows: Rows, points_to_win: int, rng: random.Random) -> tuple[int, int]:
    """Plays random rounds from the start of one to the end; returns the points of the best player of each team."""
    draw = rng.random
    left, held = list(cards_of(deck)), [[card.kind for card in row] for row in rows]
    while True:
        # All seats but the first one of Evil accuse equally often; one of the four others has the role looked for.
        evil = (int(draw() * OTHERS) + 1 == EVIL_WIZARD) == (draw() * OTHERS < 1)
        for seat in MEMBERS[not evil]:
            place = int(draw() * len(left))
            left[place], left[-1] = left[-1], left[place]
            held[seat].append(left.pop())
        for seat, cards in enumerate(held):
            if RING in cards:
                _rob(held, cards, MEMBERS[1 - TEAMS[seat]], rng)
        best = [max(sum(POINTS[kind] for kind in held[seat]) for seat in team) for team in MEMBERS]
        if max(best) >= points_to_win:
            return best[0], best[1]


def _rob(held: list[list[int]], thief: list[int], opponents: Sequence[int], rng: random.Random) -> None:
    victims = [held[seat] for seat in opponents if held[seat]]
    if victims:
        victim = victims[int(rng.random() * len(victims))]
        place = victim.index(STATUE) if STATUE in victim else int(rng.random() * len(victim))
        thief.remove(RING)
        thief.append(victim.pop(place))
