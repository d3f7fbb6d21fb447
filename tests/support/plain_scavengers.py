"""Random playouts of Arctic Scavengers by a plain loop over lists of card names, as ``plain_playouts`` describes it."""

import itertools
import random
from collections import Counter
from typing import Any

# People, and the values of DRAW, DIG, HUNT and FIGHT; a dash where there is none. The order is that of action ids.
TABLE = """Refugee 1 - 0 0 -|Scavenger 1 1 1 1 1|Brawler 1 - 1 - 2|Hunter 1 - - 2 1|Saboteur 1 - 1 - 1|Scout 1 2 - - 2
Group_Leaders 2 2 2 2 2|Sniper_Team 2 - - - -|Thug 3 - 1 - 3|Tribe_Family 5 - - 0 0|Sled_Team 2 2 - - 1
Field_Crew 4 - 2 2 2|Wolf_Pack 0 - - 3 2|Grenade 0 - - - 3|Multitool 0 - 1 1 1|Net 0 - - 2 1|Spear 0 - - 1 2
Pickaxe 0 - 1 - 2|Shovel 0 - 2 - 1|Medkit 0 - - - -|Pills 0 - - - -|Junk 0 - - - -"""
ROWS = [row.split() for row in TABLE.replace("\n", "|").split("|")]
NAMES = [name for name, *_ in ROWS]
PEOPLE = {name: int(people) for name, people, *_ in ROWS}
WORTH = {name: dict(zip(("DRAW", "DIG", "HUNT", "FIGHT"), values, strict=True)) for name, _, *values in ROWS}
TOOLS = NAMES[12:19]
HEALS = {"Medkit": 2, "Pills": 1}
PRICES = {"Scavenger": (1, 0), "Brawler": (2, 0), "Hunter": (0, 1), "Saboteur": (1, 1), "Scout": (2, 1),
          "Group_Leaders": (2, 2), "Sniper_Team": (2, 2), "Thug": (6, 0)}
LEFT = {"Scavenger": 14, "Brawler": 8, "Hunter": 8, "Saboteur": 8, "Scout": 8, "Group_Leaders": 5, "Sniper_Team": 5,
        "Thug": 5}
JUNKYARD = {"Junk": 7, "Multitool": 4, "Net": 4, "Spear": 4, "Pickaxe": 4, "Shovel": 4, "Medkit": 6, "Pills": 9}
DECK = ["Refugee"] * 4 + ["Scavenger"] * 3 + ["Brawler", "Spear", "Shovel"]
PRIZES = ["Tribe_Family", "Field_Crew", "Sled_Team", "Grenade", "Wolf_Pack"]
ACTIONS = ["DRAW", "DIG", "HUNT", "HIRE", "TRASH", "STOP"]
CONFIRM, HIRED, KEPT, KEEP_NOTHING, AIMED, DECLINE, END = 28, 28, 37, 59, 60, 79, 80


class Table:
    """A game in progress; both decks and piles are shuffled lists, of which the last card is the top one."""

    def __init__(self, rng: random.Random, hand_size: int, supply: str, prizes: list[str]) -> None:
        self.rng, self.hand_size, self.moves = rng, hand_size, list[Any]()
        copies = (lambda number: number) if supply == "full" else (lambda number: 1)
        self.piles = {name: copies(number) for name, number in LEFT.items()}
        self.junkyard = [name for name, number in JUNKYARD.items() for _ in range(copies(number))]
        self.prizes = list(prizes)
        self.decks, self.hands, self.discards = [list(DECK), list(DECK)], [[], []], [[], []]
        for pile in (self.junkyard, self.prizes, *self.decks):
            rng.shuffle(pile)

    def any_of(self, options: list[Any]) -> Any:
        return options[int(self.rng.random() * len(options))]

    def turn_up(self, pile: list[str]) -> str:
        card = pile.pop()
        self.moves.append(NAMES.index(card))
        return card

    def draw(self, seat: int, number: int) -> None:
        for _ in range(number):
            if not self.decks[seat]:
                self.decks[seat], self.discards[seat] = self.discards[seat], []
                self.rng.shuffle(self.decks[seat])
            if self.decks[seat]:
                self.hands[seat].append(self.turn_up(self.decks[seat]))

    def discard(self, seat: int, cards: list[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.discards[seat].append(card)

    def bury(self, cards: list[str]) -> None:
        self.junkyard += cards
        self.rng.shuffle(self.junkyard)

    def turn(self, seat: int) -> None:
        done, food = set[str](), 0
        while self.hands[seat]:
            hand = self.hands[seat]
            sets = {kind: usable(hand, kind) for kind in ("DRAW", "DIG", "HUNT") if kind not in done}
            hires = {} if "HIRE" in done else {
                name: ways for name, (fed, healed) in PRICES.items()
                if self.piles[name] and food >= fed and (ways := payments(hand, healed))}
            kinds = [kind for kind in ACTIONS if kind == "STOP" or (
                kind not in done and (sets.get(kind) or kind == "TRASH" or (kind == "HIRE" and hires)))]
            kind = self.any_of(kinds) if len(kinds) > 1 else ""
            if kind in ("", "STOP"):
                self.moves += [(5,)] * bool(kind)
                return
            chosen = self.any_of(list(hires)) if kind == "HIRE" else ""
            cards = self.any_of(hires[chosen] if chosen else subsets(hand) if kind == "TRASH" else sets[kind])
            self.moves.append((
                ACTIONS.index(kind), *([HIRED + NAMES.index(chosen)] if chosen else []),
                *sorted(6 + NAMES.index(card) for card in cards), CONFIRM))
            if kind != "HIRE" and self.voided(seat, cards):
                continue
            done.add(kind)
            if kind == "TRASH":
                for card in cards:
                    hand.remove(card)
                self.bury(cards)
                continue
            self.discard(seat, cards)
            worth = 0 if chosen else sum(int(WORTH[card][kind]) for card in cards)
            if kind == "DRAW":
                self.draw(seat, worth)
            elif kind == "DIG":
                self.dig(seat, worth)
            elif kind == "HUNT":
                food += worth
            else:
                food -= PRICES[chosen][0]
                self.piles[chosen] -= 1
                self.discards[seat].append(chosen)

    def voided(self, seat: int, cards: list[str]) -> bool:
        target = self.aim(self.hands[1 - seat], cards, DECLINE)
        if target:
            self.discard(seat, [target])
            self.discard(1 - seat, ["Saboteur" if target in TOOLS else "Sniper_Team"])
        return bool(target)

    def aim(self, shooters: list[str], cards: list[str], no: int) -> str:
        """Lets one of the shooters aim at one of the cards, or not; returns the target, or ""."""
        aims = [card for card in NAMES if card in cards and (
            ("Sniper_Team" in shooters and PEOPLE[card]) or ("Saboteur" in shooters and card in TOOLS))]
        if not aims:
            return ""
        target = self.any_of([*aims, ""])
        self.moves.append(AIMED + NAMES.index(target) if target else no)
        return str(target)

    def dig(self, seat: int, number: int) -> None:
        seen = [self.turn_up(self.junkyard) for _ in range(min(number, len(self.junkyard)))]
        if seen:
            kept = self.any_of([*sorted(set(seen), key=NAMES.index), ""])
            self.moves.append(KEPT + NAMES.index(kept) if kept else KEEP_NOTHING)
            if kept:
                seen.remove(kept)
                self.discards[seat].append(kept)
            self.junkyard[:0] = seen[::-1]

    def skirmish(self, first: int) -> None:
        for seat in (first, 1 - first):
            shooters = [card for card in self.hands[seat] if card in ("Sniper_Team", "Saboteur")]
            while target := self.aim(shooters, self.hands[1 - seat], END):
                shooters.remove("Saboteur" if target in TOOLS else "Sniper_Team")
                self.discard(1 - seat, [target])
        forces = [(strength(hand), sum(PEOPLE[card] for card in hand)) for hand in self.hands]
        prize = self.turn_up(self.prizes)
        if forces[0] == forces[1]:
            self.bury([prize])
        else:
            self.discards[forces[1] > forces[0]].append(prize)


def subsets(cards: list[str]) -> list[list[str]]:
    held = sorted(Counter(cards).items())
    found = [[name for (name, _), number in zip(held, numbers, strict=True) for _ in range(number)]
             for numbers in itertools.product(*(range(count + 1) for _, count in held))]
    return list(filter(None, found))


def usable(hand: list[str], kind: str) -> list[list[str]]:
    found = []
    for cards in subsets([card for card in hand if WORTH[card][kind] != "-"]):
        tools, leaders = sum(card in TOOLS for card in cards), cards.count("Group_Leaders")
        if max(tools, leaders, 1) <= len(cards) - tools - leaders:
            found.append(cards)
    return found


def payments(hand: list[str], cost: int) -> list[list[str]]:
    return [cards for cards in ([], *subsets([card for card in hand if card in HEALS]))
            if sum(HEALS[card] for card in cards) >= cost]


def strength(hand: list[str]) -> int:
    """Returns the best FIGHT total over all ways to give tools and leaders to fighters."""
    able = [card for card in hand if WORTH[card]["FIGHT"] != "-"]
    tools = [int(WORTH[card]["FIGHT"]) for card in able if card in TOOLS]
    fighters = [int(WORTH[card]["FIGHT"]) for card in able if card not in TOOLS and card != "Group_Leaders"]
    best = max(sum(carried) for number in range(min(len(tools), len(fighters)) + 1)
               for carried in itertools.combinations(tools, number))
    return sum(fighters) + best + 2 * min(hand.count("Group_Leaders"), len(fighters))


def arctic_scavengers(rng: random.Random, rounds: int = 5, hand_size: int = 5, supply: str = "full",
                      skirmish_from_round: int = 1) -> tuple[list[Any], list[float]]:
    """Plays rounds of drawing, gathering and skirmishes, and counts the people of both tribes."""
    prizes = (PRIZES * 2 + PRIZES[:1] * 4)[:rounds - skirmish_from_round + 1]
    table = Table(rng, hand_size, supply, prizes)
    for number in range(rounds):
        for seat in (0, 1):
            table.discard(seat, list(table.hands[seat]))
        for seat in (0, 1):
            table.draw(seat, hand_size)
        for seat in (number % 2, 1 - number % 2):
            table.turn(seat)
        if number + 1 >= skirmish_from_round:
            table.skirmish(number % 2)
    sizes = [sum(PEOPLE[card] for pile in (table.decks, table.hands, table.discards) for card in pile[seat])
             for seat in (0, 1)]
    first = 0.5 if sizes[0] == sizes[1] else float(sizes[0] > sizes[1])
    return table.moves, [first, 1 - first]
