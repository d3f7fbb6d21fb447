"""A random match of Air, Land & Sea as a plain loop over lists that are changed in place.

Cards are numbered 0 to 17 and theaters 0 to 2, as the outcomes of chance and the actions are; see ``plain_playouts``.
"""

import random
from itertools import permutations
from typing import Any

SUPPORT, AIR_DROP, AERODROME, CONTAINMENT, REINFORCE, AMBUSH, COVER_FIRE, DISRUPT = 0, 1, 3, 4, 6, 7, 9, 10
TRANSPORT, ESCALATION, REDEPLOY, BLOCKADE, MANEUVERS = 12, 13, 15, 16, (2, 8, 14)
IMPROVISE, WITHDRAW, FLIP, MOVE, RETURN, REINFORCE_TO, DECLINE = 54, 108, 109, 115, 169, 187, 190
GAINS = {0: [6, 4, 3, 3, 2, 2, 2, 2, 2, 2], 1: [6, 6, 4, 3, 3, 2, 2, 2, 2, 2]}  # the first, the second withdraws


def air_land_sea(rng: random.Random, vp_to_win: int = 12, hand_size: int = 6, abilities: str = "on",
                 theaters: str = "shuffled") -> tuple[list[Any], list[float]]:
    """Plays battles until somebody has won enough points."""
    moves: list[Any] = []
    row = [0, 1, 2]
    if theaters == "shuffled":
        moves.append(int(rng.random() * 6))
        row = list(list(permutations(range(3)))[moves[0]])
    first = int(rng.random() * 2)
    moves.append(first)
    points = [0, 0]
    while max(points) < vp_to_win:
        winner, gained = _Table(rng, moves, row, first, hand_size, abilities == "on").fight()
        points[winner] += gained
        row = [row[2], row[0], row[1]]
        first = 1 - first
    return moves, [points[0] / sum(points), points[1] / sum(points)]


class _Table:
    def __init__(self, rng, moves, row, first, hand_size, able):
        self.rng, self.moves, self.row, self.first, self.able = rng, moves, row, first, able
        self.deck = rng.sample(range(18), 18)
        dealt, self.deck = self.deck[:2 * hand_size], self.deck[2 * hand_size:]
        moves += dealt
        self.hands = [dealt[0::2], dealt[1::2]]
        self.piles = {(seat, theater): [] for seat in (0, 1) for theater in (0, 1, 2)}  # [card, is it face up]
        self.anywhere = [False, False]
        self.queue = []  # pairs of a card and the player who decides

    def fight(self):
        seat = self.first
        while self.hands[0] or self.hands[1]:
            action = self.choose([*self.plays(seat), WITHDRAW])
            if action == WITHDRAW:
                return 1 - seat, GAINS[int(seat != self.first)][len(self.hands[seat])]
            self.play_from_hand(seat, action)
            while self.queue:
                self.resolve(*self.queue.pop(0))
            seat = 1 - seat
        theaters_of_first = sum(
            self.total(self.first, theater) >= self.total(1 - self.first, theater) for theater in (0, 1, 2))
        return (self.first if theaters_of_first >= 2 else 1 - self.first), 6

    def choose(self, legal):
        action = legal[int(self.rng.random() * len(legal))]
        self.moves.append(action)
        return action

    def beside(self, theater):
        at = self.row.index(theater)
        return [other for place, other in enumerate(self.row) if abs(place - at) == 1]

    def lies(self, card):
        return next((key for key, pile in self.piles.items() for other, _ in pile if other == card), None)

    def shows(self, card):
        spot = self.lies(card)
        return spot if self.able and spot and [card, True] in self.piles[spot] else None

    def plays(self, seat):
        field = self.shows(AERODROME)
        ups = [3 * card + theater for card in self.hands[seat] for theater in (0, 1, 2)
               if card // 6 == theater or self.anywhere[seat] or (field and field[0] == seat and card % 6 < 3)]
        return ups + [IMPROVISE + 3 * card + theater for card in self.hands[seat] for theater in (0, 1, 2)]

    def play_from_hand(self, seat, action):
        card, theater = divmod(action % IMPROVISE, 3)
        self.hands[seat].remove(card)
        self.play(seat, card, theater, action < IMPROVISE)

    def play(self, seat, card, theater, up):
        self.anywhere[seat] = False
        block = self.shows(BLOCKADE)
        crowded = len(self.piles[0, theater] + self.piles[1, theater]) >= 3
        if (self.shows(CONTAINMENT) and not up) or (block and crowded and theater in self.beside(block[1])):
            self.deck.append(card)
            return
        self.piles[seat, theater].append([card, up])
        if up:
            self.trigger(card, seat)

    def trigger(self, card, owner):
        if self.able and card in (AIR_DROP, REINFORCE, AMBUSH, DISRUPT, TRANSPORT, REDEPLOY, *MANEUVERS):
            self.queue.append((card, owner))
            if card == DISRUPT:
                self.queue.append((card, 1 - owner))

    def resolve(self, card, player):
        spot = self.lies(card)
        beside = self.beside(spot[1]) if spot else []
        if card == AIR_DROP:
            self.anywhere[player] = True
        elif card == TRANSPORT:
            self.transport(player)
        elif card == REDEPLOY:
            self.redeploy(player)
        elif card == REINFORCE:
            if self.deck and beside:
                drawn = self.deck.pop(0)
                self.moves.append(drawn)
                self.play(player, drawn, self.choose([REINFORCE_TO + theater for theater in beside]) % 187, False)
        else:
            self.flip([key for key, pile in self.piles.items() if pile and (
                card == AMBUSH or (card == DISRUPT and key[0] == player) or (
                    card in MANEUVERS and key[1] in beside))])

    def flip(self, keys):
        if keys:
            seat, theater = divmod(self.choose([FLIP + 3 * seat + theater for seat, theater in keys]) - FLIP, 3)
            top = self.piles[seat, theater][-1]
            top[1] = not top[1]
            if top[1]:
                self.trigger(top[0], seat)

    def transport(self, player):
        own = [(card, theater) for theater in (0, 1, 2) for card, _ in self.piles[player, theater]]
        legal = [MOVE + 3 * card + other for card, theater in own for other in (0, 1, 2) if other != theater]
        if legal and (action := self.choose([*legal, DECLINE])) != DECLINE:
            card, theater = divmod(action - MOVE, 3)
            self.piles[player, theater].append(self.lift(card))

    def redeploy(self, player):
        legal = [RETURN + card for theater in (0, 1, 2) for card, up in self.piles[player, theater] if not up]
        if legal and (action := self.choose([*legal, DECLINE])) != DECLINE:
            self.hands[player].append(self.lift(action - RETURN)[0])
            self.play_from_hand(player, self.choose(self.plays(player)))

    def lift(self, card):
        pile = self.piles[self.lies(card)]
        return pile.pop([other for other, _ in pile].index(card))

    def total(self, seat, theater):
        support, fire, raised = self.shows(SUPPORT), self.shows(COVER_FIRE), self.shows(ESCALATION)
        total = 3 if support and support[0] == seat and theater in self.beside(support[1]) else 0
        below = fire == (seat, theater)
        for card, up in self.piles[seat, theater]:
            if below and card == COVER_FIRE:
                below = False
            total += 4 if below else card % 6 + 1 if up else 4 if raised and raised[0] == seat else 2
        return total
